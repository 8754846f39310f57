import { memoSchema } from '@deal-canvas/memo/document'
import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { cellAt } from './table-commands.ts'

const { nodes } = memoSchema
const token = /\[\[([a-z0-9_]{1,80})\]\]/

const inlineOf = (line: string, marks: readonly Mark[]): Node[] =>
  line.split(token).flatMap((part, n) => {
    // Every second part is the key of a number.
    if (n % 2 === 1) return [nodes.metric.create({ key: part }, null, marks)]
    return part === '' ? [] : [memoSchema.text(part, marks)]
  })

/** Text without a form: every line is a paragraph, and numbers are numbers. */
export const readPlainText = (text: string, marks: readonly Mark[]): Slice => {
  const paragraphs = text
    .split(/(?:\r\n?|\n)+/)
    .filter((line) => line.trim() !== '')
    .map((line) => nodes.paragraph.create(null, inlineOf(line, marks)))
  return Slice.maxOpen(Fragment.from(paragraphs))
}

/** What can stand in a line, with a space where a block ends. */
const lineOf = (slice: Slice): Fragment => {
  const found: Node[] = []
  slice.content.descendants((node) => {
    if (node.isTextblock && found.length > 0) found.push(memoSchema.text(' '))
    if (node.isInline && node.type !== nodes.hard_break) found.push(node)
    return !node.isInline
  })
  return Fragment.from(found)
}

/** A cell is one line: what is pasted into it does not break the table. */
export const pasteIntoCell = (view: EditorView, _: ClipboardEvent, slice: Slice): boolean => {
  if (cellAt(view.state) === undefined) return false
  view.dispatch(view.state.tr.replaceSelection(new Slice(lineOf(slice), 0, 0)).scrollIntoView())
  return true
}
