import type { Check } from './check.ts'
import type { MappedMetric, Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { isLikeWithLike } from './like-with-like.ts'
import { gravityOf } from './metric-differences.ts'
import { areaOfPlace, groupBy, rectangles } from './rectangles.ts'
import { type SureMetric, statedMetrics } from './sure-metrics.ts'
import { unitAdditions } from './unit-additions.ts'
import { inCells, saidMetric, saidNumber } from './wording.ts'

/** A unit that was mistaken for another makes a difference of such a factor. */
const factors = [100, 1_000, 1_000_000]

const isComparable = (a: SureMetric, b: SureMetric): boolean =>
  a.sheet !== b.sheet && (a.period ?? null) === (b.period ?? null)

/**
 * How sure two cells state one metric: where they say so in the same words, as sure as it is that the workbook states it at
 * all; otherwise only as sure as each of them is the right one.
 */
const restsOn = (inspection: Inspection, pair: readonly [SureMetric, SureMetric]): MappedMetric[] =>
  isLikeWithLike(inspection, ...pair)
    ? pair.map((metric) => ({ ...metric, confidence: metric.statedConfidence ?? metric.confidence }))
    : [...pair]

/** Pairs of one metric on different sheets: the surest one with each of the others. */
const pairsOf = (metrics: readonly MappedMetric[]): [SureMetric, SureMetric][] => {
  return [...groupBy(statedMetrics(metrics), ({ metricKey }) => metricKey).values()].flatMap((group) => {
    const [surest, ...others] = group.sort((a, b) => b.confidence - a.confidence)
    return surest === undefined
      ? []
      : others.flatMap((other): [SureMetric, SureMetric][] => (isComparable(surest, other) ? [[surest, other]] : []))
  })
}

const factorBetween = (a: number, b: number): number | undefined => {
  if (a === 0 || b === 0) return undefined
  const ratio = Math.max(a / b, b / a)
  return factors.find((factor) => Math.abs(ratio / factor - 1) <= 0.01)
}

/** One metric with different values on different tabs. */
export const crossTabMismatches: Check = (inspection) => {
  const { metrics, nameOf } = inspection
  const pairs = pairsOf(metrics)
  if (pairs.length === 0) return undefined
  return pairs.flatMap(([one, other]): Slip[] => {
    const severity = gravityOf(one.metricKey, one.value, other.value)
    if (severity === undefined || factorBetween(one.value, other.value) !== undefined) return []
    return [
      {
        check: 'cross_tab_mismatch',
        // Which of two values is right is for people to say.
        severity: severity === 'critical' ? 'high' : severity,
        message: `The ${saidMetric(one.metricKey)} is ${saidNumber(one.value)} in ${nameOf(one)}, but ${saidNumber(other.value)} in ${nameOf(other)}.`,
        areas: [areaOfPlace(other), areaOfPlace(one)],
        restsOn: restsOn(inspection, [one, other]),
      },
    ]
  })
}

/** Labels of shares of a whole, which are never far above 100 %. */
const shares =
  /\b(?:rates?|margin|vacancy|occupancy|occupied|interest|tax(?:es)?|cap rate|ltv|ltc|fees?|commission|discount|inflation|wacc|cost of (?:debt|equity|capital)|probability|share of|ownership|equity|debt|churn|promote|hurdle)\b|%/i
/** Labels of shares that may well be more. */
const large =
  /growth|return|irr|roi|utili|nrr|retention|mark|increase|change|var|yield|premium|of plan|attainment|coverage|multiple|turn|ratio|\bx\b|delta|max|scenario|sensitiv/i
/** From here on a number is not a percentage that lost its sign, but an amount with a wrong format. */
const maxMeant = 100

/** Typed percentages of 150 % and more: 5.25 where 5.25 % was meant. */
const typedPercentages = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  let seen = false
  const found = inspection.lines.flat().flatMap(({ sheet, row, cells }) => {
    const shown = cells.filter(
      ({ column, format }) => format?.includes('%') === true && inspection.isTyped(sheet, row, column),
    )
    if (shown.length > 0) seen = true
    const far = shown.filter(({ column }) => {
      const size = Math.abs(inspection.valueAt(sheet, row, column) as number)
      return size > 1.5 && size <= maxMeant
    })
    // A whole row of such numbers is the axis of a grid, or multiples that are shown as percentages.
    return far.length > 2
      ? []
      : far.map(({ column }) => ({ sheet, row, column, value: inspection.valueAt(sheet, row, column) as number }))
  })
  const slips = [...groupBy(found, ({ sheet, row }) => `${sheet} ${row}`).values()].flatMap((group): Slip[] => {
    const [first] = group
    const label = first === undefined ? undefined : labelOf(inspection, first)
    if (first === undefined || label === undefined || large.test(label) || !shares.test(label)) return []
    return [
      {
        check: 'unit_scale_mismatch',
        severity: 'high',
        message: `“${label}” is typed as ${saidNumber(first.value)}, which shows as ${saidNumber(first.value * 100)} %${inCells(group.length)}.`,
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
  const additions = unitAdditions(inspection)
  if (pairs.length === 0 && !seen && !additions.seen) return undefined
  const scaled = pairs.flatMap(([one, other]): Slip[] => {
    const factor = factorBetween(one.value, other.value)
    if (factor === undefined) return []
    const { nameOf } = inspection
    return [
      {
        check: 'unit_scale_mismatch',
        message: `The ${saidMetric(one.metricKey)} is ${saidNumber(one.value)} in ${nameOf(one)} and ${saidNumber(other.value)} in ${nameOf(other)}: ${saidNumber(factor)} times apart.`,
        areas: [areaOfPlace(other), areaOfPlace(one)],
        restsOn: restsOn(inspection, [one, other]),
      },
    ]
  })
  return [...scaled, ...slips, ...additions.slips]
}
