import type { CommitteeRule, VoteChoice, VoteOutcome } from '@deal-canvas/contract'

/** How an organization decides. */
export interface VotingRule {
  rule: CommitteeRule
  /** How many members must have voted; 0: none. */
  quorum: number
}

/** A member of the committee, and their vote if it is about what the deal shows now. */
export interface Voter {
  userId: string
  choice: VoteChoice | null
}

export interface Tally {
  outcome: VoteOutcome
  cast: number
  missing: number
}

const isApproval = (choice: VoteChoice | null): boolean => choice === 'approve' || choice === 'approve_with_conditions'

/** What a vote decides on its own. */
const outcomeOfOne = (choice: VoteChoice | null): VoteOutcome => {
  if (isApproval(choice)) return 'approved'
  return choice === 'decline' ? 'declined' : 'pending'
}

/**
 * More than half of the members who do not abstain must approve. It is settled as soon as votes that are still missing
 * cannot change it. A committee in which everybody abstains has not approved.
 */
const outcomeOfMajority = (voters: readonly Voter[]): VoteOutcome => {
  const deciding = voters.filter(({ choice }) => choice !== 'abstain')
  const approvals = deciding.filter(({ choice }) => isApproval(choice)).length
  const missing = deciding.filter(({ choice }) => choice === null).length
  if (approvals * 2 > deciding.length) return 'approved'
  return (approvals + missing) * 2 > deciding.length ? 'pending' : 'declined'
}

/** Every member who does not abstain must approve; one who declines settles it. */
const outcomeOfUnanimity = (voters: readonly Voter[]): VoteOutcome => {
  const deciding = voters.filter(({ choice }) => choice !== 'abstain')
  if (deciding.some(({ choice }) => choice === 'decline')) return 'declined'
  if (deciding.some(({ choice }) => choice === null)) return 'pending'
  return deciding.length > 0 ? 'approved' : 'declined'
}

const outcomeOf = (voters: readonly Voter[], rule: CommitteeRule, leadId: string | null): VoteOutcome => {
  if (rule === 'owner') return 'owner_decides'
  if (voters.length === 0) return 'pending'
  if (rule === 'majority') return outcomeOfMajority(voters)
  if (rule === 'unanimous') return outcomeOfUnanimity(voters)
  return outcomeOfOne(voters.find(({ userId }) => userId === leadId)?.choice ?? null)
}

/** What the votes of a committee say. Each member is listed once. Below the quorum nothing is decided. */
export const countVotes = (voters: readonly Voter[], { rule, quorum }: VotingRule, leadId: string | null): Tally => {
  const cast = voters.filter(({ choice }) => choice !== null).length
  return {
    outcome: cast < quorum ? 'pending' : outcomeOf(voters, rule, leadId),
    cast,
    missing: voters.length - cast,
  }
}
