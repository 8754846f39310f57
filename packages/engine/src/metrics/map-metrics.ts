import type { Workbook } from '@deal-canvas/workbook-reader'
import type { Model } from '../calculate/model.ts'
import { placeOf } from './catalogue/catalogue.ts'
import type { MetricKind, MetricUnit } from './catalogue/metric-kind.ts'
import { commonScale } from './common-scale.ts'
import { type DealType, detectDealType } from './deal-type.ts'
import { labeledNumbers } from './labeled-numbers.ts'
import { lastActualYear } from './last-actual-year.ts'
import type { HeadlineRule } from './period.ts'
import { type Candidate, findCandidates, isAside, isSame } from './reading/candidates.ts'
import { tellTogether, type Weighed, weighAll } from './reading/choose.ts'
import { otherSources } from './reading/other-sources.ts'

/** A cell that holds a metric, or could. */
export interface MetricCell {
  readonly sheet: string
  /** Such as `D14`. */
  readonly cell: string
  readonly row: number
  readonly column: number
  readonly rawLabel: string
  readonly rawValue: number
  /** In the unit of the metric; a date in ISO 8601. */
  readonly value: number | string
  /** The multiplier of the raw value. */
  readonly scale: number
  /** Null if the number has no period. */
  readonly period: { readonly label: string; readonly rule: HeadlineRule } | null
  /** The probability that the metric has this value, from 0 to 1. */
  readonly confidence: number
}

export interface MetricMatch extends MetricCell {
  readonly metricKey: string
  /** Set for a metric that is not in the catalog. */
  readonly name?: string
  readonly unit: MetricUnit
  /** Other candidate cells with other values, the most likely first. */
  readonly alternatives: readonly MetricCell[]
  /** Cells of other sheets that state the metric as well, for the same period: they agree, or one of them is wrong. */
  readonly sources: readonly MetricCell[]
}

/** A metric without a sufficiently likely cell, with its candidates, the most likely first. */
export interface UnsureMetric {
  readonly metricKey: string
  readonly unit: MetricUnit
  readonly alternatives: readonly MetricCell[]
}

export interface MetricMap {
  readonly dealType: DealType
  /** The last actual year, by the heads and formulas of the workbook; undefined if unknown. */
  readonly lastActualYear: number | undefined
  /** In catalog order, each metric once. */
  readonly matches: readonly MetricMatch[]
  /** In catalog order. */
  readonly unsure: readonly UnsureMetric[]
}

/** What a user stated about a workbook; it overrides what its sheets say. */
export interface ReadingSettings {
  /** The last actual year. */
  readonly lastActualYear?: number
  /** The multiplier of amounts whose label or sheet does not state one: 1,000 for "in thousands". */
  readonly scale?: number
}

/** A cell that is less likely than not is only offered. */
const minConfidence = 0.5
/** A metric that such deals usually do not have requires higher confidence. */
const minConfidenceOfForeign = 0.8
const minOffered = 0.005
const maxAlternatives = 5

/** The candidate cells of metrics, with all evidence for and against each. */
export const metricCandidates = (
  workbook: Workbook,
  model?: Model,
  settings: ReadingSettings = {},
): Pick<MetricMap, 'dealType' | 'lastActualYear'> & { groups: Map<MetricKind, Candidate[]> } => {
  const dealType = detectDealType(workbook)
  const lines = workbook.sheets.map((sheet) => labeledNumbers(sheet, workbook.date1904))
  const lastActual = settings.lastActualYear ?? lastActualYear(lines)
  const groups = findCandidates({
    workbook,
    model,
    dealType,
    lines,
    commonScale: settings.scale ?? commonScale(lines),
    lastActualYear: lastActual,
  })
  tellTogether(groups)
  return { dealType, lastActualYear: lastActual, groups }
}

/**
 * Maps metrics to cells: every cell whose label could name a metric is scored by the evidence for and against it, with
 * weights fitted to manually read models. The confidence is the share of such cells that are right.
 */
export const mapMetrics = (workbook: Workbook, model?: Model, settings?: ReadingSettings): MetricMap => {
  const { groups, ...known } = metricCandidates(workbook, model, settings)
  return { ...known, ...settle(weighAll(groups)) }
}

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000

const asCell = (
  { sheet, cell, row, column, rawLabel, rawValue, value, scale, period }: Weighed,
  confidence: number,
): MetricCell => ({
  ...{ sheet, cell, row, column, rawLabel, rawValue, value, scale, period },
  confidence: rounded(confidence),
})

/** A possible value of a metric, with the cell it is read from. */
interface PossibleValue {
  readonly first: Weighed
  readonly chance: number
}

/** Among cells that agree: prefers the live case over a parallel case, and the original over its repetition. */
const cellOf = ([likeliest, ...others]: readonly [Weighed, ...Weighed[]]): Weighed => {
  const live = isAside(likeliest) ? (others.find((other) => !isAside(other)) ?? likeliest) : likeliest
  return others.find(({ sheet, cell }) => live.origin === `${cell} ${sheet}`) ?? live
}

/** Cells that agree count as one value. */
const byValue = (group: readonly Weighed[]): PossibleValue[] => {
  const values: [Weighed, ...Weighed[]][] = []
  for (const candidate of group) {
    const known = values.find(([first]) => isSame(first.value, candidate.value))
    if (known === undefined) values.push([candidate])
    else known.push(candidate)
  }
  return values
    .map((cells) => ({ first: cellOf(cells), chance: cells.reduce((sum, { chance }) => sum + chance, 0) }))
    .filter(({ chance }) => chance >= minOffered)
    .sort((a, b) => b.chance - a.chance)
}

const chanceOf = (values: readonly PossibleValue[], { value, chance }: Weighed): number =>
  values.find(({ first }) => isSame(first.value, value))?.chance ?? chance

/** One cell per metric and one metric per cell, the most certain first. */
const settle = (groups: ReadonlyMap<MetricKind, readonly Weighed[]>): Pick<MetricMap, 'matches' | 'unsure'> => {
  const matches: MetricMatch[] = []
  const unsure: UnsureMetric[] = []
  const taken = new Set<string>()
  const surestFirst = [...groups]
    .map(([kind, group]) => ({ kind, group, values: byValue(group) }))
    .sort(
      (a, b) => (b.values[0]?.chance ?? 0) - (a.values[0]?.chance ?? 0) || placeOf(a.kind.key) - placeOf(b.kind.key),
    )
  for (const { kind, group, values } of surestFirst) {
    const free = values.filter(({ first: { sheet, cell } }) => !taken.has(`${cell} ${sheet}`))
    const [best, ...others] = free
    if (best === undefined) continue
    const cells = (some: readonly PossibleValue[]): MetricCell[] =>
      some.slice(0, maxAlternatives).map(({ first, chance }) => asCell(first, chance))
    const { key: metricKey, unit } = kind
    const needed = best.first.evidence.has('foreign') ? minConfidenceOfForeign : minConfidence
    if (best.chance < needed) unsure.push({ metricKey, unit, alternatives: cells(free) })
    else {
      taken.add(`${best.first.cell} ${best.first.sheet}`)
      matches.push({
        metricKey,
        unit,
        ...asCell(best.first, best.chance),
        alternatives: cells(others),
        sources: otherSources(best.first, group).map((source) => asCell(source, chanceOf(values, source))),
      })
    }
  }
  const inOrder = (a: { metricKey: string }, b: { metricKey: string }): number =>
    placeOf(a.metricKey) - placeOf(b.metricKey)
  return { matches: matches.sort(inOrder), unsure: unsure.sort(inOrder) }
}
