import { type MetricSource, type MetricUnit, maxMetrics } from '@deal-canvas/contract'
import { kindOf, placeOf, sameValue } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { modelMessages } from '../../messages/models.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import type { MetricRow, MetricsStore, NewMetric, Written } from './metrics.store.ts'
import type { ProvenanceFacts } from './provenance.ts'

export type { MetricRow, Written }

interface Deps {
  store: MetricsStore
  changes: Pick<DealChanges, 'change'>
  sections: Pick<Sections, 'markStale'>
  /** Called inside the transaction that changes metrics of a deal. */
  onChanged(dealId: string, at: Date): Promise<void>
}

/** A value entered by a person. */
export interface Entered {
  value: number | null
  /** Absent: unchanged; a new metric gets a label derived from its key. */
  label: string | undefined
  unit: MetricUnit | undefined
  /** The version the caller has seen. */
  seen: number | undefined
}

/** A value with its source. */
export interface FoundMetric {
  metricKey: string
  value: number | null
  /** For metrics that are not in the catalog. */
  label?: string
  unit?: MetricUnit
  kind?: MetricRow['kind']
  formula?: string
  source?: MetricSource
  confidence?: number
  computedShare?: number
}

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of a deal. */
export const createMetrics = ({ store, changes, sections, onChanged }: Deps) => {
  const write = async (deal: ChangingDeal, metrics: readonly NewMetric[]): Promise<Written[]> => {
    const written = await store.write(deal.row.id, metrics, deal.at)
    const isNew = written.some(({ version }) => version === 1)
    if (isNew && (await store.count(deal.row.id)) > maxMetrics) refuse('too_many_metrics')
    if (written.length > 0) await onChanged(deal.row.id, deal.at)
    return written
  }

  /** Writes many metrics inside another change of their deal. Returns those whose values changed by more than rounding noise. */
  const change = async (deal: ChangingDeal, found: readonly FoundMetric[]): Promise<Written[]> => {
    const written = await write(deal, found.map(plan))
    if (written.length > 0) deal.record('metrics.written', { metric_keys: written.map(({ metricKey }) => metricKey) })
    const moved = written.filter(({ before, after }) => !sameValue(after, before))
    await sections.markStale(
      deal,
      moved.map(({ metricKey }) => metricKey),
    )
    return moved
  }

  return {
    /** In catalog order. */
    all: (dealId: string): Promise<MetricRow[]> => store.all(dealId),

    /** Additional facts about where the metrics come from. */
    provenanceFacts: (dealId: string): Promise<ProvenanceFacts> => store.provenanceFacts(dealId),

    /** Sets a metric manually, on deals without a model. Writing the same value again changes nothing. */
    put: (actor: Actor, dealId: string, metricKey: string, entered: Entered): Promise<MetricRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        if (deal.row.tier !== 'legacy') refuse('tier_not_legacy')
        const former = await store.find(dealId, metricKey)
        assertCurrent(former?.version ?? 0, entered.seen)
        const metric = plan({ metricKey, value: entered.value, ...namesOf(metricKey, entered, former) })
        const [written] = await write(deal, [metric])
        if (former !== undefined && written === undefined) return former
        const { version, before, after } = written ?? refuse('internal')
        deal.record('metric.updated', { metric_key: metricKey, version, before, after })
        // With a different unit, the same value is a different number.
        const isMoved = before !== after || (former !== undefined && former.unit !== metric.unit)
        if (isMoved) {
          await sections.markStale(deal, [metricKey])
          // Results computed from the old numbers are outdated, and reverting an earlier override would undo this
          // value.
          await store.moveModel(dealId, deal.at)
          await store.dropOverrides(dealId, metricKey)
        }
        return { ...metric, dealId, version, updatedAt: deal.at }
      }),

    /** Writes many metrics inside another change of their deal. Returns the keys of those whose values changed. */
    write: async (deal: ChangingDeal, found: readonly FoundMetric[]): Promise<string[]> =>
      (await change(deal, found)).map(({ metricKey }) => metricKey),

    /** Same as `write`, but returns the value of each before and after. */
    change,

    /** Runs inside another change of the deal, which records the removal in the audit trail. */
    remove: async (deal: ChangingDeal, metricKey: string): Promise<void> => {
      await store.remove(deal.row.id, metricKey)
      await onChanged(deal.row.id, deal.at)
    },
  }
}

/** Converts a stored metric, so that it can be written again with some fields changed. */
export const foundAs = (row: MetricRow): FoundMetric => ({
  metricKey: row.metricKey,
  value: row.value,
  label: row.label,
  unit: row.unit,
  kind: row.kind,
  ...(row.formula === null ? {} : { formula: row.formula }),
  ...(row.source === null ? {} : { source: row.source }),
  ...(row.confidence === null ? {} : { confidence: row.confidence }),
  ...(row.computedShare === null ? {} : { computedShare: row.computedShare }),
})

/** Label and unit can be set only for metrics that are not in the catalog. */
const namesOf = (metricKey: string, { label, unit }: Entered, former: MetricRow | undefined) => {
  const kind = kindOf(metricKey)
  if (kind === undefined) {
    return { label: label?.trim() || (former?.label ?? spoken(metricKey)), unit: unit ?? former?.unit ?? 'ratio' }
  }
  const objections = (
    [
      ['label', label, modelMessages.labelFixed({ label: kind.label })],
      ['unit', unit, modelMessages.unitFixed({ unit: kind.unit })],
    ] as const
  ).flatMap(([field, given, reason]) =>
    given === undefined || given === kind[field] ? [] : [{ at: ['body', field], reason, input: given }],
  )
  if (objections.length > 0) throw new InvalidInput(...objections)
  return {}
}

const plan = ({ metricKey, value, ...found }: FoundMetric): NewMetric => {
  const kind = kindOf(metricKey)
  return {
    metricKey,
    label: found.label ?? kind?.label ?? spoken(metricKey),
    unit: found.unit ?? kind?.unit ?? 'ratio',
    value,
    kind: found.kind ?? (kind === undefined || kind.formula === null ? 'input' : 'derived'),
    formula: found.formula ?? null,
    source: found.source ?? null,
    confidence: found.confidence ?? null,
    computedShare: found.computedShare ?? null,
    position: placeOf(metricKey),
  }
}

/** Turns rent_roll_total into "Rent roll total". */
const spoken = (metricKey: string): string => {
  const words = metricKey.replaceAll('_', ' ').trim()
  return words === '' ? metricKey : words.charAt(0).toUpperCase() + words.slice(1)
}
