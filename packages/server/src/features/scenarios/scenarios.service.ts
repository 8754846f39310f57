import { baseScenarioId, type Scenario, type ScenarioColor, scenarioColors } from '@deal-canvas/contract'
import type { WorkbookCases } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Models, recordedDifferences } from '../models/index.ts'
import { changedScenario, newScenario } from './new-scenario.ts'
import { caseNumberOf, presentBase, presentCases, presentScenario } from './present-scenario.ts'
import { byKey, type PlannedNumbers, type PresentedScenario, recordedInputs } from './presented-scenario.ts'
import { type GivenInput, readInputs } from './read-inputs.ts'
import {
  assertCanEdit,
  isEditor,
  isOwner,
  isPublic,
  type ScenarioRecords,
  type ScenarioResult,
} from './scenario-records.ts'
import type { ScenarioRow, ScenariosStore, StoredOverride } from './scenarios.store.ts'

interface Deps {
  store: ScenariosStore
  records: ScenarioRecords
  presented: PresentedScenario
  casesOf(dealId: string, signal?: AbortSignal): Promise<WorkbookCases | undefined>
  models: Pick<Models, 'present'>
  metrics: Pick<Metrics, 'all'>
  changes: Pick<DealChanges, 'change'>
  now: Clock
}

export interface NewScenario {
  name: string
  note: string | null
  color: ScenarioColor | undefined
  visibility: 'shared' | 'private' | undefined
  basedOn: string | null
  overrides: readonly GivenInput[]
}

/** Undefined fields stay as they are. */
export interface ScenarioChange {
  name: string | undefined
  note: string | null | undefined
  color: ScenarioColor | undefined
  visibility: 'shared' | undefined
  overrides: readonly GivenInput[] | undefined
}

/** A change of a scenario, with its numbers if it is the presented one. */
export interface PlannedChange {
  change: ScenarioChange
  overrides: StoredOverride[] | undefined
  numbers: PlannedNumbers | undefined
  /** The version of the scenario it was planned for. */
  version: number
}

export interface PlannedPresentation {
  /** Undefined for Base. */
  row: ScenarioRow | undefined
  numbers: PlannedNumbers
}

export type Scenarios = ReturnType<typeof createScenarios>

