import type { Fact } from '../fact.ts'
import type { TableView } from '../table-view.ts'
import { foots, knownColumns, numberAt, sum, textAt } from './columns.ts'
import { derivedFact } from './derived-fact.ts'

export interface CapTableHolder {
  readonly holder: string
  readonly shareClass: string
  readonly shares: number | null
  /** In percentage points, as stated. */
  readonly ownership: number | null
  readonly invested: number | null
  readonly row: number
}

export interface CapTable {
  readonly kind: 'cap_table'
  readonly holders: readonly CapTableHolder[]
  readonly flags: readonly {
    code: 'shares_differ_from_total' | 'ownership_differs' | 'ownership_not_100'
    row: number | null
    stated: number
    computed: number
  }[]
  readonly facts: readonly Fact[]
}

const forms = [
  ['holder', /holder|investor|name|owner|member|founder/],
  ['shares', /shares|units held|securities|number of/],
  ['ownership', /%|percent|ownership|fully diluted|fd/],
  ['shareClass', /class|series|type|security/],
  ['invested', /invested|amount|consideration|capital|cost/],
] as const

/** Points of ownership that rounding can explain. */
const rounding = 0.1

/** Reads a capitalization table; undefined if the table is not one. */
export const readCapTable = (view: TableView): CapTable | undefined => {
  const known = knownColumns(view, forms, ['holder', 'shares'])
  if (known === undefined || known.columns.ownership === undefined || known.dataRows.length < 2) return undefined
  const { columns, dataRows, totalRow, headRow } = known
  const holders = dataRows.map(
    (row): CapTableHolder => ({
      holder: textAt(view, row, columns.holder),
      shareClass: textAt(view, row, columns.shareClass),
      shares: numberAt(view, row, columns.shares) ?? null,
      ownership: numberAt(view, row, columns.ownership) ?? null,
      invested: numberAt(view, row, columns.invested) ?? null,
      row,
    }),
  )
  const total = sum(holders.map(({ shares }) => shares ?? 0))
  if (total <= 0) return undefined
  const stated = totalRow === undefined ? undefined : numberAt(view, totalRow, columns.shares)
  const flags: CapTable['flags'][number][] = []
  if (stated !== undefined && !foots(stated, total))
    flags.push({ code: 'shares_differ_from_total', row: totalRow ?? null, stated, computed: total })
  for (const { shares, ownership, row } of holders) {
    if (shares === null || ownership === null) continue
    const computed = (shares / total) * 100
    if (Math.abs(computed - ownership) > rounding)
      flags.push({ code: 'ownership_differs', row, stated: ownership, computed })
  }
  const owned = sum(holders.map(({ ownership }) => ownership ?? 0))
  if (Math.abs(owned - 100) > rounding * holders.length)
    flags.push({ code: 'ownership_not_100', row: null, stated: owned, computed: 100 })
  const fact = derivedFact(view, totalRow ?? headRow, {
    metricKey: 'shares_outstanding',
    term: 'shares of all holders',
    value: total,
    unit: 'count',
    column: columns.shares,
  })
  return { kind: 'cap_table', holders, flags, facts: [fact] }
}
