import {
  type Committee,
  type CommitteeMember,
  type DealStage,
  type DealType,
  maxCommitteeMembers,
  type Vote,
  type VoteChoice,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { newId } from '../../platform/ids.ts'
import { type ChangingDeal, type DealChanges, newSalt } from '../audit-trail/index.ts'
import { type OrgSettings, settingsOf } from '../orgs/index.ts'
import { canSeeTally, canSeeVote, type Reading } from './blind-read.ts'
import { assertCalendarDate } from './calendar-date.ts'
import type { CommitteeStore, DealDetails, DealToDecide, PersonRow, VoteRow } from './committee.store.ts'
import { countVotes, type Tally } from './count-votes.ts'
import { digestNote, digestVote } from './digest-votes.ts'
import { isSameState, presentState, type State } from './voted-state.ts'

interface Deps {
  store: CommitteeStore
  changes: Pick<DealChanges, 'change'>
}

/** Absent fields stay as they are. */
export interface DetailsEdit {
  stage?: DealStage | null | undefined
  icDate?: string | null | undefined
  leadId?: string | null | undefined
  city?: string | null | undefined
  dealType?: DealType | null | undefined
}

export interface NewVote {
  choice: VoteChoice
  note: string | null
  /** What the person had read. */
  votedOn: State
}

/** The committee of a deal with everything that decides. */
export interface Standing {
  deal: DealToDecide
  settings: OrgSettings
  people: readonly PersonRow[]
  tally: Tally
}

export type Committees = ReturnType<typeof createCommittees>

/** Who votes on a deal, and what they voted. */
export const createCommittees = ({ store, changes }: Deps) => {
  const standing = async (dealId: string): Promise<Standing> => {
    const deal = (await store.deal(dealId)) ?? refuse('deal_not_found')
    const people = await store.people(dealId)
    const settings = settingsOf(deal.settings)
    const voters = people
      .filter(({ counts }) => counts)
      .map(({ userId, vote }) => ({ userId, choice: vote !== null && isSameState(vote, deal) ? vote.choice : null }))
    return {
      deal,
      settings,
      people,
      tally: countVotes(voters, { rule: settings.committee_rule, quorum: settings.committee_quorum }, deal.leadId),
    }
  }

  const show = async ({ userId }: Actor, dealId: string): Promise<Committee> => present(await standing(dealId), userId)

  const memberOf = ({ deal, people, settings }: Standing, me: string, userId: string): CommitteeMember => {
    const reading = readingOf({ deal, people, settings }, me)
    const person = people.find((known) => known.userId === userId) ?? refuse('member_not_found')
    return presentPerson(person, reading)
  }

  /** Publishes the newest vote of each person, as far as that has not been done. */
  const reveal = async (
    deal: Pick<ChangingDeal, 'row' | 'at' | 'record'>,
    people: readonly PersonRow[],
    reason: 'all_voted' | 'finalized',
  ): Promise<void> => {
    const hidden = people.flatMap(({ userId, vote }) =>
      vote === null || vote.revealedAt !== null ? [] : [{ userId, vote }],
    )
    if (hidden.length === 0) return
    await store.reveal(
      deal.row.id,
      hidden.map(({ vote }) => vote.id),
      deal.at,
    )
    deal.record('votes.revealed', {
      reason,
      votes: hidden.map(({ userId, vote: { id, choice, salt } }) => ({ vote_id: id, user_id: userId, choice, salt })),
    })
  }

  return {
    standing,
    show,
    reveal,
    signedVotes: store.signedVotes,

    /** Allowed on finalized deals too: a deal closes after it was approved. */
    editDetails: (actor: Actor, dealId: string, edit: DetailsEdit, seen: number | undefined): Promise<Committee> =>
      changes.change(
        actor,
        dealId,
        'owner',
        async (deal) => {
          const { stage, icDate, leadId, city, dealType, detailsVersion } = deal.row
          assertCurrent(detailsVersion, seen)
          if (edit.icDate != null) assertCalendarDate(edit.icDate, 'ic_date')
          const wanted: DealDetails = {
            stage: edit.stage === undefined ? stage : edit.stage,
            icDate: edit.icDate === undefined ? icDate : edit.icDate,
            leadId: edit.leadId === undefined ? leadId : edit.leadId,
            city: edit.city === undefined ? city : edit.city?.trim() || null,
            dealType: edit.dealType === undefined ? dealType : edit.dealType,
            detailsVersion: detailsVersion + 1,
          }
          const fields = ['stage', 'icDate', 'leadId', 'city', 'dealType'] as const
          const isSame = fields.every((field) => wanted[field] === deal.row[field])
          if (isSame) return show(actor, dealId)
          if (wanted.leadId !== null && wanted.leadId !== leadId && !(await store.canSee(dealId, wanted.leadId)))
            refuse('member_not_found')
          await store.saveDetails(dealId, wanted)
          deal.record('deal.details_changed', {
            stage: wanted.stage,
            ic_date: wanted.icDate,
            lead_id: wanted.leadId,
            ...(wanted.dealType === dealType ? {} : { deal_type: wanted.dealType }),
            ...(wanted.city === city ? {} : { city_changed: true }),
            version: wanted.detailsVersion,
          })
          return show(actor, dealId)
        },
        { evenIfDecided: true },
      ),

    add: (actor: Actor, dealId: string, userId: string): Promise<CommitteeMember> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        if (!(await store.isMember(dealId, userId))) {
          if (!(await store.canSee(dealId, userId))) refuse('member_not_found')
          if ((await store.size(dealId)) >= maxCommitteeMembers) refuse('too_many_committee_members')
          await store.add({ dealId, userId, addedAt: deal.at })
          deal.record('committee.member_added', { user_id: userId })
          deal.notify({ type: 'vote_requested', to: [userId], snippet: messages.onCommittee() })
        }
        return memberOf(await standing(dealId), actor.userId, userId)
      }),

    remove: (actor: Actor, dealId: string, userId: string): Promise<void> =>
      changes.change(actor, dealId, 'owner', async (deal) => {
        if (!(await store.isMember(dealId, userId))) refuse('member_not_found')
        await store.remove(dealId, userId)
        deal.record('committee.member_removed', { user_id: userId })
      }),

    /** The audit trail gets a digest of the vote: what it was is published once everybody has voted. */
    cast: (actor: Actor, dealId: string, { choice, note, votedOn }: NewVote): Promise<Vote> =>
      changes.change(actor, dealId, 'viewer', async (deal) => {
        const { userId } = actor
        const before = await standing(dealId)
        if (!before.people.some((person) => person.userId === userId && person.counts)) refuse('not_on_committee')
        if (!isSameState(votedOn, before.deal)) refuse('vote_outdated', { fields: { now: presentState(before.deal) } })
        const text = note?.trim() || null
        if (choice === 'approve_with_conditions' && text === null)
          throw new InvalidInput({ at: ['body', 'note'], reason: messages.conditionMissing(), input: note })
        const vote = { ...votedOn, id: newId(), userId, choice, note: text, salt: newSalt(), noteSalt: newSalt() }
        await store.cast({ ...vote, dealId, castAt: deal.at })
        const { memo_version, model_version, scenario_id, scenario_version } = presentState(votedOn)
        deal.record('vote.cast', {
          vote_id: vote.id,
          memo_version,
          model_version,
          presented_scenario: scenario_id,
          scenario_version,
          vote_digest: digestVote(vote),
          note_digest: digestNote(vote),
        })
        const after = await standing(dealId)
        if (after.tally.missing === 0)
          await reveal(
            deal,
            after.people.filter(({ counts }) => counts),
            'all_voted',
          )
        return memberOf(after, userId, userId).vote ?? refuse('internal')
      }),
  }
}

