import type { Slip } from './finding.ts'
import type { Inspection, Line } from './inspection.ts'
import { areaOfPlace } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { stepOf, timelinesIn } from './timelines.ts'
import { saidNumber } from './wording.ts'

/** A property whose NOI grows faster than this from one year to the next is being let or built, or is miscalculated. */
const fastest = 0.5
/** So many years at the start may be short, or of the purchase. */
const firstYears = 1

/** Words of a model in which the income is to jump. */
const jumps =
  /\b(?:lease[- ]?up|construction|ground[- ]up|develop(?:ment|er)|renovat\w*|rehab|reposition\w*|value[- ]add|absorption|stabili[sz](?:ed|ation))\b/i
const yearHeading = /^(?:year|yr|fy)\.? ?(\d{1,4})[ae]?$/i

/** The columns of a sheet that are whole years, with the number of the year. */
const yearsOf = (inspection: Inspection, lines: readonly Line[], before: number): ReadonlyMap<number, number> => {
  for (const line of lines) {
    if (line.row >= before) break
    const timeline = timelinesIn(inspection, line).find((one) => stepOf(one).step === (one.kind === 'years' ? 1 : 12))
    if (timeline !== undefined) {
      const perYear = timeline.kind === 'years' ? 1 : 12
      return new Map(timeline.periods.map(({ column, at }) => [column, Math.floor(at / perYear)]))
    }
    const headed = line.cells.flatMap(({ column }) => {
      const value = inspection.valueAt(line.sheet, line.row, column)
      const year = typeof value === 'string' ? yearHeading.exec(value.trim())?.[1] : undefined
      return year === undefined ? [] : [[column, Number(year)] as const]
    })
    if (headed.length > 2) return new Map(headed)
  }
  return new Map()
}

/** The first jump of the NOI between two years that follow each other. */
const jumpOf = (inspection: Inspection, { sheet, row }: SureMetric) => {
  const lines = inspection.lines[sheet] ?? []
  const years = [...yearsOf(inspection, lines, row)].flatMap(([column, year]) => {
    const value = inspection.valueAt(sheet, row, column)
    return typeof value === 'number' ? [{ column, year, value }] : []
  })
  return years
    .slice(firstYears)
    .map((one, n) => ({ ...one, next: years[n + firstYears + 1] }))
    .find(
      ({ year, value, next }) =>
        next !== undefined && next.year === year + 1 && value > 0 && next.value > value * (1 + fastest),
    )
}

/** NOI that jumps from one year to the next in a model of a property that is neither built nor let anew. */
export const noiGrowth = (inspection: Inspection): Slip[] => {
  const noi = likeliestByKey(inspection.metrics).get('noi')
  if (noi === undefined) return []
  const jump = jumpOf(inspection, noi)
  if (jump?.next === undefined || inspection.entries.some(({ text }) => jumps.test(text))) return []
  const { value, next } = jump
  return [
    {
      check: 'implausible_value',
      message: `NOI grows by ${saidNumber(Math.round((next.value / value - 1) * 100))} % in one year, from ${saidNumber(value)} to ${saidNumber(next.value)}, and nothing in the model speaks of lease-up or construction.`,
      areas: [areaOfPlace({ sheet: noi.sheet, row: noi.row, column: next.column })],
      restsOn: [noi],
    },
  ]
}
