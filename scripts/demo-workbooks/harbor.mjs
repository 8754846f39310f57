import { balanceAfter, internalRate, yearlyPayments } from './finance.mjs'
import { createSheet, looks, serialDay } from './sheet.mjs'

/** Deliberate errors for the integrity checks to find. */
const wrong = { occupancy: 0.875, leasingCommission: 0.16, areaAsText: '21,500', rentTotal: 6_696_600 }

const price = 66_000_000
const closingCosts = 990_000
const budget = 3_200_000
const cost = price + closingCosts + budget
const loan = 39_600_000
const rate = 0.064
const area = 240_000
const years = 7
const stabilized = 5_650_000
const income = {
  potential: 8_160_000,
  vacancy: 1_224_000,
  concessions: 180_000,
  badDebt: 41_000,
  other: 210_000,
  reimbursed: 1_340_000,
}
const expenses = { taxes: 1_150_000, insurance: 240_000, fee: 248_000, other: 1_730_000 }
const reserves = 48_000
const leasing = 620_000
const egi = income.potential - income.vacancy - income.concessions - income.badDebt + income.other + income.reimbursed
const opex = expenses.taxes + expenses.insurance + expenses.fee + expenses.other
const noi = egi - opex

const tenants = [
  ['N-100', 'Meridian Insurance', 49_000, 1_560_384, 'Leased', serialDay(2031, 6, 30)],
  ['N-200', 'Castellan Law', 21_500, 705_200, 'Leased', serialDay(2029, 9, 30)],
  ['N-300', 'Bayline Engineering', 18_400, 588_800, 'Leased', serialDay(2028, 3, 31)],
  ['N-400', 'Harborview Clinics', 14_200, 461_500, 'Leased', serialDay(2033, 12, 31)],
  ['N-500', undefined, 12_600, 0, 'Vacant'],
  ['S-100', 'Port Authority Annex', 26_000, 780_000, 'Leased', serialDay(2030, 12, 31)],
  ['S-150', 'Corner Roasters', 3_100, 120_900, 'Leased', serialDay(2028, 8, 31)],
  ['S-200', 'Lumen Design', 16_800, 520_800, 'Leased', serialDay(2027, 11, 30)],
  ['S-300', 'Tidewater Software', 22_700, 715_050, 'Leased', serialDay(2032, 4, 30)],
  ['S-400', 'Kestrel Accounting', 13_300, 405_650, 'Leased', serialDay(2028, 6, 30)],
  ['S-500', 'Foundry Capital', 11_400, 376_200, 'Leased', serialDay(2034, 2, 28)],
  ['S-600', undefined, 21_000, 0, 'Vacant'],
  ['S-700', 'Atlas Title', 10_000, 267_116, 'Leased', serialDay(2027, 5, 31)],
]

const rentRollSheet = () => {
  const sheet = createSheet('Rent Roll', { widths: [10, 26, 12, 14, 12, 14] })
  sheet.title('Rent roll as of 30 September 2026')
  sheet.heading('Suite', 'Tenant', 'SF', 'Annual Rent', 'Status', 'Lease End')
  const format = [undefined, undefined, looks.number, looks.money, undefined, looks.date]
  for (const [suite, tenant, feet, ...rest] of tenants)
    sheet.record([suite, tenant, suite === 'N-200' ? wrong.areaAsText : feet, ...rest], format)
  sheet.record(['Total', undefined, area, wrong.rentTotal], format)
  return sheet
}

const expirationsSheet = () => {
  const sheet = createSheet('Expirations', { widths: [24] })
  sheet.title('Space that comes back, by year')
  // 2031 is missing on purpose.
  sheet.series('Year of expiry', [2027, 2028, 2029, 2030, 2032, 2033, 2034, 2035], looks.year)
  sheet.series('Expiring space (SF)', [26_800, 34_800, 21_500, 26_000, 71_700, 14_200, 11_400, 0], looks.number)
  return sheet
}

