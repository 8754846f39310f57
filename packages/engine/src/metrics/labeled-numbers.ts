import type { WorkbookCell, WorkbookSheet } from '@deal-canvas/workbook-reader'
import { isMeasureOnly } from './measure-label.ts'
import { lookOf } from './number-look.ts'
import { type Period, readMark, readPeriod, spanOfDates } from './period.ts'
import { scaleIn } from './scale.ts'
import { isUnitText } from './unit-text.ts'

/** A label and its numbers. */
export interface LabeledNumbers {
  readonly label: string
  readonly cells: readonly WorkbookCell[]
  /** The period of each, if known. */
  readonly periods: readonly (Period | undefined)[]
  readonly side: 'right' | 'below'
  /** The text between label and number: a unit, such as "$K". */
  readonly unit: string
  /** The scale that headings above state for amounts. */
  readonly scale: number | undefined
  /** The heading of its block; '' if there is none. */
  readonly heading: string
  /** The text at the head of each number's column; '' if there is none. */
  readonly heads: readonly string[]
  /** The column of the label. */
  readonly labelColumn: number
  /** The row that names the periods. */
  readonly headRow: number | undefined
  /** The label of the line above, which a line such as "% margin" refers to; '' if there is none. */
  readonly subject: string
}

const isText = (cell: WorkbookCell): cell is WorkbookCell & { value: string } =>
  typeof cell.value === 'string' && cell.value.trim() !== ''
const isNumber = (cell: WorkbookCell | undefined): cell is WorkbookCell & { value: number } =>
  cell !== undefined && typeof cell.value === 'number'
const isYear = (cell: WorkbookCell): cell is WorkbookCell & { value: number } =>
  isNumber(cell) && readPeriod(cell.value, cell.format)?.span === 'year'
/** A placeholder for a missing number. */
const isPlaceholder = (text: string): boolean => /^(?:n\.?\/?a\.?|n\.?m\.?|[-–—]+|nil|tbd)$/i.test(text.trim())
/** Limit of a list's length; without it, alternating numbers and texts would be scanned again from each text. */
const maxListRows = 1_000
/** "21,500" typed as text belongs to the list around it. */
const isNumberAsText = (cell: WorkbookCell): boolean => isText(cell) && /^[\d\s,.$€£%()-]{1,24}$/.test(cell.value)
/** Without periods above, a number this far away belongs to something else. */
const farthest = 8
const maxHeadingLength = 120
const maxHeadLength = 40
/** A column head this far above belongs to another table. */
const farthestHead = 80
/** Heads can have a second row: "Audited", "ok". */
const maxHeadRows = 1

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
  for (const row of rows.values()) row.sort((a, b) => a.column - b.column)
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
    else if (isText(cell) && !isPlaceholder(cell.value)) {
      if (cells.length > 0 || !isUnitText(cell.value)) break
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
  for (let row = head.row + 1; row <= head.row + maxListRows; row++) {
    const cell = at(row, head.column)
    if (isNumber(cell)) cells.push(cell)
    else if (cell === undefined || cells.length === 0 || !isNumberAsText(cell)) break
  }
  return cells
}

/** The distance of bands above and below a row of periods: "Historical", "Projected". */
const bandRows = [-1, 1, -2]

/** The marks of the columns by the bands next to a row of periods; a band extends to the right until the next. */
const bandsOf = (rows: Rows, headRow: number, columns: readonly number[]): Map<number, 'actual' | 'projected'> => {
  for (const distance of bandRows) {
    const marks = (rows.get(headRow + distance) ?? []).flatMap((cell) => {
      const mark = isText(cell) && cell.value.length <= 40 ? readMark(cell.value) : undefined
      return mark === undefined ? [] : [{ column: cell.column, mark }]
    })
    // A band that starts after the first column is centered over its columns: its end is unknown.
    if (marks.length === 0 || (marks[0]?.column ?? 0) > (columns[0] ?? 0)) continue
    const bands = new Map<number, 'actual' | 'projected'>()
    let next = 0
    let mark: 'actual' | 'projected' | undefined
    // Both are sorted from left to right, so each mark is visited once.
    for (const column of columns) {
      while (next < marks.length && (marks[next]?.column ?? 0) <= column) mark = marks[next++]?.mark
      if (mark !== undefined) bands.set(column, mark)
    }
    return bands
  }
  return new Map()
}

/** A period with the mark of its band, if it has none itself. */
const inBand = (period: Period, mark: 'actual' | 'projected' | undefined): Period => {
  if (mark === undefined || period.projected || period.actual) return period
  return mark === 'projected' ? { ...period, projected: true } : { ...period, actual: true }
}

