import type { MetricSource, MetricUnit } from '@deal-canvas/contract'
import { kindOf, placeOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { Sections } from '../memo/sections/sections.service.ts'
import { type MetricRow, type MetricsStore, maxMetrics, type NewMetric, type Written } from './metrics.store.ts'
import type { ProvenanceFacts } from './provenance.ts'

export type { MetricRow, Written }

interface Deps {
  store: MetricsStore
  changes: Pick<DealChanges, 'change'>
  sections: Pick<Sections, 'markStale'>
}

/** A value as a person enters it. */
interface Entered {
  value: number | null
  /** Absent: as it is; for a new metric what its key says. */
  label: string | undefined
  unit: MetricUnit | undefined
  /** The version that the caller has seen. */
  seen: number | undefined
}

/** A value with where it comes from. */
export interface FoundMetric {
  metricKey: string
  value: number | null
  /** Where the catalogue does not know the metric. */
  label?: string
  unit?: MetricUnit
  kind?: MetricRow['kind']
  formula?: string
  source?: MetricSource
  confidence?: number
  computedShare?: number
}

export type Metrics = ReturnType<typeof createMetrics>

/** The numbers of a deal. */
export const createMetrics = ({ store, changes, sections }: Deps) => {
  const write = async (deal: ChangingDeal, metrics: readonly NewMetric[]): Promise<Written[]> => {
    const written = await store.write(deal.row.id, metrics, deal.at)
    const isNew = written.some(({ version }) => version === 1)
    if (isNew && (await store.count(deal.row.id)) > maxMetrics) refuse('too_many_metrics')
    return written
  }

  /** Many at once, inside another change of their deal; answers those whose values are others now. */
  const change = async (deal: ChangingDeal, found: readonly FoundMetric[]): Promise<Written[]> => {
    const written = await write(deal, found.map(plan))
    if (written.length > 0) deal.record('metrics.written', { metric_keys: written.map(({ metricKey }) => metricKey) })
    const moved = written.filter(({ before, after }) => before !== after)
    await sections.markStale(
      deal,
      moved.map(({ metricKey }) => metricKey),
    )
    return moved
  }

  return {
    /** In the order of the catalogue. */
    all: (dealId: string): Promise<MetricRow[]> => store.all(dealId),

    /** What else is known about where they come from. */
    provenanceFacts: (dealId: string): Promise<ProvenanceFacts> => store.provenanceFacts(dealId),

    /** By hand, where there is no model to take it from. The same again changes nothing. */
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
        // Another unit makes another number of it, too.
        const isMoved = before !== after || (former !== undefined && former.unit !== metric.unit)
        if (isMoved) {
          await sections.markStale(deal, [metricKey])
          // What was computed from the former numbers holds no longer, and to revert what was applied before would undo this.
          await store.moveModel(dealId, deal.at)
          await store.dropOverrides(dealId, metricKey)
        }
        return { ...metric, dealId, version, updatedAt: deal.at }
      }),

    /** Many at once, inside another change of their deal; answers the keys whose values are others now. */
    write: async (deal: ChangingDeal, found: readonly FoundMetric[]): Promise<string[]> =>
      (await change(deal, found)).map(({ metricKey }) => metricKey),

    /** The same, with what each was and is. */
    change,

    /** Inside another change of the deal, which says in the audit trail that it is gone. */
    remove: (deal: ChangingDeal, metricKey: string): Promise<void> => store.remove(deal.row.id, metricKey),
  }
}

/** A metric as it is, to be written again with something else about it. */
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

/** What a person may say of it: the catalogue's metrics have their names, others get theirs here. */
const namesOf = (metricKey: string, { label, unit }: Entered, former: MetricRow | undefined) => {
  const kind = kindOf(metricKey)
  if (kind === undefined) {
    return { label: label?.trim() || (former?.label ?? spoken(metricKey)), unit: unit ?? former?.unit ?? 'ratio' }
  }
  const objections = (
    [
      ['label', label],
      ['unit', unit],
    ] as const
  ).flatMap(([field, given]) =>
    given === undefined || given === kind[field]
      ? []
      : [{ at: ['body', field], reason: `The ${field} of this metric is ${kind[field]}`, input: given }],
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

/** rent_roll_total is "Rent roll total". */
const spoken = (metricKey: string): string => {
  const words = metricKey.replaceAll('_', ' ').trim()
  return words === '' ? metricKey : words.charAt(0).toUpperCase() + words.slice(1)
}
