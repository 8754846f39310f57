import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { stepOf, timelinesIn } from './timelines.ts'

const periodNames = new Map([
  [1, messages.periodMonthly()],
  [3, messages.periodQuarterly()],
  [6, messages.periodSemiannual()],
  [12, messages.periodAnnual()],
])

/** If most steps are equal, the others are errors. */
const maxAlike = 0.6

/** Timelines that skip or repeat a period or change their step. */
export const dateGaps: Check = (inspection) => {
  const timelines = inspection.lines.flat().flatMap((line) => timelinesIn(inspection, line))
  if (timelines.length === 0) return undefined
  return timelines.flatMap((timeline): Slip[] => {
    const { sheet, row, periods, kind } = timeline
    const { step, count } = stepOf(timeline)
    const period = kind === 'years' ? (step === 1 ? messages.periodAnnual() : undefined) : periodNames.get(step)
    if (period === undefined || count < maxAlike * (periods.length - 1)) return []
    const isAlone = (n: number): boolean => n > 0 && n < periods.length - 1
    const wrong = periods.filter(({ at }, n) => {
      const by = at - (periods[n - 1]?.at ?? at)
      if (n === 0 || by === step) return false
      // A stub period, a fiscal year of 52 or 53 weeks, and a second table that starts over are not gaps.
      if (by > step) return by % step === 0 && isAlone(n)
      // The last actual year can appear again as the last twelve months; a month cannot.
      return by === 0 && kind === 'dates' && step < 12
    })
    const [first] = wrong
    // A timeline that regularly skips the same period does so on purpose, such as three quarters of each year.
    if (first === undefined || wrong.length > 1) return []
    const before = periods[periods.indexOf(first) - 1]
    const cell = inspection.nameOf({ sheet, row, column: first.column })
    return [
      {
        check: 'date_gap',
        message:
          first.at === before?.at
            ? messages.timelineRepeats({ period, cell })
            : messages.timelineSkips({ period, cell }),
        areas: wrong.map(({ column }) => ({ sheet, top: row, left: column, bottom: row, right: column })),
      },
    ]
  })
}
