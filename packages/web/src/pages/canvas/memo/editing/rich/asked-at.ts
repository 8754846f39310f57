import type { EditorState } from 'prosemirror-state'
import { namingAt } from '../complete-metric.ts'

/** What is typed at the caret to insert something: its place in the document, and the words so far. */
export interface Asked {
  readonly from: number
  readonly to: number
  readonly words: string
}

/** A metric being named at the caret; undefined: no open brackets before it. */
export const askedAt = ({ selection: { $from, empty } }: EditorState): Asked | undefined => {
  const { parent, parentOffset } = $from
  if (!empty || !parent.inlineContent || parent.type.spec.code === true) return undefined
  // Every number takes one place, like the sign that stands for it here.
  const text = parent.textBetween(0, parentOffset, undefined, '\ufffc')
  const naming = namingAt(text, text.length)
  return naming && { from: $from.start() + naming.from, to: $from.pos, words: naming.words }
}
