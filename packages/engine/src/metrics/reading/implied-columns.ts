import { kindOf } from '../catalogue/catalogue.ts'
import type { MetricKind } from '../catalogue/metric-kind.ts'
import type { LabeledNumbers } from '../labeled-numbers.ts'
import type { LabelMatch } from '../match-label.ts'
import { lookOf, type NumberLook } from '../number-look.ts'
import { isClosing } from '../period.ts'

/** Why a column of a line states another metric than the line's label. */
const relations = ['side_column', 'exit_column', 'paid_at_closing'] as const
type Implied = (typeof relations)[number]

/** A column next to the amounts of a line, by its head and the format of its numbers. */
interface SideColumn {
  readonly head: RegExp
  readonly looks: readonly NumberLook[]
  readonly key: string
}

/** Columns that compare: they measure a difference, not the line. */
const comparing = /\bvar(?:iance)?\b|change|growth|diff|cagr|yoy|y\/y|budget/i
const shareOfTotal = /%|share|percent|\bpct\b|\bmix\b/i
const timesEbitda = /\bx\b|xebitda|ebitda|multiple|turns|leverage/i
const rate = /\b(?:interest|rate|coupon|pricing|yield)\b/i
const shareOf = (key: string): SideColumn => ({ head: shareOfTotal, looks: ['percent'], key })
const timesOf = (key: string): SideColumn => ({ head: timesEbitda, looks: ['multiple', 'plain'], key })
const rateOfDebt: SideColumn = { head: rate, looks: ['percent'], key: 'interest_rate_pct' }
const perPiece = (head: RegExp, key: string): SideColumn => ({ head, looks: ['currency', 'plain'], key })

/** "Sponsor Equity | 2,900 | 4.1x | 41 %": what the columns next to the amount state. */
const sideColumns: Readonly<Record<string, readonly SideColumn[]>> = {
  sponsor_equity: [shareOf('equity_contribution_pct')],
  total_debt: [timesOf('total_leverage'), rateOfDebt],
  senior_debt: [timesOf('senior_leverage'), rateOfDebt],
  subordinated_debt: [rateOfDebt],
  net_debt: [timesOf('net_leverage')],
  enterprise_value: [timesOf('entry_multiple')],
  loan_amount: [rateOfDebt, { head: /\b(?:cost|total|sources|capital|ltc)\b/i, looks: ['percent'], key: 'ltc_pct' }],
  gross_profit: [{ head: /%|margin/i, looks: ['percent'], key: 'gross_margin_pct' }],
  reported_ebitda: [{ head: /%|margin/i, looks: ['percent'], key: 'ebitda_margin_pct' }],
  purchase_price: [
    perPiece(/(?:per|\/) ?(?:unit|door|key|bed)\b/i, 'price_per_unit'),
    perPiece(/(?:per|\/) ?(?:sf|sq\.? ?ft|square f\w+)\b|\bpsf\b/i, 'price_per_sf'),
  ],
  total_operating_expenses: [
    { head: /\b(?:egi|income|revenue|ratio)\b/i, looks: ['percent'], key: 'expense_ratio_pct' },
  ],
}

/** The exit metric that the last year of a line states. */
const atExit: Readonly<Record<string, string>> = {
  revenue: 'exit_revenue',
  reported_ebitda: 'exit_ebitda',
  adjusted_ebitda: 'exit_ebitda',
  ebitda_margin_pct: 'exit_ebitda_margin_pct',
  net_debt: 'exit_net_debt',
  enterprise_value: 'exit_enterprise_value',
  equity_value: 'exit_equity_value',
  noi: 'exit_noi',
}
/** From this year on, a number alone in its line belongs to the exit. */
const earliestExit = 3
export const isLate = ({ cells, periods }: Pick<LabeledNumbers, 'cells' | 'periods'>): boolean =>
  cells.length === 1 && (periods[0]?.nth ?? 0) >= earliestExit
/** A less certain name says nothing about other columns. */
const minSureness = 0.75
const minYears = 3

export const isImplied = (relation: string): relation is Implied => (relations as readonly string[]).includes(relation)

/**
 * The metrics that other columns of a line state: its share and multiple, its value at exit, what was paid at closing.
 */
export const impliedBy = (
  { kind, sureness }: LabelMatch,
  line: LabeledNumbers,
  hasExit: boolean,
): { kind: MetricKind; at: number; relation: Implied }[] => {
  const { cells, heads, periods, side } = line
  if (side !== 'right' || sureness < minSureness) return []
  const found: { kind: MetricKind; at: number; relation: Implied }[] = []
  const add = (key: string, at: number, relation: Implied): void => {
    const other = kindOf(key)
    if (other !== undefined && at >= 0) found.push({ kind: other, at, relation })
  }
  for (const { head, looks, key } of sideColumns[kind.key] ?? [])
    add(
      key,
      cells.findIndex(
        ({ format }, n) =>
          periods[n] === undefined &&
          looks.includes(lookOf(format)) &&
          head.test(heads[n] ?? '') &&
          !comparing.test(heads[n] ?? ''),
      ),
      'side_column',
    )
  const exitKey = hasExit ? atExit[kind.key] : undefined
  const isYearly = periods.filter((period) => period?.span === 'year').length >= minYears
  if (exitKey !== undefined && (isYearly || isLate(line)))
    add(
      exitKey,
      periods.findLastIndex((period) => period?.span === 'year'),
      'exit_column',
    )
  if (kind.key === 'cash_flow_after_debt')
    add(
      'equity_invested',
      periods.findIndex((period, n) => period !== undefined && isClosing(period) && Number(cells[n]?.value) < 0),
      'paid_at_closing',
    )
  return found
}
