import { formatMetric } from '@deal-canvas/contract'
import { questionValue } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { scenarioMessages } from '../../messages/scenarios.ts'
import { whatIfMessages as messages } from '../../messages/what-if.ts'
import type { Clock } from '../../platform/clock.ts'
import { digestOf } from '../../platform/digest.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { isComputed, type MetricRow, type Metrics } from '../metrics/index.ts'
import type { Difference, ModelComputing, Models, PresentModel, WriteNumbers } from '../models/index.ts'
import { asOfNow, recordedDifferences } from '../models/index.ts'
import type { PresentedScenario, Proposals } from '../scenarios/index.ts'
import { presentStrengths } from './present-strengths.ts'
import type { OverrideRow, PreviewRow, RippleStore } from './ripple.store.ts'

interface Deps {
  store: RippleStore
  models: Pick<Models, 'present' | 'current' | 'move'>
  computing: Pick<ModelComputing, 'read' | 'byCatalogue' | 'strongestInputs'>
  metrics: Pick<Metrics, 'all'>
  writeNumbers: WriteNumbers
  presented: Pick<PresentedScenario, 'follow'>
  proposals: Pick<Proposals, 'needsApproval' | 'proposeInputs'>
  changes: Pick<DealChanges, 'change'>
  now: Clock
}

/** A user's request to apply a preview. */
export interface Application {
  token: string
  reason: string | undefined
  /** Whether the user confirmed a value that looks like a typo. */
  confirm: boolean
}

export interface WhatIfResult {
  version: number
  metricKey: string
  /** The proposal that was made instead, where the organization requires approval. */
  proposalId?: string
  changes: Difference[]
  staleSections: string[]
}

/** The metric values after a revert, and the state of the deal they were computed for. */
export interface PlannedRevert {
  override: OverrideRow
  version: number
  values: ReadonlyMap<string, number | null>
}

/** How long the service can still say that a preview was applied or has expired. */
const rememberedMs = 86_400_000

export type Ripples = ReturnType<typeof createRipples>

