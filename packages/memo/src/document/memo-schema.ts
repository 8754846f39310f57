import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { readBlock } from '../blocks/read-block.ts'

const metricKey = /^[a-z0-9_]{1,80}$/

const fail = (message: string): never => {
  throw new RangeError(message)
}

const optionalText = (value: unknown): void => {
  if (value !== null && typeof value !== 'string') fail('must be a text or null')
}

/** What a section of a memo is made of. Read by the editor, and by the service to check what it is sent. */
const nodes = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block' },
  heading: {
    attrs: {
      level: {
        default: 1,
        validate: (level) => [1, 2, 3, 4, 5, 6].includes(level) || fail('a heading has a level from 1 to 6'),
      },
    },
    content: 'inline*',
    group: 'block',
    defining: true,
  },
  blockquote: { content: 'block+', group: 'block', defining: true },
  bullet_list: { content: 'list_item+', group: 'block' },
  ordered_list: {
    attrs: {
      start: {
        default: 1,
        validate: (start) =>
          (Number.isInteger(start) && start >= 0 && start <= 999_999_999) || fail('a list starts with a number'),
      },
    },
    content: 'list_item+',
    group: 'block',
  },
  list_item: { content: 'block+', defining: true },
  code_block: {
    attrs: { language: { default: null, validate: optionalText } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
  },
  horizontal_rule: { group: 'block' },
  table: { content: 'table_row+', group: 'block', isolating: true },
  table_row: { content: '(table_header | table_cell)+' },
  table_header: cellSpec(),
  table_cell: cellSpec(),
  /** Shown as it stands, never interpreted. */
  html: { attrs: { value: { validate: 'string' } }, group: 'block', atom: true },
  /** A KPI strip, a table of the model, a chart … */
  memo_block: { attrs: { block: { validate: (block) => void readBlock(block) } }, group: 'block', atom: true },

  text: { group: 'inline' },
  hard_break: { inline: true, group: 'inline', selectable: false },
  image: {
    attrs: {
      src: { validate: 'string' },
      alt: { default: '', validate: 'string' },
      title: { default: null, validate: optionalText },
    },
    inline: true,
    group: 'inline',
  },
  inline_html: { attrs: { value: { validate: 'string' } }, inline: true, group: 'inline', atom: true },
  /** The number of a metric. */
  metric: {
    attrs: { key: { validate: (key) => metricKey.test(key) || fail('must be the key of a metric') } },
    inline: true,
    group: 'inline',
    atom: true,
  },
} as const satisfies Record<string, NodeSpec>

function cellSpec(): NodeSpec {
  return {
    attrs: {
      align: {
        default: null,
        validate: (align) =>
          align === null || ['left', 'right', 'center'].includes(align) || fail('left, right or center'),
      },
    },
    content: 'inline*',
    isolating: true,
  }
}

/** In the order in which they enclose each other. */
const marks = {
  link: {
    attrs: { href: { validate: 'string' }, title: { default: null, validate: optionalText } },
    inclusive: false,
  },
  em: {},
  strong: {},
  code: { code: true },
} as const satisfies Record<string, MarkSpec>

export const memoSchema = new Schema({ nodes, marks })
