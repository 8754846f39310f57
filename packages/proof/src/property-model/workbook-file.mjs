// The generated model as an .xlsx file with the cached values that a program would have saved.
import { openCalculator, readWorkbook } from '@deal-canvas/engine'
import { utils, write } from '@e965/xlsx'

/** `valueAt` returns the value of a formula, undefined before anything was computed. */
const bytesOf = ({ sheets }, valueAt) => {
  const book = utils.book_new()
  Object.entries(sheets).forEach(([name, rows], sheet) => {
    const cells = {}
    let columns = 0
    rows.forEach((line, row) => {
      columns = Math.max(columns, line.length)
      line.forEach((cell, column) => {
        if (cell === '') return
        const at = utils.encode_cell({ r: row, c: column })
        if (typeof cell === 'number') cells[at] = { t: 'n', v: cell }
        else if (!cell.startsWith('=')) cells[at] = { t: 's', v: cell }
        else {
          const value = valueAt?.(sheet, row, column)
          cells[at] = value === undefined ? { t: 'z', f: cell.slice(1) } : { t: 'n', v: value, f: cell.slice(1) }
        }
      })
    })
    cells['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: columns - 1 } })
    utils.book_append_sheet(book, cells, name)
  })
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }))
}

/** Writes the model without values, computes it, and writes it with them. */
export const workbookFile = (model) => {
  const { grid } = openCalculator(readWorkbook(bytesOf(model))).model
  return bytesOf(model, (sheet, row, column) => {
    const value = grid.get(grid.idOf(sheet, row, column))
    if (typeof value !== 'number')
      throw new Error(`Cell ${sheet} ${row} ${column} of the model is ${value?.error ?? value}`)
    return value
  })
}
