import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { areaOfPlace } from './rectangles.ts'

const switches =
  /^(?:(?:active|selected|live|current|chosen|running|operating|model) )?(?:scenario|case)(?: (?:selected|selector|selection|switch|toggle|number|no|id|choice))?$|^(?:select|choose) (?:a |the )?(?:scenario|case)$/
const base = /\b(?:base|management|expected|central)\b/i
const another =
  /\b(?:upside|downside|bear|bull|worst|best|conservative|aggressive|stress(?:ed)?|optimistic|pessimistic|low|high|recession)\b/i
const reach = 3

/** What a switch is set to: the first text that names a case among the cells right of its label. */
const chosen = ({ valueAt }: Inspection, { sheet, row, column }: Entry) => {
  for (let at = column + 1; at <= column + reach; at++) {
    const value = valueAt(sheet, row, at)
    if (typeof value === 'string' && value.length < 40 && (base.test(value) || another.test(value)))
      return { sheet, row, column: at, value }
  }
  return undefined
}

/** Models that are switched to another case than the base case. */
export const scenarios: Check = (inspection) => {
  const found = inspection.entries
    .filter(({ label }) => switches.test(label))
    .flatMap((entry) => {
      const value = chosen(inspection, entry)
      return value === undefined ? [] : [{ entry, value }]
    })
  if (found.length === 0) return undefined
  // A line that lists all cases is the heading of a table, not a switch.
  return found
    .filter(({ entry: { sheet, row }, value }) => {
      const next = inspection.valueAt(sheet, row, value.column + 1)
      const isList = typeof next === 'string' && (base.test(next) || another.test(next))
      return !isList && !base.test(value.value)
    })
    .map(
      ({ entry, value }): Slip => ({
        check: 'scenario_not_base',
        message: `“${entry.text}” is set to “${value.value}”, not to the base case.`,
        areas: [areaOfPlace(value)],
      }),
    )
}
