import type { WorkbookCell } from '@deal-canvas/workbook-reader'
import { relativeText } from '../formula/relative-text.ts'
import type { LabeledNumbers } from './labeled-numbers.ts'

/** An explicit mark weighs more than where formulas start. */
const weightOf = { marked: 5, typedThenComputed: 2, computedThenTyped: 1, otherFormula: 1 } as const
/** This many rows of typed numbers are a history. */
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

/** The first computed year if all before it are typed. */
const whereFormulasBegin = (cells: readonly YearCell[]): number | undefined => {
  const at = cells.findIndex(({ cell }) => cell.formula !== undefined)
  return at > 0 && cells.slice(at).every(({ cell }) => cell.formula !== undefined) ? cells[at]?.year : undefined
}

/** The first typed year if all before it are computed: an assumption that continues a history. */
const whereTypingBegins = (cells: readonly YearCell[]): number | undefined => {
  const at = cells.findIndex(({ cell }) => cell.formula === undefined)
  return at > 1 && cells.slice(at).every(({ cell }) => cell.formula === undefined) ? cells[at]?.year : undefined
}

/** The first year with another formula than all years before, if there is exactly one such change. */
const whereFormulasChange = (cells: readonly YearCell[], sheet: number): number | undefined => {
  if (cells.length < 4 || cells.some(({ cell }) => cell.formula === undefined)) return undefined
  const texts = cells.map(({ cell }) => relativeText(cell.formula ?? '', { sheet, row: cell.row, column: cell.column }))
  if (texts.includes(undefined)) return undefined
  const changes = texts.flatMap((text, n) => (n > 0 && text !== texts[n - 1] ? [n] : []))
  const [at] = changes
  // A growth rate has no first year, so the first cell of a row can differ for that reason alone.
  return changes.length === 1 && at !== undefined && at > 1 ? cells[at]?.year : undefined
}

/**
 * The last actual year of a workbook: the year before the first one marked as projected, otherwise where in most rows
 * typed numbers end and formulas start, or formulas change. Undefined if unknown.
 */
export const lastActualYear = (sheets: readonly (readonly LabeledNumbers[])[]): number | undefined => {
  const votes = new Map<number, number>()
  /** The number of rows of typed numbers that end in each year. */
  const histories = new Map<number, number>()
  const vote = (year: number | undefined, weight: number): void => {
    if (year !== undefined) votes.set(year, (votes.get(year) ?? 0) + weight)
  }
  sheets.forEach((lines, sheet) => {
    for (const line of lines) {
      const cells = yearCells(line)
      if (cells.length < 2) continue
      const projected = cells.find((cell) => cell.projected)
      const actual = cells.findLast((cell) => cell.actual)
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

/** The year with the most votes; the earliest of a tie. */
const topVoted = (votes: ReadonlyMap<number, number>): readonly [year: number, count: number] | undefined =>
  [...votes].sort(([year, count], [otherYear, otherCount]) => otherCount - count || year - otherYear)[0]
