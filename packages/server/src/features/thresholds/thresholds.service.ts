import {
  formatExact,
  formatMetric,
  type MetricUnit,
  maxThresholds,
  type ThresholdKind,
  type ThresholdResult,
  type ThresholdSide,
  thresholdKinds,
  thresholdSides,
} from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { thresholdMessages as messages } from '../../messages/thresholds.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { type Metrics, unknownMetric } from '../metrics/index.ts'
import type { Models } from '../models/index.ts'
import { compareWithThreshold, presentThresholdResult } from './compare-with-threshold.ts'
import type { ThresholdRow, ThresholdsStore } from './thresholds.store.ts'

interface Deps {
  store: ThresholdsStore
  changes: Pick<DealChanges, 'change'>
  metrics: Pick<Metrics, 'all'>
  models: Pick<Models, 'present' | 'current'>
}

/** A hurdle or covenant of a deal. */
export interface DealThreshold extends Omit<ThresholdRow, 'metric'> {
  label: string
  unit: MetricUnit
  /** The value that the memo presents; null: the metric has none. */
  metricValue: number | null
}

export interface NewThresholdRequest {
  metricKey: string
  side: ThresholdSide
  value: number
  kind: ThresholdKind
  source: string | null
}

/** Absent fields stay as they are. */
export type ThresholdEdit = { [Field in 'side' | 'value' | 'kind' | 'source']?: NewThresholdRequest[Field] | undefined }

/** Breaches that a notification names; it counts the others. */
const maxNamed = 5

/** Values of metrics by key. A metric that did not change need not be listed. */
export type MetricValues = ReadonlyMap<string, number | null>

export type Thresholds = ReturnType<typeof createThresholds>

