// The monthly sheet of the generated model: from rents to investor and sponsor distributions.
import { columnName, input, inputSheet } from './model-inputs.mjs'

/**
 * The rows of the monthly sheet: the label, the cell of the purchase date, and the formula of each month. If the model
 * is circular, interest is on the average balance and a quarter of the cash after debt service is swept, as lenders
 * require.
 */
export const monthlyRows = (types, expenses, months, { circular = false } = {}) => {
  const rows = []
  /** `{c}` is the month's column, `{p}` the previous one; returns the row number. */
  const add = (label, start, month) => rows.push({ label, start, month: month(rows.length + 1) })
  const many = (count, label, start, month) => {
    const first = rows.length + 1
    for (let n = 0; n < count; n++) add(`${label} ${n + 1}`, start(n), (self) => month(n, self))
    return { first, last: rows.length, sum: `SUM({c}${first}:{c}${rows.length})` }
  }
  const row = {}
  const define = (key, label, month, start = '') => {
    row[key] = add(label, start, month)
  }

  define('month', 'Month', (self) => `{p}${self}+1`, 0)
  define('date', 'Date', () => `EDATE(${input('Closing date')},{c}${row.month})`, `=${input('Closing date')}`)
  define('year', 'Year', () => `ROUNDUP({c}${row.month}/12,0)`, 0)
  const years = inputSheet(0).length
  define('spread', 'Growth spread', () => `INDEX(Inputs!$B$${years}:$K$${years},1,{c}${row.year})`)
  define('growth', 'Rent growth factor', () => `(1+${input('Rent growth')}+{c}${row.spread})^(1/12)`)
  define('index', 'Expense index', (self) => `{p}${self}*(1+${input('Expense growth')})^(1/12)`, 1)
  define('held', 'Held', () => `IF({c}${row.month}<=${input('Exit month')},1,0)`)
  define('exit', 'Sold', () => `IF({c}${row.month}=${input('Exit month')},1,0)`)

  const rents = many(
    types,
    'Rent',
    (n) => `=Units!$C$${n + 2}`,
    (_, self) => `{p}${self}*{c}$${row.growth}`,
  )
  const incomes = many(
    types,
    'Income',
    () => '',
    (n) => `{c}${rents.first + n}*Units!$B$${n + 2}`,
  )
  const losses = many(
    types,
    'Vacancy',
    () => '',
    (n) => `-{c}${incomes.first + n}*(${input('Vacancy')}+${input('Bad debt')})`,
  )
  define('gross', 'Potential income', () => incomes.sum)
  define('lost', 'Vacancy and bad debt', () => losses.sum)
  define('other', 'Other income', () => `{c}${row.gross}*0.04`)
  define('egi', 'Effective income', () => `{c}${row.gross}+{c}${row.lost}+{c}${row.other}`)
  const costs = many(
    expenses,
    'Expense',
    () => '',
    (n) => `Units!$F$${n + 2}*{c}$${row.index}/12`,
  )
  define('opex', 'Operating expenses', () => costs.sum)
  define('fee', 'Management fee', () => `{c}${row.egi}*${input('Management fee')}`)
  define('noi', 'Net operating income', () => `{c}${row.egi}-{c}${row.opex}-{c}${row.fee}`)
  define('capex', 'Capex', () => `${input('Capex per year')}*{c}${row.index}/12`)
  define('before', 'Cash flow before debt', () => `({c}${row.noi}-{c}${row.capex})*{c}${row.held}`)

  const loan = rows.length + 1
  define('opening', 'Loan, opening', () => `{p}${loan + 4}`)
  const outstanding = circular ? `({c}${loan}+{c}${loan + 4})/2` : `{c}${loan}`
  define('interest', 'Interest', () => `${outstanding}*${input('Interest rate')}/12`)
  define(
    'payment',
    'Debt service',
    () =>
      `IF({c}${row.month}<=${input('Interest only months')},{c}${row.interest},MIN({c}${loan}+{c}${row.interest},${input('Monthly payment')}))`,
  )
  const sweep = `+MAX(0,0.25*({c}${row.before}-{c}${row.payment}))`
  define('principal', 'Principal', () => `{c}${row.payment}-{c}${row.interest}${circular ? sweep : ''}`)
  define('balance', 'Loan, closing', () => `{c}${row.opening}-{c}${row.principal}`, `=${input('Loan')}`)
  define('after', 'Cash flow after debt', () => `{c}${row.before}-{c}${row.payment}*{c}${row.held}`)
  define('coverage', 'Debt service coverage', () => `IF({c}${row.payment}=0,0,{c}${row.noi}/{c}${row.payment})`)
  define('yield', 'Debt yield', () => `IF({c}${row.balance}>0,{c}${row.noi}*12/{c}${row.balance},0)`)
  define('annual', 'NOI, annualized', () => `AVERAGE({p}${row.noi}:{c}${row.noi})*12`)

  define('value', 'Value', () => `{c}${row.annual}/${input('Exit cap rate')}`)
  define('selling', 'Selling costs', () => `{c}${row.value}*${input('Selling costs')}`)
  define('net', 'Net value', () => `{c}${row.value}-{c}${row.selling}`)
  define('ltv', 'Loan to value', () => `{c}${row.balance}/{c}${row.value}`)
  define('sale', 'Sale', () => `{c}${row.exit}*{c}${row.net}`)
  define('proceeds', 'Sale after loan', () => `{c}${row.sale}-{c}${row.exit}*{c}${row.balance}`)
  const price = `${input('Purchase price')}*(1+${input('Closing costs')})`
  define('unlevered', 'Unlevered flow', () => `{c}${row.before}+{c}${row.sale}`, `=-${price}`)
  define('levered', 'Levered flow', () => `{c}${row.after}+{c}${row.proceeds}`, `=${input('Loan')}-${price}`)
  define('total', 'Levered, so far', (self) => `{p}${self}+{c}${row.levered}`, `=B${row.levered}`)
  define('present', 'Levered, present', () => `{c}${row.levered}/(1+${input('Discount rate')})^({c}${row.month}/12)`)
  define('paidIn', 'Contributions', () => `MAX(0,-{c}${row.levered})`, `=MAX(0,-B${row.levered})`)
  define('cash', 'Distributions', () => `MAX(0,{c}${row.levered})`)
  const share = input('Investor share')
  define('ours', 'Investor paid in', () => `{c}${row.paidIn}*${share}`, `=B${row.paidIn}*${share}`)
  define('theirs', 'Sponsor paid in', () => `{c}${row.paidIn}-{c}${row.ours}`, `=B${row.paidIn}-B${row.ours}`)

  // What the investor needs to reach each hurdle; the sponsor gets a promote on what is distributed along the way.
  let left = row.cash
  const toInvestor = []
  for (const tier of [1, 2, 3]) {
    const first = rows.length + 1
    const kept = tier === 1 ? share : `(${share}*(1-${input(`Promote ${tier - 1}`)}))`
    const already = toInvestor.map((line) => `-{c}${line}`).join('')
    add(`Hurdle ${tier}, due`, '', () => `{p}${first + 3}*(1+${input(`Hurdle ${tier}`)})^(1/12)+{c}${row.ours}`)
    add(`Hurdle ${tier}, paid`, '', () => `MAX(0,MIN({c}${left}*${kept},{c}${first}${already}))`)
    add(`Hurdle ${tier}, left`, '', () => `{c}${left}-{c}${first + 1}/${kept}`)
    add(`Hurdle ${tier}, owed`, `=B${row.ours}`, () => `{c}${first}${already}-{c}${first + 1}`)
    toInvestor.push(first + 1)
    left = first + 2
  }
  define('residual', 'Investor, residual', () => `{c}${left}*${share}*(1-${input('Promote 3')})`)
  define('investor', 'Investor, paid', () => `${toInvestor.map((line) => `{c}${line}`).join('+')}+{c}${row.residual}`)
  define('sponsor', 'Sponsor, paid', () => `{c}${row.cash}-{c}${row.investor}`)
  define('investorFlow', 'Investor flow', () => `{c}${row.investor}-{c}${row.ours}`, `=-B${row.ours}`)
  define('sponsorFlow', 'Sponsor flow', () => `{c}${row.sponsor}-{c}${row.theirs}`, `=-B${row.theirs}`)
  define('investorTotal', 'Investor, so far', (self) => `{p}${self}+{c}${row.investorFlow}`, `=B${row.investorFlow}`)
  define('sponsorTotal', 'Sponsor, so far', (self) => `{p}${self}+{c}${row.sponsorFlow}`, `=B${row.sponsorFlow}`)
  const last = columnName(months + 1)
  return { rows, row, along: (key, from = 'C') => `Monthly!$${from}$${row[key]}:$${last}$${row[key]}` }
}

export const monthlySheet = (rows, months) =>
  rows.map(({ label, start, month }) => [
    label,
    start,
    ...Array.from(
      { length: months },
      (_, n) => `=${month.replaceAll('{c}', columnName(n + 2)).replaceAll('{p}', columnName(n + 1))}`,
    ),
  ])
