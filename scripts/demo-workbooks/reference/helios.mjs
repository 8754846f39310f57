// Recalculates Helios without a workbook, year by year, iterating until the interest of each year converges.
import { internalRate } from '../finance.mjs'

const [revenueNow, capexNow, kept, fees] = [142_000, 4_100, 5_000, 3_150]
const capitalShare = 0.16 + 0.04 - 0.085

/** One year: debt and cash at its end, with interest on the average balance. */
const yearAfter = (before, { year, growth, marginNow, exitMargin, rate }) => {
  const revenue = before.revenue * (1 + growth)
  const ebitda = revenue * (marginNow + (exitMargin - marginNow) * Math.min(1, year / 5))
  const depreciation = revenue * 0.038
  // Hard-coded over its formula in the workbook.
  const capex = year === 4 ? 4_600 : (revenue * capexNow) / revenueNow
  const capital = (revenue - before.revenue) * capitalShare
  const notesInterest = 25_200 * (rate + 0.02)
  let term = before.term
  for (let round = 0; round < 200; round++) {
    const interest = ((before.term + term) / 2) * (rate - 0.005) + notesInterest
    const written = fees / 7
    const profit = ebitda - depreciation - interest - written
    const taxes = Math.max(0, profit * 0.25)
    const free = profit - taxes + depreciation + written - capital - capex
    const mandatory = Math.min(before.term, 1_260)
    const sweep = Math.max(0, Math.min(before.term - mandatory, (before.cash + free - mandatory - kept) * 0.5))
    term = before.term - mandatory - sweep
    if (round === 199) return { revenue, ebitda, interest, free, term, cash: before.cash + free - mandatory - sweep }
  }
  throw new Error('unreachable')
}

/** The headline metrics in dollars, rates in percentage points. */
export const heliosReference = ({ growth = 0.08, exitMultiple = 9.5, rate = 0.095 } = {}) => {
  const adjusted = revenueNow - 83_800 - 35_900 + 2_900
  const value = adjusted * 9.5
  const sponsor = value + 5_200 + fees + kept - 126_000 - 20_000
  const marginNow = adjusted / revenueNow
  const years = []
  let now = { revenue: revenueNow, term: 100_800, cash: kept }
  for (let year = 1; year <= 7; year++) {
    now = yearAfter(now, { year, growth, marginNow, exitMargin: 0.195, rate })
    years.push(now)
  }
  const [first, exit] = [years[0], years[4]]
  const exitValue = exit.ebitda * exitMultiple
  const netDebt = exit.term + 25_200 - exit.cash
  const proceeds = ((exitValue - netDebt) * sponsor) / (sponsor + 20_000)
  return {
    adjusted_ebitda: adjusted * 1_000,
    enterprise_value: value * 1_000,
    sponsor_equity: sponsor * 1_000,
    cash_interest_expense: first.interest * 1_000,
    free_cash_flow: first.free * 1_000,
    interest_coverage: first.ebitda / first.interest,
    exit_ebitda: exit.ebitda * 1_000,
    exit_enterprise_value: exitValue * 1_000,
    exit_net_debt: netDebt * 1_000,
    exit_equity_value: (exitValue - netDebt) * 1_000,
    sponsor_exit_proceeds: proceeds * 1_000,
    moic: proceeds / sponsor,
    gross_irr_pct: internalRate([-sponsor, 0, 0, 0, 0, proceeds]) * 100,
  }
}
