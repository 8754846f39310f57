import type { FactPeriod } from '../fact.ts'
import { findPeriods } from '../periods.ts'
import type { TableView } from '../table-view.ts'
import { tokenize } from '../tokens.ts'
import { numberAt, textAt } from './columns.ts'

/** A column with what each customer pays. */
export interface PaidColumn {
  readonly column: number
  readonly kind: 'revenue' | 'arr'
  readonly period: FactPeriod | null
}

const paid = /revenue|sales|\barr\b|\bacv\b|\bmrr\b|billings|amount|ltm|ttm|fy ?\d|(?:19|20)\d{2}/i
const notPaid = /%|percent|share|\brank\b|since|start|date|growth|change|count|number of|margin|renewal|expir/i

/** The columns of a customer list that state amounts, in their order. */
export const paidColumns = (view: TableView, headRow: number, firstRow: number): PaidColumn[] =>
  (view.rows[headRow] ?? []).flatMap((_, column): PaidColumn[] => {
    const head = textAt(view, headRow, column).slice(0, 60)
    if (!paid.test(head) || notPaid.test(head) || numberAt(view, firstRow, column) === undefined) return []
    const period = findPeriods(tokenize(head))[0]?.period ?? null
    return [{ column, kind: /\barr\b|recurring/i.test(head) ? 'arr' : 'revenue', period }]
  })

/** Later is higher; the last twelve months are the latest, a plan is none. */
const recency = ({ kind, period }: PaidColumn): number => {
  if (kind === 'arr') return -1
  return period?.kind === 'trailing' ? 9_999 : (period?.year ?? 0)
}

/** The column whose shares count: the latest revenue, else the only amounts that there are. */
export const latestPaid = (columns: readonly PaidColumn[]): PaidColumn | undefined =>
  columns.reduce<PaidColumn | undefined>(
    (best, column) => (best === undefined || recency(column) > recency(best) ? column : best),
    undefined,
  )

/** The number of customers that the row of the total or of all others states: "Total (412 customers)". */
export const statedCustomers = (name: string): number | undefined => {
  const found = /\((\d{1,6}) ?(?:customers?|clients?|accounts?)?\)|\b(\d{1,6}) (?:customers|clients|accounts)\b/i.exec(
    name.slice(0, 120),
  )
  return found === null ? undefined : Number(found[1] ?? found[2])
}
