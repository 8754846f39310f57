import type { Model } from '../calculate/model.ts'
import type { Workbook } from '../read/workbook.ts'
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

/** A cell that holds a metric, or may. */
export interface MetricCell {
  readonly sheet: string
  /** Such as `D14`. */
  readonly cell: string
  readonly row: number
  readonly column: number
  readonly rawLabel: string
  readonly rawValue: number
  /** In the unit of the metric; a day as ISO 8601. */
  readonly value: number | string
  /** What the raw value was multiplied with. */
  readonly scale: number
  /** Null where the number is of no period. */
  readonly period: { readonly label: string; readonly rule: HeadlineRule } | null
  /** How likely the metric is this value, 0 to 1. */
  readonly confidence: number
}

export interface MetricMatch extends MetricCell {
  readonly metricKey: string
  /** Of a metric that is not in the catalogue. */
  readonly name?: string
  readonly unit: MetricUnit
  /** Cells with other values that it may be instead, the likeliest first. */
  readonly alternatives: readonly MetricCell[]
  /** Cells of other sheets that state the metric as well, for the same period: they agree, or one of them is wrong. */
  readonly sources: readonly MetricCell[]
}

/** A metric that no cell is likely enough to hold, with those that may, the likeliest first. */
export interface UnsureMetric {
  readonly metricKey: string
  readonly unit: MetricUnit
  readonly alternatives: readonly MetricCell[]
}

export interface MetricMap {
  readonly dealType: DealType
  /** The last year that has happened, by the heads and formulas of the workbook; undefined: nothing tells. */
  readonly lastActualYear: number | undefined
  /** In the order of the catalogue, each metric once. */
  readonly matches: readonly MetricMatch[]
  /** In the order of the catalogue. */
  readonly unsure: readonly UnsureMetric[]
}

/** What a person told about a workbook; it goes before what its sheets say. */
export interface ReadingSettings {
  /** The last year that has happened. */
  readonly lastActualYear?: number
  /** What amounts are multiplied with, where their own label or sheet says nothing else: 1,000 for "in thousands". */
  readonly scale?: number
}

/** Less likely than not, a cell is only offered. */
const minConfidence = 0.5
/** A metric that such deals usually do not have has to be sure. */
const minConfidenceOfForeign = 0.8
const minOffered = 0.005
const maxAlternatives = 5

/** The cells that may hold metrics, with all that speaks for and against each. */
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
 * Which cells hold which metrics: every cell whose label may name one is weighed with what speaks for and against it, by
 * weights that were fitted to models that people read. The confidence is the share of such cells that are right.
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

/** A value that a metric may have, with the cell that it is read from. */
interface PossibleValue {
  readonly first: Weighed
  readonly chance: number
}

/** Of cells that say the same: the chosen case rather than a case beside it, and what is repeated rather than who repeats it. */
const cellOf = ([likeliest, ...others]: readonly [Weighed, ...Weighed[]]): Weighed => {
  const live = isAside(likeliest) ? (others.find((one) => !isAside(one)) ?? likeliest) : likeliest
  return others.find(({ sheet, cell }) => live.origin === `${cell} ${sheet}`) ?? live
}

/** What says the same speaks for one value. */
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

/** One cell for each metric and one metric for each cell, the surest first. */
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
