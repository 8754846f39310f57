import { memoSchema } from '@deal-canvas/memo/document'
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'

const { nodes, marks } = memoSchema

export const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean => {
  const { from, to, empty, $from } = selection
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

/** Whether the caret stands in such a node, however deep. */
export const isIn = ({ selection: { $from } }: EditorState, ...types: NodeType[]): boolean => {
  for (let depth = $from.depth; depth > 0; depth--) if (types.includes($from.node(depth).type)) return true
  return false
}

const oneOf =
  (isOn: (state: EditorState) => boolean, off: Command, on: Command): Command =>
  (state, ...rest) =>
    (isOn(state) ? off : on)(state, ...rest)

/** Turns the list around the caret into one of the other kind. */
const changeList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      const { type: found } = $from.node(depth)
      if (found !== nodes.bullet_list && found !== nodes.ordered_list) continue
      if (found === type) return liftListItem(nodes.list_item)(state, dispatch)
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
      return true
    }
    return wrapInList(type)(state, dispatch)
  }

/** A line end inside of a paragraph; headings and cells are one line in Markdown. */
const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type !== nodes.paragraph) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

export const commands = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  code: toggleMark(marks.code),
  heading: oneOf(
    (state) => isIn(state, nodes.heading),
    setBlockType(nodes.paragraph),
    setBlockType(nodes.heading, { level: 1 }),
  ),
  bulletList: changeList(nodes.bullet_list),
  orderedList: changeList(nodes.ordered_list),
  quote: oneOf((state) => isIn(state, nodes.blockquote), lift, wrapIn(nodes.blockquote)),
  indent: sinkListItem(nodes.list_item),
  outdent: liftListItem(nodes.list_item),
  breakLine,
} satisfies Record<string, Command>