/** A column of actuals among counted years: "Actual | Year 1 | Year 2". */
const baseYear = /^(?:base|last|current|latest|prior)[ -](?:fiscal |financial )?year(?: actuals?)?$/i
const atEntry = /^(?:at )?(?:entry|close|closing|acquisition|buyout)(?: year)?(?: ?\(?(?:19|20)\d{2}[ae]?\)?)?$/i
const actualColumns = (row: readonly WorkbookCell[], dated: readonly { column: number; period: Period }[]) => {
  const isCounted = dated.every(({ period }) => period.nth !== undefined)
  const firstColumn = dated[0]?.column ?? 0
  return row.flatMap((cell) => {
    if (!isCounted || !isText(cell) || cell.column >= firstColumn || firstColumn - cell.column > 2) return []
    const text = cell.value.trim()
    const isPast = readMark(text.replace(/ values?$/i, '')) === 'actual' || baseYear.test(text) || atEntry.test(text)
    if (!isPast) return []
    const year = Number(/\b(?:19|20)\d{2}\b/.exec(text)?.[0])
    const period = { label: text, span: 'year' as const, projected: false, actual: true, nth: 0 }
    return [{ column: cell.column, period: Number.isNaN(year) ? period : { ...period, year } }]
  })
}

const counts =
  /^(?:(?:operating|operation|project|projection|model|hold(?:ing)?|lease|loan|forecast|fiscal|contract|calendar)\s+)?(year|quarter|month)s?(?:\s*(?:#|no\.?|number|index|count(?:er)?))?\s*:?$/i
/** Fewer in a row can be anything. */
const minCounted = 3
const maxCounted = 480
/** The number of columns per year if each column has the number of its year. */
const spanByColumns = new Map<number, Period['span']>([
  [1, 'year'],
  [2, 'half'],
  [4, 'quarter'],
  [12, 'month'],
])

/** More years than this are months. */
const maxCountedYears = 40
/** Numbers without a word for what they count need a longer row. */
const minUnnamed = 4

const isCountedBy = (steps: readonly number[], cells: readonly { value: number }[]): boolean =>
  cells.every(({ value }, n) => {
    const step = value - (cells[n - 1]?.value ?? value)
    const isStep = n === 0 ? value <= 1 : steps.includes(step)
    return Number.isInteger(value) && value >= 0 && value <= maxCounted && isStep
  })

/**
 * The periods of a row that only counts: "Year | 0 | 1 | 2", "Operating year | 1 | 1 | 2 | 2" above half-years, or, if
 * there are no periods right above (`isFree`), the heading of a table followed by 0, 1, 2, 3.
 */
const countedPeriods = (row: readonly WorkbookCell[], isFree: boolean): { column: number; period: Period }[] => {
  const first = row.findIndex(isNumber)
  const label = row[first - 1]
  const counted = row.slice(first).filter(isNumber)
  if (first < 0 || label === undefined || !isText(label) || counted.length < minCounted) return []
  const named = counts.exec(label.value.trim())?.[1]?.toLowerCase() as 'year' | 'quarter' | 'month' | undefined
  const isAlone = row.length - first === counted.length && !/#|\bno\b|number|units?|tenants?|bed/i.test(label.value)
  const isUnnamedCount = isFree && isAlone && counted.length >= minUnnamed && isCountedBy([1], counted)
  if (named === undefined ? !isUnnamedCount : !isCountedBy([0, 1], counted)) return []
  const unit = named ?? (counted.length > maxCountedYears ? 'month' : 'year')
  const inAYear = new Map<number, number>()
  for (const { value } of counted) if (value > 0) inAYear.set(value, (inAYear.get(value) ?? 0) + 1)
  const columns = Math.max(0, ...inAYear.values())
  const span = unit === 'year' ? spanByColumns.get(columns) : columns === 1 ? unit : undefined
  if (span === undefined) return []
  const word = unit === 'year' ? 'Year' : unit === 'quarter' ? 'Quarter' : 'Month'
  return counted.map(({ column, value }) => ({
    column,
    period: {
      label: `${word} ${value}`,
      span: value === 0 && unit === 'year' ? 'year' : span,
      projected: false,
      ...(unit === 'year' ? { nth: value } : {}),
    },
  }))
}

/** Every label of a sheet with the numbers to its right or, if there are none, below it. */
export const labeledNumbers = (sheet: WorkbookSheet, date1904 = false): LabeledNumbers[] => {
  const periodOf = ({ value, format }: WorkbookCell): Period | undefined => readPeriod(value, format, date1904)
  const rows = rowsOf(sheet)
  const order = [...rows.keys()].sort((a, b) => a - b)
  const places = new Map([...rows.values()].flat().map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const at = (row: number, column: number) => places.get(`${row} ${column}`)

  const found: LabeledNumbers[] = []
  let heads: ReadonlyMap<number, Period> = new Map()
  let headRow = Number.NEGATIVE_INFINITY
  let scale: number | undefined
  /** By the columns of the labels under them. */
  const headings = new Map<number, string>()
  /** The last text in each column without a number next to it. */
  const columnHeads = new Map<number, { text: string; row: number }>()
  const subjects = new Map<number, { label: string; row: number }>()
  const headOf = ({ row, column }: WorkbookCell): string => {
    const head = columnHeads.get(column)
    return head === undefined || row - head.row > farthestHead ? '' : head.text
  }
  for (const r of order) {
    const row = rows.get(r) ?? []
    // Adjacent amounts of 2,000 are not years: those increase or decrease by one.
    const isCounting = row.filter(isYear).every((cell, n, all) => {
      const step = cell.value - (all[n - 1]?.value ?? cell.value)
      return n === 0 || Math.abs(step) === 1
    })
    const named = row.flatMap((cell) => {
      if (isYear(cell) && !isCounting) return []
      const period = periodOf(cell)
      return period === undefined ? [] : [{ column: cell.column, period }]
    })
    const periodColumns = named.length > 1 ? named : countedPeriods(row, r - headRow > maxHeadRows + 2)
    const dated = [...actualColumns(row, periodColumns), ...periodColumns]
    const isHeadRow = periodColumns.length > 1
    if (isHeadRow) {
      for (const { column } of dated) columnHeads.delete(column)
      const periods = spanOfDates(dated.map(({ period }) => period))
      const bands = bandsOf(
        rows,
        r,
        dated.map(({ column }) => column),
      )
      heads = new Map(
        dated.flatMap(({ column }, n) => {
          const period = periods[n]
          return period === undefined ? [] : [[column, inBand(period, bands.get(column))] as const]
        }),
      )
      // "In millions" next to the years.
      for (const cell of row) if (isText(cell) && periodOf(cell) === undefined) scale = scaleIn(cell.value) ?? scale
      headRow = r
    } else if (row.length > 2 && row.every(isText) && r - headRow > maxHeadRows) {
      // A row of other heads ends the previous table; directly below a head row it belongs to that row.
      heads = new Map(named.map(({ column, period }) => [column, period]))
    }
    row.forEach((cell, place) => {
      if (!isText(cell) || periodOf(cell) !== undefined) return
      const { cells, unit } = numbersAfter(row, place)
      const periods = cells.map(({ column }) => heads.get(column))
      const [first] = cells
      const isNear = first !== undefined && (periods[0] !== undefined || first.column - cell.column <= farthest)
      const heading = headingFor(headings, cell.column)
      if (isNear && !isHeadRow) {
        found.push({
          label: cell.value,
          cells,
          periods,
          side: 'right',
          unit,
          scale,
          heading,
          heads: cells.map(headOf),
          labelColumn: cell.column,
          headRow: periods.some((period) => period !== undefined) ? headRow : undefined,
          subject: subjectFor(subjects, cell),
        })
        if (!isMeasureOnly(cell.value)) subjects.set(cell.column, { label: cell.value, row: r })
        return
      }
      if (cells.length === 0 && cell.value.length <= maxHeadLength)
        columnHeads.set(cell.column, { text: cell.value.trim(), row: r })
      if (cells.length === 0 && cell.value.length <= maxHeadingLength) {
        scale = scaleIn(cell.value) ?? scale
        if (place === 0 || at(r, cell.column - 1) === undefined) headings.set(cell.column, cell.value.trim())
      }
      const below = isHeadRow ? [] : numbersBelow(at, cell)
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
        periods: inOrder(below.map(({ row }) => left(row))),
        side: 'below',
        unit: '',
        scale,
        heading,
        heads: [],
        labelColumn: cell.column,
        headRow: undefined,
        subject: '',
      })
    })
  }
  return found.filter(({ cells }) => cells.some((cell) => lookOf(cell.format) !== 'date' || cells.length === 1))
}

/** Periods down a column are consecutive; dates of leases or loans are not. */
const inOrder = (periods: readonly (Period | undefined)[]): readonly (Period | undefined)[] => {
  const places = periods.map((period) =>
    period === undefined
      ? undefined
      : (period.nth ?? (/^\d{4}-\d{2}$/.test(period.label) ? period.label : period.year)),
  )
  const isRising = places.every((place, n) => {
    const before = places[n - 1]
    if (place === undefined || before === undefined) return place !== undefined
    // Suite numbers rise, too, but not by one.
    return typeof place === 'number' && typeof before === 'number' ? place - before === 1 : before < place
  })
  return isRising ? periods : periods.map(() => undefined)
}

/** Maximum distance in rows between a line and the line it refers to. */
const farthestSubject = 3

/** The last line above in the column of a label, or in the column to its left if the label is indented. */
const subjectFor = (
  subjects: ReadonlyMap<number, { label: string; row: number }>,
  { row, column }: WorkbookCell,
): string => {
  const nearest = [column, column - 1]
    .flatMap((at) => subjects.get(at) ?? [])
    .reduce<{ label: string; row: number } | undefined>(
      (best, cell) => (best === undefined || cell.row > best.row ? cell : best),
      undefined,
    )
  return nearest === undefined || row - nearest.row > farthestSubject ? '' : nearest.label
}

/** The last heading in the column of a label, or in the nearest one to its left. */
const headingFor = (headings: ReadonlyMap<number, string>, column: number): string => {
  for (let at = column; at >= Math.max(0, column - 3); at--) {
    const heading = headings.get(at)
    if (heading !== undefined) return heading
  }
  return ''
}
