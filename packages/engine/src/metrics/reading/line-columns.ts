import type { MetricKind } from '../catalogue/metric-kind.ts'
import type { LabeledNumbers } from '../labeled-numbers.ts'
import { firstProjected, type HeadlineRule, headline, isClosing, isGrowth } from '../period.ts'

/** The number of columns of one line that are examined besides the headline. */
const maxOtherColumns = 6

/** The candidate cells of a line, the headline first. */
export const columnsOf = (
  kind: MetricKind,
  { cells, periods }: LabeledNumbers,
  lastActual: number | undefined,
): { at: number; rule: HeadlineRule | undefined; relation: string }[] => {
  if (cells.length <= 1) return cells.length === 0 ? [] : [{ at: 0, rule: undefined, relation: 'only' }]
  // A column of zeros is a period without business: construction, or the closing date.
  const isNothing = cells.some(({ value }) => value !== 0) ? cells.map(({ value }) => value === 0) : []
  const busy = periods.map((period, n) => (isNothing[n] ? undefined : period))
  const typed = busy.map((period, n) => (cells[n]?.formula === undefined ? period : undefined))
  const assumed = isGrowth(kind) ? firstProjected(typed, lastActual) : undefined
  const chosen = assumed ?? headline(kind, busy, lastActual)
  const first = cells.findIndex(({ value }) => value !== 0)
  const at = chosen?.at ?? Math.max(0, first)
  const found = new Map<number, { at: number; rule: HeadlineRule | undefined; relation: string }>()
  found.set(at, { at, rule: chosen?.rule, relation: 'headline' })
  const add = (n: number, relation: string): void => {
    if (n < 0 || n >= cells.length || found.has(n) || found.size > maxOtherColumns) return
    found.set(n, { at: n, rule: chosen === undefined ? undefined : 'chosen', relation })
  }
  const yearAt = (distance: number): number =>
    lastActual === undefined
      ? -1
      : periods.findIndex((period) => period?.span === 'year' && period.year === lastActual + distance)
  add(yearAt(0), 'last_actual')
  add(yearAt(1), 'next_year')
  add(
    periods.findIndex((period) => period?.span === 'total' || period?.span === 'trailing'),
    'total',
  )
  add(
    periods.findIndex((period) => period !== undefined && isClosing(period)),
    'closing',
  )
  add(
    periods.findIndex((period) => period?.nth === 1),
    'first_year',
  )
  add(yearAt(-1), 'year_before')
  add(cells.length - 1, 'last')
  add(first, 'first')
  for (let n = 0; n < Math.min(cells.length, 6); n++) add(n, 'other')
  return [...found.values()]
}
