import { daysTo1904, partsFromSerial } from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'
import type { MetricKind } from './catalogue/metric-kind.ts'
import { lookOf } from './number-look.ts'

/** What the head of a column or row says about its period. */
export interface Period {
  readonly label: string
  readonly span: 'year' | 'half' | 'quarter' | 'month' | 'total' | 'trailing' | 'chosen'
  /** Whether it is marked as projected. */
  readonly projected: boolean
  /** Whether it is marked as actual. */
  readonly actual?: boolean
  /** The calendar or fiscal year, if stated. */
  readonly year?: number
  /** The 3 of "Year 3", counted from the closing. */
  readonly nth?: number
}

/** Why this period represents the metric. */
export type HeadlineRule = 'trailing' | 'closing' | 'first_projected' | 'total' | 'chosen' | 'last'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

const isProjectedMark = /^(?:e|f|p|b|est|estimated?|forecasts?|proj|projected|projections?|budget(?:ed)?|plan)$/
const isActualMark = /^(?:a|act|actuals?|hist|historicals?|historic|reported|audited|ltm)$/

/** The meaning of a mark: actual or projected; undefined if it is not a mark. */
export const readMark = (text: string): 'actual' | 'projected' | undefined => {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z ]+/g, ' ')
    .replaceAll(/\b(?:financials?|period|years?|data|results|case|figures)\b/g, ' ')
    .trim()
  if (isProjectedMark.test(words)) return 'projected'
  return isActualMark.test(words) ? 'actual' : undefined
}

const marks = '(?:a|e|f|p|b|act|actuals?|historical|est|estimated?|forecast|proj|projected|projection|budget|audited)'
const yearForm = new RegExp(
  `^(?:(${marks})\\s+)?(?:(?:fy|cy|fye|fiscal|fiscal year|financial year|ye|calendar year)[\\s'’-]*(\\d{4}|\\d{2})|'?((?:19|20)\\d{2}))(?:[-/–](\\d{4}|\\d{2}))?[\\s._-]*\\(?(${marks})?\\)?$`,
)
const nthForm = /^(?:year|yr|y)[ #-]?(\d{1,2})(?: ?[-–:]? ?\(?([^() ][^()]{0,23})\)?)?$/
const quarterForm = /^(?:q[1-4]|[1-4]q)[ '’-]{0,2}(?:fy)?[ '’-]{0,2}(\d{4}|\d{2})? ?([aefpb])?$/
const halfForm = /^(?:h[12]|[12]h)[ '’-]{0,2}(?:fy)?[ '’-]{0,2}(\d{4}|\d{2})? ?([aefpb])?$/
const monthForm = new RegExp(`^(?:month|m)\\s?\\d{1,3}$|^(${months})\\.?[\\s'’-]*(\\d{4}|\\d{2})?\\s?([aefpb])?$`)
/** "31-Mar-2026", "Dec 31, 2024", "2024-12-31". */
const dayForm = new RegExp(
  `^(?:year ended |fye |as at |as of )?(?:(\\d{1,2})[\\s-](${months})[\\s,-]+(\\d{4}|\\d{2})|(${months})\\.? (\\d{1,2}),? (\\d{4})|(\\d{4})-(\\d{2})-\\d{2})\\s?([aefpb])?$`,
)
// Only with its end: "LTM Revenue" is a separate label.
const trailingForm = new RegExp(
  `^(?:[lt]tm|t-?12)(?:[\\s('/.,-]+(?:actuals?|ended|ending|as of|through|q[1-4]|(?:${months})\\d{0,4}|\\d{1,4}[aefpb]?))*\\)?$`,
)
const totalForm = /^(?:total|full year|annual total)$/
const chosenForm = /^(?:selected|active|live|current)(?: case| scenario)?$/

/** 24 is 2024, 98 is 1998. */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  return digits.length === 4 ? year : year >= 80 ? 1900 + year : 2000 + year
}

const marked = (mark: string | undefined): Pick<Period, 'projected' | 'actual'> => {
  const said = mark === undefined ? undefined : readMark(mark)
  return { projected: said === 'projected', ...(said === 'actual' ? { actual: true } : {}) }
}

