import { columnName } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { it } from 'vitest'
import { expectAsInFull } from '../testing/compiled-and-full.ts'
import { type SmallCell, smallBook } from '../testing/small-book.ts'
import { openCalculator } from './calculator.ts'

/** Columns starting at C, with the given spacing. */
const columnsAt = (gaps: readonly number[]): number[] => {
  let at = 1
  return gaps.map((gap) => {
    at += gap
    return at
  })
}

/**
 * A row in which each cell reads the previous one, a row that reads the first row and itself, and a row that reads
 * neither.
 */
const rowsIn = (columns: readonly number[], firstRow: number): Record<string, SmallCell> => {
  const cells: Record<string, SmallCell> = {}
  for (const [n, column] of columns.entries()) {
    const [at, before] = [columnName(column), columnName(columns[n - 1] ?? 1)]
    cells[`${at}${firstRow}`] = n + firstRow
    cells[`${at}${firstRow + 1}`] = `=$A$1*${before}${firstRow + 2}+${at}${firstRow}`
    cells[`${at}${firstRow + 2}`] = `=MIN(${at}${firstRow + 1},$A$2)/2`
    cells[`${at}${firstRow + 3}`] = `=SUM(${before}${firstRow}:${at}${firstRow})*$A$1-${at}${firstRow + 2}`
  }
  return cells
}

it('computes evenly and unevenly spaced cells as the interpreter does, after every change', () => {
  const gaps = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(
      gaps,
      gaps,
      fc.array(fc.double({ noNaN: true, min: -10, max: 10 }), { maxLength: 3 }),
      (left, right, values) => {
        const calculator = openCalculator(
          smallBook({ Sheet: { A1: 0.5, A2: 7, ...rowsIn(columnsAt(left), 1), ...rowsIn(columnsAt(right), 11) } }),
        )
        for (const value of values) {
          calculator.set([{ id: calculator.model.grid.idOf(0, 0, 0), value }])
          expectAsInFull(calculator)
        }
      },
    ),
  )
})