const readingOf = (
  { deal, people, settings }: Pick<Standing, 'deal' | 'people' | 'settings'>,
  userId: string,
): Reading => ({
  isBlind: settings.blind_read && deal.status === 'open',
  userId,
  now: deal,
  votes: people.flatMap(({ userId: voter, vote }) =>
    vote === null ? [] : [{ ...vote, userId: voter, isRevealed: vote.revealedAt !== null }],
  ),
})

/** Whether the person can see what the votes amount to. */
export const seesTally = (standing: Standing, userId: string): boolean => canSeeTally(readingOf(standing, userId))

const presentVote = (vote: VoteRow, voter: string, reading: Reading): Vote => {
  const isVisible = canSeeVote(reading, { ...vote, userId: voter, isRevealed: vote.revealedAt !== null })
  return {
    vote_id: vote.id,
    voted_on: presentState(vote),
    is_current: isSameState(vote, reading.now),
    is_hidden: !isVisible,
    choice: isVisible ? vote.choice : null,
    note: isVisible ? vote.note : null,
    cast_at: vote.castAt.toISOString(),
  }
}

const presentPerson = ({ vote, ...person }: PersonRow, reading: Reading): CommitteeMember => ({
  user_id: person.userId,
  display_name: person.displayName,
  email_verified: person.emailVerified,
  avatar_url: person.avatarUrl,
  counts: person.counts,
  vote: vote && presentVote(vote, person.userId, reading),
})

const present = (standing: Standing, userId: string): Committee => {
  const { deal, settings, people, tally } = standing
  const reading = readingOf(standing, userId)
  const members = people.map((person) => presentPerson(person, reading))
  return {
    stage: deal.stage,
    ic_date: deal.icDate,
    lead_id: deal.leadId,
    city: deal.city,
    deal_type: deal.dealType,
    version: deal.detailsVersion,
    rule: settings.committee_rule,
    quorum: settings.committee_quorum,
    strict_readiness: settings.strict_readiness,
    blind_read: settings.blind_read,
    now: presentState(deal),
    scenario_name: deal.scenarioName,
    can_vote: deal.status === 'open' && people.some((person) => person.userId === userId && person.counts),
    votes_hidden: members.some(({ vote }) => vote?.is_hidden === true),
    members,
    tally: {
      outcome: canSeeTally(reading) ? tally.outcome : null,
      cast: tally.cast,
      missing: tally.missing,
    },
  }
}
