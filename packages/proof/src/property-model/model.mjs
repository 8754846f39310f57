// A monthly property model over ten years, as people build them: rents by unit type, growth, vacancy, expenses, capex,
// an amortizing loan, a sale, a waterfall with three hurdles, a yearly summary and twenty results. It consists of plain
// rows of numbers, texts and formulas (`=…`), so that every engine can load it.
import { columnName, input, inputSheet } from './model-inputs.mjs'
import { monthlyRows, monthlySheet } from './model-months.mjs'

const annualKeys = ['egi', 'opex', 'noi', 'payment', 'after', 'unlevered', 'levered', 'investorFlow', 'sponsorFlow']
/** How the months of a year are summed: by the year number, as most people do, or by position. */
const yearSums = {
  sumif: ({ along }, key, n) => `=SUMIF(${along('year')},${columnName(n + 2)}$1,${along(key)})`,
  sum: ({ row }, key, n) => `=SUM(Monthly!${columnName(n * 12 + 2)}${row[key]}:${columnName(n * 12 + 13)}${row[key]})`,
}
const annualSheet = (monthly, years, yearSum) => [
  ['Year', 0, ...Array.from({ length: years }, (_, n) => `=${columnName(n + 1)}1+1`)],
  ...annualKeys.map((key) => [
    key,
    `=Monthly!B${monthly.row[key]}`,
    ...Array.from({ length: years }, (_, n) => yearSum(monthly, key, n)),
  ]),
]

const resultSheet = (along, row, { months, years }) => {
  const [last, lastYear] = [columnName(months + 1), columnName(years + 1)]
  const annual = (key, from = 'B') => {
    const at = annualKeys.indexOf(key) + 2
    return `Annual!${from}${at}:${lastYear}${at}`
  }
  return [
    ['Unlevered IRR', `=(1+IRR(${along('unlevered', 'B')},0.01))^12-1`],
    ['Levered IRR', `=(1+IRR(${along('levered', 'B')},0.01))^12-1`],
    ['Unlevered IRR, yearly', `=IRR(${annual('unlevered')})`],
    ['Levered IRR, yearly', `=IRR(${annual('levered')})`],
    ['Investor IRR', `=XIRR(${along('investorFlow', 'B')},${along('date', 'B')})`],
    ['Sponsor IRR', `=(1+IRR(${along('sponsorFlow', 'B')},0.01))^12-1`],
    ['Levered NPV', `=NPV(${input('Discount rate')}/12,${along('levered')})+Monthly!B${row.levered}`],
    ['Levered NPV, by month', `=SUM(${along('present')})+Monthly!B${row.levered}`],
    ['Equity multiple', `=SUM(${along('cash')})/SUM(${along('paidIn', 'B')})`],
    ['Investor multiple', `=SUM(${along('investor')})/SUM(${along('ours', 'B')})`],
    ['Sponsor multiple', `=SUM(${along('sponsor')})/SUM(${along('theirs', 'B')})`],
    ['Profit', `=Monthly!${last}${row.total}`],
    ['Exit value', `=Monthly!${last}${row.value}`],
    ['Exit loan to value', `=Monthly!${last}${row.ltv}`],
    ['Total NOI', `=SUM(${along('noi')})`],
    ['Going-in cap rate', `=Annual!C${annualKeys.indexOf('noi') + 2}/${input('Purchase price')}`],
    ['Lowest coverage', `=MIN(${along('coverage')})`],
    ['Average coverage', `=AVERAGE(${along('coverage')})`],
    ['Exit debt yield', `=Monthly!${last}${row.yield}`],
    ['Cash on cash', `=AVERAGE(${annual('after', 'C')})/-Monthly!B${row.levered}`],
  ]
}

const unitSheet = (types, expenses) => [
  ['Unit type', 'Units', 'Rent', 'Yearly rent', 'Expense', 'Yearly cost'],
  ...Array.from({ length: Math.max(types, expenses) }, (_, n) => [
    ...(n < types
      ? [`Type ${n + 1}`, 2 + (n % 7), Math.round(42_000 / types) + 25 * (n % 9), `=B${n + 2}*C${n + 2}*12`]
      : ['', '', '', '']),
    ...(n < expenses ? [`Expense ${n + 1}`, Math.round(720_000 / expenses) + 100 * (n % 5)] : ['', '']),
  ]),
]

const isFormula = (cell) => typeof cell === 'string' && cell.startsWith('=')
const countFormulas = (sheets) =>
  Object.values(sheets).reduce((sum, rows) => sum + rows.flat().filter(isFormula).length, 0)

const build = (types, expenses, months, { yearSum, circular }) => {
  const years = months / 12
  const monthly = monthlyRows(types, expenses, months, { circular })
  const { rows, row, along } = monthly
  const results = resultSheet(along, row, { months, years })
  const sheets = {
    // The loan also has a fee on all its interest, which in turn depends on the loan.
    Inputs: inputSheet(months, circular ? along('interest') : undefined),
    Units: unitSheet(types, expenses),
    Monthly: monthlySheet(rows, months),
    Annual: annualSheet(monthly, years, yearSum),
    Results: results,
  }
  return {
    sheets,
    formulas: countFormulas(sheets),
    types,
    months,
    outputs: results.map(([label], at) => ({ label, sheet: 'Results', row: at, column: 1 })),
  }
}

/**
 * A model with about the given number of formulas: as many unit types as needed, over ten years, or fewer for a small
 * model. A circular model has a loan whose interest, cash sweep and size depend on one another; it converges.
 */
export const propertyModel = (wanted = 19_644, { years = 'sumif', circular = false } = {}) => {
  const yearSum = yearSums[years]
  if (yearSum === undefined) throw new Error(`Years are added up by ${Object.keys(yearSums).join(' or ')}`)
  const months = wanted < 4_000 ? 24 : wanted < 12_000 ? 60 : 120
  const make = (types) => build(types, Math.max(3, Math.round(types * 0.32)), months, { yearSum, circular })
  const [few, many] = [make(1), make(26)]
  const guess = 1 + Math.round(((wanted - few.formulas) * 25) / (many.formulas - few.formulas))
  const miss = ({ formulas }) => Math.abs(formulas - wanted)
  return [guess - 1, guess, guess + 1]
    .map((types) => make(Math.max(1, types)))
    .reduce((best, candidate) => (miss(candidate) < miss(best) ? candidate : best))
}
