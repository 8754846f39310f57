import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { areaOfPlace, groupBy } from './rectangles.ts'
import { selectorsOf } from './scenario-selectors.ts'

const switches =
  /^(?:(?:active|selected|live|current|chosen|running|operating|model) )?(?:scenario|case)(?: (?:selected|selector|selection|switch|toggle|number|no|id|choice))?$|^(?:select|choose) (?:a |the )?(?:scenario|case)$/
const base = /\b(?:base|management|expected|central)\b/i
const another =
  /\b(?:upside|downside|bear|bull|worst|best|weak|conservative|aggressive|stress(?:ed)?|optimistic|pessimistic|low|high|recession)\b/i
const reach = 3

export const isCase = (name: string): boolean => name.length < 40 && (base.test(name) || another.test(name))

/** The setting of a switch: the first text that names a case among the cells to the right of its label. */
const chosen = ({ valueAt }: Inspection, { sheet, row, column }: Entry) => {
  for (let at = column + 1; at <= column + reach; at++) {
    const value = valueAt(sheet, row, at)
    if (typeof value === 'string' && isCase(value)) return { sheet, row, column: at, value }
  }
  return undefined
}

/** Switches that show their setting in words. */
const writtenSwitches = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const found = inspection.entries
    .filter(({ label }) => switches.test(label))
    .flatMap((entry) => {
      const value = chosen(inspection, entry)
      return value === undefined ? [] : [{ entry, value }]
    })
  // A line that lists all cases is the heading of a table, not a switch.
  const slips = found
    .filter(({ entry: { sheet, row }, value }) => {
      const next = inspection.valueAt(sheet, row, value.column + 1)
      const isList = typeof next === 'string' && (base.test(next) || another.test(next))
      return !isList && !base.test(value.value)
    })
    .map(
      ({ entry, value }): Slip => ({
        check: 'scenario_not_base',
        message: messages.scenarioWritten({ label: entry.text, scenario: value.value, cell: inspection.nameOf(value) }),
        areas: [areaOfPlace(value)],
      }),
    )
  return { seen: found.length > 0, slips }
}

/** Numbers by which formulas choose the live case. */
const numberedSwitches = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const selectors = selectorsOf(inspection, isCase)
  const off = selectors.flatMap(({ names, live, ...place }) => {
    const [name, baseCase] = [names[live], names.find((item) => item !== undefined && base.test(item))]
    if (name === undefined || baseCase === undefined || base.test(name) || !another.test(name)) return []
    const message = messages.scenarioNumbered({
      cell: inspection.nameOf(place),
      live: live + 1,
      scenario: name.trim(),
      base: names.indexOf(baseCase) + 1,
      baseScenario: baseCase.trim(),
    })
    return [{ place, message }]
  })
  // Models with a switch for each line are reported once per sheet.
  const slips = [...groupBy(off, ({ place }) => place.sheet).values()].map(
    (group): Slip => ({
      check: 'scenario_not_base',
      message: group[0]?.message ?? '',
      areas: group.map(({ place }) => areaOfPlace(place)),
    }),
  )
  return { seen: selectors.length > 0, slips }
}

/** Models switched to another case than the base case. */
export const scenarios: Check = (inspection) => {
  const parts = [numberedSwitches(inspection), writtenSwitches(inspection)]
  if (!parts.some(({ seen }) => seen)) return undefined
  const reported = new Set<string>()
  return parts
    .flatMap(({ slips }) => slips)
    .filter(({ areas: [area] }) => {
      // One switch can be recognized in several ways, and show its setting next to itself in words.
      const key = area === undefined ? '' : `${area.sheet} ${area.top}`
      if (reported.has(key)) return false
      reported.add(key)
      return true
    })
}
