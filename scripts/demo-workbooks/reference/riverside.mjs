// Recalculates Riverside without a workbook, in plain loops over months, to verify the results of the formulas.
import { internalRate, yearlyPayments } from '../finance.mjs'

const units = 212
const perYear = (flows) => (1 + internalRate(flows)) ** 12 - 1
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

const operations = (rentGrowth) => {
  const [market, inPlace] = [1_985, 1_870]
  const potential = units * market * 12
  const loss = (market - inPlace) * units * 12
  const egi = potential - loss - potential * 0.05 - 37_800 - 40_400 + 318_000
  const costs = 690_000 + 212_000 + 1_150_000
  const noi = egi * 0.97 - costs
  const stabilized = noi + 160 * 210 * 12 * 0.95 * 0.97 + loss * 0.6 * 0.97
  let renovated = 0
  const months = Array.from({ length: 120 }, (_, n) => {
    const month = n + 1
    const year = Math.ceil(month / 12)
    const rents = (1 + rentGrowth) ** (year - 1)
    const prices = 1.0275 ** (year - 1)
    const started = Math.min(7, 160 - renovated)
    const premium = renovated * 210 * rents
    renovated += started
    const full = (potential / 12) * rents
    const leases = full * (loss / potential) * (1 - 0.6 * Math.min(1, month / 24))
    const vacant = (full + premium) * 0.05
    const down = started * market * rents
    // Hard-coded over its formula in the workbook.
    const other = month === 38 ? 29_500 : (318_000 / 12) * rents
    const income = full + premium - leases - vacant - down - ((37_800 + 40_400) / 12) * rents + other
    const net = income * 0.97 - (costs / 12) * prices
    return { noi: net, afterReserves: net - ((units * 250) / 12) * prices }
  })
  return { egi, noi, stabilized, months }
}

/** The headline metrics; rates are fractions as inputs, percentage points as results. */
export const riversideReference = ({ exitCap = 0.055, rentGrowth = 0.03, hold = 60 } = {}) => {
  const { egi, noi, stabilized, months } = operations(rentGrowth)
  const [price, loan, rate] = [48_500_000, 30_070_000, 0.0535]
  const cost = price + 502_475 + loan * 0.0075 + 160 * 14_500
  const equity = cost - loan
  const payment = yearlyPayments(loan, rate, 360) / 12
  const exitNoi = sum(months.slice(hold, hold + 12).map((month) => month.noi))
  const gross = exitNoi / exitCap
  const net = gross * 0.985
  let balance = loan
  const unlevered = [-cost]
  const levered = [-equity]
  for (let month = 1; month <= hold; month++) {
    const interest = (balance * rate) / 12
    const principal = month > 24 ? payment - interest : 0
    balance -= principal
    const sale = month === hold ? net : 0
    const flow = months[month - 1].afterReserves + sale
    unlevered.push(flow)
    levered.push(flow - interest - principal - (month === hold ? balance : 0))
  }
  return {
    effective_gross_income: egi,
    noi,
    stabilized_noi: stabilized,
    total_project_cost: cost,
    equity_invested: equity,
    going_in_cap_rate_pct: (noi / price) * 100,
    yield_on_cost_pct: (stabilized / cost) * 100,
    annual_debt_service: payment * 12,
    dscr: noi / (payment * 12),
    exit_noi: exitNoi,
    gross_exit_value: gross,
    net_sale_proceeds: net,
    loan_balance_at_exit: balance,
    cash_on_cash_pct: (sum(levered.slice(1, 13)) / equity) * 100,
    unlevered_irr_pct: perYear(unlevered) * 100,
    levered_irr_pct: perYear(levered) * 100,
    equity_multiple: sum(levered.slice(1)) / equity,
  }
}
