import { findingMessages as messages } from '../messages/findings.ts'
import { metricNameOf } from '../metrics/metric-name.ts'
import type { Check } from './check.ts'
import type { MappedMetric, Slip } from './finding.ts'
import { type Inspection, labelOf } from './inspection.ts'
import { isLikeWithLike } from './like-with-like.ts'
import { gravityOf } from './metric-differences.ts'
import { areaOfPlace, groupBy, rectangles } from './rectangles.ts'
import { type SureMetric, statedMetrics } from './sure-metrics.ts'
import { unitAdditions } from './unit-additions.ts'
import { formatNumber, formatPercent } from './wording.ts'

/** The factors by which a mistaken unit changes a value. */
const factors = [100, 1_000, 1_000_000]

const isComparable = (a: SureMetric, b: SureMetric): boolean =>
  a.sheet !== b.sheet && (a.period ?? null) === (b.period ?? null)

/**
 * The confidence that two cells state one metric: if they use the same words, the confidence that the workbook states
 * it at all; otherwise only the confidence that each of them is the right one.
 */
const restsOn = (inspection: Inspection, pair: readonly [SureMetric, SureMetric]): MappedMetric[] =>
  isLikeWithLike(inspection, ...pair)
    ? pair.map((metric) => ({ ...metric, confidence: metric.statedConfidence ?? metric.confidence }))
    : [...pair]

/** Pairs of one metric on different sheets: the most certain cell with each of the others. */
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

/** What both cells of a pair state, for a sentence. */
const statedBy = ({ nameOf, formatMetric }: Inspection, a: SureMetric, b: SureMetric) => ({
  name: metricNameOf(a.metricKey),
  a: formatMetric(a.metricKey, a.value),
  placeA: nameOf(a),
  b: formatMetric(b.metricKey, b.value),
  placeB: nameOf(b),
})

/** One metric with different values on different tabs. */
export const crossTabMismatches: Check = (inspection) => {
  const pairs = pairsOf(inspection.metrics)
  if (pairs.length === 0) return undefined
  return pairs.flatMap(([a, b]): Slip[] => {
    const severity = gravityOf(a.metricKey, a.value, b.value)
    if (severity === undefined || factorBetween(a.value, b.value) !== undefined) return []
    return [
      {
        check: 'cross_tab_mismatch',
        // Users must decide which of two values is right.
        severity: severity === 'critical' ? 'high' : severity,
        message: messages.metricDiffers(statedBy(inspection, a, b)),
        areas: [areaOfPlace(b), areaOfPlace(a)],
        restsOn: restsOn(inspection, [a, b]),
      },
    ]
  })
}

/** Labels of shares of a whole, which are never far above 100 %. */
const shares =
  /\b(?:rates?|margin|vacancy|occupancy|occupied|interest|tax(?:es)?|cap rate|ltv|ltc|fees?|commission|discount|inflation|wacc|cost of (?:debt|equity|capital)|probability|share of|ownership|equity|debt|churn|promote|hurdle)\b|%/i
/** Labels of shares that can be more. */
const large =
  /growth|return|irr|roi|utili|nrr|retention|mark|increase|change|var|yield|premium|of plan|attainment|coverage|multiple|turn|ratio|\bx\b|delta|max|scenario|sensitiv/i
/** From here on, a number is not a percentage without its sign, but an amount with a wrong format. */
const maxMeant = 100

/** Typed percentages of 150 % and more: 5.25 instead of 5.25 %. */
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
    // A whole row of such numbers is the axis of a grid, or multiples shown as percentages.
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
        message: messages.typedPercentage({
          label,
          value: formatNumber(first.value),
          cells: inspection.nameCells(group),
          shown: formatPercent(first.value),
        }),
        areas: rectangles(group),
      },
    ]
  })
  return { seen, slips }
}

/** Numbers that seem to be in another unit. */
export const unitScaleMismatches: Check = (inspection) => {
  const pairs = pairsOf(inspection.metrics)
  const { seen, slips } = typedPercentages(inspection)
  const additions = unitAdditions(inspection)
  if (pairs.length === 0 && !seen && !additions.seen) return undefined
  const scaled = pairs.flatMap(([a, b]): Slip[] => {
    const factor = factorBetween(a.value, b.value)
    if (factor === undefined) return []
    return [
      {
        check: 'unit_scale_mismatch',
        message: messages.metricScaleDiffers({
          ...statedBy(inspection, a, b),
          factor: formatNumber(factor),
        }),
        areas: [areaOfPlace(b), areaOfPlace(a)],
        restsOn: restsOn(inspection, [a, b]),
      },
    ]
  })
  return [...scaled, ...slips, ...additions.slips]
}
