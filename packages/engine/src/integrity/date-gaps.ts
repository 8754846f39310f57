import { columnName } from '../cell-reference.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { stepOf, timelinesIn } from './timelines.ts'

const periodNames = new Map([
  [1, 'monthly'],
  [3, 'quarterly'],
  [6, 'half-yearly'],
  [12, 'yearly'],
])

/** Where most steps are alike, the others are slips. */
const maxAlike = 0.6

/** Timelines that skip, repeat or change their step. */
export const dateGaps: Check = (inspection) => {
  const timelines = inspection.lines.flat().flatMap((line) => timelinesIn(inspection, line))
  if (timelines.length === 0) return undefined
  return timelines.flatMap((timeline): Slip[] => {
    const { sheet, row, periods, kind } = timeline
    const { step, count } = stepOf(timeline)
    const name = kind === 'years' ? (step === 1 ? 'yearly' : undefined) : periodNames.get(step)
    if (name === undefined || count < maxAlike * (periods.length - 1)) return []
    const isAlone = (n: number): boolean => n > 0 && n < periods.length - 1
    const wrong = periods.filter(({ at }, n) => {
      const by = at - (periods[n - 1]?.at ?? at)
      if (n === 0 || by === step) return false
      // A stub period, the fiscal year of 52 or 53 weeks, and a second table that begins again are no gaps.
      if (by > step) return by % step === 0 && isAlone(n)
      // The last actual year comes again as the last twelve months; a month does not.
      return by === 0 && kind === 'dates' && step < 12
    })
    const [first] = wrong
    // A timeline that skips the same period again and again is meant so, such as three quarters of each year.
    if (first === undefined || wrong.length > 1) return []
    const before = periods[periods.indexOf(first) - 1]
    const what = first.at === before?.at ? 'repeats a period' : 'skips'
    return [
      {
        check: 'date_gap',
        message: `The ${name} timeline ${what} at column ${columnName(first.column)}.`,
        areas: wrong.map(({ column }) => ({ sheet, top: row, left: column, bottom: row, right: column })),
      },
    ]
  })
}
