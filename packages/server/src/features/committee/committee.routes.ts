import {
  castVote,
  committee,
  createCondition,
  deleteCondition,
  editCondition,
  editDealDetails,
  conditions as listConditions,
  putCommitteeMember,
  removeCommitteeMember,
  readiness as showReadiness,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Committees } from './committee.service.ts'
import type { Conditions } from './conditions.service.ts'
import type { Readiness } from './readiness.service.ts'
import { readState } from './voted-state.ts'

interface Services {
  committees: Committees
  conditions: Conditions
  readiness: Readiness
  now: Clock
}

export const committeeRoutes = ({ committees, conditions, readiness, now }: Services): Route[] => [
  handle(committee, ({ actor, params }) => committees.show(actor, params.deal_id)),
  handle(editDealDetails, ({ actor, params, body: { stage, ic_date, lead_id, city, deal_type }, ifMatch }) =>
    committees.editDetails(
      actor,
      params.deal_id,
      { stage, icDate: ic_date, leadId: lead_id, city, dealType: deal_type },
      ifMatch,
    ),
  ),
  handle(putCommitteeMember, ({ actor, params }) => committees.add(actor, params.deal_id, params.user_id)),
  handle(removeCommitteeMember, ({ actor, params }) => committees.remove(actor, params.deal_id, params.user_id)),
  handle(castVote, ({ actor, params, body: { choice, note, voted_on } }) =>
    committees.cast(actor, params.deal_id, { choice, note: note ?? null, votedOn: readState(voted_on) }),
  ),

  handle(showReadiness, async ({ actor, params }) => {
    const items = await readiness.show(actor, params.deal_id)
    return { items, open_items: items.filter(({ count }) => count !== 0).length, at: now().toISOString() }
  }),

  handle(listConditions, async ({ params }) => ({ conditions: await conditions.list(params.deal_id) })),
  handle(createCondition, ({ actor, params, body: { text, owner_id, due_on } }) =>
    conditions.create(actor, params.deal_id, { text, ownerId: owner_id ?? null, dueOn: due_on ?? null }),
  ),
  handle(editCondition, ({ actor, params: { deal_id, condition_id }, body, ifMatch }) => {
    const { text, owner_id: ownerId, due_on: dueOn, status, reason } = body
    return conditions.edit(actor, deal_id, condition_id, { text, ownerId, dueOn, status, reason }, ifMatch)
  }),
  handle(deleteCondition, ({ actor, params: { deal_id, condition_id }, ifMatch }) =>
    conditions.remove(actor, deal_id, condition_id, ifMatch),
  ),
]
