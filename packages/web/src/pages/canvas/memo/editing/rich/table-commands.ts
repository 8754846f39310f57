import { memoSchema } from '@deal-canvas/memo/document'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'

const { nodes } = memoSchema

interface CellPlace {
  readonly table: Node
  /** Where the table begins. */
  readonly from: number
  readonly row: number
  readonly column: number
}

/** The cell that the caret is in. */
export const cellAt = ({ selection: { $from } }: EditorState): CellPlace | undefined =>
  $from.depth >= 3 && $from.node(-1).type === nodes.table_row
    ? { table: $from.node(-2), from: $from.before(-2), row: $from.index(-2), column: $from.index(-1) }
    : undefined

type Rows = readonly (readonly Node[])[]

const rowsOf = (table: Node): Rows => table.children.map((row) => row.children)

/** The first row is the heading, whatever it was before. */
const tableOf = (rows: Rows): Node =>
  nodes.table.create(
    null,
    rows.map((cells, n) =>
      nodes.table_row.create(
        null,
        cells.map(({ attrs, content }) =>
          (n === 0 ? nodes.table_header : nodes.table_cell).create({ align: attrs['align'] }, content),
        ),
      ),
    ),
  )

const withCaret = (tr: Transaction, from: number, row: number, column: number): Transaction => {
  const table = tr.doc.nodeAt(from)
  if (table === null) return tr
  const at = Math.min(row, table.childCount - 1)
  let position = from + 1
  for (let n = 0; n < at; n++) position += table.child(n).nodeSize
  const cells = table.child(at)
  position += 1
  for (let n = 0; n < Math.min(column, cells.childCount - 1); n++) position += cells.child(n).nodeSize
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView()
}

type Change = (rows: Rows, place: CellPlace) => { rows: Rows; row?: number; column?: number }

const changing =
  (change: Change): Command =>
  (state, dispatch) => {
    const place = cellAt(state)
    if (place === undefined) return false
    const { rows, row = place.row, column = place.column } = change(rowsOf(place.table), place)
    const { tr } = state
    const to = place.from + place.table.nodeSize
    if (rows.length === 0 || rows[0]?.length === 0) {
      dispatch?.(tr.replaceWith(place.from, to, nodes.paragraph.create()).scrollIntoView())
      return true
    }
    dispatch?.(withCaret(tr.replaceWith(place.from, to, tableOf(rows)), place.from, row, column))
    return true
  }

const emptyLike = ({ attrs }: Node): Node => nodes.table_cell.create(attrs)

export const addRow = changing((rows, { row }) => ({
  rows: rows.toSpliced(row + 1, 0, (rows[row] ?? []).map(emptyLike)),
  row: row + 1,
  column: 0,
}))

export const addColumn = changing((rows, { column }) => ({
  rows: rows.map((cells) => cells.toSpliced(column + 1, 0, nodes.table_cell.create())),
  column: column + 1,
}))

export const removeRow = changing((rows, { row }) => ({ rows: rows.toSpliced(row, 1) }))

export const removeColumn = changing((rows, { column }) => ({ rows: rows.map((cells) => cells.toSpliced(column, 1)) }))

export const removeTable = changing(() => ({ rows: [] }))

const emptyTable = (): Node => {
  const cells = Array.from({ length: 3 }, () => nodes.table_cell.create())
  return tableOf([cells, cells, cells])
}

/** A block in the place of an empty paragraph, or after the one that the caret is in. */
export const insertBlock =
  (block: Node): Command =>
  ({ selection: { $from }, tr }, dispatch) => {
    const { parent } = $from
    if (!parent.isTextblock) return false
    const isEmpty = parent.type === nodes.paragraph && parent.childCount === 0
    const from = isEmpty ? $from.before() : $from.after()
    const to = $from.after()
    tr.replaceWith(from, to, block)
    const after = from + block.nodeSize
    if (tr.doc.resolve(after).nodeAfter === null) tr.insert(after, nodes.paragraph.create())
    tr.setSelection(TextSelection.near(tr.doc.resolve(after)))
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const insertTable: Command = (state, dispatch) =>
  insertBlock(emptyTable())(state, (tr) => {
    let from: number | undefined
    tr.doc.descendants((node, position) => {
      if (node.type === nodes.table && position < tr.selection.from) from = position
      return node.type !== nodes.table
    })
    dispatch?.(from === undefined ? tr : withCaret(tr, from, 0, 0))
  })

/** Enter goes to the cell below, as in a spreadsheet: a cell is one line. Below the last row it makes another. */
export const nextRow: Command = (state, dispatch) => {
  const place = cellAt(state)
  if (place === undefined) return false
  const { table, from, row, column } = place
  if (row + 1 === table.childCount) return addRow(state, dispatch)
  dispatch?.(withCaret(state.tr, from, row + 1, column))
  return true
}

/** Tab goes from cell to cell; from the last one it leaves the text. */
export const nextCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const place = cellAt(state)
    if (place === undefined) return false
    const cells = rowsOf(place.table).flatMap((row, n) => row.map((_, column) => ({ row: n, column })))
    const at = cells.findIndex(({ row, column }) => row === place.row && column === place.column)
    const next = cells[at + step]
    if (next === undefined) return false
    dispatch?.(withCaret(state.tr, place.from, next.row, next.column))
    return true
  }