/** Applies previews and reverts them. */
export const createRipples = (deps: Deps) => {
  const { store, models, computing, metrics, writeNumbers, presented, proposals, changes, now } = deps
  const versionOf = async (dealId: string): Promise<number> => (await models.current(dealId))?.version ?? 0

  /** Notifies all members of the deal, because its numbers changed by an applied or reverted what-if. */
  const notify = async (deal: ChangingDeal, snippet: string): Promise<void> =>
    deal.notify({ type: 'ripple_applied', to: await store.memberIds(deal.row.id), snippet })

  /**
   * Whether only overrides that have since been reverted came after this one; then the values it stored can be restored
   * as they are. An override that was set together with others stores none.
   */
  const isPlain = async (override: OverrideRow, version: number): Promise<boolean> => {
    if (Object.keys(override.before).length === 0) return false
    const { versions, active, earlierReverted } = await store.overridesAfter(override.dealId, override.version)
    return active === 0 && earlierReverted === 0 && versions === version - override.version
  }

  /** The numbers without an override, recomputed because the model has changed since. */
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
      { values, changes: [{ metricKey, value }], domain: undefined },
      signal,
    )
    return new Map(
      [...changed, ...impacts].flatMap((move) =>
        typeof move.after === 'string' ? [] : [[move.metricKey, move.after] as const],
      ),
    )
  }

  /** A metric that the workbook computes cannot be overridden; the error names its strongest inputs instead. */
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

  /** Where the organization requires approval, an editor proposes the new value. */
  const proposeInstead = async (
    deal: ChangingDeal,
    actor: Actor,
    preview: PreviewRow,
    reason: string | undefined,
  ): Promise<WhatIfResult> => {
    const dealId = deal.row.id
    const [{ currency, version }, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    const inputs = changesIn(preview).map(({ metricKey, value }) => {
      const row = rows.find((metric) => metric.metricKey === metricKey)
      const formatted = formatMetric(value, row?.unit ?? 'ratio', currency)
      const name = scenarioMessages.proposalOfInput({ label: row?.label ?? metricKey, value: formatted })
      return { metricKey, value, name }
    })
    await store.markApplied(preview.id, deal.at)
    const proposalId = await proposals.proposeInputs(deal, actor, inputs, reason)
    return { version, metricKey: preview.metricKey, proposalId, changes: [], staleSections: [] }
  }

  return {
    /**
     * Rejects what cannot be applied before the deal is locked, because naming the inputs of a metric needs the model.
     */
    assertApplicable: async (dealId: string, { token, confirm }: Application, signal?: AbortSignal): Promise<void> => {
      const preview = await store.find(dealId, digestOf(token))
      if (preview === undefined || preview.appliedAt !== null) return
      const [{ tier }, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
      for (const { metricKey, value } of changesIn(preview)) {
        const metric = rows.find((row) => row.metricKey === metricKey)
        if (metric === undefined) return
        if (isComputed(metric, tier)) await refuseComputed(dealId, metric, rows, signal)
        const question = questionValue({ metricKey, unit: metric.unit, present: metric.value }, value)
        if (question !== undefined && !confirm)
          refuse('confirmation_required', { fields: { suggested_value: question.suggestedValue ?? null } })
      }
    },

    /** Applies a preview once; a second request is told that it was already applied. */
    apply: (actor: Actor, dealId: string, { token, reason }: Application): Promise<WhatIfResult> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const preview = (await store.find(dealId, digestOf(token))) ?? refuse('preview_expired')
        if (preview.appliedAt !== null) refuse('preview_applied')
        const isEmpty = Object.keys(preview.after).length === 0
        if (isEmpty || preview.expiresAt <= deal.at) refuse('preview_expired')
        if ((await versionOf(dealId)) !== preview.modelVersion) refuse('model_changed')
        const applied = changesIn(preview)
        if (deal.role !== 'owner' && (await proposals.needsApproval(dealId)))
          return proposeInstead(deal, actor, preview, reason)
        const formers = await store.activeOverrides(
          dealId,
          applied.map(({ metricKey }) => metricKey),
        )
        const version = await models.move(deal)
        const { before, describe, differences, staleSections } = await writeNumbers(
          deal,
          new Map(Object.entries(preview.after)),
        )
        await store.markApplied(preview.id, deal.at)
        await store.addOverrides(
          applied.map(({ metricKey, value }) => {
            const former = formers.get(metricKey)
            return {
              id: newId(),
              dealId,
              version,
              metricKey,
              value,
              // Changed together with others, it has no former values to which it could be reverted alone.
              before: applied.length === 1 ? before : {},
              workbookValue: former === undefined ? (before[metricKey] ?? null) : former.workbookValue,
              reason: reason ?? null,
              appliedBy: actor.userId,
              appliedAt: deal.at,
              revertedAt: null,
              revertedVersion: null,
            }
          }),
        )
        const keys = applied.map(({ metricKey }) => metricKey)
        await presented.follow(deal, actor, keys)
        applied.forEach(({ metricKey, value }, n) => {
          deal.record('ripple.applied', {
            metric_key: metricKey,
            before: before[metricKey] ?? null,
            after: value,
            ...(reason === undefined ? {} : { reason }),
            version,
            // The metrics that moved with all changes are in the last event.
            ...recordedDifferences(n === applied.length - 1 ? differences : []),
          })
        })
        await notify(deal, keys.map((key) => `${describe(key)} (override)`).join(', '))
        return { version, metricKey: preview.metricKey, changes: differences, staleSections }
      }),

    /** Computes everything a revert needs before the deal is changed. */
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
        const { describe, differences, staleSections } = await writeNumbers(deal, values)
        await store.markReverted(override.id, deal.at, next)
        await presented.follow(deal, actor, [override.metricKey])
        const { metricKey } = override
        deal.record('ripple.reverted', { metric_key: metricKey, version: next, ...recordedDifferences(differences) })
        await notify(deal, messages.overrideReverted({ change: describe(metricKey) }))
        return { version: next, metricKey, changes: differences, staleSections }
      }),

    /** Deletes previews that can no longer be applied. */
    sweep: (): Promise<void> => store.sweep(new Date(now().getTime() - rememberedMs)),
  }
}

/** The new value of each metric that a preview changes. */
const changesIn = ({ metricKey, value, further }: PreviewRow): { metricKey: string; value: number }[] => [
  { metricKey, value },
  ...(further ?? []),
]
