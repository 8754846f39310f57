import type { Actor } from '../../actor.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal } from '../audit-trail/index.ts'
import type { ScenarioRow } from './scenarios.store.ts'

type Given = Pick<ScenarioRow, 'name' | 'color' | 'visibility' | 'overrides'> &
  Partial<Pick<ScenarioRow, 'note' | 'basedOn'>>

/** The row of a scenario that is created in a change of its deal. */
export const newScenario = (deal: ChangingDeal, actor: Actor, given: Given): ScenarioRow => ({
  id: newId(),
  dealId: deal.row.id,
  note: null,
  basedOn: null,
  ...given,
  ...withoutProposal,
  version: 1,
  createdBy: actor.userId,
  createdAt: deal.at,
  updatedAt: deal.at,
})

export const withoutProposal = {
  proposedAgainst: null,
  proposedBy: null,
  proposedAt: null,
  proposalReason: null,
} as const

/** A scenario after a change. */
export const changedScenario = (deal: ChangingDeal, row: ScenarioRow, change: Partial<ScenarioRow>): ScenarioRow => ({
  ...row,
  ...change,
  version: row.version + 1,
  updatedAt: deal.at,
})
