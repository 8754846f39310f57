import type { DealTier, FrozenCells, Provenance } from '@deal-canvas/contract'
import type { MetricRow } from './metrics.store.ts'

/** An override as shown next to its metric. */
export interface ShownOverride {
  metricKey: string
  value: number
  workbookValue: number | null
  reason: string | null
  appliedBy: string
  appliedByName: string
  appliedAt: Date
}

/** Who chose or confirmed the cell of a metric, and when. */
interface Chosen {
  by: string
  byName: string
  at: Date
}

/** Facts about where a deal's metrics come from, in addition to the metrics themselves. */
export interface ProvenanceFacts {
  tier: DealTier
  /** ISO 4217. */
  currency: string
  overrides: ReadonlyMap<string, ShownOverride>
  /** Metrics whose cell a person chose or confirmed, with that person. */
  chosen: ReadonlyMap<string, Chosen>
  /** Frozen cells with the metrics that depend on them; null if unknown or without a workbook. */
  frozen: FrozenCells | null
}

/**
 * Minimum confidence for a cell to count as read; below it, a person should check the cell. Confidences are
 * probabilities.
 */
export const readConfidence = 0.8

/** Whether a metric was read from a cell with low confidence. */
export const isUnconfirmed = ({ source, confidence }: Pick<MetricRow, 'source' | 'confidence'>): boolean =>
  source !== null && (confidence ?? 0) < readConfidence

/** Whether the workbook computes the metric, so that it cannot be overridden. */
export const isComputed = ({ kind, source }: Pick<MetricRow, 'kind' | 'source'>, tier: DealTier): boolean =>
  tier === 'full' && kind === 'derived' && source !== null

/** A metric as far as its status depends on it. */
export type JudgedMetric = Pick<MetricRow, 'metricKey' | 'kind' | 'source' | 'confidence' | 'computedShare'>

interface Known {
  has(metricKey: string): boolean
}

/** What the status of a metric depends on besides the metric itself. */
export interface StatusFacts extends Pick<ProvenanceFacts, 'tier'> {
  overrides: Known
  chosen: Known
  frozen: Pick<FrozenCells, 'metrics'> | null
}

const originOf = (row: JudgedMetric, { tier, overrides, frozen }: StatusFacts): Provenance['origin'] => {
  if (overrides.has(row.metricKey)) return 'overridden'
  if (row.source === null) return 'manual'
  if (row.kind === 'input') return 'input'
  const isFrozen = tier !== 'full' || row.computedShare === 0 || frozen?.metrics.includes(row.metricKey) === true
  return isFrozen ? 'frozen' : 'computed'
}

/**
 * The cell that prevents a metric from being recalculated; null if it is recalculated or no single cell is the cause.
 */
const frozenBy = ({ metricKey }: MetricRow, { frozen }: ProvenanceFacts): Provenance['frozen'] => {
  const found = frozen?.cells.find(({ metrics }) => metrics.includes(metricKey))
  return found === undefined
    ? null
    : { sheet: found.sheet, cell: found.cell, reason: found.reason, message: found.message }
}

const confirmationOf = (row: JudgedMetric, { chosen }: StatusFacts): Provenance['confirmation'] => {
  if (row.source === null || chosen.has(row.metricKey)) return 'confirmed'
  return isUnconfirmed(row) ? 'unconfirmed' : 'read'
}

/** Origin and confirmation of a metric, without who did what. */
export const statusOf = (row: JudgedMetric, facts: StatusFacts): Pick<Provenance, 'origin' | 'confirmation'> => ({
  origin: originOf(row, facts),
  confirmation: confirmationOf(row, facts),
})

/** Where a metric comes from and how certain that is, the same wherever it is shown. */
export const provenanceOf = (row: MetricRow, facts: ProvenanceFacts): Provenance => {
  const override = facts.overrides.get(row.metricKey)
  const origin = originOf(row, facts)
  const confirmed = row.source === null ? undefined : facts.chosen.get(row.metricKey)
  return {
    origin,
    confirmation: confirmationOf(row, facts),
    confirmed:
      confirmed === undefined ? null : { by: confirmed.by, by_name: confirmed.byName, at: confirmed.at.toISOString() },
    frozen: origin === 'frozen' ? frozenBy(row, facts) : null,
    override:
      override === undefined
        ? null
        : {
            value: override.value,
            workbook_value: override.workbookValue,
            applied_by: override.appliedBy,
            applied_by_name: override.appliedByName,
            applied_at: override.appliedAt.toISOString(),
            reason: override.reason,
            replaces_formula: isComputed(row, facts.tier),
          },
  }
}
