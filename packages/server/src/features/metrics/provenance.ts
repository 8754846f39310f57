import type { DealTier, FrozenCells, Provenance } from '@deal-canvas/contract'
import type { MetricRow } from './metrics.store.ts'

/** An override as it is told beside its number. */
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

/** What a deal knows about where its numbers come from, besides the numbers. */
export interface ProvenanceFacts {
  tier: DealTier
  /** ISO 4217. */
  currency: string
  overrides: ReadonlyMap<string, ShownOverride>
  /** The metrics whose cell a person chose or confirmed, with that person. */
  chosen: ReadonlyMap<string, Chosen>
  /** Cells that are not recalculated, with the metrics that depend on them; null: not known, or no workbook. */
  frozen: FrozenCells | null
}

/** From here on a cell counts as read; below, a person should look at it. Confidences are probabilities. */
export const readConfidence = 0.8

/** Whether a number was read from a cell without much confidence. */
export const isUnconfirmed = ({ source, confidence }: Pick<MetricRow, 'source' | 'confidence'>): boolean =>
  source !== null && (confidence ?? 0) < readConfidence

/** Whether the workbook computes the metric, so that no value can be applied over it. */
export const isComputed = ({ kind, source }: Pick<MetricRow, 'kind' | 'source'>, tier: DealTier): boolean =>
  tier === 'full' && kind === 'derived' && source !== null

const originOf = (row: MetricRow, { tier, overrides, frozen }: ProvenanceFacts): Provenance['origin'] => {
  if (overrides.has(row.metricKey)) return 'overridden'
  if (row.source === null) return 'manual'
  if (row.kind === 'input') return 'input'
  const isFrozen = tier !== 'full' || row.computedShare === 0 || frozen?.metrics.includes(row.metricKey) === true
  return isFrozen ? 'frozen' : 'computed'
}

/** The cell that keeps a metric from being recalculated; null: it is recalculated, or no single cell is to blame. */
const frozenBy = ({ metricKey }: MetricRow, { frozen }: ProvenanceFacts): Provenance['frozen'] => {
  const found = frozen?.cells.find(({ metrics }) => metrics.includes(metricKey))
  return found === undefined
    ? null
    : { sheet: found.sheet, cell: found.cell, reason: found.reason, message: found.message }
}

const confirmationOf = (row: MetricRow, { chosen }: ProvenanceFacts): Provenance['confirmation'] => {
  if (row.source === null || chosen.has(row.metricKey)) return 'confirmed'
  return isUnconfirmed(row) ? 'unconfirmed' : 'read'
}

/** Where a number comes from and how sure that is, the same wherever it is shown. */
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
