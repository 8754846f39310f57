import type { Model } from '../../calculate/model.ts'
import type { Workbook } from '../../read/workbook.ts'
import { placeOf } from '../catalogue/catalogue.ts'
import type { MetricKind, MetricUnit } from '../catalogue/metric-kind.ts'
import { commonScale } from '../common-scale.ts'
import { type DealType, detectDealType } from '../deal-type.ts'
import { labelledNumbers } from '../labelled-numbers.ts'
import { lastActualYear } from '../last-actual-year.ts'
import type { MetricCell, ReadingSettings } from '../map-metrics.ts'
import { type Candidate, findCandidates, isSame } from './candidates.ts'
import { tellTogether, type Weighed, weighAll } from './choose.ts'

export interface WeighedMetric {
  readonly metricKey: string
  readonly unit: MetricUnit
  /** The likeliest first; each value once. */
  readonly cells: readonly MetricCell[]
  /** Whether the first is more likely right than not. */
  readonly isFound: boolean
}

export interface WeighedMetrics {
  readonly dealType: DealType
  readonly lastActualYear: number | undefined
  /** In the order of the catalogue. */
  readonly metrics: readonly WeighedMetric[]
}

/** Less likely than not, a cell is only offered. */
const leastConfidence = 0.5
const leastOffered = 0.005
const mostOffered = 6

/** The cells that may hold metrics, with all that speaks for and against each. */
export const weighedCandidates = (
  workbook: Workbook,
  model?: Model,
  settings: ReadingSettings = {},
): { dealType: DealType; lastActualYear: number | undefined; groups: Map<MetricKind, Candidate[]> } => {
  const dealType = detectDealType(workbook)
  const lines = workbook.sheets.map((sheet) => labelledNumbers(sheet, workbook.date1904))
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
export const weighMetrics = (workbook: Workbook, model?: Model, settings?: ReadingSettings): WeighedMetrics => {
  const { groups, ...known } = weighedCandidates(workbook, model, settings)
  return { ...known, metrics: settle(weighAll(groups)) }
}

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000

const asCell = (
  { sheet, cell, row, column, rawLabel, rawValue, value, scale, period }: Weighed,
  confidence: number,
): MetricCell => ({
  ...{ sheet, cell, row, column, rawLabel, rawValue, value, scale, period },
  confidence: rounded(confidence),
})

/** One cell for each value, the likeliest; what says the same speaks for it. */
const byValue = (group: readonly Weighed[]): MetricCell[] => {
  const values: { first: Weighed; chance: number }[] = []
  for (const candidate of group) {
    const known = values.find(({ first }) => isSame(first.value, candidate.value))
    if (known === undefined) values.push({ first: candidate, chance: candidate.chance })
    else known.chance += candidate.chance
  }
  return values.sort((one, other) => other.chance - one.chance).map(({ first, chance }) => asCell(first, chance))
}

/** One cell for each metric and one metric for each cell, the surest first. */
const settle = (groups: ReadonlyMap<MetricKind, readonly Weighed[]>): WeighedMetric[] => {
  const taken = new Set<string>()
  return [...groups]
    .map(([kind, group]) => ({ kind, cells: byValue(group) }))
    .sort(
      (one, other) =>
        (other.cells[0]?.confidence ?? 0) - (one.cells[0]?.confidence ?? 0) ||
        placeOf(one.kind.key) - placeOf(other.kind.key),
    )
    .flatMap(({ kind: { key: metricKey, unit }, cells }): WeighedMetric[] => {
      const free = cells.filter(
        ({ sheet, cell, confidence }) => !taken.has(`${cell} ${sheet}`) && confidence >= leastOffered,
      )
      const [best] = free
      if (best === undefined) return []
      const isFound = best.confidence >= leastConfidence
      if (isFound) taken.add(`${best.cell} ${best.sheet}`)
      return [{ metricKey, unit, isFound, cells: free.slice(0, mostOffered) }]
    })
    .sort((one, other) => placeOf(one.metricKey) - placeOf(other.metricKey))
}
