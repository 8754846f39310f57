import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf, type MetricDomain, normalizeLabel, scaleIn } from '@deal-canvas/engine'
import { isForeignHeading } from './context.ts'
import { type Fact, type FactPeriod, maxFacts } from './fact.ts'
import { groupBy } from './group-by.ts'
import { findPeriods, periodOfLabel } from './periods.ts'
import { type Labeled, labelTerm, plainLabel, termOfRowAbove } from './row-labels.ts'
import { type CellNumber, cellNumber } from './table-cells.ts'
import { type ColumnRole, hasManyMonths, headRowOf, headsOf, rolesOf } from './table-heads.ts'
import type { TableView } from './table-view.ts'
import { times } from './times.ts'
import { tokenize } from './tokens.ts'

const entityHead =
  /^(?:property|properties|comparables?|comps?|address|company|target|acquirer|buyer|tenant|customer|client|shareholder|holder|investor|stockholder|unit ?type|type|floor ?plan|plan|building|date|name|sale|unit|suite|bedrooms?|scenario|case|peer|no\.?|#|lender|bank)\b/i
const subjectRow = /^(?:subject|subject property|the property|the subject|target company)\b/i
const totalRow = /^(?:grand |sub)?totals?\b|^total ?\/ ?(?:average|avg)/i

/** Whether a cell can hold a metric of this unit, and its value there. */
const valueFor = (
  cell: CellNumber,
  unit: MetricUnit,
  scale: number,
  labels: string,
  isExport: boolean,
): number | undefined => {
  const { measure, value, hasDecimals } = cell
  switch (unit) {
    case 'currency':
      if (measure !== 'currency' && measure !== 'plain') return undefined
      return cell.isScaled ? value : times(value, scale)
    case 'percentage_points':
      if (measure === 'percent') return value
      if (measure !== 'plain') return undefined
      if (/%|percent|bps/i.test(labels) && Math.abs(value) > 1.5) return value
      // An export of a spreadsheet states 0.957 for 95.7%.
      return isExport && hasDecimals && value > 0 && value < 1 ? times(value, 100) : undefined
    case 'multiple_x':
    case 'ratio':
      return measure === 'multiple' || (measure === 'plain' && hasDecimals && value < 30) ? value : undefined
    case 'count':
      return measure === 'plain' && Number.isInteger(value) ? value : undefined
    case 'square_feet':
      return measure === 'area' || (measure === 'plain' && value >= 100) ? value : undefined
    case 'months':
      if (measure === 'duration') return value
      if (measure !== 'plain') return undefined
      if (/\b(?:years?|yrs?)\b/i.test(labels)) return value * 12
      return /\b(?:months?|mos?)\b/i.test(labels) ? value : undefined
    default:
      return undefined
  }
}

const qualifierIn = (label: string): string | null => {
  if (/\b(?:min|minimum)\b/i.test(label)) return 'minimum'
  if (/\b(?:max|maximum)\b/i.test(label)) return 'maximum'
  if (/\b(?:target|hurdle)\b/i.test(label)) return 'target'
  if (/\bin[ -]place\b/i.test(label)) return 'in place'
  if (/\bstabili[sz]ed\b/i.test(label)) return 'stabilized'
  return /\bpro ?-?forma\b/i.test(label) ? 'pro forma' : null
}

/** Metrics whose name already says it. */
const saysIt = (key: string | null, qualifier: string | null): boolean =>
  key !== null &&
  qualifier !== null &&
  (key.startsWith('in_place') || key.startsWith('stabilized') || key === 'physical_occupancy_pct')

/** A longer table is a list of data, and matching each of its labels would take minutes. */
const maxLabeledRows = 5_000

interface Reading {
  readonly view: TableView
  readonly domain: MetricDomain | undefined
  readonly headRow: number
  readonly roles: readonly ColumnRole[]
  readonly heads: readonly string[]
  readonly scale: number | undefined
  readonly period: FactPeriod | null
}

const factOf = (
  { view, heads, scale, period: tablePeriod }: Reading,
  row: number,
  column: number,
  labeled: Labeled,
  period: FactPeriod | null,
): Fact | undefined => {
  const cell = cellNumber(view.rows[row]?.[column] ?? '')
  if (cell === undefined) return undefined
  const labels = `${view.rows[row]?.[0] ?? ''} ${heads[column] ?? ''}`
  const factor = scaleIn(labeled.term) ?? scaleIn(heads[column] ?? '') ?? scale ?? 1
  const value = valueFor(cell, labeled.unit, factor, labels, view.at(row, column).place.sheet !== undefined)
  if (value === undefined) return undefined
  const quoted = view.at(row, column)
  // A table can differ from the text of its page: what cannot be shown is not a fact.
  if (!quoted.quote.includes((view.rows[row]?.[column] ?? '').trim())) return undefined
  const isPositive = labeled.key === null || kindOf(labeled.key)?.sign !== 'any'
  const qualifier = qualifierIn(labels)
  const scaled = labeled.unit === 'currency' && !cell.isScaled ? factor : 1
  return {
    metricKey: labeled.key,
    term: labeled.term.slice(0, 120),
    value: isPositive ? Math.abs(value) : value,
    unit: labeled.unit,
    currency: cell.currency,
    period: period ?? periodIn(labeled.term) ?? tablePeriod,
    qualifier: saysIt(labeled.key, qualifier) ? null : qualifier,
    ...quoted,
    confidence: Math.min(0.97, 0.5 + labeled.sureness / 2),
    tolerance: Math.max(cell.tolerance * scaled, scaled > 1 && !cell.hasDecimals ? scaled / 2 : 0),
    bound: null,
    origin: 'table',
  }
}

/** "Total insurance, year 1" names its period. */
const periodIn = (label: string): FactPeriod | null => findPeriods(tokenize(label.slice(0, 120)))[0]?.period ?? null

/** Rows are entities, such as comparables or customers: only the row of the subject states facts of the deal. */
const readEntities = (reading: Reading): Fact[] => {
  const { view, headRow, heads, domain } = reading
  const facts: Fact[] = []
  for (let row = headRow + 1; row < view.rows.length; row++) {
    const label = view.rows[row]?.find((cell) => cell.trim() !== '') ?? ''
    const isSubject = subjectRow.test(label.trim())
    if (!isSubject && !totalRow.test(label.trim())) continue
    for (const [column, head] of heads.entries()) {
      if (column === 0 || head === '') continue
      const labeled = labelTerm(head, domain, '')
      // Totals of rents or prices can be sums or averages; of units and areas only sums.
      const isSum = labeled?.key === 'unit_count' || labeled?.key === 'rentable_sf'
      if (labeled === undefined || (!isSubject && !isSum) || (isSum && /\bper\b|average|avg/i.test(head))) continue
      const fact = factOf(reading, row, column, labeled, null)
      if (fact !== undefined) facts.push(fact)
    }
  }
  return facts
}

/** The cells of a row that hold labels: the first, and in tables side by side those of each part. */
const labelsIn = (cells: readonly string[]): number[] =>
  cells.flatMap((cell, column) => (/\p{L}{2}/u.test(cell) && cellNumber(cell) === undefined ? [column] : []))

/** What the label of the row above names. */
const labeledAbove = ({ view, domain }: Reading, row: number, column: number, section: string): Labeled | undefined =>
  labelTerm(view.rows[row - 1]?.[column] ?? '', domain, section)

const readRow = (reading: Reading, row: number, section: string): Fact[] => {
  const { view, domain } = reading
  const cells = view.rows[row] ?? []
  const labels = labelsIn(cells)
  return labels.flatMap((labelAt, place) => {
    const label = cells[labelAt]?.trim() ?? ''
    const end = labels[place + 1] ?? cells.length
    if (end - labelAt < 2) return []
    const labeled =
      termOfRowAbove(label, () => labeledAbove(reading, row, labelAt, section)) ?? labelTerm(label, domain, section)
    return labeled === undefined ? [] : readLabeled(reading, row, labeled, labelAt + 1, end)
  })
}

/** The numbers after a label. */
const readLabeled = (reading: Reading, row: number, labeled: Labeled, from: number, to: number): Fact[] => {
  const isMonthly = hasManyMonths(reading.roles)
  const facts: Fact[] = []
  let isPlainTaken = false
  for (let column = from; column < to; column++) {
    const role = reading.roles[column] ?? { kind: 'value', period: null }
    if (role.kind === 'skip' || role.kind === 'month') continue
    if (role.kind === 'total' && !isMonthly) continue
    const period: FactPeriod | null = role.kind === 'total' ? { kind: 'trailing', label: 't-12' } : role.period
    if (period === null && isPlainTaken) continue
    const fact = factOf(reading, row, column, labeled, period)
    if (fact === undefined) continue
    if (period === null) isPlainTaken = true
    facts.push(fact)
  }
  return facts
}

const rowPeriod = ({ view }: Reading, row: number): FactPeriod | null =>
  periodOfLabel((view.rows[row]?.[0] ?? '').trim())

/** Years in the rows and metrics in the columns. */
const isByPeriod = (reading: Reading): boolean => {
  const { view, headRow, heads, domain } = reading
  if (headRow === -1) return false
  const rows = view.rows.slice(headRow + 1, maxLabeledRows)
  const own = rows.filter((_, at) => rowPeriod(reading, headRow + 1 + at) !== null)
  return (
    own.length >= 2 &&
    own.length * 2 > rows.length &&
    heads.slice(1).some((head) => labelTerm(head, domain, '') !== undefined)
  )
}

const readPeriods = (reading: Reading): Fact[] => {
  const { view, headRow, heads, domain } = reading
  const labeled = heads.map((head, column) => (column === 0 || head === '' ? undefined : labelTerm(head, domain, '')))
  const facts: Fact[] = []
  for (let row = headRow + 1; row < Math.min(view.rows.length, maxLabeledRows); row++) {
    const period = rowPeriod(reading, row)
    if (period === null || facts.length >= maxFacts) continue
    for (const [column, named] of labeled.entries()) {
      const fact = named === undefined ? undefined : factOf(reading, row, column, named, period)
      if (fact !== undefined) facts.push(fact)
    }
  }
  return facts
}

/** A table of several rows of entities: its columns name two or more metrics. */
const isEntityTable = ({ heads, domain, view, headRow, roles }: Reading): boolean => {
  if (headRow === -1 || view.rows.length - headRow < 2 || hasManyMonths(roles)) return false
  if (roles.some((role) => role.kind === 'value' && role.period !== null)) return false
  const named = heads.slice(1).filter((head) => head !== '' && labelTerm(head, domain, '') !== undefined).length
  return named >= 2 || (entityHead.test(heads[0]?.trim() ?? '') && heads.length > 2)
}

/** Several lines of a table with the name of one metric are its parts: only the one named exactly so is the metric. */
const withoutParts = (facts: readonly Fact[]): Fact[] => {
  const keyOf = ({ metricKey, period, qualifier }: Fact): string => `${metricKey} ${period?.label} ${qualifier}`
  const groups = groupBy(facts, keyOf)
  // Whether all lines of the group state the same.
  const isOne = new Map([...groups].map(([key, group]) => [key, group.every(({ value }) => value === group[0]?.value)]))
  return facts.map((fact) => {
    if (fact.metricKey === null || isOne.get(keyOf(fact)) === true) return fact
    const label = normalizeLabel(kindOf(fact.metricKey)?.label ?? '')
    return normalizeLabel(plainLabel(fact.term)) === label ? fact : { ...fact, metricKey: null }
  })
}

/** The facts that a table states about the deal. */
export const readTable = (view: TableView, domain: MetricDomain | undefined): Fact[] => {
  if (isForeignHeading(view.heading) || isForeignHeading(view.caption)) {
    // Only the row of the subject is about the deal.
    if (!view.rows.some((row) => row.some((cell) => subjectRow.test(cell.trim())))) return []
  }
  const headRow = headRowOf(view.rows)
  const { heads, lastHeadRow } = headsOf(view.rows, headRow)
  const title = view.rows
    .slice(0, Math.max(0, headRow))
    .flat()
    .concat(heads[0] ?? '', view.caption)
    .join(' ')
    .slice(0, 600)
  const reading: Reading = {
    view,
    domain,
    headRow,
    heads,
    roles: rolesOf(heads),
    scale:
      [heads[0] ?? '', ...view.rows.slice(0, Math.max(0, headRow)).flat(), view.caption, view.heading]
        .map((text) => scaleIn(text))
        .find((scale) => scale !== undefined) ?? view.scale,
    period: findPeriods(tokenize(title))[0]?.period ?? null,
  }
  const isForeign = isForeignHeading(view.heading) || isForeignHeading(view.caption)
  if (!isForeign && isByPeriod(reading)) return withoutParts(readPeriods(reading))
  if (isForeign || isEntityTable(reading)) return readEntities(reading)
  const facts: Fact[] = []
  let section = view.heading
  for (let row = lastHeadRow + 1; row < Math.min(view.rows.length, maxLabeledRows); row++) {
    if (facts.length >= maxFacts) break
    const filled = (view.rows[row] ?? []).filter((cell) => cell.trim() !== '')
    if (filled.length === 1 && cellNumber(filled[0] ?? '') === undefined) section = filled[0] ?? ''
    else facts.push(...readRow(reading, row, section))
  }
  return withoutParts(facts)
}
