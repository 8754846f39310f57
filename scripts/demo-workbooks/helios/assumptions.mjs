import { createSheet, looks } from '../sheet.mjs'

export const thousands = '($ in thousands)'

/** Revenue by customer and year. */
const customers = [
  ['Sunvalley Utilities', 15_900, 17_850, 19_880],
  ['Mesa Grid Partners', 6_800, 7_420, 8_210],
  ['Pinyon Power Cooperative', 5_900, 6_350, 6_940],
  ['Coastal Energy Trust', 5_150, 5_480, 5_880],
  ['Blue Basin Storage', 4_480, 5_020, 5_310],
  ['Verde County Power', 4_050, 4_390, 4_720],
  ['Alder Renewables', 3_600, 3_910, 4_260],
  ['Granite State Solar', 3_320, 3_610, 3_890],
  ['Tamarack Funds', 2_980, 3_200, 3_390],
  ['Redwood Municipal', 2_410, 2_650, 2_840],
]

export const customersSheet = () => {
  const sheet = createSheet('Customers', { widths: [30, 14, 14, 14] })
  sheet.title('Ten largest customers', thousands)
  sheet.heading('Customer', '2024A', '2025A', '2026A')
  const first = sheet.next()
  for (const record of customers) sheet.record(record, [undefined, looks.number, looks.number, looks.number])
  const last = sheet.next() - 1
  sheet.series(
    'All ten',
    ['B', 'C', 'D'].map((column) => `=SUM(${column}${first}:${column}${last})`),
    looks.number,
    { style: 'total' },
  )
  return { sheet, largest: `Customers!$D$${first}`, ten: `Customers!$D$${last + 1}` }
}

/** The cost adjustments of the quality of earnings report, on a sheet that is hidden on purpose. */
export const adjustmentsSheet = () => {
  const sheet = createSheet('QoE', { hidden: true })
  sheet.title('Adjustments of the quality of earnings report', thousands)
  const first = sheet.next()
  sheet.line('Leaving the Fresno depot', 1_450, looks.number)
  sheet.line('Salaries of the founders above market', 620, looks.number)
  sheet.line('Settlement with a former supplier', 480, looks.number)
  sheet.line('Overtime after the storms of March', 350, looks.number)
  const total = sheet.line('All adjustments', `=SUM(B${first}:B${sheet.next() - 1})`, looks.number, 'total')
  return { sheet, total }
}

export const assumptionsSheet = (customers, adjustments) => {
  const sheet = createSheet('Assumptions')
  sheet.title('Helios Field Services: assumptions', thousands)
  sheet.heading('Last twelve months')
  const revenue = sheet.line('Revenue (LTM)', 142_000, looks.number)
  const cogs = sheet.line('Cost of Goods Sold', 83_800, looks.number)
  const overhead = sheet.line('Operating Expenses (SG&A)', 35_900, looks.number)
  const addBacks = sheet.line('EBITDA Add-backs', `=${adjustments.total}`, looks.number)
  const depreciation = sheet.line('Depreciation & Amortization', 5_400, looks.number)
  const capex = sheet.line('Capital Expenditures', 4_100, looks.number)
  const workingCapital = sheet.line('Increase in Net Working Capital', 1_300, looks.number)
  sheet.skip()
  sheet.heading('Customers')
  sheet.line('Largest Customer % of Revenue', `=${customers.largest}/${revenue}`, looks.percent)
  sheet.line('Top-10 Customers % of Revenue', `=${customers.ten}/${revenue}`, looks.percent)
  sheet.line('Recurring Revenue Share', 0.63, looks.percent)
  sheet.skip()
  sheet.heading('Price and financing')
  const entryMultiple = sheet.line('Entry Multiple', 9.5, looks.multiple)
  const senior = sheet.line('Senior Debt', 100_800, looks.number)
  const subordinated = sheet.line('Subordinated Debt', 25_200, looks.number)
  const rollover = sheet.line('Management Rollover', 20_000, looks.number)
  const dealFees = sheet.line('Transaction Fees', 5_200, looks.number)
  const financingFees = sheet.line('Financing Fees', 3_150, looks.number)
  const cash = sheet.line('Cash to B/S', 5_000, looks.number)
  const rate = sheet.line('Interest Rate (blended)', 0.095, looks.percent)
  const seniorMargin = sheet.line('Senior rate against the blended one', -0.005, looks.percent)
  const subordinatedMargin = sheet.line('Subordinated rate against the blended one', 0.02, looks.percent)
  const mandatory = sheet.line('Mandatory Amortization', 1_260, looks.number)
  const sweep = sheet.line('Share of free cash that repays the term loan', 0.5, looks.percent)
  const feeYears = sheet.line('Financing fees written off over (years)', 7, looks.number)
  const breaker = sheet.line('Circularity breaker (1 = interest on opening balances)', 0, looks.number)
  sheet.skip()
  sheet.heading('Projection')
  const growth = sheet.line('Revenue Growth', 0.08, looks.percent)
  const exitMargin = sheet.line('Exit EBITDA Margin', 0.195, looks.percent)
  const marginYears = sheet.line('Years to reach it', 5, looks.number)
  const taxRate = sheet.line('Cash Tax Rate', 0.25, looks.percent)
  const receivables = sheet.line('Receivables as a share of sales', 0.16, looks.percent)
  const inventory = sheet.line('Inventory as a share of sales', 0.04, looks.percent)
  const payables = sheet.line('Payables as a share of sales', 0.085, looks.percent)
  const equipment = sheet.line('Property and equipment at closing', 26_000, looks.number)
  sheet.skip()
  sheet.heading('Exit')
  const hold = sheet.line('Hold Period (Years)', 5, looks.number)
  const exitMultiple = sheet.line('Exit Multiple', 9.5, looks.multiple)
  sheet.line('Preferred Return', 0.08, looks.percent)
  sheet.line('Promote', 0.2, looks.percent)
  return {
    sheet,
    ...{ revenue, cogs, overhead, addBacks, depreciation, capex, workingCapital, entryMultiple, senior, subordinated },
    ...{ rollover, dealFees, financingFees, cash, rate, seniorMargin, subordinatedMargin, mandatory, sweep, feeYears },
    ...{ breaker, growth, exitMargin, marginYears, taxRate, receivables, inventory, payables, equipment },
    ...{ hold, exitMultiple },
  }
}
