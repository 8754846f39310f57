import { createSheet, looks } from '../sheet.mjs'

/** The broker's NOI, hard-coded in the summary on purpose: about two percent above the operating statement. */
const brokersNoi = 2_601_000

/** All headline metrics. */
export const returnsSheet = ({ given, rents, statement, yearly, debt, funding, exit, flows, waterfall }) => {
  const sheet = createSheet('Returns')
  sheet.title('Returns and ratios')
  sheet.heading('Price')
  const found = {}
  const add = (key, label, formula, look) => {
    found[key] = sheet.line(label, formula, look)
  }
  add('perUnit', 'Price per Unit', `=${given.price}/${rents.units}`, looks.money)
  add('perFoot', 'Price per SF', `=${given.price}/${rents.area}`, looks.cents)
  add('cost', 'Total Project Cost', `=${funding.uses}`, looks.money)
  add('goingIn', 'Going-in Cap Rate', `=${statement.noi}/${given.price}`, looks.percent)
  add('yieldOnCost', 'Yield on Cost', `=${statement.stabilized}/${funding.uses}`, looks.percent)
  add('spread', 'Development Spread', `=${found.yieldOnCost}-${given.exitCap}`, looks.percent)
  sheet.skip()
  sheet.heading('Operations')
  add('expenseRatio', 'Operating Expense Ratio', `=${statement.total}/${statement.income}`, looks.percent)
  add('perUnitCosts', 'OpEx per Unit', `=${statement.total}/${rents.units}`, looks.money)
  add(
    'economic',
    'Economic Occupancy',
    `=(${statement.income}-${statement.otherIncome})/${statement.potential}`,
    looks.percent,
  )
  add('renovation', 'Renovation ROI', `=${given.premium}*12/${given.unitCost}`, looks.percent)
  sheet.skip()
  sheet.heading('Loan')
  add('loanToValue', 'Loan to Value', `=${given.loan}/${given.price}`, looks.percent)
  add('loanToCost', 'Loan to Cost', `=${given.loan}/${funding.uses}`, looks.percent)
  add('service', 'Annual Debt Service', `=${debt.level}*12`, looks.money)
  add('coverage', 'Debt Service Coverage Ratio', `=${statement.noi}/${found.service}`, looks.multiple)
  add('debtYield', 'Debt Yield', `=${statement.noi}/${given.loan}`, looks.percent)
  add(
    'breakeven',
    'Breakeven Occupancy',
    `=(${statement.total}+${found.service})/(${statement.potential}+${statement.otherIncome})`,
    looks.percent,
  )
  sheet.skip()
  sheet.heading('Returns')
  add('cashOnCash', 'Cash-on-Cash Return', `=${yearly.firstYear}/${funding.equity}`, looks.percent)
  add('unlevered', 'Unlevered IRR', `=(1+IRR(${flows.unlevered},0.01))^12-1`, looks.percent)
  add('levered', 'Levered IRR', `=(1+IRR(${flows.levered},0.01))^12-1`, looks.percent)
  add('multiple', 'Equity Multiple', `=SUMIF(${flows.levered},">0")/-SUMIF(${flows.levered},"<0")`, looks.multiple)
  add(
    'investors',
    'Return to investors after the promote',
    `=(1+IRR(${waterfall.toInvestors},0.01))^12-1`,
    looks.percent,
  )
  add('paidToSponsor', 'Paid to the sponsor', `=SUM(${waterfall.toSponsor})`, looks.money)
  add('sold', 'Sold for', `=${exit.gross}`, looks.money)
  return { sheet, found }
}

/** One-page summary for the investment committee. */
export const summarySheet = ({ given, rents, funding, statement, exit, found }) => {
  const sheet = createSheet('Summary')
  sheet.title('Riverside Apartments', '212 units on the river walk. Base case.')
  sheet.heading('Deal')
  sheet.line('Purchase Price', `=${given.price}`, looks.money)
  sheet.line('Price per Unit', `=${found.perUnit}`, looks.money)
  sheet.line('Total Units', `=${rents.units}`, looks.number)
  sheet.line('Physical Occupancy', `=${rents.occupancy}`, looks.percent)
  sheet.line('Total Project Cost', `=${funding.uses}`, looks.money)
  sheet.line('Loan Amount', `=${given.loan}`, looks.money)
  sheet.line('Equity Required', `=${funding.equity}`, looks.money)
  sheet.skip()
  sheet.heading('Income')
  sheet.line('Net Operating Income', brokersNoi, looks.money)
  sheet.line('Stabilized NOI', `=${statement.stabilized}`, looks.money)
  sheet.line('Going-in Cap Rate', `=${found.goingIn}`, looks.percent)
  sheet.line('Yield on Cost', `=${found.yieldOnCost}`, looks.percent)
  sheet.skip()
  sheet.heading('Returns')
  sheet.line('Gross Exit Value', `=${exit.gross}`, looks.money)
  sheet.line('Levered IRR', `=${found.levered}`, looks.percent)
  sheet.line('Unlevered IRR', `=${found.unlevered}`, looks.percent)
  sheet.line('Equity Multiple', `=${found.multiple}`, looks.multiple)
  sheet.line('Cash-on-Cash Return', `=${found.cashOnCash}`, looks.percent)
  sheet.line('Debt Service Coverage Ratio', `=${found.coverage}`, looks.multiple)
  return sheet
}

/** Checks whose result must be zero. */
export const checksSheet = ({ rents, funding, capex, debt, waterfall }) => {
  const sheet = createSheet('Checks')
  sheet.title('Checks', 'Every line is to be zero.')
  sheet.line('Check: sources equal uses', `=${funding.sources}-${funding.uses}`, looks.money)
  sheet.line('Check: renovation reserve is used up', `=${capex.left}`, looks.money)
  sheet.line('Check: loan is repaid', `=${debt.left}`, looks.money)
  sheet.line('Check: rent roll has all units', `=${rents.rolledUnits}-${rents.units}`, looks.number)
  sheet.line(
    'Check: all cash is distributed',
    `=SUM(${waterfall.cash})-SUM(${waterfall.toInvestorsLater})-SUM(${waterfall.called})-SUM(${waterfall.toSponsor})`,
    looks.money,
  )
  return sheet
}
