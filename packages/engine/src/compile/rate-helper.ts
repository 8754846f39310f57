import { tag } from '../calculate/grid.ts'
import { hasBothSigns, rateAtDates } from '../functions/cash-flows.ts'
import { internalRate } from '../numeric/internal-rate.ts'
import { areaSlot, type HelperEnvironment, type HelperMaker, numberFrom } from './helper-functions.ts'

/** The numbers of a rectangle, without empty cells; false: there is more in it. */
const collect = ({ model: { grid }, slots }: HelperEnvironment, area: number, into: number[]): boolean => {
  const { numbers, tags } = grid
  const [rows, columns] = [slots[area + areaSlot.rows] ?? 0, slots[area + areaSlot.columns] ?? 0]
  into.length = 0
  for (let row = 0, first = slots[area] ?? 0; row < rows; row++, first += slots[area + areaSlot.step] ?? 0)
    for (let id = first; id < first + columns; id++) {
      const kind = tags[id]
      if (kind === tag.number) into.push(numbers[id] as number)
      else if (kind !== tag.empty) return false
    }
  return true
}

/** An infinite guess is a division by zero. */
const isGuess = (guess: number): boolean => guess - guess === 0 && guess > -1

/** IRR of a rectangle where its numbers stand; NaN where it has none, or holds more than numbers and empty cells. */
export const rateOfReturn: HelperMaker = (environment) => {
  const payments: number[] = []
  return (area: number, guess = 0.1) =>
    isGuess(guess) && collect(environment, area, payments) && hasBothSigns(payments)
      ? (internalRate(payments, guess) ?? Number.NaN)
      : Number.NaN
}

/** The same of XIRR; NaN also where a cell is empty. */
export const rateOfDatedReturn: HelperMaker = (environment) => {
  const { model, slots } = environment
  const [payments, dates]: [number[], number[]] = [[], []]
  return (values: number, days: number, guess = 0.1) => {
    if (!isGuess(guess) || !collect(environment, values, payments) || !collect(environment, days, dates))
      return Number.NaN
    const sizeOf = (area: number) => (slots[area + areaSlot.allRows] ?? 0) * (slots[area + areaSlot.allColumns] ?? 0)
    if (payments.length !== sizeOf(values) || dates.length !== sizeOf(days)) return Number.NaN
    return numberFrom(() => rateAtDates(payments, dates, guess, model.context))
  }
}
