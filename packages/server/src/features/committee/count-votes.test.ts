import { type CommitteeRule, committeeRules, type VoteChoice, voteChoices } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countVotes, type Voter } from './count-votes.ts'

const voters = (...choices: (VoteChoice | null)[]): Voter[] =>
  choices.map((choice, n) => ({ userId: `person-${n}`, choice }))

const anyChoice = fc.option(fc.constantFrom(...voteChoices), { nil: null })
const anyVoters = fc.array(anyChoice, { maxLength: 12 }).map((choices) => voters(...choices))
const anyRule = fc.record({
  rule: fc.constantFrom(...committeeRules),
  quorum: fc.integer({ min: 0, max: 12 }),
})
const anyLead = fc.option(
  fc.integer({ min: 0, max: 12 }).map((n) => `person-${n}`),
  { nil: null },
)

describe('counting the votes of a committee', () => {
  const outcome = (rule: CommitteeRule, ...choices: (VoteChoice | null)[]) =>
    countVotes(voters(...choices), { rule, quorum: 0 }, 'person-0').outcome

  it('decides by the majority of the members who do not abstain [COMMITTEE-5]', () => {
    expect(outcome('majority', 'approve', 'approve_with_conditions', null)).toBe('approved')
    expect(outcome('majority', 'approve', 'decline', null)).toBe('pending')
    expect(outcome('majority', 'approve', 'decline')).toBe('declined')
    expect(outcome('majority', 'approve', 'abstain')).toBe('approved')
    expect(outcome('majority', 'abstain', 'abstain')).toBe('declined')
    expect(outcome('majority')).toBe('pending')
  })

  it('needs every member who does not abstain for a unanimous approval [COMMITTEE-5]', () => {
    expect(outcome('unanimous', 'approve', 'approve', 'abstain')).toBe('approved')
    expect(outcome('unanimous', 'approve', null)).toBe('pending')
    expect(outcome('unanimous', 'approve', null, 'decline')).toBe('declined')
  })

  it('follows the vote of the lead, and waits for it, where the lead decides [COMMITTEE-5]', () => {
    expect(outcome('lead', 'approve_with_conditions', 'decline', 'decline')).toBe('approved')
    expect(outcome('lead', 'decline', 'approve')).toBe('declined')
    expect(outcome('lead', null, 'approve')).toBe('pending')
    expect(outcome('lead', 'abstain', 'approve')).toBe('pending')
    expect(countVotes(voters('approve'), { rule: 'lead', quorum: 0 }, null).outcome).toBe('pending')
  })

  it('leaves the decision to the owner by default, whatever the votes say [COMMITTEE-5]', () => {
    fc.assert(
      fc.property(anyVoters, anyLead, (people, lead) => {
        expect(countVotes(people, { rule: 'owner', quorum: 0 }, lead).outcome).toBe('owner_decides')
      }),
    )
  })

  it('counts every member exactly once, as cast or as missing', () => {
    fc.assert(
      fc.property(anyVoters, anyRule, anyLead, (people, rule, lead) => {
        const { cast, missing } = countVotes(people, rule, lead)
        expect(cast + missing).toBe(people.length)
      }),
    )
  })

  it('decides nothing below the quorum [COMMITTEE-5]', () => {
    fc.assert(
      fc.property(anyVoters, anyRule, anyLead, (people, rule, lead) => {
        const { outcome: found, cast } = countVotes(people, rule, lead)
        if (cast < rule.quorum) expect(found).toBe('pending')
      }),
    )
  })

  it('does not depend on the order of the members', () => {
    fc.assert(
      fc.property(anyVoters, anyRule, anyLead, (people, rule, lead) => {
        expect(countVotes(people.toReversed(), rule, lead)).toEqual(countVotes(people, rule, lead))
      }),
    )
  })

  it('never turns a decided outcome by a vote that was missing', () => {
    fc.assert(
      fc.property(anyVoters, anyRule, anyLead, fc.constantFrom(...voteChoices), (people, rule, lead, late) => {
        const before = countVotes(people, rule, lead)
        const first = people.findIndex(({ choice }) => choice === null)
        if (first < 0 || before.outcome === 'pending') return
        const completed = people.map((voter, n) => (n === first ? { ...voter, choice: late } : voter))
        expect(countVotes(completed, rule, lead).outcome).toBe(before.outcome)
      }),
    )
  })

  it('never loses an approval because a member changes a vote to an approval', () => {
    fc.assert(
      fc.property(anyVoters, anyRule, anyLead, fc.nat(), (people, rule, lead, at) => {
        if (people.length === 0 || countVotes(people, rule, lead).outcome !== 'approved') return
        const changed = people.map((voter, n) =>
          n === at % people.length ? { ...voter, choice: 'approve' as const } : voter,
        )
        expect(countVotes(changed, rule, lead).outcome).toBe('approved')
      }),
    )
  })

  it('decides once every member has voted for or against and the quorum is reached', () => {
    const decisive = fc.array(fc.constantFrom('approve' as const, 'decline' as const), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(decisive, fc.constantFrom('majority' as const, 'unanimous' as const), (choices, rule) => {
        expect(['approved', 'declined']).toContain(countVotes(voters(...choices), { rule, quorum: 1 }, null).outcome)
      }),
    )
  })
})
