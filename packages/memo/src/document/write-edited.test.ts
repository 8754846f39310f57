import fc from 'fast-check'
import { Fragment, type Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { readSection } from '../markdown/source-runs.ts'
import { someMarkdown } from '../testing/some-markdown.ts'
import { memoSchema, readDocument, writeDocument, writeEdited } from './index.ts'

const { nodes } = memoSchema
const paragraph = (text: string): Node => nodes.paragraph.create(null, memoSchema.text(text))

interface Edit {
  readonly at: number
  readonly removed: number
  readonly added: readonly Node[]
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(12),
  removed: fc.nat(3),
  added: fc.array(
    fc.constantFrom(
      paragraph('Added.'),
      nodes.paragraph.create(),
      nodes.bullet_list.create(null, nodes.list_item.create(null, paragraph('one'))),
      nodes.horizontal_rule.create(),
      nodes.memo_block.create({ block: { block: 'kpis', metrics: ['noi'] } }),
    ),
    { maxLength: 3 },
  ),
})

const edited = (document: Node, { at, removed, added }: Edit): Node => {
  const children = [...document.children]
  children.splice(at % (children.length + 1), removed, ...added)
  return nodes.doc.create(null, Fragment.from(children.length > 0 ? children : [nodes.paragraph.create()]))
}

/** What a reader sees of a document, without spaces. */
const wordsOf = (document: Node): string => {
  let words = ''
  document.descendants(({ isText, text, type, attrs }) => {
    if (isText) words += text
    else if (type === nodes.metric) words += `[[${attrs['key']}]]`
    else if (type === nodes.html || type === nodes.inline_html) words += attrs['value']
    else if (type === nodes.image) words += attrs['alt'] || attrs['src']
    else if (type === nodes.memo_block) words += JSON.stringify(attrs['block'])
  })
  return words.replaceAll(/\s/g, '')
}

describe('an edited section', () => {
  it('is saved byte for byte where nobody changed it', () => {
    fc.assert(
      fc.property(someMarkdown, (content) => {
        expect(writeEdited(content, readDocument(content))).toBe(content)
      }),
      { numRuns: 500 },
    )
  })

  it('reads as the edited document, whatever was added, removed or left', () => {
    fc.assert(
      fc.property(someMarkdown, edit, (content, change) => {
        const document = edited(readDocument(content), change)
        expect(readDocument(writeEdited(content, document)).toJSON()).toEqual(
          readDocument(writeDocument(document)).toJSON(),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('shows every word of its source in the document', () => {
    fc.assert(
      fc.property(someMarkdown, (content) => {
        const source = readSection(content).all.map(({ text }) => text)
        expect(wordsOf(readDocument(content))).toBe(source.join('').replaceAll(/\s/g, ''))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the notation of the blocks around a change', () => {
    const content = '* one\n* *two*\n\n\nA line\nand another.  \n\nTitle\n=====\n'
    const { children } = readDocument(content)
    const document = nodes.doc.create(null, [children[0], children[1], paragraph('New.'), children[2]] as Node[])
    expect(writeEdited(content, document)).toBe('* one\n* *two*\n\n\nA line\nand another.  \n\nNew.\n\nTitle\n=====\n')
  })

  it('keeps the cells of a row that is longer than the header of its table', () => {
    expect(readDocument('| a |\n|---|\n| b | c |').textContent).toBe('abc')
  })

  it('is empty when everything was removed', () => {
    expect(writeEdited('Something.\n', nodes.doc.create(null, nodes.paragraph.create()))).toBe('')
  })
})
