/** The yearly debt service of a fully amortizing loan. */
export const yearlyPayments = (loan, rate, months) => (12 * loan * (rate / 12)) / (1 - (1 + rate / 12) ** -months)

/** The balance of an amortizing loan after a number of payments. */
export const balanceAfter = (loan, rate, months, paid) => {
  const payment = yearlyPayments(loan, rate, months) / 12
  const growth = (1 + rate / 12) ** paid
  return loan * growth - (payment * (growth - 1)) / (rate / 12)
}

/** The internal rate of return by bisection; expects flows that change sign once, from outflow to inflow. */
export const internalRate = (flows) => {
  let [low, high] = [-0.9, 1]
  for (let round = 0; round < 200; round++) {
    const middle = (low + high) / 2
    const worth = flows.reduce((sum, flow, n) => sum + flow / (1 + middle) ** n, 0)
    if (worth > 0) low = middle
    else high = middle
  }
  return low
}
