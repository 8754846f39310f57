import { tag } from '../calculate/grid.ts'
import { gapsAtDates, hasBothSigns, netPresent, rateAtGaps } from '../functions/cash-flows.ts'
import { type Gaps, internalRate } from '../numeric/internal-rate.ts'
import { areaSlot, type HelperEnvironment, type HelperMaker, numberFrom, withLanes } from './helper-functions.ts'
import { ratesOfDatedReturn, ratesOfReturn } from './rate-lanes.ts'
import { sameNumbers } from './same-numbers.ts'

/** Reads the numbers of a rectangle, without empty cells; undefined if it holds anything else. */
const createReader = ({ model: { grid }, slots }: HelperEnvironment) => {
  let buffer = new Float64Array()
  return (area: number): Float64Array | undefined => {
    const { numbers, tags } = grid
    const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
    if (buffer.length < rows * columns) buffer = new Float64Array(rows * columns)
    const found = buffer
    let count = 0
    for (let row = 0, first = slots[area] ?? 0; row < rows; row++, first += slots[area + areaSlot.step] ?? 0)
      for (let id = first; id < first + columns; id++) {
        const kind = tags[id]
        if (kind === tag.number) found[count++] = numbers[id] as number
        else if (kind !== tag.empty) return undefined
      }
    return count === found.length ? found : found.subarray(0, count)
  }
}

/** An infinite guess is a division by zero. */
const isGuess = (guess: number): boolean => guess - guess === 0 && guess > -1

/** IRR of a rectangle, computed in place; NaN if there is none, or if it holds anything but numbers and empty cells. */
export const rateOfReturn: HelperMaker = withLanes((environment) => {
  const read = createReader(environment)
  return (area: number, guess = 0.1) => {
    const payments = isGuess(guess) ? read(area) : undefined
    if (payments === undefined || !hasBothSigns(payments)) return Number.NaN
    return internalRate(payments, guess) ?? Number.NaN
  }
}, ratesOfReturn)

/** The same for XIRR; also NaN if a cell is empty. */
export const rateOfDatedReturn: HelperMaker = withLanes((environment) => {
  const { model, slots } = environment
  const [readPayments, readDates] = [createReader(environment), createReader(environment)]
  const sizeOf = (area: number) => (slots[area + areaSlot.allRows] ?? 0) * (slots[area + areaSlot.allColumns] ?? 0)
  // Dates hardly ever change, and computing their distances took as long as the search for the rate.
  let before: { readonly dates: Float64Array; readonly gaps: Gaps } | undefined
  const gapsAt = (dates: Float64Array): Gaps => {
    if (before !== undefined && sameNumbers(before.dates, dates)) return before.gaps
    before = { dates: dates.slice(), gaps: gapsAtDates([...dates], model.context) }
    return before.gaps
  }
  return (values: number, days: number, guess = 0.1) => {
    if (!isGuess(guess)) return Number.NaN
    const [payments, dates] = [readPayments(values), readDates(days)]
    if (payments?.length !== sizeOf(values) || dates?.length !== sizeOf(days) || payments.length !== dates.length)
      return Number.NaN
    return numberFrom(() => rateAtGaps(payments, gapsAt(dates), guess))
  }
}, ratesOfDatedReturn)

/** NPV of one rectangle, computed in place. */
export const presentWorth: HelperMaker = (environment) => {
  const read = createReader(environment)
  return (rate: number, area: number) => {
    const payments = rate - rate === 0 && rate !== -1 ? read(area) : undefined
    return payments === undefined ? Number.NaN : netPresent(rate, payments)
  }
}