/** Named sets of overrides: people create, change and delete them, and present one in the memo. */
export const createScenarios = (deps: Deps) => {
  const { store, records, presented, casesOf, models, metrics, changes, now } = deps
  const { find, findIfAny, show } = records

  const readName = async (deal: ChangingDeal, actor: Actor, given: string, except?: string): Promise<string> => {
    const name = given.trim().replaceAll(/\s+/gu, ' ')
    if (!/[\p{L}\p{N}]/u.test(name))
      throw new InvalidInput({ at: ['body', 'name'], reason: messages.nameBlank(), input: given })
    const isBase = name.toLowerCase() === messages.base().toLowerCase()
    if (isBase || (await store.isNameTaken(deal.row.id, name, actor.userId, except))) refuse('scenario_name_taken')
    return name
  }

  const inputsFor = async (
    dealId: string,
    { userId }: Actor,
    given: readonly GivenInput[],
    former: readonly StoredOverride[],
  ): Promise<StoredOverride[]> => {
    const [{ tier }, rows] = await Promise.all([models.present(dealId), metrics.all(dealId)])
    return readInputs(given, { rows, tier, former, by: userId, at: now() })
  }

  const writePresented = async (deal: ChangingDeal, row: ScenarioRow | undefined, numbers: PlannedNumbers) => {
    const written = await presented.write(deal, numbers)
    deal.record('scenario.presented', {
      scenario_id: row?.id ?? null,
      scenario_version: row?.version ?? null,
      inputs: recordedInputs(row?.overrides ?? []),
      version: written.version,
      ...recordedDifferences(written.differences),
    })
    const snippet = row === undefined ? messages.presentedBase() : messages.presented({ name: row.name })
    await records.notifyOfNumbers(deal, snippet)
    return written
  }

  return {
    list: async (actor: Actor, dealId: string, signal?: AbortSignal) => {
      const [rows, { version }, needsApproval, cases] = await Promise.all([
        store.visible(dealId, actor.userId),
        models.present(dealId),
        store.needsApproval(dealId),
        casesOf(dealId, signal),
      ])
      const facts = await records.factsOf(dealId, rows)
      return {
        scenarios: [
          presentBase(facts.presentedId === undefined),
          ...presentCases(cases),
          ...rows.map((row) => presentScenario(row, facts)),
        ],
        presentedId: facts.presentedId ?? baseScenarioId,
        version,
        needsApproval,
      }
    },

    show: async (actor: Actor, dealId: string, id: string, signal?: AbortSignal): Promise<Scenario> => {
      if (id === baseScenarioId) return presentBase((await store.presented(dealId)) === undefined)
      const cases = caseNumberOf(id) === undefined ? [] : presentCases(await casesOf(dealId, signal))
      const found = cases.find((scenario) => scenario.id === id)
      if (found !== undefined) return found
      return show((await findIfAny(dealId, id, actor)) ?? refuse('scenario_not_found'))
    },

    create: (actor: Actor, dealId: string, given: NewScenario): Promise<Scenario> =>
      changes.change(actor, dealId, 'commenter', async (deal) => {
        if (!(await store.hasWorkbook(dealId))) refuse('no_model')
        const visibility = given.visibility ?? (isEditor(deal) ? 'shared' : 'private')
        if (visibility === 'shared' && !isEditor(deal)) refuse('role_too_low')
        const basedOn = given.basedOn === baseScenarioId ? null : given.basedOn
        const base =
          basedOn === null ? undefined : ((await findIfAny(dealId, basedOn, actor)) ?? refuse('scenario_not_found'))
        const set = await inputsFor(dealId, actor, given.overrides, base?.overrides ?? [])
        const keys = new Set(set.map(({ metricKey }) => metricKey))
        const others = (base?.overrides ?? []).filter(({ metricKey }) => !keys.has(metricKey))
        const color = scenarioColors[(await store.count(dealId)) % scenarioColors.length] ?? 'blue'
        const row = newScenario(deal, actor, {
          name: await readName(deal, actor, given.name),
          note: given.note,
          color: given.color ?? color,
          visibility,
          basedOn,
          overrides: [...others, ...set].sort(byKey),
        })
        await records.add(deal, row)
        const varying = base === undefined ? undefined : await store.copyUncertainty(row, base.id)
        if (varying !== undefined && visibility === 'shared')
          deal.record('scenario.uncertainty_changed', { scenario_id: row.id, uncertainty_version: 1, varying })
        return show(row)
      }),

    /** Computes everything a change needs before the deal is locked. */
    planChange: async (
      actor: Actor,
      dealId: string,
      id: string,
      change: ScenarioChange,
      signal?: AbortSignal,
    ): Promise<PlannedChange> => {
      const row = await find(dealId, id, actor)
      // Checked again under the lock; here it keeps others from starting a computation.
      assertCanEdit(actor.dealRole, actor, row)
      const { version } = row
      if (change.overrides === undefined) return { change, overrides: undefined, numbers: undefined, version }
      const overrides = await inputsFor(dealId, actor, change.overrides, row.overrides)
      const numbers = (await records.isPresented(row)) ? await presented.plan(dealId, overrides, signal) : undefined
      return { change, overrides, numbers, version }
    },

    change: (
      actor: Actor,
      dealId: string,
      id: string,
      { change, overrides, numbers, version }: PlannedChange,
      seen: number | undefined,
    ): Promise<ScenarioResult> =>
      changes.change(actor, dealId, 'commenter', async (deal) => {
        const row = await find(dealId, id, actor)
        assertCanEdit(deal.role, actor, row)
        assertCurrent(row.version, seen ?? version)
        const { name, note, color, visibility } = change
        if (visibility === 'shared' && !isEditor(deal)) refuse('role_too_low')
        const changed = changedScenario(deal, row, {
          name: name === undefined ? row.name : await readName(deal, actor, name, id),
          note: note === undefined ? row.note : note,
          color: color ?? row.color,
          visibility: visibility ?? row.visibility,
          overrides: overrides ?? row.overrides,
        })
        await store.save(changed)
        if (overrides !== undefined && (await records.isPresented(row))) {
          if (!isOwner(deal) && (await store.needsApproval(dealId))) refuse('role_too_low')
          // Without numbers it became the presented scenario after the change was planned.
          return records.resultOf(changed, await writePresented(deal, changed, numbers ?? refuse('model_changed')))
        }
        const inputs = recordedInputs(changed.overrides)
        if (isPublic(row))
          deal.record('scenario.changed', { scenario_id: id, scenario_version: changed.version, inputs })
        else if (isPublic(changed)) deal.record('scenario.created', { scenario_id: id, inputs })
        return records.resultOf(changed)
      }),

    delete: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'commenter', async (deal) => {
        const row = await find(dealId, id, actor)
        if (row.createdBy !== actor.userId && !isOwner(deal)) refuse('not_author')
        assertCurrent(row.version, seen)
        if (await records.isPresented(row)) refuse('scenario_presented')
        await store.delete(dealId, id)
        if (isPublic(row)) deal.record('scenario.deleted', { scenario_id: id })
      }),

    planPresentation: async (
      actor: Actor,
      dealId: string,
      id: string,
      signal?: AbortSignal,
    ): Promise<PlannedPresentation> => {
      const row = id === baseScenarioId ? undefined : await find(dealId, id, actor)
      return { row, numbers: await presented.plan(dealId, row?.overrides ?? [], signal) }
    },

    /** Makes the numbers of a scenario those of the memo. */
    present: (
      actor: Actor,
      dealId: string,
      planned: PlannedPresentation,
      seen: number | undefined,
    ): Promise<ScenarioResult> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const row = planned.row === undefined ? undefined : await find(dealId, planned.row.id, actor)
        if (row !== undefined) assertCurrent(row.version, seen ?? planned.row?.version)
        if (row?.visibility === 'private') refuse('scenario_private')
        await store.setPresented(dealId, row?.id ?? null)
        const written = await writePresented(deal, row, planned.numbers)
        if (row !== undefined) return records.resultOf(row, written)
        const { version, differences, staleSections } = written
        return { scenario: presentBase(true), version, changes: differences, staleSections }
      }),
  }
}
