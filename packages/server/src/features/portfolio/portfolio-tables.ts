import type { Portfolio, PortfolioDeal, PortfolioValue } from '@deal-canvas/contract'
import { portfolioMessages as messages } from '../../messages/portfolio.ts'
import { amount, type Column, type Table, type TableCell, tableOf } from '../exports/index.ts'

/** What the file is made of. Only deals that the reader can export. */
export interface PortfolioToWrite extends Omit<Portfolio, 'offered'> {
  /** Names of deals that are left out. */
  leftOut: string[]
  /** ISO 8601. */
  at: string
}

const origins = {
  computed: messages.computed,
  input: messages.input,
  overridden: messages.overridden,
  frozen: messages.frozen,
  manual: messages.manual,
} as const

const statusOf = (value: PortfolioValue | undefined): string => {
  if (value === undefined) return messages.missing()
  const origin = origins[value.origin]()
  return value.confirmation === 'unconfirmed' ? messages.unconfirmed({ origin }) : origin
}

/** Money is written as a plain number: a workbook has one currency sign, and these deals can have several. */
const cellOf = (value: number, unit: PortfolioValue['unit']): TableCell =>
  unit === 'currency' ? amount(value, 'count') : amount(value, unit)

/** Without the functions that filled it, which cannot be sent to a thread. */
const plain = (table: Table): Table => ({
  ...table,
  columns: table.columns.map(({ title, width }) => ({ title, width })),
})

export const portfolioTables = ({ metrics, deals, totals, leftOut }: PortfolioToWrite): Table[] => {
  const numberOf = (deal: PortfolioDeal, key: string) => deal.values.find(({ metric_key }) => metric_key === key)
  const labelOf = (key: string): string => metrics.find(({ metric_key }) => metric_key === key)?.label ?? key
  const columns: Column<PortfolioDeal>[] = [
    { title: messages.deal(), width: 32, cell: ({ name }) => name },
    { title: messages.type(), width: 16, cell: ({ deal_type }) => deal_type },
    { title: messages.currency(), width: 10, cell: ({ currency }) => currency },
    { title: messages.scenario(), width: 18, cell: ({ scenario_name }) => scenario_name ?? messages.base() },
    ...metrics.flatMap(({ metric_key, label }): Column<PortfolioDeal>[] => [
      {
        title: label,
        width: 18,
        cell: (deal) => {
          const found = numberOf(deal, metric_key)
          return found === undefined ? null : cellOf(found.value, found.unit)
        },
      },
      { title: messages.status({ label }), width: 22, cell: (deal) => statusOf(numberOf(deal, metric_key)) },
    ]),
  ]
  return [
    tableOf({ id: 'comparison', title: messages.comparison() }, deals, columns),
    tableOf({ id: 'totals', title: messages.totals() }, totals, [
      { title: messages.metric(), width: 32, cell: ({ metric_key }) => labelOf(metric_key) },
      { title: messages.unit(), width: 18, cell: ({ unit }) => unit },
      { title: messages.currency(), width: 10, cell: ({ currency }) => currency },
      { title: messages.sum(), width: 18, cell: ({ sum, unit }) => (sum === null ? null : cellOf(sum, unit)) },
      { title: messages.average(), width: 18, cell: ({ average, unit }) => cellOf(average, unit) },
      { title: messages.deals(), width: 14, cell: ({ counted }) => counted },
      { title: messages.unconfirmedDeals(), width: 20, cell: ({ left_out }) => left_out },
    ]),
    ...(leftOut.length === 0
      ? []
      : [
          tableOf({ id: 'left-out', title: messages.leftOut() }, leftOut, [
            { title: messages.notExported(), width: 48, cell: (name) => name },
          ]),
        ]),
  ].map(plain)
}
