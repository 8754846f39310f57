import { columnName, type Workbook, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Scalar } from '../value/value.ts'

/** The positions of the model's inputs on its first sheet, and their values. */
const inputs = {
  rent_growth: ['B2', 0.03],
  vacancy: ['B3', 0.05],
  expense_growth: ['B4', 0.025],
  exit_cap_rate: ['B5', 0.055],
  interest_rate: ['B6', 0.06],
  loan_to_cost: ['B7', 0.65],
  purchase_price: ['B8', 40_000_000],
  amortization_months: ['B9', 360],
  selling_costs: ['B10', 0.02],
  capex_per_unit: ['B11', 250],
} as const satisfies Record<string, readonly [string, number]>
export type PropertyInput = keyof typeof inputs

interface Line {
  label: string
  /** The formula in a month's column; `{c}` is the column, `{p}` the previous one. */
  first: string
  then: string
}

/**
 * A typical monthly property model: rents by unit type, expenses by line, amortizing debt, a sale at the end, and its
 * returns. `months` and the number of unit types and expense lines set its size.
 */
export const propertyModel = ({
  months = 120,
  types = 60,
  expenses = 30,
} = {}): {
  workbook: Workbook
  inputCell: (name: PropertyInput) => { row: number; column: number }
  outputs: { row: number; column: number }[]
} => {
  const cell = (name: PropertyInput): string => `Inputs!$B$${inputs[name][0].slice(1)}`
  const lines: Line[] = []
  const add = (label: string, first: string, then = first): number => lines.push({ label, first, then }) + 1

  const month = add('Month', '1', '{p}2+1')
  const firstRent = lines.length + 2
  for (let n = 0; n < types; n++)
    add(`Rent ${n}`, `${1_500 + n * 25}`, `{p}${lines.length + 2}*(1+${cell('rent_growth')}/12)`)
  const firstIncome = lines.length + 2
  for (let n = 0; n < types; n++) add(`Income ${n}`, `{c}${firstRent + n}*${4 + (n % 5)}*(1-${cell('vacancy')})`)
  const income = add('Total income', `SUM({c}${firstIncome}:{c}${firstIncome + types - 1})`)
  const firstExpense = lines.length + 2
  for (let n = 0; n < expenses; n++)
    add(`Expense ${n}`, `${1_000 + n * 90}`, `{p}${lines.length + 2}*(1+${cell('expense_growth')}/12)`)
  const expense = add('Total expenses', `SUM({c}${firstExpense}:{c}${firstExpense + expenses - 1})`)
  const noi = add('NOI', `{c}${income}-{c}${expense}`)
  const opening = lines.length + 2
  const loan = `${cell('purchase_price')}*${cell('loan_to_cost')}`
  add('Opening balance', loan, `{p}${opening + 3}`)
  add('Interest', `{c}${opening}*${cell('interest_rate')}/12`)
  add('Principal', `MIN({c}${opening},${loan}/${cell('amortization_months')})`)
  add('Closing balance', `{c}${opening}-{c}${opening + 2}`)
  const capex = add('Capex', `${types * 6}*${cell('capex_per_unit')}/12`)
  const cash = add('Cash flow', `{c}${noi}-{c}${opening + 1}-{c}${opening + 2}-{c}${capex}`)
  const coverage = add(
    'Coverage',
    `IF({c}${opening + 1}+{c}${opening + 2}=0,0,{c}${noi}/({c}${opening + 1}+{c}${opening + 2}))`,
  )
  const sale = add(
    'Sale',
    '0',
    `IF({c}${month}=${months},{c}${noi}*12/${cell('exit_cap_rate')}*(1-${cell('selling_costs')})-{c}${opening + 3},0)`,
  )
  const equity = add('Equity flow', `{c}${cash}+{c}${sale}`)
  const total = add('Running total', `{c}${equity}`, `{p}${lines.length + 2}+{c}${equity}`)

  const monthly: WorkbookCell[] = lines.flatMap(({ label, first, then }, place) => [
    { row: place + 1, column: 0, value: label },
    ...Array.from({ length: months }, (_, n): WorkbookCell => {
      const formula = (n === 0 ? first : then).replaceAll('{c}', columnName(n + 1)).replaceAll('{p}', columnName(n))
      return /^\d+$/.test(formula)
        ? { row: place + 1, column: n + 1, value: Number(formula) }
        : { row: place + 1, column: n + 1, value: null, formula }
    }),
  ])
  const last = columnName(months)
  const results: [string, string][] = [
    ['Equity', `${cell('purchase_price')}*(1-${cell('loan_to_cost')})`],
    ['Total NOI', `SUM(Monthly!B${noi}:${last}${noi})`],
    ['Total cash', `SUM(Monthly!B${cash}:${last}${cash})`],
    ['Lowest coverage', `MIN(Monthly!B${coverage}:${last}${coverage})`],
    ['Sale', `Monthly!${last}${sale}`],
    ['Total', `Monthly!${last}${total}`],
    ['Multiple', `B7/B2`],
    ['Average coverage', `AVERAGE(Monthly!B${coverage}:${last}${coverage})`],
    ['Yield on cost', `SUM(Monthly!B${noi}:M${noi})/${cell('purchase_price')}`],
    ['Cash yield', `SUM(Monthly!B${cash}:M${cash})/B2`],
  ]
  const summary = results.flatMap(([label, formula], place): WorkbookCell[] => [
    { row: place + 1, column: 0, value: label },
    { row: place + 1, column: 1, value: null, formula },
  ])
  const inputCells = Object.entries(inputs).flatMap(([label, [at, value]]): WorkbookCell[] => [
    { row: Number(at.slice(1)) - 1, column: 0, value: label },
    { row: Number(at.slice(1)) - 1, column: 1, value: value as Scalar },
  ])
  const sheet = (name: string, cells: WorkbookCell[]) => ({ name, hidden: false, cells, dataTables: [] })
  return {
    workbook: {
      sheets: [sheet('Inputs', inputCells), sheet('Monthly', monthly), sheet('Summary', summary)],
      names: [],
      tables: [],
      date1904: false,
      iteration: undefined,
    },
    inputCell: (name) => ({ row: Number(inputs[name][0].slice(1)) - 1, column: 1 }),
    outputs: results.map((_, place) => ({ row: place + 1, column: 1 })),
  }
}