const monthLabel = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`
const monthOf = (name: string): number => monthNames.indexOf(name.slice(0, 3)) + 1

const readText = (label: string): Period | undefined => {
  const text = label.toLowerCase().replaceAll(/\s+/g, ' ')
  const year = yearForm.exec(text)
  if (year !== null) {
    const [, before, fiscal, plain = '', to, after] = year
    const first = fullYear(fiscal ?? plain)
    const last = to === undefined ? first : fullYear(to)
    // "2023-24" ends in 2024; "2020-2030" is not a year.
    if (last - first > 1 || last < first) return undefined
    return { label, span: 'year', year: last, ...marked(before ?? after) }
  }
  const nth = nthForm.exec(text)
  if (nth !== null) {
    const inner = nth[2]?.trim() ?? ''
    const inParentheses = inner === '' ? undefined : readText(inner)
    return {
      label,
      span: 'year',
      nth: Number(nth[1]),
      projected: inParentheses?.projected ?? false,
      ...(inParentheses?.actual ? { actual: true } : {}),
      ...(inParentheses?.year === undefined ? {} : { year: inParentheses.year }),
    }
  }
  const half = halfForm.exec(text)
  if (half !== null) return { label, span: 'half', ...marked(half[2]) }
  const quarter = quarterForm.exec(text)
  if (quarter !== null) return { label, span: 'quarter', ...marked(quarter[2]) }
  const month = monthForm.exec(text)
  if (month !== null) {
    const [, , digits, mark] = month
    return { label, span: 'month', ...(digits === undefined ? {} : { year: fullYear(digits) }), ...marked(mark) }
  }
  const day = dayForm.exec(text)
  if (day !== null) {
    const [, , name, digits, otherName, , otherYear, isoYear, isoMonth, mark] = day
    const at = fullYear(digits ?? otherYear ?? isoYear ?? '')
    const named = name ?? otherName
    return {
      label: monthLabel(at, named === undefined ? Number(isoMonth) : monthOf(named)),
      span: 'month',
      year: at,
      ...marked(mark),
    }
  }
  if (trailingForm.test(text)) return { label, span: 'trailing', projected: false }
  if (totalForm.test(text)) return { label, span: 'total', projected: false }
  return chosenForm.test(text) ? { label, span: 'chosen', projected: false } : undefined
}

/** `0"A"`, `0\\E`: what the number format writes after a year. */
const markInFormat = (format: string | undefined): string | undefined =>
  /0\s?(?:"\s?\(?([aefp])\)?"|\\([aefp]))/i
    .exec(format ?? '')
    ?.slice(1)
    .find((mark) => mark !== undefined)

/** The period that a head names; undefined if none. */
export const readPeriod = (value: Scalar, format: string | undefined, date1904 = false): Period | undefined => {
  if (typeof value === 'number') {
    const mark = markInFormat(format)
    if (lookOf(format) === 'date' && value > 0) {
      const { year, month } = partsFromSerial(value + (date1904 ? daysTo1904 : 0))
      return { label: monthLabel(year, month), span: 'month', year, ...marked(mark) }
    }
    const isYear =
      (lookOf(format) === 'plain' || mark !== undefined) && Number.isInteger(value) && value >= 1990 && value <= 2100
    return isYear
      ? { label: `${value}${mark?.toUpperCase() ?? ''}`, span: 'year', year: value, ...marked(mark) }
      : undefined
  }
  if (typeof value !== 'string' || value.length > 40) return undefined
  return readText(value.trim())
}

/** Months from the first of two dates to the second. */
const monthsBetween = (a: Period | undefined, b: Period): number | undefined => {
  const [from, to] = [a, b].map((period) => /^(\d{4})-(\d{2})$/.exec(period?.label ?? ''))
  return from && to ? (Number(to[1]) - Number(from[1])) * 12 + Number(to[2]) - Number(from[2]) : undefined
}
const spanByMonths = new Map<number, Period['span']>([
  [3, 'quarter'],
  [6, 'half'],
])

/** This many yearly steps make a row of years. */
const minYearly = 2

/** Dates a year apart are years, and those three or six months apart quarters and half-years. */
export const spanOfDates = (periods: readonly Period[]): readonly Period[] => {
  const isYearly =
    periods.length > 1 &&
    periods.every(({ span, year }, n) => span === 'month' && year !== undefined && year !== periods[n - 1]?.year)
  if (isYearly) return periods.map((period) => ({ ...period, span: 'year' }))
  const distances = periods.slice(1).map((period, n) => monthsBetween(periods[n], period))
  const isYear = (months: number | undefined): boolean => months === 12
  // Years with a shorter period among them: the rest of the year in which the deal closes.
  if (distances.filter(isYear).length >= minYearly)
    return periods.map((period, n) =>
      isYear(distances[n - 1]) || isYear(distances[n]) ? { ...period, span: 'year' } : period,
    )
  const steps = new Set(distances)
  const [step = 0] = steps
  const span = steps.size === 1 ? spanByMonths.get(step) : undefined
  return span === undefined ? periods : periods.map((period) => ({ ...period, span }))
}

/** The closing date, before the first year. */
export const isClosing = ({ label, nth }: Period): boolean => nth === 0 || /^(?:month|m)\s?0$/i.test(label)

const isProperty = (kind: Pick<MetricKind, 'domains'>): boolean =>
  kind.domains.some((domain) => domain.startsWith('cre_')) && !kind.domains.includes('saas_growth')

/** Growth rates: the rate that a model projects with, if it is typed, takes precedence over actuals. */
export const isGrowth = ({ key }: Pick<MetricKind, 'key'>): boolean => key.endsWith('_growth_pct')

/** Flows whose value before the first year is only the purchase price. */
const paid = new Set(['free_cash_flow', 'capex', 'change_in_nwc'])

type Found = { at: number; rule: HeadlineRule } | undefined

/**
 * Which of the periods is the headline. For a company the latest actuals (its LTM figures, or the last actual year of
 * the workbook), for a property the first projected year; for the exit the last one. Months count only if there is no
 * year.
 */
export const headline = (
  kind: Pick<MetricKind, 'key' | 'domains'>,
  periods: readonly (Period | undefined)[],
  lastActual?: number,
): Found => {
  const named = periods.flatMap((period, at) => (period === undefined ? [] : [{ ...period, at }]))
  const all = named.filter((period) => !isClosing(period))
  const first = (span: Period['span']) => all.find((period) => period.span === span)
  const found = (at: number | undefined, rule: HeadlineRule): Found => (at === undefined ? undefined : { at, rule })
  const chosen = first('chosen')
  if (chosen !== undefined) return found(chosen.at, 'chosen')
  const years = all.filter(({ span }) => span === 'year')
  const short = all.filter(({ span }) => span === 'month' || span === 'quarter' || span === 'half')
  if (/exit|net_sale/.test(kind.key)) return found((years.at(-1) ?? short.at(-1))?.at, 'last')
  const happened = lastHappened(years, lastActual)
  const trailing = found(first('trailing')?.at, 'trailing')
  const next = found(nextProjected(years, lastActual)?.at, 'first_projected')
  const total = short.length > 0 ? found(first('total')?.at, 'total') : undefined
  // Before its first year a company is stated as acquired; its cash flow then is the purchase price.
  const bought = found(
    named.find((period) => isClosing(period) && (period.actual || period.year !== undefined || !paid.has(kind.key)))
      ?.at,
    'closing',
  )
  const order = isProperty(kind)
    ? [next, total, trailing]
    : [trailing, found(happened?.at, 'closing'), bought, next, total]
  return order.find((period) => period !== undefined) ?? found(short[0]?.at, 'first_projected')
}

type Placed = Period & { readonly at: number }

const latest = (years: readonly Placed[]): Placed | undefined =>
  years.reduce<Placed | undefined>((best, year) => ((year.year ?? 0) > (best?.year ?? -1) ? year : best), undefined)

/** The earliest by year; without years the first. */
const earliest = (years: readonly Placed[]): Placed | undefined =>
  years.reduce<Placed | undefined>(
    (best, year) => (best === undefined || (year.year ?? 0) < (best.year ?? 0) ? year : best),
    undefined,
  )

/** The last actual year: by its marks, otherwise by the last actual year of the workbook. */
const lastHappened = (years: readonly Placed[], lastActual: number | undefined): Placed | undefined => {
  const actual = years.filter((year) => year.actual)
  if (actual.length > 0) return latest(actual) ?? actual.at(-1)
  const dated = years.filter(({ year }) => year !== undefined)
  if (lastActual !== undefined && dated.length > 0) return latest(dated.filter(({ year = 0 }) => year <= lastActual))
  const projected = years.findIndex((year) => year.projected)
  return projected > 0 ? (latest(years.filter((year) => !year.projected)) ?? years[projected - 1]) : undefined
}

const nextProjected = (years: readonly Placed[], lastActual: number | undefined): Placed | undefined => {
  const projected = years.filter((year) => year.projected)
  const later = lastActual === undefined ? [] : years.filter(({ year }) => year !== undefined && year > lastActual)
  return earliest(projected) ?? earliest(later) ?? years[0]
}

/** The first year that is marked as projected, or comes after the last actual one. */
export const firstProjected = (
  periods: readonly (Period | undefined)[],
  lastActual: number | undefined,
): { at: number; rule: HeadlineRule } | undefined => {
  const years = periods.flatMap((period, at) => (period?.span === 'year' ? [{ ...period, at }] : []))
  const later = years.filter(
    ({ projected, year }) => projected || (lastActual !== undefined && year !== undefined && year > lastActual),
  )
  const first = earliest(later)
  return first === undefined ? undefined : { at: first.at, rule: 'first_projected' }
}
