import { daysTo1904, partsFromSerial, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Inspection, Line } from './inspection.ts'

/** A run of periods along a row. */
export interface Timeline {
  readonly sheet: number
  readonly row: number
  readonly kind: 'years' | 'dates'
  readonly periods: readonly {
    readonly column: number
    readonly serial: number
    /** In years, or in months counted from the year 0. */
    readonly at: number
  }[]
}

const fewest = 4

export const isDateFormat = (format: string | undefined): boolean => {
  if (format === undefined) return false
  const plain = format.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '').toLowerCase()
  const saysDay = /y|mmm/.test(plain) || (plain.includes('d') && plain.includes('m'))
  return saysDay && !/[0#?]/.test(plain.replaceAll('general', ''))
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1980 && value <= 2100

/** Rows that look like timelines: at least four dates, or years, side by side. */
export const timelinesIn = ({ valueAt, workbook }: Inspection, { sheet, row, cells }: Line): Timeline[] => {
  const found: Timeline[] = []
  let run: Timeline['periods'][number][] = []
  let kind: Timeline['kind'] | undefined
  const close = (): void => {
    if (kind !== undefined && run.length >= fewest) found.push({ sheet, row, kind, periods: run })
    run = []
    kind = undefined
  }
  const kindOf = (cell: WorkbookCell, value: number): Timeline['kind'] | undefined =>
    isDateFormat(cell.format) && value > 366 && value < 200_000
      ? 'dates'
      : isYear(value) && (cell.format === undefined || /^0+[A-Za-z"\\]*$/.test(cell.format))
        ? 'years'
        : undefined
  for (const cell of cells) {
    const value = valueAt(sheet, row, cell.column)
    const own = typeof value === 'number' ? kindOf(cell, value) : undefined
    if (own !== kind || run.at(-1)?.column !== cell.column - 1) close()
    if (own === undefined || typeof value !== 'number') continue
    kind = own
    const serial = value + (workbook.date1904 && own === 'dates' ? daysTo1904 : 0)
    const { year, month } = own === 'dates' ? partsFromSerial(serial) : { year: value, month: 0 }
    run.push({ column: cell.column, serial, at: own === 'dates' ? year * 12 + month : year })
  }
  close()
  return found
}

/** The most common distance between periods, and how many have it. */
export const stepOf = ({ periods }: Timeline): { step: number; count: number } => {
  const counts = new Map<number, number>()
  for (let n = 1; n < periods.length; n++) {
    const step = (periods[n]?.at ?? 0) - (periods[n - 1]?.at ?? 0)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const [step, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [0, 0]
  return { step, count }
}

/** The periods of a sheet by column, from its first timeline. */
export const periodsByColumn = (inspection: Inspection, sheet: number): ReadonlyMap<number, number> => {
  for (const line of inspection.lines[sheet] ?? []) {
    const [first] = timelinesIn(inspection, line)
    if (first === undefined) continue
    // A year and the end of that year are the same period.
    return new Map(first.periods.map(({ column, at }) => [column, first.kind === 'years' ? at * 12 + 12 : at]))
  }
  return new Map()
}
