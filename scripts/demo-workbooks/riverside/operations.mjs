import { createSheet, looks } from '../sheet.mjs'

/** Expenses of the last twelve months by line. The total of the other lines omits the last one on purpose. */
export const expensesSheet = () => {
  const sheet = createSheet('Expenses')
  sheet.title('Operating expenses, last twelve months')
  sheet.heading('Fixed')
  const taxes = sheet.line('Real Estate Taxes', 690_000, looks.money)
  const insurance = sheet.line('Insurance', 212_000, looks.money)
  sheet.skip()
  sheet.heading('Other lines')
  const first = sheet.next()
  sheet.line('Site staff', 462_000, looks.money)
  sheet.line('Repairs and upkeep', 186_000, looks.money)
  sheet.line('Electricity, water and waste', 204_000, looks.money)
  sheet.line('Contracted services', 98_000, looks.money)
  sheet.line('Advertising and leasing', 72_000, looks.money)
  sheet.line('Office and administration', 128_000, looks.money)
  const lastSummed = sheet.next() - 1
  sheet.line('Unit turns', 41_000, looks.money)
  const other = sheet.line('Other Operating Expenses', `=SUM(B${first}:B${lastSummed})`, looks.money, 'total')
  return { sheet, taxes, insurance, other }
}

/** Annual income and expenses in place. */
export const operatingStatement = (given, rents, expenses) => {
  const sheet = createSheet('Operating Statement')
  sheet.title('Operating statement, in place')
  sheet.heading('Income')
  const potential = sheet.line('Gross Potential Rent', `=${rents.units}*${rents.marketRent}*12`, looks.money)
  const lossToLease = sheet.line(
    'Loss to Lease',
    `=(${rents.marketRent}-${rents.inPlaceRent})*${rents.units}*12`,
    looks.money,
  )
  const vacancy = sheet.line('Vacancy Loss', `=${potential}*${given.vacancy}`, looks.money)
  const concessions = sheet.line('Concessions', 37_800, looks.money)
  const badDebt = sheet.line('Bad Debt', 40_400, looks.money)
  const otherIncome = sheet.line('Other Income', 318_000, looks.money)
  const income = sheet.line(
    'Effective Gross Income',
    `=${potential}-${lossToLease}-${vacancy}-${concessions}-${badDebt}+${otherIncome}`,
    looks.money,
    'total',
  )
  sheet.skip()
  sheet.heading('Expenses')
  const first = sheet.next()
  const taxes = sheet.line('Real Estate Taxes', `=${expenses.taxes}`, looks.money)
  const insurance = sheet.line('Insurance', `=${expenses.insurance}`, looks.money)
  sheet.line('Property Management Fee', `=${income}*${given.feeRate}`, looks.money)
  const other = sheet.line('Other Operating Expenses', `=${expenses.other}`, looks.money)
  const total = sheet.line('Total Operating Expenses', `=SUM(B${first}:B${sheet.next() - 1})`, looks.money, 'total')
  sheet.skip()
  const noi = sheet.line('Net Operating Income', `=${income}-${total}`, looks.money, 'total')
  const reserves = sheet.line('Replacement Reserves', `=${rents.units}*${given.reserve}`, looks.money)
  sheet.line('Cash Flow before Debt Service', `=${noi}-${reserves}`, looks.money, 'total')
  sheet.skip()
  sheet.heading('After the renovation, at rents of today')
  const kept = `(1-${given.feeRate})`
  const fromPremium = sheet.line(
    'Rent of renovated units',
    `=${given.renovatedUnits}*${given.premium}*12*(1-${given.vacancy})*${kept}`,
    looks.money,
  )
  const fromLeases = sheet.line('Leases brought to market', `=${lossToLease}*${given.recapture}*${kept}`, looks.money)
  const stabilized = sheet.line('Stabilized NOI', `=${noi}+${fromPremium}+${fromLeases}`, looks.money, 'total')
  return {
    sheet,
    ...{ potential, concessions, badDebt, otherIncome, income },
    ...{ taxes, insurance, other, total, noi, reserves, stabilized },
    lossShare: `${lossToLease}/${potential}`,
  }
}
