import { type Condition, type ConditionState, maxConditions } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { requestMessages } from '../../messages/requests.ts'
import { newId } from '../../platform/ids.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { assertCalendarDate } from './calendar-date.ts'
import type { CommitteeStore } from './committee.store.ts'
import type { ConditionRow, ConditionsStore, StoredCondition } from './conditions.store.ts'

interface Deps {
  store: ConditionsStore
  people: Pick<CommitteeStore, 'canSee'>
  changes: Pick<DealChanges, 'change'>
}

export interface NewCondition {
  text: string
  ownerId: string | null
  dueOn: string | null
}

/** Absent fields stay as they are. */
export type ConditionEdit = { [Field in keyof NewCondition]?: NewCondition[Field] | undefined } & {
  status?: ConditionState | undefined
  reason?: string | null | undefined
}

export type Conditions = ReturnType<typeof createConditions>

/** What an approval depends on. Conditions can be changed after the deal was finalized, except for their text. */
export const createConditions = ({ store, people, changes }: Deps) => {
  const afterDecision = { evenIfDecided: true }

  const assertOwner = async (dealId: string, ownerId: string | null): Promise<void> => {
    if (ownerId !== null && !(await people.canSee(dealId, ownerId))) refuse('member_not_found')
  }

  const find = async (dealId: string, id: string): Promise<ConditionRow> =>
    (await store.all(dealId)).find(({ condition }) => condition.id === id) ?? refuse('condition_not_found')

  /** Adds conditions inside a change of the deal. */
  const add = async (
    deal: Pick<ChangingDeal, 'row' | 'at' | 'record'>,
    actor: Pick<Actor, 'userId'>,
    wanted: readonly NewCondition[],
  ): Promise<string[]> => {
    if (wanted.length === 0) return []
    const dealId = deal.row.id
    const present = await store.all(dealId)
    if (present.length + wanted.length > maxConditions) refuse('too_many_conditions')
    const owners = new Set(wanted.map(({ ownerId }) => ownerId))
    for (const ownerId of owners) await assertOwner(dealId, ownerId)
    const rows = wanted.map(
      ({ text, ownerId, dueOn }): StoredCondition => ({
        id: newId(),
        dealId,
        text: readText(text),
        ownerId,
        dueOn: readDay(dueOn),
        status: 'open',
        reason: null,
        decidedWith: false,
        version: 1,
        createdBy: actor.userId,
        createdAt: deal.at,
        updatedAt: deal.at,
      }),
    )
    await store.add(rows)
    for (const { id, ownerId, dueOn } of rows)
      deal.record('condition.created', { condition_id: id, owner_id: ownerId, due_on: dueOn, status: 'open' })
    return rows.map(({ id }) => id)
  }

  return {
    add,

    /** Fixes the text of what the deal is finalized with. */
    decideWith: (dealId: string): Promise<string[]> => store.decideWith(dealId),

    list: async (dealId: string): Promise<Condition[]> => (await store.all(dealId)).map(presentCondition).sort(inOrder),

    create: (actor: Actor, dealId: string, wanted: NewCondition): Promise<Condition> =>
      changes.change(
        actor,
        dealId,
        'editor',
        async (deal) => {
          const [id = ''] = await add(deal, actor, [wanted])
          return presentCondition(await find(dealId, id))
        },
        afterDecision,
      ),

    edit: (
      actor: Actor,
      dealId: string,
      id: string,
      edit: ConditionEdit,
      seen: number | undefined,
    ): Promise<Condition> =>
      changes.change(
        actor,
        dealId,
        'editor',
        async (deal) => {
          const found = await find(dealId, id)
          const former = found.condition
          assertCurrent(former.version, seen)
          const wanted = {
            text: edit.text === undefined ? former.text : readText(edit.text),
            ownerId: edit.ownerId === undefined ? former.ownerId : edit.ownerId,
            dueOn: edit.dueOn === undefined ? former.dueOn : readDay(edit.dueOn),
            status: edit.status ?? former.status,
            reason: edit.reason === undefined ? former.reason : edit.reason?.trim() || null,
          }
          const fields = ['text', 'ownerId', 'dueOn', 'status', 'reason'] as const
          if (fields.every((field) => wanted[field] === former[field])) return presentCondition(found)
          const isNewText = wanted.text !== former.text
          if (isNewText && former.decidedWith) refuse('condition_fixed')
          if (wanted.ownerId !== former.ownerId) await assertOwner(dealId, wanted.ownerId)
          if (wanted.status === 'waived' && (former.status !== 'waived' || wanted.reason !== former.reason)) {
            if (deal.role !== 'owner') refuse('role_too_low')
            if (wanted.reason === null)
              throw new InvalidInput({ at: ['body', 'reason'], reason: messages.reasonMissing() })
          }
          const version = former.version + 1
          await store.save(dealId, id, { ...wanted, version, updatedAt: deal.at })
          deal.record('condition.changed', {
            condition_id: id,
            owner_id: wanted.ownerId,
            due_on: wanted.dueOn,
            status: wanted.status,
            text_changed: isNewText,
            version,
          })
          return presentCondition(await find(dealId, id))
        },
        afterDecision,
      ),

    remove: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      changes.change(
        actor,
        dealId,
        'editor',
        async (deal) => {
          const { condition } = await find(dealId, id)
          assertCurrent(condition.version, seen)
          if (condition.decidedWith) refuse('condition_fixed')
          await store.remove(dealId, id)
          deal.record('condition.deleted', { condition_id: id })
        },
        afterDecision,
      ),
  }
}

const readText = (given: string): string => {
  const text = given.trim()
  if (text !== '') return text
  throw new InvalidInput({ at: ['body', 'text'], reason: requestMessages.textBlank(), input: given })
}

const readDay = (given: string | null): string | null => {
  if (given !== null) assertCalendarDate(given, 'due_on')
  return given
}

const presentCondition = ({ condition, ownerName, createdByName }: ConditionRow): Condition => ({
  id: condition.id,
  text: condition.text,
  owner_id: condition.ownerId,
  owner_name: ownerName,
  due_on: condition.dueOn,
  status: condition.status,
  reason: condition.reason,
  decided_with: condition.decidedWith,
  created_by_name: createdByName,
  created_at: condition.createdAt.toISOString(),
  updated_at: condition.updatedAt.toISOString(),
  version: condition.version,
})

/** Open ones first, the next due date first; the order of adding decides otherwise. */
const inOrder = (a: Condition, b: Condition): number =>
  Number(a.status !== 'open') - Number(b.status !== 'open') || (a.due_on ?? '9').localeCompare(b.due_on ?? '9')
