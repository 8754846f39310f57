import { memoSchema, readDocument, writeEdited } from '@deal-canvas/memo/document'
import fc from 'fast-check'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { addColumn, addRow, cellAt, insertTable, nextCell, nextRow, removeColumn, removeRow } from './table-commands.ts'

const { nodes } = memoSchema

const after = (state: EditorState, command: Command): EditorState => {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  return next
}

const stateOf = (content: string): EditorState => EditorState.create({ doc: readDocument(content) })

const caretIn = (state: EditorState, text: string): EditorState => {
  let at = 0
  state.doc.descendants((node, position) => {
    if (node.isText && node.text?.includes(text) === true) at = position
  })
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)))
}

const content = '| a | b |\n| - | -: |\n| c | d |'
const written = (state: EditorState) => writeEdited('', state.doc)

describe('a table of text', () => {
  it('gets rows and columns beside the caret', () => {
    const wider = after(caretIn(stateOf(content), 'a'), addColumn)
    expect(written(wider)).toBe('| a | | b |\n| - | - | -: |\n| c | | d |')
    const longer = after(caretIn(stateOf(content), 'd'), addRow)
    expect(written(longer)).toBe('| a | b |\n| - | -: |\n| c | d |\n| | |')
  })

  it('has a heading also after its first row was removed, and goes with its last row or column', () => {
    const shorter = after(caretIn(stateOf(content), 'a'), removeRow)
    expect(written(shorter)).toBe('| c | d |\n| - | -: |')
    expect(written(after(shorter, removeRow))).toBe('')
    const narrow = after(caretIn(stateOf(content), 'b'), removeColumn)
    expect(written(narrow)).toBe('| a |\n| - |\n| c |')
    expect(written(after(narrow, removeColumn))).toBe('')
  })

  it('is made in the place of an empty paragraph, with the caret in its first cell', () => {
    const state = after(stateOf(''), insertTable)
    expect(state.doc.firstChild?.type).toBe(nodes.table)
    expect(cellAt(state)).toMatchObject({ row: 0, column: 0 })
    expect(readDocument(written(state)).firstChild?.eq(state.doc.firstChild as never)).toBe(true)
  })

  it('goes down with Enter, and makes a row below the last', () => {
    const second = after(caretIn(stateOf(content), 'b'), nextRow)
    expect(cellAt(second)).toMatchObject({ row: 1, column: 1 })
    expect(cellAt(after(second, nextRow))).toMatchObject({ row: 2, column: 0 })
  })

  it('is walked through with Tab in both directions, until Tab leaves it', () => {
    const third = after(caretIn(stateOf(content), 'b'), nextCell(1))
    expect(cellAt(third)).toMatchObject({ row: 1, column: 0 })
    expect(cellAt(after(third, nextCell(-1)))).toMatchObject({ row: 0, column: 1 })
    expect(nextCell(1)(after(third, nextCell(1)))).toBe(false)
    expect(nextCell(-1)(caretIn(stateOf(content), 'a'))).toBe(false)
  })

  it('keeps its cells and stays a rectangle whatever is added and removed', () => {
    const commands = fc.array(fc.constantFrom(addRow, addColumn, removeRow, removeColumn, nextRow), { maxLength: 12 })
    fc.assert(
      fc.property(commands, (chosen) => {
        const state = chosen.reduce(after, caretIn(stateOf(content), 'd'))
        state.doc.check()
        const [table] = state.doc.children
        if (table?.type === nodes.table) {
          const widths = new Set(table.children.map(({ childCount }) => childCount))
          expect(widths.size).toBe(1)
        }
        expect(readDocument(written(state)).eq(state.doc.type.create(null, state.doc.children))).toBe(true)
      }),
    )
  })
})
