/** The yearly payments of a level loan. */
export const yearlyPayments = (loan, rate, months) => (12 * loan * (rate / 12)) / (1 - (1 + rate / 12) ** -months)

/** What is owed of a level loan after some payments. */
export const balanceAfter = (loan, rate, months, paid) => {
  const payment = yearlyPayments(loan, rate, months) / 12
  const growth = (1 + rate / 12) ** paid
  return loan * growth - (payment * (growth - 1)) / (rate / 12)
}

/** The rate at which flows are worth nothing, by halving; they turn from paid to received once. */
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