const assumptionsSheet = () => {
  const sheet = createSheet('Assumptions')
  sheet.title('Harbor Point Offices: assumptions', 'Values only; the formulas stayed with the seller.')
  sheet.line('Closing Date', serialDay(2027, 1, 31), looks.date)
  sheet.line('Purchase Price', price, looks.money)
  sheet.line('Closing Costs', closingCosts, looks.money)
  sheet.line('Renovation Budget', budget, looks.money)
  sheet.line('Rentable Square Feet', area, looks.number)
  sheet.line('Physical Occupancy', 0.86, looks.percent)
  sheet.line('Hold Period (Years)', years, looks.number)
  sheet.line('Rent Growth', 0.025, looks.percent)
  sheet.line('Expense Growth', 0.03, looks.percent)
  sheet.line('Loan Amount', loan, looks.money)
  sheet.line('Interest Rate', rate, looks.percent)
  sheet.line('Amortization Term (Months)', 360, looks.number)
  sheet.line('Exit Cap Rate', 0.075, looks.percent)
  sheet.line('Selling Costs', 0.02, looks.percent)
  sheet.skip()
  sheet.heading('Leasing')
  sheet.line('In-place Rent per SF (annual)', 31.5, looks.cents)
  sheet.line('Market Rent per SF (annual)', 34, looks.cents)
  sheet.line('Weighted Average Lease Term (Months)', 52, looks.number)
  sheet.line('Renewal Probability', 0.65, looks.percent)
  sheet.line('Downtime (Months)', 9, looks.number)
  sheet.line('Tenant Improvements per SF (new)', 45, looks.cents)
  sheet.line('Leasing Commission', wrong.leasingCommission, looks.percent)
  sheet.line('Lease Rollover within 24 months', 0.28, looks.percent)
  sheet.line('Largest Tenant % of Rent', 0.24, looks.percent)
  return sheet
}

const statementSheet = () => {
  const sheet = createSheet('Operating Statement')
  sheet.title('Operating statement, in place')
  sheet.line('Gross Potential Rent', income.potential, looks.money)
  sheet.line('Vacancy Loss', income.vacancy, looks.money)
  sheet.line('Concessions', income.concessions, looks.money)
  sheet.line('Bad Debt', income.badDebt, looks.money)
  sheet.line('Other Income', income.other, looks.money)
  sheet.line('Expense Reimbursements', income.reimbursed, looks.money)
  sheet.line('Effective Gross Income', egi, looks.money, 'total')
  sheet.skip()
  sheet.line('Real Estate Taxes', expenses.taxes, looks.money)
  sheet.line('Insurance', expenses.insurance, looks.money)
  sheet.line('Property Management Fee', expenses.fee, looks.money)
  sheet.line('Other Operating Expenses', expenses.other, looks.money)
  sheet.line('Total Operating Expenses', opex, looks.money, 'total')
  sheet.skip()
  sheet.line('Net Operating Income', noi, looks.money, 'total')
  sheet.line('Replacement Reserves', reserves, looks.money)
  sheet.line('Leasing Costs', leasing, looks.money)
  sheet.line('Cash Flow before Debt Service', noi - reserves - leasing, looks.money, 'total')
  sheet.skip()
  sheet.line('Stabilized NOI', stabilized, looks.money)
  return sheet
}

/** NOI rises to the stabilized level by year three, then grows with rents; all in whole dollars, as if pasted. */
const flowsOf = () => {
  const nois = Array.from({ length: years + 1 }, (_, n) =>
    Math.round(n < 2 ? noi + ((stabilized - noi) * n) / 2 : stabilized * 1.025 ** (n - 2)),
  )
  const service = Math.round(yearlyPayments(loan, rate, 360))
  const exitNoi = nois[years]
  const gross = Math.round(exitNoi / 0.075)
  const net = Math.round(gross * 0.98)
  const owed = Math.round(balanceAfter(loan, rate, 360, years * 12))
  const operating = nois.slice(0, years).map((noi) => noi - reserves - leasing)
  const sale = (n) => (n === years - 1 ? net : 0)
  const unlevered = [-cost, ...operating.map((flow, n) => flow + sale(n))]
  const levered = [
    -(cost - loan),
    ...operating.map((flow, n) => flow - service + sale(n) - (n === years - 1 ? owed : 0)),
  ]
  return { nois, service, exitNoi, gross, net, owed, operating, unlevered, levered }
}

