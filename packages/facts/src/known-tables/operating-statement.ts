import type { MetricDomain } from '@deal-canvas/engine'
import { periodOfLabel } from '../periods.ts'
import { labelTerm, plainLabel } from '../row-labels.ts'
import { cellNumber } from '../table-cells.ts'
import { headRowOf } from '../table-heads.ts'
import type { TableView } from '../table-view.ts'
import { foots, numberAt, sum } from './columns.ts'

/** The standard lines of a property's operating statement. */
export type StatementCategory =
  | 'gross_potential_rent'
  | 'loss_to_lease'
  | 'vacancy_loss'
  | 'concessions'
  | 'bad_debt'
  | 'other_income'
  | 'expense_reimbursements'
  | 'effective_gross_income'
  | 'real_estate_taxes'
  | 'insurance_expense'
  | 'utilities'
  | 'repairs_maintenance'
  | 'payroll'
  | 'marketing'
  | 'administrative'
  | 'management_fee'
  | 'total_operating_expenses'
  | 'noi'
  | 'replacement_reserves'
  | 'debt_service'

export interface StatementLine {
  readonly label: string
  readonly category: StatementCategory | null
  /** By month, if the statement is monthly. */
  readonly months: readonly (number | null)[]
  readonly total: number | null
  readonly row: number
}

export type StatementFlag = 'months_differ_from_total' | 'expenses_differ_from_total' | 'noi_differs'

export interface OperatingStatement {
  readonly kind: 'operating_statement'
  readonly lines: readonly StatementLine[]
  readonly flags: readonly { code: StatementFlag; row: number; stated: number; computed: number }[]
}

const byWords: readonly (readonly [RegExp, StatementCategory])[] = [
  [/^utilit|electric|water|sewer|\bgas\b|trash/i, 'utilities'],
  [/repair|maintenance|turnover|make.?ready|landscap|contract serv/i, 'repairs_maintenance'],
  [/payroll|salar|wages|personnel|staff/i, 'payroll'],
  [/marketing|advertis|promotion|leasing expense/i, 'marketing'],
  [/administrat|^g&a|office expense|professional fees|legal/i, 'administrative'],
  [/vacan/i, 'vacancy_loss'],
  [/debt service|mortgage payment/i, 'debt_service'],
]
const byKey: ReadonlySet<string> = new Set([
  'gross_potential_rent',
  'loss_to_lease',
  'vacancy_loss',
  'concessions',
  'bad_debt',
  'other_income',
  'expense_reimbursements',
  'effective_gross_income',
  'real_estate_taxes',
  'insurance_expense',
  'management_fee',
  'total_operating_expenses',
  'noi',
  'replacement_reserves',
])
const expenses: ReadonlySet<StatementCategory> = new Set([
  'real_estate_taxes',
  'insurance_expense',
  'utilities',
  'repairs_maintenance',
  'payroll',
  'marketing',
  'administrative',
  'management_fee',
])

const categoryOf = (label: string, domain: MetricDomain | undefined): StatementCategory | null => {
  const key = labelTerm(label, domain ?? 'cre_multifamily', '')?.key
  if (key != null && byKey.has(key)) return key as StatementCategory
  return byWords.find(([form]) => form.test(label))?.[1] ?? null
}

const monthsPerYear = 12
const minCategories = 4
/** A longer table is a ledger. */
const maxRows = 2_000

/** Reads an operating statement of a property; undefined if the table is not one. */
export const readOperatingStatement = (
  view: TableView,
  domain: MetricDomain | undefined,
): OperatingStatement | undefined => {
  const headRow = headRowOf(view.rows)
  if (headRow === -1 || view.rows.length > maxRows) return undefined
  const heads = view.rows[headRow] ?? []
  const months = heads.flatMap((head, column) => (periodOfLabel(head)?.kind === 'month' ? [column] : []))
  const isMonthly = months.length === monthsPerYear
  const totalAt = isMonthly
    ? heads.findIndex((head, column) => column > (months.at(-1) ?? 0) && /total|t-?12|ttm|annual|year/i.test(head))
    : heads.findIndex(
        (_, column) =>
          column > 0 && view.rows.some((row, at) => at > headRow && cellNumber(row[column] ?? '') !== undefined),
      )
  const lines = view.rows.flatMap((cells, row): StatementLine[] => {
    const label = plainLabel(cells[0] ?? '')
    if (row <= headRow || label === '') return []
    const total = totalAt === -1 ? null : (numberAt(view, row, totalAt) ?? null)
    const byMonth = isMonthly ? months.map((column) => numberAt(view, row, column) ?? null) : []
    return total === null && byMonth.every((value) => value === null)
      ? []
      : [{ label, category: categoryOf(label, domain), months: byMonth, total, row }]
  })
  const categories = new Set(lines.flatMap(({ category }) => (category === null ? [] : [category])))
  const isStatement =
    categories.size >= minCategories &&
    (categories.has('noi') || categories.has('total_operating_expenses') || isMonthly)
  return isStatement
    ? { kind: 'operating_statement', lines, flags: [...monthFlags(lines), ...sumFlags(lines)] }
    : undefined
}

/** Twelve months must add up to the year. */
const monthFlags = (lines: readonly StatementLine[]): OperatingStatement['flags'] =>
  lines.flatMap(({ months, total, row }) => {
    if (total === null || months.length !== monthsPerYear) return []
    const computed = sum(months.map((value) => value ?? 0))
    return foots(total, computed) ? [] : [{ code: 'months_differ_from_total' as const, row, stated: total, computed }]
  })

const yearOf = ({ months, total }: StatementLine): number =>
  months.length === monthsPerYear ? sum(months.map((value) => value ?? 0)) : (total ?? 0)

/** Expenses must add up to their total, and income less expenses must be the NOI. */
const sumFlags = (lines: readonly StatementLine[]): OperatingStatement['flags'] => {
  const flags: OperatingStatement['flags'][number][] = []
  const only = (category: StatementCategory): StatementLine | undefined => {
    const found = lines.filter((line) => line.category === category)
    return found.length === 1 ? found[0] : undefined
  }
  const [income, total, noi] = [only('effective_gross_income'), only('total_operating_expenses'), only('noi')]
  const between =
    total === undefined
      ? []
      : lines.filter(({ row, category }) => row < total.row && row > (income?.row ?? -1) && category !== 'noi')
  const areAllExpenses =
    between.length >= 3 && between.every(({ category }) => category !== null && expenses.has(category))
  if (total !== undefined && areAllExpenses) {
    const computed = sum(between.map((line) => Math.abs(yearOf(line))))
    const stated = Math.abs(yearOf(total))
    if (!foots(stated, computed)) flags.push({ code: 'expenses_differ_from_total', row: total.row, stated, computed })
  }
  if (income !== undefined && total !== undefined && noi !== undefined) {
    const computed = yearOf(income) - Math.abs(yearOf(total))
    if (!foots(yearOf(noi), computed)) flags.push({ code: 'noi_differs', row: noi.row, stated: yearOf(noi), computed })
  }
  return flags
}
