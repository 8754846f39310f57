import { type Block, readBlock } from '@deal-canvas/memo'
import { memoSchema } from '@deal-canvas/memo/document'
import { type DOMOutputSpec, DOMParser, DOMSerializer, type Mark, type Node, type ParseRule } from 'prosemirror-model'
import { safeLink } from '../../safe-link.ts'

type Attributes = Record<string, string | undefined>

const cell =
  (tag: 'th' | 'td') =>
  (node: Node): DOMOutputSpec => [tag, { 'data-align': node.attrs['align'] }, 0]

/** How the nodes of a memo look in the editor, and in what is copied from it. */
export const nodeSpecs: Readonly<Record<string, (node: Node) => DOMOutputSpec>> = {
  paragraph: () => ['p', 0],
  // Headings in a section are below its own heading, which is an h2.
  heading: ({ attrs: { level } }) => [`h${Math.min(5, level + 2)}`, { 'data-level': level }, 0],
  blockquote: () => ['blockquote', 0],
  bullet_list: () => ['ul', 0],
  ordered_list: ({ attrs: { start } }) => ['ol', { start }, 0],
  list_item: () => ['li', 0],
  code_block: ({ attrs: { language } }) => ['pre', { 'data-language': language }, ['code', 0]],
  horizontal_rule: () => ['hr'],
  table: () => ['table', ['tbody', 0]],
  table_row: () => ['tr', 0],
  table_header: cell('th'),
  table_cell: cell('td'),
  html: ({ attrs: { value } }) => ['pre', { 'data-memo-html': 'block' }, value],
  memo_block: ({ attrs: { block } }) => ['div', { 'data-memo-block': JSON.stringify(block) }],
  hard_break: () => ['br'],
  // Loading an image would tell the other site who reads the memo, so its description is shown instead.
  image: ({ attrs: { src, alt, title } }) => ['span', { 'data-memo-image': src, alt, title }, alt || src],
  inline_html: ({ attrs: { value } }) => ['code', { 'data-memo-html': 'inline' }, value],
  metric: ({ attrs: { key } }) => ['span', { 'data-memo-metric': key }, `[[${key}]]`],
}

export const markSpecs: Readonly<Record<string, (mark: Mark) => DOMOutputSpec>> = {
  link: ({ attrs: { href, title } }) => ['a', { href: safeLink(href), 'data-href': href, title }, 0],
  em: () => ['em', 0],
  strong: () => ['strong', 0],
  code: () => ['code', 0],
}

/** Text is given as it is; the type of the library leaves that out. */
const textSpec = ({ text }: Node): DOMOutputSpec => text as unknown as DOMOutputSpec

export const memoSerializer = new DOMSerializer({ ...nodeSpecs, text: textSpec }, { ...markSpecs })

const { nodes } = memoSchema

const attribute = (dom: HTMLElement, name: string): string | undefined => dom.getAttribute(name) ?? undefined

const heading = (level: number): ParseRule => ({
  tag: `h${level}`,
  node: 'heading',
  getAttrs: (dom) => ({ level: Number(attribute(dom, 'data-level') ?? level) }),
})

/** False: the element is not what it claims to be, so it is read as ordinary content. */
const valid = (type: (typeof nodes)[keyof typeof nodes], attrs: Attributes | { block: Block } | { start: number }) => {
  try {
    type.create(attrs).check()
    return attrs
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const blockOf = (json: string): Block | undefined => {
  try {
    return readBlock(JSON.parse(json))
  } catch {
    // What is pasted comes from anywhere.
    return undefined
  }
}

const aligns = new Set(['left', 'right', 'center'])

const cellRule = (tag: 'th' | 'td'): ParseRule => ({
  tag,
  node: tag === 'th' ? 'table_header' : 'table_cell',
  getAttrs: (dom) => {
    const align = attribute(dom, 'data-align') ?? attribute(dom, 'align') ?? ''
    return { align: aligns.has(align) ? align : null }
  },
})

const rules: ParseRule[] = [
  {
    tag: '[data-memo-metric]',
    node: 'metric',
    getAttrs: (dom) => valid(nodes.metric, { key: attribute(dom, 'data-memo-metric') }),
  },
  {
    tag: '[data-memo-block]',
    node: 'memo_block',
    getAttrs: (dom) => {
      const block = blockOf(attribute(dom, 'data-memo-block') ?? '')
      return block === undefined ? false : { block }
    },
  },
  { tag: '[data-memo-html=block]', node: 'html', getAttrs: (dom) => ({ value: dom.textContent }) },
  { tag: '[data-memo-html=inline]', node: 'inline_html', getAttrs: (dom) => ({ value: dom.textContent }) },
  {
    tag: '[data-memo-image]',
    node: 'image',
    getAttrs: (dom) => ({
      src: attribute(dom, 'data-memo-image') ?? '',
      alt: attribute(dom, 'alt') ?? '',
      title: attribute(dom, 'title') ?? null,
    }),
  },
  { tag: 'img', ignore: true },
  { tag: 'p', node: 'paragraph' },
  ...[1, 2, 3, 4, 5, 6].map(heading),
  { tag: 'blockquote', node: 'blockquote' },
  { tag: 'ul', node: 'bullet_list' },
  {
    tag: 'ol',
    node: 'ordered_list',
    getAttrs: (dom) => valid(nodes.ordered_list, { start: Number(attribute(dom, 'start') ?? 1) }) || { start: 1 },
  },
  { tag: 'li', node: 'list_item' },
  {
    tag: 'pre',
    node: 'code_block',
    preserveWhitespace: 'full',
    getAttrs: (dom) => ({ language: attribute(dom, 'data-language') ?? null }),
  },
  { tag: 'hr', node: 'horizontal_rule' },
  { tag: 'table', node: 'table' },
  { tag: 'tr', node: 'table_row' },
  cellRule('th'),
  cellRule('td'),
  { tag: 'br', node: 'hard_break' },
  {
    tag: 'a',
    mark: 'link',
    getAttrs: (dom) => {
      const own = attribute(dom, 'data-href')
      const href = own ?? safeLink(attribute(dom, 'href') ?? '')
      return href === undefined ? false : { href, title: attribute(dom, 'title') ?? null }
    },
  },
  { tag: 'em', mark: 'em' },
  { tag: 'i', mark: 'em' },
  { tag: 'strong', mark: 'strong' },
  { tag: 'b', mark: 'strong' },
  { tag: 'code', mark: 'code' },
]

/** Reads HTML as content of a memo: what a memo does not have is left out, its text is kept. */
export const memoParser = new DOMParser(memoSchema, rules)
