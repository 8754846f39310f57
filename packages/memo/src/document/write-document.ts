import type { BlockContent, List, ListItem, PhrasingContent, RootContent, Table } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Options, toMarkdown } from 'mdast-util-to-markdown'
import type { Mark, Node } from 'prosemirror-model'
import type { Block } from '../blocks/block.ts'
import { blockLanguage } from '../blocks/fenced-blocks.ts'

/** A number in the text; Markdown has no node for it. */
interface MetricToken {
  type: 'metric'
  key: string
}

const handlers: object = { metric: ({ key }: MetricToken): string => `[[${key}]]` }

const options: Options = {
  bullet: '-',
  rule: '_',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  resourceLink: true,
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  handlers,
}

/** Writes a document as Markdown. Reading it again gives the same document, without its empty paragraphs. */
export const writeDocument = (document: Node): string =>
  toMarkdown({ type: 'root', children: blocksOf(document) }, options)

const blocksOf = (parent: Node): RootContent[] => parent.children.flatMap((child) => blockOf(child) ?? [])

const blockOf = (node: Node): RootContent | undefined => {
  const { attrs } = node
  switch (node.type.name) {
    case 'paragraph': {
      const children = inlineOf(node)
      return children.length === 0 ? undefined : { type: 'paragraph', children }
    }
    case 'heading':
      return { type: 'heading', depth: attrs['level'], children: inlineOf(node) }
    case 'blockquote':
      return { type: 'blockquote', children: blocksOf(node) as BlockContent[] }
    case 'bullet_list':
      return listOf(node, { ordered: false })
    case 'ordered_list':
      return listOf(node, { ordered: true, start: attrs['start'] })
    case 'code_block': {
      const [lang = null, ...meta] = String(attrs['language'] ?? '').split(' ')
      return { type: 'code', lang: lang === '' ? null : lang, meta: meta.join(' '), value: node.textContent }
    }
    case 'horizontal_rule':
      return { type: 'thematicBreak' }
    case 'table':
      return tableOf(node)
    case 'html':
      return { type: 'html', value: attrs['value'] }
    case 'memo_block':
      return { type: 'code', lang: blockLanguage, value: JSON.stringify(attrs['block'] as Block) }
    default:
      return undefined
  }
}

/** A text with a list below it needs no empty line, if the list can begin without one. */
const isTight = ({ childCount, firstChild, lastChild }: Node): boolean =>
  childCount === 1 ||
  (childCount === 2 &&
    firstChild?.type.name === 'paragraph' &&
    firstChild.childCount > 0 &&
    (lastChild?.type.name === 'bullet_list' || lastChild?.attrs['start'] === 1) &&
    lastChild?.firstChild?.firstChild?.type.name === 'paragraph' &&
    lastChild.firstChild.firstChild.childCount > 0)

const listOf = (node: Node, kind: Pick<List, 'ordered' | 'start'>): List => {
  const spread = !node.children.every(isTight)
  return {
    type: 'list',
    ...kind,
    spread,
    children: node.children.map(
      (item): ListItem => ({ type: 'listItem', spread, children: blocksOf(item) as BlockContent[] }),
    ),
  }
}

const tableOf = (node: Node): Table => ({
  type: 'table',
  align: (node.firstChild?.children ?? []).map((cell) => cell.attrs['align']),
  children: node.children.map((row) => ({
    type: 'tableRow',
    children: row.children.map((cell) => ({ type: 'tableCell', children: inlineOf(cell) })),
  })),
})

const inlineOf = (parent: Node): PhrasingContent[] => nested([...parent.children], 0)

/** Groups neighbors that share their outermost mark: a list of marked leaves becomes a tree. */
const nested = (leaves: readonly Node[], depth: number): PhrasingContent[] => {
  const found: PhrasingContent[] = []
  for (let at = 0; at < leaves.length; ) {
    const leaf = leaves[at] as Node
    const mark = enclosing(leaf)[depth]
    if (mark === undefined) {
      found.push(leafOf(leaf))
      at++
      continue
    }
    let end = at + 1
    while (end < leaves.length && enclosing(leaves[end] as Node)[depth]?.eq(mark)) end++
    found.push(marked(mark, nested(leaves.slice(at, end), depth + 1)))
    at = end
  }
  return found
}

/** Code is not a node around others but a kind of leaf. */
const enclosing = (leaf: Node): readonly Mark[] => leaf.marks.filter(({ type }) => type.name !== 'code')

const marked = (mark: Mark, children: PhrasingContent[]): PhrasingContent => {
  switch (mark.type.name) {
    case 'link':
      return { type: 'link', url: mark.attrs['href'], title: mark.attrs['title'], children } as PhrasingContent
    case 'em':
      return { type: 'emphasis', children }
    default:
      return { type: 'strong', children }
  }
}

const leafOf = (leaf: Node): PhrasingContent => {
  const { attrs } = leaf
  switch (leaf.type.name) {
    case 'metric':
      return metricToken(attrs['key'])
    case 'hard_break':
      return { type: 'break' }
    case 'image':
      return { type: 'image', url: attrs['src'], alt: attrs['alt'], title: attrs['title'] }
    case 'inline_html':
      return { type: 'html', value: attrs['value'] }
    default:
      return leaf.marks.some(({ type }) => type.name === 'code')
        ? { type: 'inlineCode', value: leaf.text ?? '' }
        : { type: 'text', value: leaf.text ?? '' }
  }
}

/** The type of Markdown nodes cannot be extended for this package alone. */
const metricToken = (key: string): PhrasingContent =>
  ({ type: 'metric', key }) satisfies MetricToken as unknown as PhrasingContent
