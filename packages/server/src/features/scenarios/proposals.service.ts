import type { Scenario } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { recordedDifferences } from '../models/index.ts'
import { mergeProposal } from './merge-proposal.ts'
import { changedScenario, newScenario, withoutProposal } from './new-scenario.ts'
import { presentConflict } from './present-scenario.ts'
import { byKey, inputsOf, type PlannedNumbers, type PresentedScenario, recordedInputs } from './presented-scenario.ts'
import { isOwner, type ScenarioRecords, type ScenarioResult } from './scenario-records.ts'
import type { ScenarioRow, ScenariosStore, StoredOverride } from './scenarios.store.ts'

interface Deps {
  store: ScenariosStore
  records: ScenarioRecords
  presented: PresentedScenario
  metrics: Pick<Metrics, 'all'>
  changes: Pick<DealChanges, 'change'>
}

/** The merged overrides and their numbers, computed before the deal is locked. */
export interface PlannedAdoption {
  merged: StoredOverride[]
  numbers: PlannedNumbers
  /** The version of the proposal. */
  version: number
}

export type Proposals = ReturnType<typeof createProposals>

/** Scenarios that are proposed as what the memo presents, and their adoption by an owner. */
export const createProposals = ({ store, records, presented, metrics, changes }: Deps) => {
  const { find, show } = records

  const findProposed = async (dealId: string, id: string, actor: Actor): Promise<ScenarioRow> => {
    const row = await find(dealId, id, actor)
    return row.proposedAt === null ? refuse('scenario_not_proposed') : row
  }

  const presentedOverrides = async (dealId: string): Promise<StoredOverride[]> =>
    (await store.presented(dealId))?.overrides ?? []

  /** The presented overrides after a proposal is merged into them. Refused if inputs were changed since. */
  const mergeInto = async (row: ScenarioRow): Promise<StoredOverride[]> => {
    const current = await presentedOverrides(row.dealId)
    const { merged, conflicts } = mergeProposal({
      base: new Map(Object.entries(row.proposedAgainst ?? {})),
      current: inputsOf(current),
      proposed: inputsOf(row.overrides),
    })
    if (conflicts.length > 0) {
      const rows = new Map((await metrics.all(row.dealId)).map((metric) => [metric.metricKey, metric]))
      refuse('scenario_conflict', {
        fields: { conflicts: conflicts.map((conflict) => presentConflict(conflict, rows)) },
      })
    }
    const isMerged = ({ metricKey, value }: StoredOverride) => merged.get(metricKey) === value
    const unchanged = current.filter(isMerged)
    const keys = new Set(unchanged.map(({ metricKey }) => metricKey))
    const taken = row.overrides.filter((override) => isMerged(override) && !keys.has(override.metricKey))
    return [...unchanged, ...taken].sort(byKey)
  }

  /** Proposes a scenario against what is presented now, and notifies the owners. */
  const proposeRow = async (
    deal: ChangingDeal,
    actor: Actor,
    row: ScenarioRow,
    reason: string | undefined,
  ): Promise<ScenarioRow> => {
    const proposed = changedScenario(deal, row, {
      proposedAgainst: Object.fromEntries(inputsOf(await presentedOverrides(row.dealId))),
      proposedBy: actor.userId,
      proposedAt: deal.at,
      proposalReason: reason ?? null,
    })
    await store.save(proposed)
    deal.record('scenario.proposed', {
      scenario_id: row.id,
      scenario_version: proposed.version,
      inputs: recordedInputs(row.overrides),
    })
    const owners = await store.memberIds(row.dealId, 'owner')
    const snippet = messages.proposed({ name: row.name, inputs: row.overrides.length })
    deal.notify({ type: 'scenario_proposed', to: owners, snippet })
    return proposed
  }

  return {
    needsApproval: store.needsApproval,

    propose: (actor: Actor, dealId: string, id: string, reason: string | undefined): Promise<Scenario> =>
      changes.change(actor, dealId, 'commenter', async (deal) => {
        const row = await find(dealId, id, actor)
        if (await records.isPresented(row)) refuse('scenario_presented')
        return show(await proposeRow(deal, actor, row, reason))
      }),

    /** Proposes the presented overrides with another value of some inputs. Returns the id of the new scenario. */
    proposeInputs: async (
      deal: ChangingDeal,
      actor: Actor,
      inputs: readonly { metricKey: string; value: number; name: string }[],
      reason: string | undefined,
    ): Promise<string> => {
      const dealId = deal.row.id
      const base = await store.presented(dealId)
      const keys = new Set(inputs.map(({ metricKey }) => metricKey))
      const others = (base?.overrides ?? []).filter(({ metricKey }) => !keys.has(metricKey))
      const set = inputs.map(({ metricKey, value }) => ({
        metricKey,
        value,
        reason: reason ?? null,
        setBy: actor.userId,
        setAt: deal.at.toISOString(),
      }))
      const wanted = inputs.map(({ name }) => name).join(', ')
      let name = wanted
      for (let n = 2; await store.isNameTaken(dealId, name, actor.userId); n++)
        name = messages.proposalNumbered({ name: wanted, number: n })
      const row = newScenario(deal, actor, {
        name,
        color: 'orange',
        visibility: 'shared',
        basedOn: base?.id ?? null,
        overrides: [...others, ...set].sort(byKey),
      })
      await records.add(deal, row)
      await proposeRow(deal, actor, row, reason)
      return row.id
    },

    /** The author withdraws a proposal, an owner declines it. */
    end: (actor: Actor, dealId: string, id: string): Promise<Scenario> =>
      changes.change(actor, dealId, 'commenter', async (deal) => {
        const row = await findProposed(dealId, id, actor)
        const isMine = row.proposedBy === actor.userId
        if (!isMine && !isOwner(deal)) refuse('not_author')
        const ended = changedScenario(deal, row, withoutProposal)
        await store.save(ended)
        deal.record('scenario.proposal_ended', { scenario_id: id, outcome: isMine ? 'withdrawn' : 'declined' })
        return show(ended)
      }),

    planAdoption: async (actor: Actor, dealId: string, id: string, signal?: AbortSignal): Promise<PlannedAdoption> => {
      const row = await findProposed(dealId, id, actor)
      const merged = await mergeInto(row)
      return { merged, numbers: await presented.plan(dealId, merged, signal), version: row.version }
    },

    /** Merges a proposal into the presented scenario. */
    adopt: (
      actor: Actor,
      dealId: string,
      id: string,
      { merged, numbers, version }: PlannedAdoption,
      seen: number | undefined,
    ): Promise<ScenarioResult> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const row = await findProposed(dealId, id, actor)
        assertCurrent(row.version, seen ?? version)
        // Another proposal may have been adopted since it was planned: then the inputs that differ are named.
        await mergeInto(row)
        const written = await presented.write(deal, numbers)
        const former = await store.presented(dealId)
        const into =
          former === undefined
            ? await presented.createCurrentCase(deal, actor, merged)
            : changedScenario(deal, former, { overrides: merged })
        if (former !== undefined) await store.save(into)
        await store.save(changedScenario(deal, row, withoutProposal))
        deal.record('scenario.adopted', {
          scenario_id: id,
          into: into.id,
          inputs: recordedInputs(merged),
          version: written.version,
          ...recordedDifferences(written.differences),
        })
        await records.notifyOfNumbers(deal, messages.adopted({ name: row.name }))
        return records.resultOf(into, written)
      }),
  }
}
