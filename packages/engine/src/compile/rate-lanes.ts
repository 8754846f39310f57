import { tag } from '../calculate/grid.ts'
import { gapsAtDates, leastRate } from '../functions/cash-flows.ts'
import type { Gaps } from '../numeric/internal-rate.ts'
import { internalRates, internalRatesAtDays } from '../numeric/internal-rates.ts'
import { laneCount } from '../numeric/lane-count.ts'
import { isError, type Value } from '../value/value.ts'
import { areaSlot, type LaneArgument, type LaneEnvironment, type LaneHelperMaker } from './helper-functions.ts'

/** Numbers of a rectangle in all lanes, interleaved. */
interface Gathered {
  list: Float64Array
  count: number
}

/** Collects them without empty cells; false if it holds anything but numbers. */
const gather = ({ slots, grids }: LaneEnvironment, area: number, into: Gathered): boolean => {
  const { numbers, tags, starts } = grids
  const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
  if (into.list.length < rows * columns * laneCount) into.list = new Float64Array(rows * columns * laneCount)
  const { list } = into
  let at = 0
  for (let row = 0, first = slots[area] ?? 0; row < rows; row++, first += slots[area + areaSlot.step] ?? 0)
    for (let id = first; id < first + columns; id++) {
      const kind = tags[id]
      if (kind === tag.number) {
        for (let n = 0; n < laneCount; n++) list[at + n] = numbers[id + (starts[n] as number)] as number
        at += laneCount
      } else if (kind !== tag.empty) return false
    }
  into.count = at / laneCount
  return true
}

/** Whether there are both positive and negative cash flows, in each lane. */
const haveBothSigns = ({ list, count }: Gathered): boolean => {
  for (let lane = 0; lane < laneCount; lane++) {
    let [highest, lowest] = [0, 0]
    for (let n = lane; n < count * laneCount && !(highest > 0 && lowest < 0); n += laneCount) {
      const payment = list[n] as number
      if (payment > highest) highest = payment
      else if (payment < lowest) lowest = payment
    }
    if (!(highest > 0 && lowest < 0)) return false
  }
  return true
}

const isGuess = (guess: LaneArgument<number>): guess is number =>
  typeof guess === 'number' && guess - guess === 0 && guess > -1

/** IRR of a rectangle in all lanes, from one guess. */
export const ratesOfReturn: LaneHelperMaker = (environment) => {
  const payments: Gathered = { list: new Float64Array(), count: 0 }
  return (into: Float64Array, area: number, guess: LaneArgument<number> = 0.1) => {
    if (isGuess(guess) && gather(environment, area, payments) && haveBothSigns(payments))
      internalRates(payments.list, payments.count, guess, into)
    else into.fill(Number.NaN)
  }
}

/** The dates if they are the same in all lanes; undefined otherwise. */
const commonDates = ({ list, count }: Gathered): number[] | undefined => {
  const dates: number[] = []
  for (let n = 0; n < count * laneCount; n += laneCount) {
    for (let lane = 1; lane < laneCount; lane++) if (list[n + lane] !== list[n]) return undefined
    dates.push(list[n] as number)
  }
  return dates
}

/** The distances between dates; undefined if they are not valid dates. */
const gapsBetween = (dates: readonly number[], { model }: LaneEnvironment): Gaps | undefined => {
  try {
    return gapsAtDates(dates, model.context)
  } catch (thrown) {
    if (isError(thrown as Value)) return undefined
    throw thrown
  }
}

/** XIRR of rectangles in all lanes. */
export const ratesOfDatedReturn: LaneHelperMaker = (environment) => {
  const { slots } = environment
  const [payments, dates]: [Gathered, Gathered] = [
    { list: new Float64Array(), count: 0 },
    { list: new Float64Array(), count: 0 },
  ]
  const sizeOf = (area: number) => (slots[area + areaSlot.allRows] ?? 0) * (slots[area + areaSlot.allColumns] ?? 0)
  return (into: Float64Array, values: number, at: number, guess: LaneArgument<number> = 0.1) => {
    into.fill(Number.NaN)
    if (!isGuess(guess) || !gather(environment, values, payments) || !gather(environment, at, dates)) return
    if (payments.count !== sizeOf(values) || dates.count !== sizeOf(at) || payments.count !== dates.count) return
    const common = commonDates(dates)
    const gaps = common && gapsBetween(common, environment)
    if (gaps === undefined || !haveBothSigns(payments)) return
    internalRatesAtDays(payments.list, gaps, guess, into)
    for (let n = 0; n < laneCount; n++) if (!((into[n] as number) > leastRate)) into[n] = Number.NaN
  }
}
