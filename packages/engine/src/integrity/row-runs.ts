import type { FormulaCell } from '../calculate/model.ts'
import type { Layout } from './layout.ts'

/** Adjacent formulas in one row, without a gap. */
export type RowRun = readonly FormulaCell[]

/** All runs of formulas of a minimum length. Array formulas end a run: they are not copied. */
export const rowRuns = ({ lines, formulaAt }: Layout, fewest: number): RowRun[] => {
  const runs: RowRun[] = []
  for (const onSheet of lines)
    for (const { sheet, row, cells } of onSheet) {
      if (cells.length < fewest) continue
      let run: FormulaCell[] = []
      const close = (): void => {
        if (run.length >= fewest) runs.push(run)
        run = []
      }
      for (const { column } of cells) {
        const formula = formulaAt(sheet, row, column)
        if (run.length > 0 && run.at(-1)?.place.column !== column - 1) close()
        if (formula === undefined || formula.array !== undefined) close()
        else run.push(formula)
      }
      close()
    }
  return runs
}
