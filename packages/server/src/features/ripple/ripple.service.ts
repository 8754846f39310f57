import { questionValue } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/deal-changes.service.ts'
import type { Sections } from '../memo/sections/sections.service.ts'
import { foundAs, type MetricRow, type Metrics } from '../metrics/metrics.service.ts'
import { isComputed } from '../metrics/provenance.ts'
import { differencesOf, recordedDifferences, sectionsCiting } from '../models/differences.ts'
import { asOfNow } from '../models/model-refusal.ts'
import type { Difference, ModelComputing, Models, PresentModel } from '../models/models.service.ts'
import { formatValue } from './format-value.ts'
import { presentStrengths } from './present-strengths.ts'
import type { OverrideRow, RippleStore } from './ripple.store.ts'

interface Deps {
  store: RippleStore
  models: Pick<Models, 'present' | 'current' | 'move'>
  computing: Pick<ModelComputing, 'read' | 'byCatalogue' | 'strongestInputs'>
  metrics: Pick<Metrics, 'all' | 'change'>
  sections: Pick<Sections, 'all'>
  changes: Pick<DealChanges, 'change'>
  now: Clock
}

/** A preview as a person applies it. */
export interface Application {
  token: string
  reason: string | undefined
  /** Whether a value that looks like a slip is meant. */
  confirm: boolean
}

export interface WhatIfResult {
  version: number
  metricKey: string
  changes: Difference[]
  staleSections: string[]
}

/** What a revert makes of the metrics, and for which state of the deal. */
export interface PlannedRevert {
  override: OverrideRow
  version: number
  values: ReadonlyMap<string, number | null>
}

/** So long one is told that a preview was applied or has expired. */
const rememberedMs = 86_400_000

export type Ripples = ReturnType<typeof createRipples>

