import { findingMessages as messages } from '../messages/findings.ts'
import { metricNameOf } from '../metrics/metric-name.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { gravityOf } from './metric-differences.ts'
import { readBySome } from './readers.ts'
import { areaOfPlace } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'

type Formula = (...inputs: number[]) => number
const share: Formula = (part = 0, whole = 0) => (part / whole) * 100
const ratio: Formula = (a = 0, b = 0) => a / b
const difference: Formula = (a = 0, b = 0) => a - b
const sum: Formula = (...parts) => parts.reduce((total, part) => total + part, 0)

/** Metrics that follow from others in every model. */
const identities: readonly (readonly [key: string, inputs: readonly string[], formula: Formula])[] = [
  ['gross_profit', ['revenue', 'cogs'], (revenue = 0, cogs = 0) => revenue - Math.abs(cogs)],
  ['gross_margin_pct', ['gross_profit', 'revenue'], share],
  ['ebitda_margin_pct', ['adjusted_ebitda', 'revenue'], share],
  ['enterprise_value', ['entry_multiple', 'adjusted_ebitda'], (multiple = 0, ebitda = 0) => multiple * ebitda],
  ['ev_revenue_multiple', ['enterprise_value', 'revenue'], ratio],
  ['net_debt', ['total_debt', 'cash_balance'], difference],
  ['total_leverage', ['total_debt', 'adjusted_ebitda'], ratio],
  ['senior_leverage', ['senior_debt', 'adjusted_ebitda'], ratio],
  ['net_leverage', ['net_debt', 'adjusted_ebitda'], ratio],
  ['exit_enterprise_value', ['exit_multiple', 'exit_ebitda'], (multiple = 0, ebitda = 0) => multiple * ebitda],
  ['moic', ['sponsor_exit_proceeds', 'sponsor_equity'], (proceeds = 0, equity = 0) => proceeds / Math.abs(equity)],
  ['arr', ['mrr'], (mrr = 0) => mrr * 12],
  ['arr_growth_pct', ['net_new_arr', 'beginning_arr'], share],
  ['ltv_cac', ['ltv', 'cac'], ratio],
  ['post_money_valuation', ['pre_money_valuation', 'round_size'], sum],
  ['ownership_pct', ['investment_amount', 'post_money_valuation'], share],
  ['valuation_arr_multiple', ['post_money_valuation', 'arr'], ratio],
  ['price_per_unit', ['purchase_price', 'unit_count'], ratio],
  ['price_per_sf', ['purchase_price', 'rentable_sf'], ratio],
  [
    'noi',
    ['effective_gross_income', 'total_operating_expenses'],
    (income = 0, expenses = 0) => income - Math.abs(expenses),
  ],
  [
    'expense_ratio_pct',
    ['total_operating_expenses', 'effective_gross_income'],
    (expenses = 0, income = 0) => (Math.abs(expenses) / income) * 100,
  ],
  ['going_in_cap_rate_pct', ['noi', 'purchase_price'], share],
  ['yield_on_cost_pct', ['stabilized_noi', 'total_project_cost'], share],
  ['ltv_pct', ['loan_amount', 'purchase_price'], share],
  ['ltc_pct', ['loan_amount', 'total_project_cost'], share],
  ['dscr', ['noi', 'annual_debt_service'], (noi = 0, service = 0) => noi / Math.abs(service)],
  ['debt_yield_pct', ['noi', 'loan_amount'], share],
]

/** The confidence that a metric follows from cells that its formula does not read. */
const unlinked = 0.6

/** Whether a formula directly reads any of the cells. */
const readsOneOf = ({ formulaAt }: Inspection, place: SureMetric, cells: readonly SureMetric[]): boolean =>
  formulaAt(place.sheet, place.row, place.column)?.areas.some(({ sheet, top, left, bottom, right }) =>
    cells.some(
      (cell) =>
        cell.sheet === sheet && cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right,
    ),
  ) === true

/** Numbers that differ by more than this factor are not in the same unit, or not the same metric. */
const farthest = 20
const isFarApart = (a: number, b: number): boolean => Math.max(Math.abs(a / b), Math.abs(b / a)) > farthest

/**
 * Whether a formula adds up more cells than those compared: then it means something else, such as NOI after reserves.
 */
const addsMore = (
  { formulaAt }: Inspection,
  { sheet, row, column }: SureMetric,
  cells: readonly SureMetric[],
): boolean => {
  const formula = formulaAt(sheet, row, column)
  const isSum =
    formula?.expression.kind === 'binary' &&
    (formula.expression.operator === '+' || formula.expression.operator === '-')
  return isSum && formula.areas.length > cells.length
}

/** `NOI (Cash Flow!C40) and Purchase Price (Summary!C2)`. */
const nameInputs = ({ nameOf }: Inspection, inputs: readonly SureMetric[]): string =>
  inputs
    .map((input) => messages.derivedInput({ name: metricNameOf(input.metricKey), cell: nameOf(input) }))
    .reduce((first, second) => messages.derivedInputs({ first, second }))

/** Metrics that differ from the value implied by their components. */
export const derivedIdentities: Check = (inspection) => {
  const known = likeliestByKey(inspection.metrics)
  const judged = identities.flatMap(([key, inputs, formula]) => {
    const stated = known.get(key)
    const found = inputs.flatMap((input) => known.get(input) ?? [])
    if (stated === undefined || found.length < inputs.length) return []
    const periods = new Set([stated, ...found].flatMap(({ period }) => period ?? []))
    const value = formula(...found.map((input) => input.value))
    return periods.size <= 1 && Number.isFinite(value) ? [{ stated, found, value }] : []
  })
  if (judged.length === 0) return undefined
  /** Typed numbers that others are computed from are assumptions, not results. */
  const given = readBySome(
    inspection,
    judged.map(({ stated }) => stated),
  )
  return judged.flatMap(({ stated, found, value }): Slip[] => {
    // Many models show debts and costs as negative numbers.
    const gravity = gravityOf(stated.metricKey, Math.abs(stated.value), Math.abs(value))
    if (gravity === undefined) return []
    // A formula that reads none of these cells is computed from others: then these are not the right components.
    // An input that a component is computed from, such as a loan-to-value of another value, is not their result either.
    const isTyped = inspection.isTyped(stated.sheet, stated.row, stated.column)
    const isMeant =
      !isFarApart(stated.value, value) &&
      (isTyped ? !given.has(stated) : readsOneOf(inspection, stated, found) && !addsMore(inspection, stated, found))
    const restsOn = [stated, ...found].map((metric) =>
      isMeant ? metric : { ...metric, confidence: Math.min(metric.confidence, unlinked) },
    )
    return [
      {
        check: 'derived_identity_broken',
        // Inputs can be from another period: a difference alone is never critical.
        severity: gravity === 'critical' ? 'high' : gravity,
        message: messages.derivedDiffers({
          name: metricNameOf(stated.metricKey),
          stated: inspection.formatMetric(stated.metricKey, stated.value),
          cell: inspection.nameOf(stated),
          count: found.length,
          inputs: nameInputs(inspection, found),
          computed: inspection.formatMetric(stated.metricKey, value),
        }),
        areas: [areaOfPlace(stated)],
        restsOn,
      },
    ]
  })
}
