import { memoSchema } from '@deal-canvas/memo/document'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'

const { link } = memoSchema.marks

/** Where a link is or is to be: its text, and its address if there is one. */
export interface LinkPlace {
  readonly from: number
  readonly to: number
  readonly href: string | undefined
}

const hrefAt = (state: EditorState, position: number): string | undefined => {
  const mark = state.doc.nodeAt(position)?.marks.find(({ type }) => type === link)
  return mark === undefined ? undefined : String(mark.attrs['href'])
}

/** The selected text, or the whole link around the caret. */
export const linkAt = (state: EditorState): LinkPlace => {
  const { from, to, empty, $from } = state.selection
  const href = hrefAt(state, from) ?? ($from.parentOffset > 0 ? hrefAt(state, from - 1) : undefined)
  if (!empty || href === undefined) return { from, to, href: empty ? undefined : hrefAt(state, from) }
  const [start, end] = [$from.start(), $from.end()]
  let [first, last] = [from, from]
  while (first > start && hrefAt(state, first - 1) === href) first -= 1
  while (last < end && hrefAt(state, last) === href) last += 1
  return { from: first, to: last, href }
}

/** Links the text at a place; without any text there, the given one is inserted. */
export const setLink = (state: EditorState, { from, to }: LinkPlace, href: string, text: string): Transaction => {
  const mark = link.create({ href })
  const tr =
    from === to
      ? state.tr.insert(from, memoSchema.text(text, [mark]))
      : state.tr.removeMark(from, to, link).addMark(from, to, mark)
  // Behind the link: what is typed next must not replace its text.
  const end = from === to ? from + text.length : to
  return tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView()
}

export const removeLink = (state: EditorState, { from, to }: LinkPlace): Transaction =>
  state.tr.removeMark(from, to, link)
