import type { Check } from './check.ts'
import type { MappedMetric, Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { gravityOf } from './metric-differences.ts'
import { areaOfPlace, groupBy, rectangles } from './rectangles.ts'
import { type SureMetric, statedMetrics } from './sure-metrics.ts'
import { inCells, saidMetric, saidNumber } from './wording.ts'

/** A unit that was mistaken for another makes a difference of such a factor. */
const factors = [100, 1_000, 1_000_000]

const isComparable = (one: SureMetric, other: SureMetric): boolean =>
  one.sheet !== other.sheet && (one.period ?? null) === (other.period ?? null)

/** Pairs of one metric on different sheets: the surest one with each of the others. */
const pairsOf = (metrics: readonly MappedMetric[]): [SureMetric, SureMetric][] => {
  return [...groupBy(statedMetrics(metrics), ({ metricKey }) => metricKey).values()].flatMap((group) => {
    const [surest, ...others] = group.sort((one, other) => other.confidence - one.confidence)
    return surest === undefined
      ? []
      : others.flatMap((other): [SureMetric, SureMetric][] => (isComparable(surest, other) ? [[surest, other]] : []))
  })
}

const factorBetween = (one: number, other: number): number | undefined => {
  if (one === 0 || other === 0) return undefined
  const ratio = Math.max(one / other, other / one)
  return factors.find((factor) => Math.abs(ratio / factor - 1) <= 0.01)
}

/** One metric with different values on different tabs. */
export const crossTabMismatches: Check = ({ metrics, nameOf }) => {
  const pairs = pairsOf(metrics)
  if (pairs.length === 0) return undefined
  return pairs.flatMap(([one, other]): Slip[] => {
    const severity = gravityOf(one.metricKey, one.value, other.value)
    if (severity === undefined || factorBetween(one.value, other.value) !== undefined) return []
    return [
      {
        check: 'cross_tab_mismatch',
        severity,
        message: `The ${saidMetric(one.metricKey)} is ${saidNumber(one.value)} in ${nameOf(one)}, but ${saidNumber(other.value)} in ${nameOf(other)}.`,
        areas: [areaOfPlace(other), areaOfPlace(one)],
      },
    ]
  })
}

/** Labels of shares that may well be more than 150 %. */
const large =
  /growth|return|irr|roi|utili|nrr|retention|mark|increase|change|var|yield|premium|of plan|attainment|coverage/i

/** Typed percentages of 150 % and more: 5.25 where 5.25 % was meant. */
const typedPercentages = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  let seen = false
  const found = inspection.lines.flat().flatMap(({ sheet, row, cells }) =>
    cells.flatMap(({ column, format }) => {
      if (format?.includes('%') !== true || !inspection.isTyped(sheet, row, column)) return []
      seen = true
      const value = inspection.valueAt(sheet, row, column) as number
      return Math.abs(value) > 1.5 ? [{ sheet, row, column, value }] : []
    }),
  )
  const slips = [...groupBy(found, ({ sheet, row }) => `${sheet} ${row}`).values()].flatMap((group): Slip[] => {
    const [first] = group
    const label = first === undefined ? undefined : labelOf(inspection, first)
    if (first === undefined || large.test(label ?? '')) return []
    return [
      {
        check: 'unit_scale_mismatch',
        severity: 'high',
        message: `${label === undefined ? 'A percentage' : `“${label}”`} is typed as ${saidNumber(first.value)}, which shows as ${saidNumber(first.value * 100)} %${inCells(group.length)}.`,
        areas: rectangles(group),
      },
    ]
  })
  return { seen, slips }
}

/** Numbers that seem to be stated in another unit. */
export const unitScaleMismatches: Check = (inspection) => {
  const pairs = pairsOf(inspection.metrics)
  const { seen, slips } = typedPercentages(inspection)
  if (pairs.length === 0 && !seen) return undefined
  const scaled = pairs.flatMap(([one, other]): Slip[] => {
    const factor = factorBetween(one.value, other.value)
    if (factor === undefined) return []
    const { nameOf } = inspection
    return [
      {
        check: 'unit_scale_mismatch',
        message: `The ${saidMetric(one.metricKey)} is ${saidNumber(one.value)} in ${nameOf(one)} and ${saidNumber(other.value)} in ${nameOf(other)}: ${saidNumber(factor)} times apart.`,
        areas: [areaOfPlace(other), areaOfPlace(one)],
      },
    ]
  })
  return [...scaled, ...slips]
}
