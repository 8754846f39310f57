import { tag } from '../calculate/grid.ts'
import { gapsAtDates, hasBothSigns, netPresent, rateAtGaps } from '../functions/cash-flows.ts'
import { type Gaps, internalRate } from '../numeric/internal-rate.ts'
import { areaSlot, type HelperEnvironment, type HelperMaker, numberFrom, withLanes } from './helper-functions.ts'
import { ratesOfDatedReturn, ratesOfReturn } from './rate-lanes.ts'
import { sameNumbers } from './same-numbers.ts'

/** The numbers of a rectangle, without empty cells; false if it holds anything else. */
const collect = ({ model: { grid }, slots }: HelperEnvironment, area: number, into: number[]): boolean => {
  const { numbers, tags } = grid
  const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
  // Clearing the list first would make it grow again each time.
  let count = 0
  for (let row = 0, first = slots[area] ?? 0; row < rows; row++, first += slots[area + areaSlot.step] ?? 0)
    for (let id = first; id < first + columns; id++) {
      const kind = tags[id]
      if (kind === tag.number) into[count++] = numbers[id] as number
      else if (kind !== tag.empty) return false
    }
  into.length = count
  return true
}

/** An infinite guess is a division by zero. */
const isGuess = (guess: number): boolean => guess - guess === 0 && guess > -1

/** IRR of a rectangle, computed in place; NaN if there is none, or if it holds anything but numbers and empty cells. */
export const rateOfReturn: HelperMaker = withLanes((environment) => {
  const payments: number[] = []
  return (area: number, guess = 0.1) =>
    isGuess(guess) && collect(environment, area, payments) && hasBothSigns(payments)
      ? (internalRate(payments, guess) ?? Number.NaN)
      : Number.NaN
}, ratesOfReturn)

/** The same for XIRR; also NaN if a cell is empty. */
export const rateOfDatedReturn: HelperMaker = withLanes((environment) => {
  const { model, slots } = environment
  const [payments, dates]: [number[], number[]] = [[], []]
  const sizeOf = (area: number) => (slots[area + areaSlot.allRows] ?? 0) * (slots[area + areaSlot.allColumns] ?? 0)
  // Dates hardly ever change, and computing their distances took as long as the search for the rate.
  let before: { readonly dates: readonly number[]; readonly gaps: Gaps } | undefined
  const gapsNow = (): Gaps => {
    if (before !== undefined && sameNumbers(before.dates, dates)) return before.gaps
    before = { dates: [...dates], gaps: gapsAtDates(dates, model.context) }
    return before.gaps
  }
  return (values: number, days: number, guess = 0.1) => {
    if (!isGuess(guess) || !collect(environment, values, payments) || !collect(environment, days, dates))
      return Number.NaN
    if (payments.length !== sizeOf(values) || dates.length !== sizeOf(days) || payments.length !== dates.length)
      return Number.NaN
    return numberFrom(() => rateAtGaps(payments, gapsNow(), guess))
  }
}, ratesOfDatedReturn)

/** NPV of one rectangle, computed in place. */
export const presentWorth: HelperMaker = (environment) => {
  const payments: number[] = []
  return (rate: number, area: number) =>
    rate - rate === 0 && rate !== -1 && collect(environment, area, payments) ? netPresent(rate, payments) : Number.NaN
}
