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
const mostAlike = 0.6

/** Timelines that skip, repeat or change their step. */
export const dateGaps: Check = (inspection) => {
  const timelines = inspection.lines.flat().flatMap((line) => timelinesIn(inspection, line))
  if (timelines.length === 0) return undefined
  return timelines.flatMap((timeline): Slip[] => {
    const { sheet, row, periods, kind } = timeline
    const { step, count } = stepOf(timeline)
    const name = kind === 'years' ? (step === 1 ? 'yearly' : undefined) : periodNames.get(step)
    if (name === undefined || count < mostAlike * (periods.length - 1)) return []
    const wrong = periods.filter(({ at }, n) => n > 0 && at - (periods[n - 1]?.at ?? at) !== step)
    const [first] = wrong
    if (first === undefined) return []
    const before = periods[periods.indexOf(first) - 1]
    const moved = first.at - (before?.at ?? 0)
    const what =
      moved === 0 ? 'repeats a period' : moved < 0 ? 'goes back' : moved > step ? 'skips' : 'changes its step'
    return [
      {
        check: 'date_gap',
        message: `The ${name} timeline ${what} at column ${columnName(first.column)}.`,
        areas: wrong.map(({ column }) => ({ sheet, top: row, left: column, bottom: row, right: column })),
      },
    ]
  })
}
