import { daysTo1904, partsFromSerial } from '../value/serial-date.ts'
import type { Scalar } from '../value/value.ts'
import type { MetricKind } from './catalogue/metric-kind.ts'
import { lookOf } from './number-look.ts'

/** What the head of a column or row says about its time. */
export interface Period {
  readonly label: string
  readonly span: 'year' | 'quarter' | 'month' | 'total' | 'trailing' | 'chosen'
  /** Whether it is marked as not yet happened. */
  readonly projected: boolean
}

/** Why a period stands for the metric. */
export type HeadlineRule = 'trailing' | 'closing' | 'first_projected' | 'total' | 'chosen' | 'last'

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'

const spans: readonly (readonly [RegExp, Period['span']])[] = [
  [/^(?:fy|cy)?\s?'?(?:(?:19|20)\d{2}|(?<=y\s?'?)\d{2})\s?[aefpb]?$|^(?:year|yr|y)\s?\d{1,2}$/, 'year'],
  [/^q[1-4](?:[\s'-]*\d{2,4})?\s?[aefpb]?$/, 'quarter'],
  [new RegExp(`^(?:month|m)\\s?\\d{1,3}$|^(?:${months})\\.?[\\s'-]*(?:\\d{2,4})?$`), 'month'],
  [/^(?:total|full year|annual total)$/, 'total'],
  // With its end alone: "LTM Revenue" is a label of its own.
  [
    new RegExp(
      `^(?:[lt]tm|t-?12)(?:[\\s('/.,-]+(?:actuals?|ended|ending|as of|through|q[1-4]|(?:${months})\\d{0,4}|\\d{1,4}[aefpb]?))*\\)?$`,
    ),
    'trailing',
  ],
  [/^(?:selected|active|live|current)(?: case| scenario)?$/, 'chosen'],
]

/** The period that a head names; undefined: it is none. */
export const readPeriod = (value: Scalar, format: string | undefined, date1904 = false): Period | undefined => {
  if (typeof value === 'number') {
    if (lookOf(format) === 'date' && value > 0) {
      const { year, month } = partsFromSerial(value + (date1904 ? daysTo1904 : 0))
      return { label: `${year}-${String(month).padStart(2, '0')}`, span: 'month', projected: false }
    }
    const isYear = lookOf(format) === 'plain' && Number.isInteger(value) && value >= 1990 && value <= 2100
    return isYear ? { label: String(value), span: 'year', projected: false } : undefined
  }
  if (typeof value !== 'string' || value.length > 24) return undefined
  const text = value.trim().toLowerCase()
  const span = spans.find(([form]) => form.test(text))?.[1]
  return span === undefined ? undefined : { label: value.trim(), span, projected: /\d\s?[efpb]$/.test(text) }
}

/** Dates a year apart head years. */
export const spanOfDates = (periods: readonly Period[]): readonly Period[] => {
  const years = periods.map(({ label }) => /^(\d{4})-\d{2}$/.exec(label)?.[1])
  const isYearly = years.length > 1 && years.every((year, n) => year !== undefined && year !== years[n - 1])
  return isYearly ? periods.map((period) => ({ ...period, span: 'year' })) : periods
}

const isZero = ({ label }: Period): boolean => /^(?:year|yr|y|month|m)\s?0$/i.test(label)

/**
 * Which of the periods is the headline. Of a company what has happened last (its LTM figures, or the year before the
 * first projected one), of a property the first projected year; at the exit the last one. Months count only where there
 * is no year.
 */
export const headline = (
  kind: Pick<MetricKind, 'key' | 'domains'>,
  periods: readonly (Period | undefined)[],
): { at: number; rule: HeadlineRule } | undefined => {
  const all = periods.flatMap((period, at) => (period === undefined || isZero(period) ? [] : [{ ...period, at }]))
  const first = (span: Period['span']) => all.find((one) => one.span === span)
  const found = (at: number | undefined, rule: HeadlineRule) => (at === undefined ? undefined : { at, rule })
  const chosen = first('chosen')
  if (chosen !== undefined) return found(chosen.at, 'chosen')
  const years = all.filter(({ span }) => span === 'year')
  const short = all.filter(({ span }) => span === 'month' || span === 'quarter')
  if (/exit|net_sale/.test(kind.key)) return found((years.at(-1) ?? short.at(-1))?.at, 'last')
  const projected = years.findIndex((one) => one.projected)
  const happened = projected > 0 ? years[projected - 1] : undefined
  const isProperty = kind.domains.some((domain) => domain.startsWith('cre_')) && !kind.domains.includes('saas_growth')
  const trailing = found(first('trailing')?.at, 'trailing')
  const next = found((years[Math.max(projected, 0)] ?? undefined)?.at, 'first_projected')
  const total = short.length > 0 ? found(first('total')?.at, 'total') : undefined
  const order = isProperty ? [next, total, trailing] : [trailing, found(happened?.at, 'closing'), next, total]
  return order.find((one) => one !== undefined) ?? found(short[0]?.at, 'first_projected')
}
