import type { Nodes, Parents, PhrasingContent, RootContent, Table } from 'mdast'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { blockLanguage } from '../blocks/fenced-blocks.ts'
import { parseBlock } from '../blocks/read-block.ts'
import { readSection, type SectionText } from '../markdown/source-runs.ts'
import { memoSchema as schema } from './memo-schema.ts'

const { nodes, marks } = schema

/** A block of a section, and where it stands in its source. */
export interface PlacedBlock {
  readonly node: Node
  readonly from: number
  readonly to: number
}

/** Reads the Markdown of a section block by block. */
export const readBlocks = (content: string): PlacedBlock[] => {
  const section = readSection(content)
  return section.root.children.flatMap((child) => {
    const node = blockOf(child, section)
    const from = child.position?.start.offset
    const to = child.position?.end.offset
    return node === undefined || from === undefined || to === undefined ? [] : [{ node, from, to }]
  })
}

/** Reads the Markdown of a section as a document. Total: every text is a document. */
export const readDocument = (content: string): Node => {
  const blocks = readBlocks(content).map(({ node }) => node)
  return nodes.doc.create(null, blocks.length > 0 ? blocks : [nodes.paragraph.create()])
}

const blocksOf = (parent: Parents, section: SectionText): Node[] => {
  const blocks = (parent.children as RootContent[]).flatMap((child) => blockOf(child, section) ?? [])
  return blocks.length > 0 ? blocks : [nodes.paragraph.create()]
}

const blockOf = (node: RootContent, section: SectionText): Node | undefined => {
  switch (node.type) {
    case 'paragraph':
      return nodes.paragraph.create(null, inlineOf(node, section))
    case 'heading':
      return nodes.heading.create({ level: node.depth }, inlineOf(node, section))
    case 'blockquote':
      return nodes.blockquote.create(null, blocksOf(node, section))
    case 'list': {
      const items = node.children.map((item) => nodes.list_item.create(null, blocksOf(item, section)))
      return node.ordered
        ? nodes.ordered_list.create({ start: node.start ?? 1 }, items)
        : nodes.bullet_list.create(null, items)
    }
    case 'code': {
      const block = node.lang === blockLanguage ? parseBlock(node.value) : undefined
      if (block !== undefined) return nodes.memo_block.create({ block })
      const language = [node.lang, node.meta].filter((part) => part).join(' ')
      return nodes.code_block.create(
        { language: language === '' ? null : language },
        node.value === '' ? null : schema.text(node.value),
      )
    }
    case 'thematicBreak':
      return nodes.horizontal_rule.create()
    case 'table':
      return tableOf(node, section)
    case 'html':
      return nodes.html.create({ value: node.value })
    default:
      return undefined
  }
}

/** Rows shorter than the longest are filled with empty cells. */
const tableOf = (table: Table, section: SectionText): Node => {
  const columns = Math.max(1, ...table.children.map((row) => row.children.length))
  return nodes.table.create(
    null,
    table.children.map((row, n) =>
      nodes.table_row.create(
        null,
        Array.from({ length: columns }, (_, column) => {
          const cell = row.children[column]
          const type = n === 0 ? nodes.table_header : nodes.table_cell
          return type.create({ align: table.align?.[column] ?? null }, cell && inlineOf(cell, section))
        }),
      ),
    ),
  )
}

const inlineOf = (parent: Parents, section: SectionText): Fragment =>
  Fragment.from(
    (parent.children as PhrasingContent[]).flatMap((child) => phrasingOf(child, section, [])).filter(isNotEmpty),
  )

const isNotEmpty = (node: Node): boolean => !node.isText || node.text !== ''

const phrasingOf = (node: PhrasingContent, section: SectionText, held: readonly Mark[]): Node[] => {
  const within = (parent: { children: PhrasingContent[] }, mark: Mark): Node[] =>
    parent.children.flatMap((child) => phrasingOf(child, section, mark.addToSet(held)))
  switch (node.type) {
    case 'text':
      return textOf(node, section, held)
    case 'emphasis':
      return within(node, marks.em.create())
    case 'strong':
      return within(node, marks.strong.create())
    case 'link':
      return within(node, marks.link.create({ href: node.url, title: node.title ?? null }))
    case 'inlineCode':
      return node.value === '' ? [] : [schema.text(onOneLine(node.value), marks.code.create().addToSet(held))]
    case 'break':
      return [nodes.hard_break.create(null, null, held)]
    case 'image':
      return [nodes.image.create({ src: node.url, alt: node.alt ?? '', title: node.title ?? null }, null, held)]
    case 'html':
      return [nodes.inline_html.create({ value: node.value }, null, held)]
    default:
      return []
  }
}

/** A line end inside a paragraph is a space: the next editor wraps lines elsewhere. */
const onOneLine = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, ' ')

const textOf = (node: Nodes, section: SectionText, held: readonly Mark[]): Node[] =>
  (section.runs.get(node) ?? []).flatMap(({ text, metric }) => {
    if (metric !== undefined) return [nodes.metric.create({ key: metric }, null, held)]
    return text === '' ? [] : [schema.text(onOneLine(text), held)]
  })
