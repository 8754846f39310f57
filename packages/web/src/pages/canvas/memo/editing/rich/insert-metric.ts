import { memoSchema } from '@deal-canvas/memo/document'
import type { EditorView } from 'prosemirror-view'
import type { Asked } from './asked-at.ts'

/** Replaces what was typed by the number of a metric. */
export const insertMetric = (view: EditorView, { from, to }: Asked, key: string): void => {
  const { state } = view
  // Brackets that were closed before the name was chosen.
  const rest = /^\]{1,2}/.exec(state.doc.textBetween(to, Math.min(to + 2, state.selection.$from.end())))?.[0] ?? ''
  view.dispatch(state.tr.replaceWith(from, to + rest.length, memoSchema.nodes.metric.create({ key })).scrollIntoView())
}
