import { maxSignOffs, type Signature, type SignOff, type SignOffSubject } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { committeeMessages as messages, signOffNames } from '../../messages/committee.ts'
import { newId } from '../../platform/ids.ts'
import { type ChangingDeal, type DealChanges, newSalt } from '../audit-trail/index.ts'
import { assertCalendarDate } from './calendar-date.ts'
import type { CommitteeStore } from './committee.store.ts'
import { digestSignature, digestSignOffs } from './digest-sign-offs.ts'
import { type SignatureRow, type SignOffRow, type SignOffsStore, unsigned } from './sign-offs.store.ts'
import { isSameState, presentState, type State } from './voted-state.ts'

interface Deps {
  store: SignOffsStore
  people: Pick<CommitteeStore, 'canSee' | 'deal'>
  changes: Pick<DealChanges, 'change'>
}

export interface WantedSignOff {
  subject: SignOffSubject
  label: string | null
  assigneeId: string
  dueOn: string | null
}

/** Absent fields stay as they are. */
export type SignOffEdit = { [Field in 'label' | 'assigneeId' | 'dueOn']?: WantedSignOff[Field] | undefined }

export interface NewSignature {
  /** What the person had read. */
  signedOn: State
  note: string | null
}

export type SignOffs = ReturnType<typeof createSignOffs>

/** Whether the signature of a sign-off counts. */
export const isSigned = ({ isOnDeal, signature }: Pick<SignOffRow, 'isOnDeal' | 'signature'>, now: State): boolean =>
  isOnDeal && signature !== null && isSameState(signature, now)

export const signOffName = ({ subject, label }: Pick<SignOffRow, 'subject' | 'label'>): string =>
  label ?? signOffNames[subject]()

