import { relativeText } from '../formula/relative-text.ts'
import type { WorkbookCell } from '../read/workbook.ts'
import type { LabeledNumbers } from './labeled-numbers.ts'

/** What a mark says weighs more than where formulas begin. */
const weightOf = { marked: 5, typedThenComputed: 2, computedThenTyped: 1, otherFormula: 1 } as const
/** So many rows of typed numbers are a history. */
const minHistoryRows = 3

interface YearCell {
  readonly year: number
  readonly cell: WorkbookCell
  readonly projected: boolean
  readonly actual: boolean
}

const yearCells = ({ cells, periods }: LabeledNumbers): YearCell[] =>
  cells
    .flatMap((cell, n): YearCell[] => {
      const period = periods[n]
      if (period?.span !== 'year' || period.year === undefined) return []
      return [{ year: period.year, cell, projected: period.projected, actual: period.actual === true }]
    })
    .sort((a, b) => a.year - b.year)

/** The first year whose cell is computed where all before it are typed in. */
const whereFormulasBegin = (cells: readonly YearCell[]): number | undefined => {
  const at = cells.findIndex(({ cell }) => cell.formula !== undefined)
  return at > 0 && cells.slice(at).every(({ cell }) => cell.formula !== undefined) ? cells[at]?.year : undefined
}

/** The first year that is typed in where all before it are computed: an assumption that goes on from a history. */
const whereTypingBegins = (cells: readonly YearCell[]): number | undefined => {
  const at = cells.findIndex(({ cell }) => cell.formula === undefined)
  return at > 1 && cells.slice(at).every(({ cell }) => cell.formula === undefined) ? cells[at]?.year : undefined
}

/** The first year of another formula than in all years before, where there is one such change. */
const whereFormulasChange = (cells: readonly YearCell[], sheet: number): number | undefined => {
  if (cells.length < 4 || cells.some(({ cell }) => cell.formula === undefined)) return undefined
  const texts = cells.map(({ cell }) => relativeText(cell.formula ?? '', { sheet, row: cell.row, column: cell.column }))
  if (texts.includes(undefined)) return undefined
  const changes = texts.flatMap((text, n) => (n > 0 && text !== texts[n - 1] ? [n] : []))
  const [at] = changes
  // A growth rate has no first year, so the first cell of a row may differ for that alone.
  return changes.length === 1 && at !== undefined && at > 1 ? cells[at]?.year : undefined
}

/**
 * The last year of a workbook that has happened: before the first that is marked as projected, else where in most rows
 * what is typed in ends and formulas begin, or formulas change. Undefined where nothing tells.
 */
export const lastActualYear = (sheets: readonly (readonly LabeledNumbers[])[]): number | undefined => {
  const votes = new Map<number, number>()
  /** How many rows of typed numbers end in which year. */
  const histories = new Map<number, number>()
  const vote = (year: number | undefined, weight: number): void => {
    if (year !== undefined) votes.set(year, (votes.get(year) ?? 0) + weight)
  }
  sheets.forEach((lines, sheet) => {
    for (const line of lines) {
      const cells = yearCells(line)
      if (cells.length < 2) continue
      const projected = cells.find((one) => one.projected)
      const actual = cells.findLast((one) => one.actual)
      if (projected !== undefined && cells[0] !== projected) vote(projected.year, weightOf.marked)
      else if (actual !== undefined && actual !== cells.at(-1)) vote(actual.year + 1, weightOf.marked)
      else if (projected === undefined && actual === undefined) {
        const begins = whereFormulasBegin(cells)
        vote(begins, weightOf.typedThenComputed)
        vote(whereTypingBegins(cells), weightOf.computedThenTyped)
        const last = cells.at(-1)?.year
        if (last !== undefined && cells.every(({ cell }) => cell.formula === undefined))
          histories.set(last, (histories.get(last) ?? 0) + 1)
        if (begins === undefined) vote(whereFormulasChange(cells, sheet), weightOf.otherFormula)
      }
    }
  })
  const first = topVoted(votes)
  if (first !== undefined) return first[0] - 1
  const history = topVoted(histories)
  return history !== undefined && history[1] >= minHistoryRows ? history[0] : undefined
}

/** The year with most votes; of equals the earliest. */
const topVoted = (votes: ReadonlyMap<number, number>): readonly [year: number, count: number] | undefined =>
  [...votes].sort(([year, count], [otherYear, otherCount]) => otherCount - count || year - otherYear)[0]
