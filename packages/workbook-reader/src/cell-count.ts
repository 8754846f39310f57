import { maxCells, maxFormulaCharacters, maxFormulas } from './limits.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import type { Zip } from './zip.ts'

/** If the sheets are smaller than this in total, their cells are counted while reading. */
const worthCounting = 24 * 1024 * 1024
const [lessThan, letterF, letterV, blank, slash, greater] = [0x3c, 0x66, 0x76, 0x20, 0x2f, 0x3e]

/** Counts the values of large sheets before reading them: storing a cell takes ten times as long, and memory. */
export const refuseTooManyCells = (zip: Zip, sheetParts: readonly string[]): void => {
  if (sheetParts.reduce((sum, part) => sum + zip.sizeOf(part), 0) < worthCounting) return
  let [cells, formulas] = [0, 0]
  for (const part of sheetParts)
    zip.read(part, (piece) => {
      // A tag split across two chunks is not counted here; reading counts again.
      for (let at = piece.indexOf(lessThan); at !== -1; at = piece.indexOf(lessThan, at + 2)) {
        const [letter, next] = [piece[at + 1], piece[at + 2]]
        if (next !== greater && next !== blank && next !== slash) continue
        if (letter === letterV) cells += 1
        else if (letter === letterF) formulas += 1
      }
      if (cells > maxCells) unreadable('too_many_cells', messages.tooManyCells({ max: maxCells }))
      if (formulas > maxFormulas) unreadable('too_many_cells', messages.tooManyFormulas({ max: maxFormulas }))
    })
}

/** Counts what is stored for all sheets together. */
export const createCount = () => {
  let [cells, formulas, characters] = [0, 0, 0]
  return (formula: string | undefined): void => {
    if (++cells > maxCells) unreadable('too_many_cells', messages.tooManyCells({ max: maxCells }))
    if (formula === undefined) return
    if (++formulas > maxFormulas) unreadable('too_many_cells', messages.tooManyFormulas({ max: maxFormulas }))
    characters += formula.length
    if (characters > maxFormulaCharacters) unreadable('too_large', messages.formulasTooLong())
  }
}
