import { memoSchema } from '@deal-canvas/memo/document'
import type { Command, EditorState } from 'prosemirror-state'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { commands } from './commands.ts'
import {
  addColumn,
  addRow,
  cellAt,
  insertBlock,
  insertTable,
  removeColumn,
  removeRow,
  removeTable,
} from './table-commands.ts'

/** Blocks that are made by choosing metrics. */
export type MetricKind = 'kpis' | 'scenarios' | 'sensitivity' | 'tornado' | 'histogram'
/** Blocks that are made in a dialog. */
export type ChosenKind = MetricKind | 'model_table' | 'chart'

export interface Insertion {
  readonly key: string
  readonly label: string
  /** What it does to the text, or which block has to be chosen first. */
  readonly act: Command | ChosenKind
}

/** Begins the name of a metric, as if it had been typed. */
const nameMetric: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('[['))
  return true
}

const kinds: readonly ChosenKind[] = [
  'kpis',
  'model_table',
  'chart',
  'scenarios',
  'sensitivity',
  'tornado',
  'histogram',
]

const metric: Insertion = { key: 'insert-metric', label: messages.insertMetric(), act: nameMetric }

const inText: readonly Insertion[] = [
  metric,
  ...kinds.map((kind): Insertion => ({ key: `insert-${kind}`, label: messages.blockKind({ kind }), act: kind })),
  { key: 'insert-heading', label: messages.heading(), act: commands.heading },
  { key: 'insert-bullets', label: messages.bulletList(), act: commands.bulletList },
  { key: 'insert-numbers', label: messages.numberedList(), act: commands.orderedList },
  { key: 'insert-quote', label: messages.quote(), act: commands.quote },
  { key: 'insert-table', label: messages.insertTable(), act: insertTable },
  {
    key: 'insert-rule',
    label: messages.insertRule(),
    act: (state, dispatch) => insertBlock(memoSchema.nodes.horizontal_rule.create())(state, dispatch),
  },
]

/** A cell is one line of text. */
const inTable: readonly Insertion[] = [
  metric,
  { key: 'add-row', label: messages.addRow(), act: addRow },
  { key: 'add-column', label: messages.addColumn(), act: addColumn },
  { key: 'remove-row', label: messages.removeRow(), act: removeRow },
  { key: 'remove-column', label: messages.removeColumn(), act: removeColumn },
  { key: 'remove-table', label: messages.removeTable(), act: removeTable },
]

/** What can be inserted at the caret and has these words in its name. */
export const insertionsFor = (state: EditorState, words: string): Insertion[] => {
  const wanted = words.toLowerCase().split(/\s+/)
  return (cellAt(state) === undefined ? inText : inTable).filter(({ label }) =>
    wanted.every((word) => label.toLowerCase().includes(word)),
  )
}