const cashFlowSheet = ({ nois, service, operating, unlevered, levered }) => {
  const sheet = createSheet('Yearly Cash Flow', { widths: [30], freeze: { row: 3, column: 1 } })
  sheet.title('Cash flow by year')
  sheet.heading(undefined, ...Array.from({ length: years + 1 }, (_, n) => `Year ${n}`))
  const row = (label, values, from = 2) => sheet.series(label, values, looks.money, { from })
  row('Net Operating Income', nois.slice(0, years))
  row('Cash Flow before Debt Service', operating)
  row(
    'Payments on the loan',
    operating.map(() => service),
  )
  row(
    'Cash Flow after Debt Service',
    operating.map((flow) => flow - service),
  )
  row('Net Unlevered Cash Flow', unlevered, 1)
  row('Net Levered Cash Flow', levered, 1)
  return sheet
}

const rounded = (value, digits) => Number(value.toFixed(digits))

const summarySheet = (flows) => {
  const { service, exitNoi, gross, net, owed, operating, unlevered, levered } = flows
  const equity = cost - loan
  const sheet = createSheet('Summary')
  sheet.title('Harbor Point Offices', 'Two buildings on the harbour.')
  sheet.line('Price per SF', price / area, looks.cents)
  sheet.line('Physical Occupancy', wrong.occupancy, looks.percent)
  sheet.line(
    'Economic Occupancy',
    rounded((egi - income.other - income.reimbursed) / income.potential, 5),
    looks.percent,
  )
  sheet.line('Going-in Cap Rate', rounded(noi / price, 5), looks.percent)
  sheet.line('Operating Expense Ratio', rounded(opex / egi, 5), looks.percent)
  sheet.line('Mark-to-Market', rounded(34 / 31.5 - 1, 5), looks.percent)
  sheet.line('Total Project Cost', cost, looks.money)
  sheet.line('Equity Required', equity, looks.money)
  sheet.line('Yield on Cost', rounded(stabilized / cost, 5), looks.percent)
  sheet.skip()
  sheet.heading('Loan')
  sheet.line('Loan to Value', loan / price, looks.percent)
  sheet.line('Loan to Cost', rounded(loan / cost, 5), looks.percent)
  sheet.line('Annual Debt Service', service, looks.money)
  sheet.line('Debt Service Coverage Ratio', rounded(noi / service, 4), looks.multiple)
  sheet.line('Debt Yield', rounded(noi / loan, 5), looks.percent)
  sheet.line('Breakeven Occupancy', rounded((opex + service) / (income.potential + income.other), 5), looks.percent)
  sheet.skip()
  sheet.heading('Exit and returns')
  sheet.line('Exit-year NOI', exitNoi, looks.money)
  sheet.line('Gross Exit Value', gross, looks.money)
  sheet.line('Net Sale Proceeds before Debt', net, looks.money)
  sheet.line('Loan Balance at Exit', owed, looks.money)
  sheet.line('Cash-on-Cash Return', rounded((operating[0] - service) / equity, 5), looks.percent)
  sheet.line('Unlevered IRR', rounded(internalRate(unlevered), 5), looks.percent)
  sheet.line('Levered IRR', rounded(internalRate(levered), 5), looks.percent)
  sheet.line(
    'Equity Multiple',
    rounded(levered.slice(1).reduce((sum, flow) => sum + flow, 0) / equity, 4),
    looks.multiple,
  )
  return sheet
}

/** An office deal whose workbook has pasted values instead of formulas. */
export const harborWorkbook = () => {
  const flows = flowsOf()
  return {
    sheets: [
      summarySheet(flows),
      assumptionsSheet(),
      rentRollSheet(),
      expirationsSheet(),
      statementSheet(),
      cashFlowSheet(flows),
    ],
  }
}
