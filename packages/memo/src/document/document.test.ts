import fc from 'fast-check'
import { Fragment, type Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { someMarkdown } from '../testing/some-markdown.ts'
import { memoSchema, readDocument, writeDocument } from './index.ts'

const again = (content: string) => readDocument(writeDocument(readDocument(content)))

describe('documents of a memo', () => {
  it('reads every Markdown text as a valid document', () => {
    fc.assert(
      fc.property(someMarkdown, (content) => {
        const document = readDocument(content)
        document.check()
        expect(memoSchema.nodeFromJSON(document.toJSON()).eq(document)).toBe(true)
      }),
    )
  })

  it('loses nothing when a document is written as Markdown and read again', () => {
    fc.assert(
      fc.property(someMarkdown, (content) => {
        expect(again(content).toJSON()).toEqual(readDocument(content).toJSON())
      }),
      { numRuns: 500 },
    )
  })
})

const { nodes, marks } = memoSchema
const words = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9 .,*_`#>|&<[\]()!\\-]{1,12}$/),
  fc.constantFrom(
    '[[noi]]',
    ' spaced ',
    '1. one',
    '- dash',
    '# head',
    '&amp;',
    'a*b*c',
    '**',
    '<b>',
    '| x |',
    '```',
    '~',
  ),
)
const someMarks = fc.subarray([
  marks.em.create(),
  marks.strong.create(),
  marks.link.create({ href: 'https://a.example' }),
])
const leaf = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(words, someMarks).map(([text, held]) => memoSchema.text(text, held)) },
  // Markdown has no way to write `\\|` as code in a table.
  words.map((text) => memoSchema.text(text.replaceAll('|', '/'), [marks.code.create()])),
  someMarks.map((held) => nodes.metric.create({ key: 'noi' }, null, held)),
)
const inline = fc.array(leaf, { minLength: 1, maxLength: 5 }).map((leaves) => Fragment.from(leaves))
const { block } = fc.letrec<{ block: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    inline.map((content) => nodes.paragraph.create(null, content)),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, content]) => nodes.heading.create({ level }, content)),
    words.map((text) => nodes.code_block.create(null, memoSchema.text(text))),
    fc.constant(nodes.horizontal_rule.create()),
    fc.constant(nodes.memo_block.create({ block: { block: 'kpis', metrics: ['noi'] } })),
    fc.array(inline, { minLength: 2, maxLength: 2 }).map((cells) =>
      nodes.table.create(null, [
        nodes.table_row.create(
          null,
          cells.map((content) => nodes.table_header.create(null, content)),
        ),
        nodes.table_row.create(
          null,
          cells.map((content) => nodes.table_cell.create(null, content)),
        ),
      ]),
    ),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((blocks) => nodes.blockquote.create(null, blocks)),
    fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map((items) =>
      nodes.bullet_list.create(
        null,
        items.map((blocks) => nodes.list_item.create(null, blocks)),
      ),
    ),
  ),
}))

/** Every character with its marks and every block, without spaces, which Markdown drops at the edges of a text. */
const essence = (document: Node): string[] => {
  const found: string[] = []
  document.descendants((node) => {
    const held = node.marks.map(({ type }) => type.name).join()
    if (node.isText) for (const char of (node.text ?? '').replaceAll(/\s/g, '')) found.push(`${char} ${held}`)
    else found.push(`${node.type.name} ${JSON.stringify(node.attrs)} ${held}`)
  })
  return found
}

describe('documents of the editor', () => {
  it('keep every character, mark and block as Markdown', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const document = nodes.doc.create(null, blocks)
        expect(essence(readDocument(writeDocument(document)))).toEqual(essence(document))
      }),
      { numRuns: 500 },
    )
  })
})
