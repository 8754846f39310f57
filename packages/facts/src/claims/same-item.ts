import type { Item } from './items.ts'
import type { StatedNumber } from './read-statement.ts'
import { supportsTime, type TimeMark } from './time-marks.ts'

/** A rounded number in a claim must be nearly the number of the source. */
const maxRounding = 0.01

const perOf = ({ quantity }: StatedNumber): string =>
  quantity.per
    .filter((per) => per !== 'month' && per !== 'year')
    .sort()
    .join()

const isComparable = (a: StatedNumber, b: StatedNumber): boolean =>
  a.quantity.measure === b.quantity.measure && a.quantity.currency === b.quantity.currency

const isWithin = (claimed: StatedNumber, stated: StatedNumber): boolean => {
  const distance = Math.abs(claimed.value - stated.value)
  const size = Math.abs(stated.value)
  return distance <= size * 1e-9 || (distance <= claimed.rounding * (1 + 1e-9) && distance <= size * maxRounding)
}

/** Whether one number says what the other does, whatever they are about. */
export const isSameNumber = (claimed: StatedNumber, stated: StatedNumber): boolean =>
  isComparable(claimed, stated) &&
  isWithin(claimed, stated) &&
  perOf(claimed) === perOf(stated) &&
  claimed.rate === stated.rate &&
  claimed.change === stated.change &&
  claimed.quantity.bound === stated.quantity.bound &&
  claimed.quantity.isRange === stated.quantity.isRange &&
  claimed.quantity.isSpread === stated.quantity.isSpread &&
  (claimed.quantity.isApproximate || !stated.quantity.isApproximate)

export const isSameItem = (claimed: Item, stated: Item): boolean => {
  if (claimed.number !== undefined) return stated.number !== undefined && isSameNumber(claimed.number, stated.number)
  return claimed.time !== undefined && stated.piece.times.some((time) => supportsTime(time, claimed.time as TimeMark))
}

/** Whether the other item could be meant instead, if only its words allowed it. */
export const isRival = (stated: Item, other: Item): boolean => {
  if (stated.number !== undefined)
    return (
      other.number !== undefined &&
      isComparable(stated.number, other.number) &&
      other.number.value !== stated.number.value
    )
  const [time, rival] = [stated.time, other.time]
  return time !== undefined && rival !== undefined && !(supportsTime(time, rival) || supportsTime(rival, time))
}
