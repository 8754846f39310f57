import type { WorkbookCell, WorkbookSheet } from '../read/workbook.ts'
import { lookOf } from './number-look.ts'
import { type Period, readPeriod, spanOfDates } from './period.ts'
import { scaleIn } from './scale.ts'

/** A label and the numbers that it stands for. */
export interface LabelledNumbers {
  readonly label: string
  readonly cells: readonly WorkbookCell[]
  /** The period of each, as far as there is one. */
  readonly periods: readonly (Period | undefined)[]
  readonly side: 'right' | 'below'
  /** What stands between label and number: a unit, such as "$K". */
  readonly unit: string
  /** What headings above say about amounts. */
  readonly scale: number | undefined
}

const unitText =
  /^[[(]?(?:[$€£₹]|us\$|usd|%|x|n|#|bps|sq\.? ?ft\.?|sf|psf|years?|yrs?|months?|mos?|[$€£₹]?'?000'?s?|[$€£₹] ?(?:k|mm|mn|m|bn|cr)|per (?:year|month|unit|sf)|[$€£]\/(?:sf|unit|month))[\])]?$/i
const isText = (cell: WorkbookCell): cell is WorkbookCell & { value: string } =>
  typeof cell.value === 'string' && cell.value.trim() !== ''
const isNumber = (cell: WorkbookCell | undefined): cell is WorkbookCell & { value: number } =>
  cell !== undefined && typeof cell.value === 'number'
const isYear = (cell: WorkbookCell): cell is WorkbookCell & { value: number } =>
  isNumber(cell) && readPeriod(cell.value, cell.format)?.span === 'year'
/** Without periods above, a number so far away is of something else. */
const farthest = 8
const longestHeading = 120

type Rows = ReadonlyMap<number, readonly WorkbookCell[]>

const rowsOf = ({ cells, dataTables }: WorkbookSheet): Rows => {
  const rows = new Map<number, WorkbookCell[]>()
  for (const cell of cells) {
    if (cell.value === null || cell.value === '') continue
    const isWhatIf = dataTables.some(
      ({ area: { top, left, bottom, right } }) =>
        cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right,
    )
    if (isWhatIf) continue
    const row = rows.get(cell.row)
    if (row === undefined) rows.set(cell.row, [cell])
    else row.push(cell)
  }
  for (const row of rows.values()) row.sort((one, other) => one.column - other.column)
  return rows
}

/** The numbers after a label, up to the next label. */
const numbersAfter = (row: readonly WorkbookCell[], from: number): { cells: WorkbookCell[]; unit: string } => {
  const cells: WorkbookCell[] = []
  let unit = ''
  for (let place = from + 1; place < row.length; place++) {
    const cell = row[place]
    if (cell === undefined) break
    if (isNumber(cell)) cells.push(cell)
    else if (isText(cell)) {
      if (cells.length > 0 || !unitText.test(cell.value.trim())) break
      unit = cell.value.trim()
    }
  }
  return { cells, unit }
}

const numbersBelow = (
  at: (row: number, column: number) => WorkbookCell | undefined,
  head: WorkbookCell,
): WorkbookCell[] => {
  const cells: WorkbookCell[] = []
  for (let row = head.row + 1; ; row++) {
    const cell = at(row, head.column)
    if (!isNumber(cell)) return cells
    cells.push(cell)
  }
}

/** Every label of a sheet with the numbers on its right or, where there are none, below it. */
export const labelledNumbers = (sheet: WorkbookSheet, date1904 = false): LabelledNumbers[] => {
  const periodOf = ({ value, format }: WorkbookCell): Period | undefined => readPeriod(value, format, date1904)
  const rows = rowsOf(sheet)
  const order = [...rows.keys()].sort((one, other) => one - other)
  const places = new Map([...rows.values()].flat().map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const at = (row: number, column: number) => places.get(`${row} ${column}`)

  const found: LabelledNumbers[] = []
  let heads: ReadonlyMap<number, Period> = new Map()
  let scale: number | undefined
  for (const r of order) {
    const row = rows.get(r) ?? []
    // Amounts of 2,000 side by side are no years: those go on by one.
    const isCounting = row
      .filter(isYear)
      .every((cell, n, all) => n === 0 || cell.value === (all[n - 1]?.value ?? 0) + 1)
    const dated = row.flatMap((cell) => {
      if (isYear(cell) && !isCounting) return []
      const period = periodOf(cell)
      return period === undefined ? [] : [{ column: cell.column, period }]
    })
    if (dated.length > 1) {
      const periods = spanOfDates(dated.map(({ period }) => period))
      heads = new Map(
        dated.flatMap(({ column }, n) => (periods[n] === undefined ? [] : [[column, periods[n]] as const])),
      )
    } else if (row.length > 2 && row.every(isText)) {
      // A row of other heads ends the table before.
      heads = new Map(dated.map(({ column, period }) => [column, period]))
    }
    row.forEach((cell, place) => {
      if (!isText(cell) || periodOf(cell) !== undefined) return
      const { cells, unit } = numbersAfter(row, place)
      const periods = cells.map(({ column }) => heads.get(column))
      const [first] = cells
      const isNear = first !== undefined && (periods[0] !== undefined || first.column - cell.column <= farthest)
      if (isNear) {
        found.push({ label: cell.value, cells, periods, side: 'right', unit, scale })
        return
      }
      if (cells.length === 0 && cell.value.length <= longestHeading) scale = scaleIn(cell.value) ?? scale
      const below = numbersBelow(at, cell)
      if (below.length === 0) return
      const left = (row: number): Period | undefined => {
        for (let column = cell.column - 1; column >= Math.max(0, cell.column - farthest); column--) {
          const beside = at(row, column)
          const period = beside && periodOf(beside)
          if (period !== undefined) return period
        }
        return undefined
      }
      found.push({
        label: cell.value,

        cells: below,
        periods: below.map(({ row }) => left(row)),
        side: 'below',
        unit: '',
        scale,
      })
    })
  }
  return found.filter(({ cells }) => cells.some((cell) => lookOf(cell.format) !== 'date' || cells.length === 1))
}