/** Who is asked to sign what on a deal, and what they signed. A finalized deal keeps them as they are. */
export const createSignOffs = ({ store, people, changes }: Deps) => {
  const stateOf = async (dealId: string): Promise<State> => (await people.deal(dealId)) ?? refuse('deal_not_found')

  const find = async (dealId: string, id: string): Promise<SignOffRow> =>
    (await store.all(dealId)).find((row) => row.id === id) ?? refuse('sign_off_not_found')

  const shown = async (dealId: string, id: string): Promise<SignOff> =>
    present(await find(dealId, id), await stateOf(dealId))

  const ask = (deal: ChangingDeal, wanted: Pick<WantedSignOff, 'subject' | 'label' | 'assigneeId'>): void =>
    deal.notify({
      type: 'sign_off_requested',
      to: [wanted.assigneeId],
      snippet: messages.signatureRequested({ name: signOffName(wanted) }),
    })

  const ofAssignee = async (actor: Actor, dealId: string, id: string): Promise<SignOffRow> => {
    const found = await find(dealId, id)
    // A superadmin who was let in sees the deal, but signs for nobody.
    if (found.assigneeId !== actor.userId || !found.isOnDeal) refuse('not_your_sign_off')
    return found
  }

  return {
    all: store.all,

    list: async (dealId: string): Promise<{ signOffs: SignOff[]; now: State }> => {
      const now = await stateOf(dealId)
      return { now, signOffs: (await store.all(dealId)).map((row) => present(row, now)) }
    },

    /** Of the sign-offs as they are, with the signatures that signed events prove. */
    digest: async (dealId: string): Promise<string | null> => {
      const [rows, proven] = [await store.all(dealId), await store.provenSignatures(dealId)]
      return digestSignOffs(rows.map((row) => (proven.has(row.id) ? row : { ...row, signature: null })))
    },

    create: (actor: Actor, dealId: string, given: WantedSignOff): Promise<SignOff> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const { subject, assigneeId, dueOn } = given
        const label = readLabel(subject, given.label)
        if (dueOn !== null) assertCalendarDate(dueOn, 'due_on')
        if (!(await people.canSee(dealId, assigneeId))) refuse('member_not_found')
        if ((await store.size(dealId)) >= maxSignOffs) refuse('too_many_sign_offs')
        const id = newId()
        const row = { id, dealId, subject, label, assigneeId, dueOn, version: 1, createdBy: actor.userId }
        await store.add({ ...row, askedAt: deal.at, createdAt: deal.at, updatedAt: deal.at })
        deal.record('sign_off.asked', { sign_off_id: id, subject, user_id: assigneeId, due_on: dueOn })
        ask(deal, { subject, label, assigneeId })
        return shown(dealId, id)
      }),

    edit: (actor: Actor, dealId: string, id: string, edit: SignOffEdit, seen: number | undefined): Promise<SignOff> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        const former = await find(dealId, id)
        assertCurrent(former.version, seen)
        const { subject } = former
        const wanted = {
          label: edit.label === undefined ? former.label : readLabel(subject, edit.label),
          assigneeId: edit.assigneeId ?? former.assigneeId,
          dueOn: edit.dueOn === undefined ? former.dueOn : edit.dueOn,
        }
        if (wanted.dueOn !== null) assertCalendarDate(wanted.dueOn, 'due_on')
        const isNewLabel = wanted.label !== former.label
        const isNewPerson = wanted.assigneeId !== former.assigneeId
        if (!isNewLabel && !isNewPerson && wanted.dueOn === former.dueOn) return shown(dealId, id)
        if (isNewPerson && !(await people.canSee(dealId, wanted.assigneeId))) refuse('member_not_found')
        const version = former.version + 1
        const isAsked = isNewLabel || isNewPerson
        await store.save(dealId, id, {
          ...wanted,
          ...(isAsked ? { ...unsigned, askedAt: deal.at } : {}),
          version,
          updatedAt: deal.at,
        })
        deal.record('sign_off.changed', {
          sign_off_id: id,
          subject,
          user_id: wanted.assigneeId,
          due_on: wanted.dueOn,
          label_changed: isNewLabel,
          signature_removed: isAsked && former.signature !== null,
          version,
        })
        if (isAsked) ask(deal, { subject, ...wanted })
        return shown(dealId, id)
      }),

    remove: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        assertCurrent((await find(dealId, id)).version, seen)
        await store.remove(dealId, id)
        deal.record('sign_off.deleted', { sign_off_id: id })
      }),

    sign: (
      actor: Actor,
      dealId: string,
      id: string,
      { signedOn, note }: NewSignature,
      seen: number | undefined,
    ): Promise<SignOff> =>
      changes.change(actor, dealId, 'viewer', async (deal) => {
        const found = await ofAssignee(actor, dealId, id)
        assertCurrent(found.version, seen)
        const now = await stateOf(dealId)
        if (!isSameState(signedOn, now)) refuse('sign_off_outdated', { fields: { now: presentState(now) } })
        const signature = { ...signedOn, note: note?.trim() || null, salt: newSalt() }
        await store.save(dealId, id, {
          ...signature,
          signedAt: deal.at,
          askedAgainAt: null,
          version: found.version + 1,
          updatedAt: deal.at,
        })
        const { scenario_id: presented, ...state } = presentState(signedOn)
        deal.record('sign_off.signed', {
          sign_off_id: id,
          ...state,
          presented_scenario: presented,
          signature_digest: digestSignature(found, signature),
        })
        return shown(dealId, id)
      }),

    withdraw: (actor: Actor, dealId: string, id: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'viewer', async (deal) => {
        const found = await ofAssignee(actor, dealId, id)
        assertCurrent(found.version, seen)
        if (found.signature === null) refuse('not_signed')
        // It waits for the person again from now on.
        await store.save(dealId, id, {
          ...unsigned,
          askedAt: deal.at,
          version: found.version + 1,
          updatedAt: deal.at,
        })
        deal.record('sign_off.withdrawn', { sign_off_id: id })
      }),
  }
}

const readLabel = (subject: SignOffSubject, given: string | null): string | null => {
  const label = given?.trim() || null
  if (label !== null || subject !== 'other') return label
  throw new InvalidInput({ at: ['body', 'label'], reason: messages.labelMissing(), input: given })
}

const presentSignature = (signature: SignatureRow, now: State): Signature => ({
  signed_on: presentState(signature),
  is_current: isSameState(signature, now),
  note: signature.note,
  signed_at: signature.signedAt.toISOString(),
})

const present = (row: SignOffRow, now: State): SignOff => ({
  id: row.id,
  subject: row.subject,
  label: row.label,
  assignee_id: row.assigneeId,
  assignee_name: row.assigneeName,
  assignee_email_verified: row.assigneeEmailVerified,
  assignee_avatar_url: row.assigneeAvatarUrl,
  assignee_on_deal: row.isOnDeal,
  due_on: row.dueOn,
  is_signed: isSigned(row, now),
  signature: row.signature && presentSignature(row.signature, now),
  created_by_name: row.createdByName,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
})
