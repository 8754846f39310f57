import type { EditorState } from 'prosemirror-state'
import { namingAt } from '../complete-metric.ts'

/** What is typed at the caret to insert something: its place in the document, and the words so far. */
export interface Asked {
  readonly kind: 'metric' | 'insert'
  readonly from: number
  readonly to: number
  readonly words: string
}

const maxWords = 30

/** A slash at the start of a word, with the words after it; the slash of “and/or” or “3 / 4” asks for nothing. */
const slashAt = (text: string): { from: number; words: string } | undefined => {
  const from = text.lastIndexOf('/')
  const words = text.slice(from + 1)
  const isAtStart = from === 0 || (from > 0 && /[\s\ufffc]/.test(text.charAt(from - 1)))
  return isAtStart && !words.startsWith(' ') && words.length <= maxWords ? { from, words } : undefined
}

/** What the text before the caret asks for: a metric after `[[`, anything after a slash. */
export const askedAt = ({ selection: { $from, empty } }: EditorState): Asked | undefined => {
  const { parent, parentOffset } = $from
  if (!empty || !parent.inlineContent || parent.type.spec.code === true) return undefined
  // Every number takes one place, like the sign that stands for it here.
  const text = parent.textBetween(0, parentOffset, undefined, '\ufffc')
  const place = (kind: Asked['kind'], found: { from: number; words: string }): Asked => ({
    kind,
    from: $from.start() + found.from,
    to: $from.pos,
    words: found.words,
  })
  const naming = namingAt(text, text.length)
  if (naming !== undefined) return place('metric', naming)
  const slash = slashAt(text)
  return slash && place('insert', slash)
}
