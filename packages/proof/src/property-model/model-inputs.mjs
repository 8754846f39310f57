// The assumptions of the generated model, and which of them can be changed.

/** Inputs for what-ifs: the cell, the value, and the range of other values. */
export const inputs = {
  exit_cap_rate: { sheet: 'Inputs', row: 8, column: 1, value: 0.055, low: 0.045, high: 0.07 },
  rent_growth: { sheet: 'Inputs', row: 4, column: 1, value: 0.03, low: 0.01, high: 0.05 },
}

/** The n-th of many values of an input; consecutive values differ. */
export const nthValue = ({ low, high }, n) => low + ((high - low) * ((n * 37) % 101)) / 100

/** The letters of a zero-based column index: 0 is A. */
export const columnName = (column) =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const spreads = [0.005, 0.005, 0.0025, 0, 0, 0, -0.0025, -0.0025, 0, 0]

export const inputSheet = (months, financedInterest) => [
  ['Assumptions', ''],
  ['Closing date', 45_292],
  ['Purchase price', 30_000_000],
  ['Closing costs', 0.015],
  ['Rent growth', inputs.rent_growth.value],
  ['Expense growth', 0.025],
  ['Vacancy', 0.05],
  ['Bad debt', 0.01],
  ['Exit cap rate', inputs.exit_cap_rate.value],
  ['Selling costs', 0.02],
  ['Exit month', months],
  ['Loan to value', 0.65],
  ['Interest rate', 0.06],
  ['Amortization months', 360],
  ['Interest only months', 12],
  ['Management fee', 0.03],
  ['Capex per year', 150_000],
  ['Discount rate', 0.09],
  ['Investor share', 0.9],
  ['Hurdle 1', 0.08],
  ['Hurdle 2', 0.12],
  ['Hurdle 3', 0.15],
  ['Promote 1', 0.1],
  ['Promote 2', 0.2],
  ['Promote 3', 0.3],
  ['Loan', financedInterest === undefined ? '=B3*B12' : `=B3*B12+0.02*SUM(${financedInterest})`],
  ['Monthly payment', '=-PMT(B13/12,B14,B26)'],
  ['Year', ...spreads.map((_, n) => n + 1)],
  ['Growth spread', ...spreads],
]

/** The cell of an assumption. */
export const input = (name) => `Inputs!$B$${inputSheet(0).findIndex(([label]) => label === name) + 1}`
