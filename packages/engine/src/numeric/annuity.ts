/** Equal payments at equal intervals. `due` is 1 for payments at the beginning of each period, 0 at the end. */

/** The future value of a payment of 1 per period. */
const grown = (rate: number, periods: number): number => (rate === 0 ? periods : ((1 + rate) ** periods - 1) / rate)

export const futureValue = (rate: number, periods: number, payment: number, present: number, due: number): number =>
  -(present * (1 + rate) ** periods + payment * (1 + rate * due) * grown(rate, periods))

export const presentValue = (rate: number, periods: number, payment: number, future: number, due: number): number =>
  -(future + payment * (1 + rate * due) * grown(rate, periods)) / (1 + rate) ** periods

export const payment = (rate: number, periods: number, present: number, future: number, due: number): number =>
  -(present * (1 + rate) ** periods + future) / ((1 + rate * due) * grown(rate, periods))

/** The interest portion of the payment of one period. */
export const interestPart = (
  rate: number,
  period: number,
  periods: number,
  present: number,
  future: number,
  due: number,
): number => {
  if (due === 1 && period === 1) return 0
  const each = payment(rate, periods, present, future, due)
  const owed = futureValue(rate, period - 1, each, present, due)
  return due === 1 ? (owed * rate) / (1 + rate) : owed * rate
}
