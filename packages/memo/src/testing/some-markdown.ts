import fc from 'fast-check'

/** Arbitrary text with plenty of Markdown syntax. */
export const someMarkdown = fc
  .array(
    fc.oneof(
      fc.constantFrom('**', '*', '_', '`', '```\n', '[[noi]]', '\\[[noi]]', '\\', '&amp;', '&#35;', '<b>', '[', ']'),
      fc.constantFrom('\n', '\n\n', '  \n', '> ', '- ', '* ', '1. ', '3) ', '# ', '| a | b |\n|---|--:|\n| ', ' | '),
      fc.constantFrom('[a](https://a.example)', '![pic](https://a.example/p.png)', '---\n', '    ', '~~~\n', '+ '),
      fc.constantFrom('```dc-block\n{"block":"kpis","metrics":["noi"]}\n```\n', '```dc-block\n{"block":"x"}\n```\n'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))