/** The hurdles and covenants of a deal. */
export const createThresholds = ({ store, changes, metrics, models }: Deps) => {
  /** Hurdles before covenants, each by the name of the metric. */
  const all = async (dealId: string): Promise<DealThreshold[]> =>
    (await store.all(dealId)).map(withMetric).sort(inOrder)

  const find = async (dealId: string, id: string): Promise<DealThreshold> =>
    (await all(dealId)).find((threshold) => threshold.id === id) ?? refuse('threshold_not_found')

  const assertMetric = async (dealId: string, metricKey: string): Promise<void> => {
    const rows = await metrics.all(dealId)
    const metric = rows.find((row) => row.metricKey === metricKey)
    const at = ['body', 'metric_key']
    if (metric === undefined) {
      const known = rows.map((row) => row.metricKey)
      throw new InvalidInput(unknownMetric(at, metricKey, known))
    }
    if (metric.unit === 'date') throw new InvalidInput({ at, reason: messages.dateMetric(), input: metricKey })
  }

  return {
    all,

    /** How the numbers that the memo presents compare with the thresholds, in the order of the list. */
    results: async (dealId: string): Promise<ThresholdResult[]> =>
      (await all(dealId)).map((threshold) => presentThresholdResult(threshold, threshold.metricValue)),

    list: async (dealId: string): Promise<{ rows: DealThreshold[]; modelVersion: number }> => {
      const [rows, model] = await Promise.all([all(dealId), models.current(dealId)])
      return { rows, modelVersion: model?.version ?? 0 }
    },

    create: (actor: Actor, dealId: string, wanted: NewThresholdRequest): Promise<DealThreshold> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { metricKey, side, value, kind } = wanted
        await assertMetric(dealId, metricKey)
        const present = await all(dealId)
        assertFree(present, metricKey, side)
        if (present.length >= maxThresholds) refuse('too_many_thresholds')
        const id = newId()
        await store.add({
          id,
          dealId,
          metricKey,
          side,
          value,
          kind,
          source: trimmed(wanted.source),
          version: 1,
          updatedBy: actor.userId,
          createdAt: deal.at,
          updatedAt: deal.at,
        })
        deal.record('threshold.created', { threshold_id: id, metric_key: metricKey, kind, side, limit: value })
        return find(dealId, id)
      }),

    /** An edit that changes nothing is not recorded. */
    edit: (
      actor: Actor,
      dealId: string,
      id: string,
      edit: ThresholdEdit,
      seen: number | undefined,
    ): Promise<DealThreshold> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const present = await all(dealId)
        const former = present.find((threshold) => threshold.id === id) ?? refuse('threshold_not_found')
        assertCurrent(former.version, seen)
        const { metricKey } = former
        const side = edit.side ?? former.side
        const value = edit.value ?? former.value
        const kind = edit.kind ?? former.kind
        const source = edit.source === undefined ? former.source : trimmed(edit.source)
        const isSame =
          side === former.side && value === former.value && kind === former.kind && source === former.source
        if (isSame) return former
        if (side !== former.side) assertFree(present, metricKey, side)
        const version = former.version + 1
        await store.change(dealId, id, {
          side,
          value,
          kind,
          source,
          version,
          updatedBy: actor.userId,
          updatedAt: deal.at,
        })
        deal.record('threshold.changed', { threshold_id: id, metric_key: metricKey, kind, side, limit: value })
        return find(dealId, id)
      }),

    remove: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { version, metricKey } = await find(dealId, id)
        assertCurrent(version, seen)
        await store.remove(dealId, id)
        deal.record('threshold.deleted', { threshold_id: id, metric_key: metricKey })
      }),

    /**
     * Notifies the members of a deal of all thresholds that were met before a change of its numbers and are breached
     * after it, in one notice. A person gets only the first notice of a change that names them: call this before a less
     * important one.
     */
    noticeBreaches: async (deal: ChangingDeal, before: MetricValues, after: MetricValues): Promise<void> => {
      const dealId = deal.row.id
      const breached = (await all(dealId)).flatMap((threshold) => {
        const valueBefore = before.get(threshold.metricKey) ?? null
        const value = after.get(threshold.metricKey) ?? null
        const wasMet = compareWithThreshold(threshold, valueBefore).isBreached === false
        const isBreached = compareWithThreshold(threshold, value).isBreached === true
        return wasMet && isBreached && value !== null ? [{ threshold, value }] : []
      })
      if (breached.length === 0) return
      const { currency } = await models.present(dealId)
      const named = breached.slice(0, maxNamed).map(({ threshold, value }) => formatBreach(threshold, value, currency))
      const unnamed = breached.length - named.length
      const snippet = [...named, ...(unnamed > 0 ? [messages.moreBreaches({ count: unnamed })] : [])].join('; ')
      deal.notify({ type: 'threshold_breached', to: await store.memberIds(dealId), snippet })
    },
  }
}

/** A metric that the deal no longer has keeps its thresholds, which then have no value to compare with. */
const withMetric = ({ metric, ...row }: ThresholdRow): DealThreshold => {
  const kind = kindOf(row.metricKey)
  return {
    ...row,
    label: metric?.label ?? kind?.label ?? row.metricKey,
    unit: metric?.unit ?? kind?.unit ?? 'ratio',
    metricValue: metric?.value ?? null,
  }
}

const inOrder = (a: DealThreshold, b: DealThreshold): number =>
  thresholdKinds.indexOf(a.kind) - thresholdKinds.indexOf(b.kind) ||
  a.label.localeCompare(b.label, 'en-US') ||
  thresholdSides.indexOf(a.side) - thresholdSides.indexOf(b.side)

const assertFree = (present: readonly DealThreshold[], metricKey: string, side: ThresholdSide): void => {
  if (present.some((threshold) => threshold.metricKey === metricKey && threshold.side === side))
    refuse('threshold_exists')
}

const trimmed = (source: string | null): string | null => source?.trim() || null

/** DSCR: 1.12x, at least 1.20x. */
const formatBreach = ({ label, unit, side, value: limit }: DealThreshold, value: number, currency: string): string => {
  const [shown, shownLimit] = [formatMetric(value, unit, currency), formatMetric(limit, unit, currency)]
  // A narrow breach would read "1.20x, at least 1.20x".
  const isNarrow = shown === shownLimit
  return messages.breach({
    label,
    side,
    value: isNarrow ? formatExact(value) : shown,
    limit: isNarrow ? formatExact(limit) : shownLimit,
  })
}
