import { atLeast, baseScenarioId, type DealRole, dealRoles, type Uncertainty } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { uncertaintyMessages as messages } from '../../messages/uncertainty.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { unknownMetric } from '../metrics/index.ts'
import { assertCanEdit, type ModelInScenario, type ScenarioRecords } from '../scenarios/index.ts'
import { presentInputs } from './present-uncertainty.ts'
import { readSettings, type Settings } from './read-settings.ts'
import type { UncertaintyStore } from './uncertainty.store.ts'
import type { AppliedSettings, UncertaintyOfScenarios } from './uncertainty-of-scenarios.ts'

interface Deps {
  store: UncertaintyStore
  applied: UncertaintyOfScenarios
  records: Pick<ScenarioRecords, 'find' | 'findIfAny'>
  modelInScenario: ModelInScenario
  changes: Pick<DealChanges, 'change'>
}

export type UncertaintySettings = ReturnType<typeof createUncertaintySettings>

/** What is uncertain in a scenario: shown, saved and reset, in versions. */
export const createUncertaintySettings = ({ store, applied, records, modelInScenario, changes }: Deps) => {
  const settingsFor = async (
    dealId: string,
    id: string,
    version: number | undefined,
  ): Promise<AppliedSettings & { ownVersion: number }> => {
    const [own, [now = refuse('internal')]] = await Promise.all([
      store.newest(dealId, [id]),
      applied.appliedTo(dealId, [id]),
    ])
    const ownVersion = own.get(id)?.version ?? 0
    if (version === undefined) return { ...now, ownVersion }
    const row = (await store.find(dealId, id, version)) ?? refuse('uncertainty_version_not_found')
    // A version in which they were reset shows what applies without settings of its own.
    if (row.inputs === null) {
      const [ofDeal] = id === baseScenarioId ? [] : await applied.appliedTo(dealId, [baseScenarioId])
      return { ...(ofDeal ?? { source: 'default', row: undefined }), ownVersion }
    }
    return { source: id === baseScenarioId ? 'deal' : 'scenario', row, ownVersion }
  }

  const canEdit = async (actor: Actor, dealId: string, id: string): Promise<boolean> => {
    const row = id === baseScenarioId ? undefined : await records.findIfAny(dealId, id, actor)
    if (id !== baseScenarioId && row === undefined) return false
    if (row?.visibility === 'private') return row.createdBy === actor.userId && isAtLeast(actor.dealRole, 'commenter')
    return isAtLeast(actor.dealRole, 'editor')
  }

  const show = async (
    actor: Actor,
    dealId: string,
    id: string,
    version?: number,
    signal?: AbortSignal,
  ): Promise<Uncertainty> => {
    const { model, rows } = await modelInScenario(actor, dealId, id, signal)
    const { source, row, ownVersion } = await settingsFor(dealId, id, version)
    const [found, versions, isEditable] = await Promise.all([
      applied.inModel(model.state ?? refuse('no_model'), row, signal),
      store.versions(dealId, id),
      canEdit(actor, dealId, id),
    ])
    return {
      scenario_id: id,
      source,
      version: ownVersion,
      can_edit: isEditable,
      inputs: presentInputs(found.inputs, new Map(rows.map((metric) => [metric.metricKey, metric]))),
      correlations: found.correlations.map(({ one, other, correlation }) => ({ one, other, correlation })),
      versions: versions.map((saved) => ({
        version: saved.version,
        saved_by: saved.savedBy,
        saved_at: saved.savedAt.toISOString(),
        is_reset: saved.isReset,
      })),
    }
  }

  /** Returns whether everybody on the deal can see it. */
  const assertEditable = async (deal: ChangingDeal, actor: Actor, id: string): Promise<boolean> => {
    if (id === baseScenarioId) {
      if (!isAtLeast(deal.role, 'editor')) refuse('role_too_low')
      return true
    }
    const row = await records.find(deal.row.id, id, actor)
    assertCanEdit(deal.role, actor, row)
    return row.visibility === 'shared'
  }

  const write = (
    actor: Actor,
    dealId: string,
    id: string,
    settings: Settings | undefined,
    seen: number | undefined,
  ): Promise<void> =>
    changes.change(actor, dealId, 'commenter', async (deal) => {
      const isShared = await assertEditable(deal, actor, id)
      const newest = (await store.newest(dealId, [id])).get(id)
      assertCurrent(newest?.version ?? 0, seen)
      // Nothing was set that could be reset.
      if (settings === undefined && (newest?.inputs ?? null) === null) return
      const version = (newest?.version ?? 0) + 1
      await store.add({
        dealId,
        scenarioId: id,
        version,
        inputs: settings?.inputs ?? null,
        correlations: settings?.correlations ?? [],
        savedBy: actor.userId,
        savedAt: deal.at,
      })
      if (isShared)
        deal.record('scenario.uncertainty_changed', {
          scenario_id: id === baseScenarioId ? null : id,
          uncertainty_version: version,
          varying: (settings?.inputs ?? []).map(({ metricKey }) => metricKey),
        })
    })

  return {
    show,

    /** Checks settings against the model before anything is changed. */
    planSave: async (
      actor: Actor,
      dealId: string,
      id: string,
      given: Parameters<typeof readSettings>[0],
      signal?: AbortSignal,
    ): Promise<Settings> => {
      const settings = readSettings(given)
      if (id !== baseScenarioId) await records.find(dealId, id, actor)
      const { model, rows } = await modelInScenario(actor, dealId, id, signal)
      const { inputs } = await applied.inModel(model.state ?? refuse('no_model'), settings, signal)
      const known = new Map(inputs.map((input) => [input.metricKey, input]))
      const metrics = new Set(rows.map(({ metricKey }) => metricKey))
      const objections = settings.inputs.flatMap(({ metricKey }, n) => {
        const at = ['body', 'inputs', n, 'metric_key']
        const found = known.get(metricKey)
        if (found !== undefined)
          return found.problem === undefined
            ? []
            : [{ at: ['body', 'inputs', n], reason: found.problem, input: metricKey }]
        return metrics.has(metricKey)
          ? [{ at, reason: messages.cannotVary(), input: metricKey }]
          : [unknownMetric(at, metricKey, known.keys())]
      })
      if (objections.length > 0) throw new InvalidInput(...objections)
      return settings
    },

    save: async (
      actor: Actor,
      dealId: string,
      id: string,
      settings: Settings,
      seen: number | undefined,
    ): Promise<Uncertainty> => {
      await write(actor, dealId, id, settings, seen)
      return show(actor, dealId, id)
    },

    /** The scenario uses the settings of the deal again; the deal uses the defaults. */
    reset: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      write(actor, dealId, id, undefined, seen),
  }
}

const isAtLeast = (role: DealRole | undefined, least: DealRole): boolean =>
  role !== undefined && atLeast(dealRoles, role, least)
