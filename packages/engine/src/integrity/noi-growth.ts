import { findingMessages as messages } from '../messages/findings.ts'
import type { Slip } from './finding.ts'
import type { Inspection, Line } from './inspection.ts'
import { areaOfPlace } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { stepOf, timelinesIn } from './timelines.ts'
import { formatNumber, formatPercent } from './wording.ts'

/**
 * A property whose NOI grows faster than this from one year to the next is in lease-up or construction, or
 * miscalculated.
 */
const fastest = 0.5
/** The number of initial years that can be short or affected by the purchase. */
const firstYears = 1

/** Words of a model in which income is expected to jump. */
const jumps =
  /\b(?:lease[- ]?up|construction|ground[- ]up|develop(?:ment|er)|renovat\w*|rehab|reposition\w*|value[- ]add|absorption|stabili[sz](?:ed|ation))\b/i
const yearHeading = /^(?:year|yr|fy)\.? ?(\d{1,4})[ae]?$/i

/** The columns of a sheet that are whole years, with their years. */
const yearsOf = (inspection: Inspection, lines: readonly Line[], before: number): ReadonlyMap<number, number> => {
  for (const line of lines) {
    if (line.row >= before) break
    const timeline = timelinesIn(inspection, line).find(
      (item) => stepOf(item).step === (item.kind === 'years' ? 1 : 12),
    )
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

/** The first jump of the NOI between two consecutive years. */
const jumpOf = (inspection: Inspection, { sheet, row }: SureMetric) => {
  const lines = inspection.lines[sheet] ?? []
  const years = [...yearsOf(inspection, lines, row)].flatMap(([column, year]) => {
    const value = inspection.valueAt(sheet, row, column)
    return typeof value === 'number' ? [{ column, year, value }] : []
  })
  return years
    .slice(firstYears)
    .map((year, n) => ({ ...year, next: years[n + firstYears + 1] }))
    .find(
      ({ year, value, next }) =>
        next !== undefined && next.year === year + 1 && value > 0 && next.value > value * (1 + fastest),
    )
}

/**
 * NOI that jumps from one year to the next in a model of a property that is neither in construction nor in lease-up.
 */
export const noiGrowth = (inspection: Inspection): Slip[] => {
  const noi = likeliestByKey(inspection.metrics).get('noi')
  if (noi === undefined) return []
  const jump = jumpOf(inspection, noi)
  if (jump?.next === undefined || inspection.entries.some(({ text }) => jumps.test(text))) return []
  const { value, next } = jump
  const place = { sheet: noi.sheet, row: noi.row, column: next.column }
  return [
    {
      check: 'implausible_value',
      message: messages.noiJumps({
        growth: formatPercent(Math.round((next.value / value - 1) * 100) / 100),
        from: formatNumber(value),
        to: formatNumber(next.value),
        cell: inspection.nameOf(place),
      }),
      areas: [areaOfPlace(place)],
      restsOn: [noi],
    },
  ]
}