/** Previews that are applied, and undone. */
export const createRipples = ({ store, models, computing, metrics, sections, changes, now }: Deps) => {
  const versionOf = async (dealId: string): Promise<number> => (await models.current(dealId))?.version ?? 0

  /** Gives metrics other values; answers what each was before. */
  const write = async (deal: ChangingDeal, values: ReadonlyMap<string, number | null>) => {
    const dealId = deal.row.id
    const rows = (await metrics.all(dealId)).filter(({ metricKey }) => values.has(metricKey))
    const moved = await metrics.change(
      deal,
      rows.map((row) => ({ ...foundAs(row), value: values.get(row.metricKey) ?? null })),
    )
    const { currency } = await models.present(dealId)
    const told = (metricKey: string): string => {
      const row = rows.find((one) => one.metricKey === metricKey)
      const words = (value: number | null) => formatValue(value, row?.unit ?? 'ratio', currency)
      return `${row?.label ?? metricKey}: ${words(row?.value ?? null)} → ${words(values.get(metricKey) ?? null)}`
    }
    return {
      /** What becomes of a metric, for a notification. */
      told,
      before: Object.fromEntries(rows.map(({ metricKey, value }) => [metricKey, value])),
      differences: differencesOf(moved, rows),
      staleSections: sectionsCiting(moved, await sections.all(dealId)),
    }
  }

  /** All who are on the deal: its numbers are others now, whether by an applied preview or by one that was taken back. */
  const notify = async (deal: ChangingDeal, snippet: string): Promise<void> =>
    deal.notify({ type: 'ripple_applied', to: await store.memberIds(deal.row.id), snippet })

  /**
   * Whether nothing but what was applied and undone since came after it: then what it kept is what was. Each such override
   * moved the version twice; one that is still active moved it once, and another change would look like its revert.
   */
  const isPlain = async (override: OverrideRow, version: number): Promise<boolean> => {
    const { all, active } = await store.countOverridesAfter(override.dealId, override.version)
    return active === 0 && version - override.version === 2 * all
  }

  /** The numbers without an override, where the model has become another since. */
  const valuesWithout = async (
    override: OverrideRow,
    { state, row }: PresentModel,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, number | null>> => {
    const { dealId, metricKey } = override
    if (state !== undefined && row !== undefined) {
      const former = await store.overrideBefore(dealId, metricKey, override.version)
      const others = state.overrides.filter((one) => one.metricKey !== metricKey)
      const overrides = former === undefined ? others : [...others, { metricKey, value: former.value }]
      const sorted = overrides.toSorted((a, b) => (a.metricKey < b.metricKey ? -1 : 1))
      const read = await computing.read({ ...state, overrides: sorted }, signal).catch(asOfNow)
      return new Map(read.metrics.map((metric) => [metric.metricKey, metric.value]))
    }
    const value = override.before[metricKey] ?? null
    if (value === null) return new Map([[metricKey, null]])
    const rows = await metrics.all(dealId)
    const values = new Map(rows.flatMap((one) => (one.value === null ? [] : [[one.metricKey, one.value] as const])))
    const { changed, impacts } = await computing.byCatalogue(
      dealId,
      { values, change: { metricKey, value }, domain: undefined },
      signal,
    )
    return new Map(
      [...changed, ...impacts].flatMap((move) =>
        typeof move.after === 'string' ? [] : [[move.metricKey, move.after] as const],
      ),
    )
  }

  /** A number that the workbook computes is not overridden; its strongest inputs are named instead. */
  const refuseComputed = async (
    dealId: string,
    metric: MetricRow,
    rows: readonly MetricRow[],
    signal?: AbortSignal,
  ) => {
    const { state } = await models.present(dealId)
    const strongest =
      state === undefined ? [] : await computing.strongestInputs(state, metric.metricKey, signal).catch(asOfNow)
    return refuse('metric_is_computed', { fields: { inputs: presentStrengths(strongest, rows) } })
  }

  return {
    /** Refuses what cannot be applied, before the deal is changed: to name the inputs of a metric takes the model. */
    assertApplicable: async (dealId: string, { token, confirm }: Application, signal?: AbortSignal): Promise<void> => {
      const preview = await store.find(dealId, digestOf(token))
      if (preview === undefined || preview.appliedAt !== null) return
      const [{ tier }, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
      const metric = rows.find(({ metricKey }) => metricKey === preview.metricKey)
      if (metric === undefined) return
      if (isComputed(metric, tier)) await refuseComputed(dealId, metric, rows, signal)
      const { metricKey, unit, value: present } = metric
      const question = questionValue({ metricKey, unit, present }, preview.value)
      if (question !== undefined && !confirm)
        refuse('confirmation_required', { fields: { suggested_value: question.suggestedValue ?? null } })
    },

    /** Once: who comes second finds it applied. */
    apply: (actor: Actor, dealId: string, { token, reason }: Application): Promise<WhatIfResult> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const preview = (await store.find(dealId, digestOf(token))) ?? refuse('preview_expired')
        if (preview.appliedAt !== null) refuse('preview_applied')
        const isEmpty = Object.keys(preview.after).length === 0
        if (isEmpty || preview.expiresAt <= deal.at) refuse('preview_expired')
        if ((await versionOf(dealId)) !== preview.modelVersion) refuse('model_changed')
        const { metricKey } = preview
        const former = await store.activeOverride(dealId, metricKey)
        const version = await models.move(deal)
        const { before, told, differences, staleSections } = await write(deal, new Map(Object.entries(preview.after)))
        await store.markApplied(preview.id, deal.at)
        await store.addOverride({
          id: newId(),
          dealId,
          version,
          metricKey,
          value: preview.value,
          before,
          workbookValue: former === undefined ? (before[metricKey] ?? null) : former.workbookValue,
          reason: reason ?? null,
          appliedBy: actor.userId,
          appliedAt: deal.at,
          revertedAt: null,
        })
        deal.record('ripple.applied', {
          metric_key: metricKey,
          before: before[metricKey] ?? null,
          after: preview.value,
          ...(reason === undefined ? {} : { reason }),
          version,
          ...recordedDifferences(differences),
        })
        await notify(deal, `${told(metricKey)} (override)`)
        return { version, metricKey, changes: differences, staleSections }
      }),

    /** What must be computed before the deal is changed. */
    planRevert: async (dealId: string, metricKey?: string, signal?: AbortSignal): Promise<PlannedRevert> => {
      const model = await models.present(dealId)
      const override = (await store.activeOverride(dealId, metricKey)) ?? refuse('nothing_to_revert')
      const values = (await isPlain(override, model.version))
        ? new Map(Object.entries(override.before))
        : await valuesWithout(override, model, signal)
      return { override, version: model.version, values }
    },

    revert: (actor: Actor, dealId: string, { override, version, values }: PlannedRevert): Promise<WhatIfResult> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const active = await store.activeOverride(dealId, override.metricKey)
        if (active?.id !== override.id || (await versionOf(dealId)) !== version) refuse('model_changed')
        const next = await models.move(deal)
        const { told, differences, staleSections } = await write(deal, values)
        await store.markReverted(override.id, deal.at)
        const { metricKey } = override
        deal.record('ripple.reverted', { metric_key: metricKey, version: next, ...recordedDifferences(differences) })
        await notify(deal, `${told(metricKey)} (override reverted)`)
        return { version: next, metricKey, changes: differences, staleSections }
      }),

    /** Forgets previews that nobody can apply any more. */
    sweep: (): Promise<void> => store.sweep(new Date(now().getTime() - rememberedMs)),
  }
}
