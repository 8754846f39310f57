import { baseScenarioId } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import { asOfNow, type ModelComputing, type Models, type WriteNumbers } from '../models/index.ts'
import { changedScenario, newScenario } from './new-scenario.ts'
import type { ScenarioRow, ScenariosStore, StoredOverride } from './scenarios.store.ts'

interface Deps {
  store: ScenariosStore
  models: Pick<Models, 'present' | 'current' | 'move'>
  computing: Pick<ModelComputing, 'read'>
  writeNumbers: WriteNumbers
}

/** The numbers of the memo with other overrides, and the model version they were computed for. */
export interface PlannedNumbers {
  version: number
  /** Those that the workbook has; sorted by metric key. */
  overrides: readonly StoredOverride[]
  values: ReadonlyMap<string, number | null>
  /** Workbook values of the overridden metrics. */
  workbookValues: ReadonlyMap<string, number | null>
}

export type PresentedScenario = ReturnType<typeof createPresentedScenario>

/** Sorts overrides as they are stored. */
export const byKey = (a: { metricKey: string }, b: { metricKey: string }): number =>
  a.metricKey < b.metricKey ? -1 : 1

/** The values of a scenario's inputs by metric key. */
export const inputsOf = (overrides: readonly StoredOverride[]): Map<string, number> =>
  new Map(overrides.map(({ metricKey, value }) => [metricKey, value]))

/** The overrides of the presented scenario are those of the model, from which the numbers of the memo are computed. */
export const createPresentedScenario = ({ store, models, computing, writeNumbers }: Deps) => {
  /** Overrides of the model as those of a scenario: the newest of each metric. */
  const activeOverrides = async (dealId: string): Promise<StoredOverride[]> =>
    (await store.active(dealId))
      .map(({ metricKey, value, reason, appliedBy, appliedAt }) => ({
        metricKey,
        value,
        reason,
        setBy: appliedBy,
        setAt: appliedAt.toISOString(),
      }))
      .sort(byKey)

  /** Creates "Current case" and presents it. The limit on scenarios does not stop a change of the numbers. */
  const createCurrentCase = async (
    deal: ChangingDeal,
    actor: Actor,
    overrides: StoredOverride[],
  ): Promise<ScenarioRow> => {
    const name = messages.currentCase()
    const row = newScenario(deal, actor, { name, color: 'blue', visibility: 'shared', overrides })
    for (let n = 2; await store.isNameTaken(deal.row.id, row.name, actor.userId); n++)
      row.name = messages.currentCaseNumbered({ number: n })
    await store.add(row)
    await store.setPresented(deal.row.id, row.id)
    deal.record('scenario.created', { scenario_id: row.id, inputs: recordedInputs(overrides) })
    return row
  }

  return {
    activeOverrides,

    /** The id of the scenario that the memo presents. */
    presentedId: async (dealId: string): Promise<string> => (await store.presented(dealId))?.id ?? baseScenarioId,

    /** Computes the numbers of the memo for other overrides, before the deal is changed. */
    plan: async (
      dealId: string,
      overrides: readonly StoredOverride[],
      signal?: AbortSignal,
    ): Promise<PlannedNumbers> => {
      const { state, version } = await models.present(dealId)
      if (state === undefined) return refuse('no_model')
      const sorted = overrides.toSorted(byKey)
      const applied = sorted.map(({ metricKey, value }) => ({ metricKey, value }))
      const read = await computing.read({ ...state, overrides: applied }, signal).catch(asOfNow)
      const lost = new Set(read.lostOverrides)
      return {
        version,
        overrides: sorted.filter(({ metricKey }) => !lost.has(metricKey)),
        values: new Map(read.metrics.map(({ metricKey, value }) => [metricKey, value])),
        workbookValues: new Map(read.replaced.map(({ metricKey, value }) => [metricKey, value])),
      }
    },

    /** Writes planned numbers inside a change of the deal. Refused if the model has changed since they were planned. */
    write: async (deal: ChangingDeal, planned: PlannedNumbers) => {
      const dealId = deal.row.id
      if (((await models.current(dealId))?.version ?? 0) !== planned.version) refuse('model_changed')
      const version = await models.move(deal)
      const written = await writeNumbers(deal, planned.values)
      const wanted = inputsOf(planned.overrides)
      const staying = (await store.active(dealId)).filter(({ metricKey, value }) => wanted.get(metricKey) === value)
      const ids = staying.map(({ id }) => id)
      await store.revertOthers(dealId, ids, deal.at, version)
      const isActive = new Set(staying.map(({ metricKey }) => metricKey))
      await store.addOverrides(
        planned.overrides
          .filter(({ metricKey }) => !isActive.has(metricKey))
          .map(({ metricKey, value, reason, setBy, setAt }) => ({
            id: newId(),
            dealId,
            version,
            metricKey,
            value,
            // Several inputs changed at once: there are no former values to which one of them could be reverted alone.
            before: {},
            workbookValue: planned.workbookValues.get(metricKey) ?? null,
            reason,
            appliedBy: setBy,
            appliedAt: new Date(setAt),
            revertedAt: null,
            revertedVersion: null,
          })),
      )
      return { version, ...written }
    },

    createCurrentCase,

    /** Makes the presented scenario follow overrides that were applied or reverted by themselves. */
    follow: async (deal: ChangingDeal, actor: Actor, metricKeys: readonly string[]): Promise<void> => {
      const dealId = deal.row.id
      if (!(await store.hasWorkbook(dealId))) return
      const active = await activeOverrides(dealId)
      const row = await store.presented(dealId)
      if (row === undefined) {
        if (active.length > 0) await createCurrentCase(deal, actor, active)
        return
      }
      // Other inputs stay, also those that the workbook does not have and that are therefore not applied.
      const others = row.overrides.filter(({ metricKey }) => !metricKeys.includes(metricKey))
      const changed = active.filter(({ metricKey }) => metricKeys.includes(metricKey))
      const overrides = [...others, ...changed].sort(byKey)
      await store.save(changedScenario(deal, row, { overrides }))
    },
  }
}

export const recordedInputs = (overrides: readonly StoredOverride[]) =>
  overrides.map(({ metricKey, value }) => ({ metric_key: metricKey, value }))
