import { scaleIn } from '@deal-canvas/engine'
import type { Fact, FactPeriod } from '../fact.ts'
import { findPeriods } from '../periods.ts'
import type { TableView } from '../table-view.ts'
import { times } from '../times.ts'
import { tokenize } from '../tokens.ts'
import { foots, knownColumns, numberAt, sum, textAt } from './columns.ts'
import { latestPaid, type PaidColumn, paidColumns, statedCustomers } from './customer-columns.ts'
import { derivedFact } from './derived-fact.ts'

export interface Customer {
  readonly customer: string
  readonly revenue: number
  /** In percentage points of the listed total. */
  readonly share: number
  readonly row: number
}

export interface CustomerList {
  readonly kind: 'customer_list'
  readonly customers: readonly Customer[]
  /** Shares of revenue in percentage points; null if the list is not complete. */
  readonly largestShare: number | null
  readonly topTenShare: number | null
  readonly flags: readonly {
    code: 'total_differs' | 'duplicate_customer'
    row: number | null
    stated?: number
    computed?: number
  }[]
  readonly facts: readonly Fact[]
}

const forms = [
  ['customer', /customer|client|account/],
  ['share', /%|percent|share/],
  ['revenue', /revenue|sales|\barr\b|\bacv\b|\bmrr\b|billings|amount|ltm|ttm|fy ?\d|(?:19|20)\d{2}/],
] as const

/** Rows for all others together: "Other customers", "Remaining 212". */
const isRest = (name: string): boolean => /^(?:all )?(?:other|remaining|rest|others|long tail)\b/i.test(name)

/** Reads a list of customers with what they pay; undefined if the table is not one. */
export const readCustomerList = (view: TableView): CustomerList | undefined => {
  const known = knownColumns(view, forms, ['customer', 'revenue'])
  if (known === undefined || known.dataRows.length < 3) return undefined
  const { dataRows, totalRow, headRow } = known
  const amounts = paidColumns(view, headRow, dataRows[0] ?? 0)
  const latest = latestPaid(amounts)
  const columns = { ...known.columns, revenue: latest?.column ?? known.columns.revenue }
  const paid = dataRows.flatMap((row) => {
    const revenue = numberAt(view, row, columns.revenue)
    return revenue === undefined ? [] : [{ row, revenue, name: textAt(view, row, columns.customer) }]
  })
  const listed = sum(paid.map(({ revenue }) => revenue))
  if (paid.length < 3 || listed <= 0) return undefined
  const stated = totalRow === undefined ? undefined : numberAt(view, totalRow, columns.revenue)
  // A list of the largest ones states the total of all.
  const total = stated !== undefined && stated > listed ? stated : listed
  const isComplete = totalRow !== undefined || paid.some(({ name }) => isRest(name))
  const customers = paid
    .filter(({ name }) => !isRest(name))
    .map(({ row, revenue, name }) => ({ customer: name, revenue, share: (revenue / total) * 100, row }))
  const ranked = customers.toSorted((a, b) => b.revenue - a.revenue)
  const largest = isComplete || paid.length >= 20 ? (ranked[0]?.share ?? null) : null
  const topTen = largest !== null && ranked.length >= 10 ? sum(ranked.slice(0, 10).map(({ share }) => share)) : null
  const seen = new Set<string>()
  const duplicates = customers.flatMap(({ customer, row }) => {
    const name = customer.toLowerCase()
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [{ code: 'duplicate_customer' as const, row }]
  })
  const differs =
    stated !== undefined &&
    totalRow !== undefined &&
    !foots(stated, listed) &&
    !(stated > listed && isLargestOnly(view))
  return {
    kind: 'customer_list',
    customers,
    largestShare: largest,
    topTenShare: topTen,
    flags: [
      ...duplicates,
      ...(differs ? [{ code: 'total_differs' as const, row: totalRow, stated, computed: listed }] : []),
    ],
    facts: [
      ...amounts.flatMap((column) => totalFacts(view, totalRow, headRow, column)),
      ...factsOf(
        view,
        totalRow ?? headRow,
        largest,
        topTen,
        periodIn(view, headRow, columns.revenue),
        customersIn(view, totalRow, paid) ??
          (isComplete && !paid.some(({ name }) => isRest(name)) ? customers.length : undefined),
      ),
    ],
  }
}

/** Below this, a total without a scale can be in thousands. */
const minWrittenOut = 1_000_000

/** The number of customers by the total, or by the row of all others with those that are listed. */
const customersIn = (
  view: TableView,
  totalRow: number | undefined,
  paid: readonly { name: string }[],
): number | undefined => {
  const total =
    totalRow === undefined ? '' : (view.rows[totalRow] ?? []).find((cell) => /\d/.test(cell) && /total/i.test(cell))
  const stated = statedCustomers(total ?? '')
  if (stated !== undefined) return stated
  const rest = paid.find(({ name }) => isRest(name))
  const others = rest === undefined ? undefined : statedCustomers(rest.name)
  return others === undefined ? undefined : others + paid.length - 1
}

/** The totals that the list states. */
const totalFacts = (
  view: TableView,
  row: number | undefined,
  headRow: number,
  { column, kind, period }: PaidColumn,
): Fact[] => {
  const head = textAt(view, headRow, column)
  const stated = row === undefined ? undefined : numberAt(view, row, column)
  if (row === undefined || stated === undefined) return []
  if (kind === 'revenue' && !/revenue|sales/i.test(head)) return []
  const titles = [head, ...view.rows.slice(0, headRow).flat(), view.caption, view.heading]
  const scale = titles.map((text) => scaleIn(text)).find((factor) => factor !== undefined) ?? view.scale
  if (scale === undefined && stated < minWrittenOut) return []
  return [
    derivedFact(view, row, {
      metricKey: kind,
      term: kind === 'arr' ? 'recurring revenue of all customers' : 'revenue of all customers',
      value: times(stated, scale ?? 1),
      unit: 'currency',
      tolerance: (scale ?? 1) / 2,
      period: kind === 'arr' ? null : period,
      column,
    }),
  ]
}

const isLargestOnly = (view: TableView): boolean =>
  /\b(?:top|largest)\b/i.test(`${view.caption} ${view.heading} ${view.rows.slice(0, 3).flat().join(' ').slice(0, 300)}`)

const periodIn = (view: TableView, headRow: number, column: number | undefined): FactPeriod | null =>
  findPeriods(tokenize(textAt(view, headRow, column)))[0]?.period ?? null

const factsOf = (
  view: TableView,
  row: number,
  largest: number | null,
  topTen: number | null,
  period: FactPeriod | null,
  count: number | undefined,
): Fact[] => [
  ...(largest === null
    ? []
    : [
        derivedFact(view, row, {
          metricKey: 'top_customer_pct',
          term: 'share of the largest customer',
          value: largest,
          unit: 'percentage_points',
          tolerance: 0.1,
          period,
        }),
      ]),
  ...(topTen === null
    ? []
    : [
        derivedFact(view, row, {
          metricKey: 'top_10_customers_pct',
          term: 'share of the ten largest customers',
          value: topTen,
          unit: 'percentage_points',
          tolerance: 0.1,
          period,
        }),
      ]),
  ...(count === undefined || isLargestOnly(view)
    ? []
    : [
        derivedFact(view, row, {
          metricKey: 'customer_count',
          term: 'customers listed',
          value: count,
          unit: 'count',
          period,
        }),
      ]),
]
