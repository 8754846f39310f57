/** What a member of a committee can vote. Both kinds of approval count as one. */
export const voteChoices = ['approve', 'approve_with_conditions', 'decline', 'abstain'] as const
export type VoteChoice = (typeof voteChoices)[number]

/**
 * Whose votes decide. `owner`: an owner of the deal decides, and votes are advice. `majority`: more than half of the
 * members who do not abstain. `unanimous`: all of them. `lead`: the vote of the deal's lead.
 */
export const committeeRules = ['owner', 'majority', 'unanimous', 'lead'] as const
export type CommitteeRule = (typeof committeeRules)[number]

/** What the votes say under the rule of the organization. */
export const voteOutcomes = ['owner_decides', 'pending', 'approved', 'declined'] as const
export type VoteOutcome = (typeof voteOutcomes)[number]
