import { maxCells, maxFormulas } from './limits.ts'
import { unreadable } from './unreadable.ts'
import type { Zip } from './zip.ts'

/** Sheets that are smaller than this together are counted as they are read. */
const worthCounting = 24 * 1024 * 1024
const [lessThan, letterF, letterV, blank, slash, greater] = [0x3c, 0x66, 0x76, 0x20, 0x2f, 0x3e]

/** Counts the values of large sheets before they are read: a cell that is kept takes ten times as long, and memory. */
export const refuseTooManyCells = (zip: Zip, sheetParts: readonly string[]): void => {
  if (sheetParts.reduce((sum, part) => sum + zip.sizeOf(part), 0) < worthCounting) return
  let [cells, formulas] = [0, 0]
  for (const part of sheetParts)
    zip.read(part, (piece) => {
      // A tag that two pieces share is not counted: reading counts again.
      for (let at = piece.indexOf(lessThan); at !== -1; at = piece.indexOf(lessThan, at + 2)) {
        const [letter, next] = [piece[at + 1], piece[at + 2]]
        if (next !== greater && next !== blank && next !== slash) continue
        if (letter === letterV) cells += 1
        else if (letter === letterF) formulas += 1
      }
      if (cells > maxCells) unreadable('too_many_cells', `The workbook has more than ${maxCells} cells`)
      if (formulas > maxFormulas) unreadable('too_many_cells', `The workbook has more than ${maxFormulas} formulas`)
    })
}
