import { dealRole } from './access.ts'
import { dealDetails, dealId, dealType } from './deals.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxIdLength, maxVoteNoteLength } from './sizes.ts'
import { committeeRules, voteChoices, voteOutcomes } from './votes.ts'

const tag = 'Committee'

/** What a vote is about. It counts only while all of it is what the deal shows. */
export const VotedState = model(
  {
    memo_version: integer({ description: 'The version of the memo; 0: there is none.', minimum: 0, examples: [14] }),
    model_version: integer({ description: 'The version of the model; 0: there is none.', minimum: 0, examples: [3] }),
    scenario_id: text({
      description: 'The scenario that the memo presents; `base`: the workbook without overrides.',
      max: maxIdLength,
      examples: ['base'],
    }),
    scenario_version: integer({ description: 'Its version; 0 for Base.', minimum: 0, examples: [0] }),
  },
  { title: 'VotedState' },
)
export type VotedState = Static<typeof VotedState>

export const Vote = model(
  {
    vote_id: uuid({ description: 'The vote.' }),
    voted_on: described(VotedState, 'What the person had read.'),
    is_current: boolean({
      description: 'Whether the deal is still what the vote is about; otherwise it is asked again.',
    }),
    is_hidden: boolean({ description: 'Whether choice and note are hidden until the caller has voted.' }),
    choice: nullable(oneOf(voteChoices, { description: 'The vote; null: hidden.' })),
    note: nullable(text({ description: 'The condition or the reason; null: none, or hidden.' })),
    cast_at: instant({ description: 'When it was cast.' }),
  },
  { title: 'Vote' },
)
export type Vote = Static<typeof Vote>

export const CommitteeMember = model(
  {
    user_id: uuid({ description: 'The person.' }),
    display_name: text({ description: 'The name that others see.', examples: ['Hannah Weiss'] }),
    email_verified: emailVerified,
    avatar_url: nullable(text({ description: 'The picture; null: none.' })),
    counts: boolean({ description: 'Whether the vote counts; false: the person has left the committee or the deal.' }),
    vote: nullable(described(Vote, 'Their newest vote; null: they have not voted.')),
  },
  { title: 'CommitteeMember' },
)
export type CommitteeMember = Static<typeof CommitteeMember>

export const Committee = model(
  {
    ...dealDetails,
    deal_type: nullable(described(dealType, 'The type that an owner set; null: as the workbook says.')),
    version: integer({
      description: 'Version of stage, date, lead, city and type; send it as If-Match.',
      examples: [1],
    }),
    rule: oneOf(committeeRules, { description: 'Whose votes decide, as the organization set it.' }),
    quorum: integer({ description: 'How many members must have voted; 0: none.', examples: [3] }),
    strict_readiness: boolean({ description: 'Whether every open item needs a reason before a decision.' }),
    blind_read: boolean({ description: 'Whether votes and ratings are hidden until a person has voted.' }),
    now: described(VotedState, 'What a vote is about now.'),
    scenario_name: nullable(text({ description: 'The name of the presented scenario; null: Base.' })),
    can_vote: boolean({ description: 'Whether the caller can vote now.' }),
    votes_hidden: boolean({ description: 'Whether votes of others are hidden from the caller.' }),
    members: list(CommitteeMember, {
      description: 'The committee in the order of joining, then people who voted and have left.',
    }),
    tally: described(
      model(
        {
          outcome: nullable(
            oneOf(voteOutcomes, { description: 'What the votes say under the rule; null: hidden from the caller.' }),
          ),
          cast: integer({ description: 'Members whose vote is about what the deal shows now.', examples: [3] }),
          missing: integer({ description: 'Members who have not voted on it.', examples: [1] }),
        },
        { title: 'VoteTally' },
      ),
      'The votes that count.',
    ),
  },
  { title: 'Committee' },
)
export type Committee = Static<typeof Committee>

const params = model({ deal_id: dealId })
const member = model({ deal_id: dealId, user_id: uuid({ description: 'The person.' }) })

export const committee = operation({
  id: 'committee',
  method: 'GET',
  path: '/api/canvas/{deal_id}/committee',
  tag,
  summary: 'Show the committee and its votes',
  description:
    'Answers stage, date and lead of the deal, the rule of the organization, and the committee with the newest vote of each member. Where the first reading is blind, votes of others are hidden until the caller has voted.',
  access: dealRole('viewer'),
  params,
  answer: Committee,
})

export const editDealDetails = operation({
  id: 'editDealDetails',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/committee',
  tag,
  summary: 'Set stage, committee date, lead, city and type of a deal',
  description:
    'Changes the given fields, also after the deal was finalized. The lead must be able to see the deal. A stale If-Match is 409.',
  access: dealRole('owner'),
  params,
  body: model(
    {
      stage: optional(dealDetails.stage),
      ic_date: optional(dealDetails.ic_date),
      lead_id: optional(dealDetails.lead_id),
      city: optional(dealDetails.city),
      deal_type: optional(nullable(described(dealType, 'The type in lists; null: as the workbook says.'))),
    },
    { title: 'EditDealDetailsRequest' },
  ),
  answer: Committee,
  ifMatch: 'required',
  errors: ['member_not_found'],
})

export const putCommitteeMember = operation({
  id: 'putCommitteeMember',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/committee/{user_id}',
  tag,
  summary: 'Put a member on the committee',
  description:
    'Puts a person who can see the deal on its committee, with any role, and asks them to vote. Twice is the same as once.',
  access: dealRole('owner'),
  params: member,
  answer: CommitteeMember,
  errors: ['member_not_found', 'too_many_committee_members', 'deal_finalized'],
})

export const removeCommitteeMember = operation({
  id: 'removeCommitteeMember',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/committee/{user_id}',
  tag,
  summary: 'Take a person off the committee',
  description: 'Takes a person off the committee. A vote of that person stays visible and does not count.',
  access: dealRole('owner'),
  params: member,
  errors: ['member_not_found', 'deal_finalized'],
})

export const castVote = operation({
  id: 'castVote',
  method: 'POST',
  path: '/api/canvas/{deal_id}/votes',
  tag,
  summary: 'Vote on a deal',
  description:
    'Casts the vote of a committee member on what they have read; a later vote replaces it. If the deal shows something else by now it is 409 `vote_outdated` with the present state in `now`. Approval with conditions needs a note.',
  access: dealRole('viewer'),
  params,
  body: model(
    {
      choice: oneOf(voteChoices, { description: 'The vote.' }),
      note: optional(
        nullable(
          text({
            description: 'The condition or the reason.',
            min: 1,
            max: maxVoteNoteLength,
            examples: ['Tax opinion at or below $820,000 a year'],
          }),
        ),
      ),
      voted_on: described(VotedState, 'What was read: `now` of the committee.'),
    },
    { title: 'CastVoteRequest' },
  ),
  answer: Vote,
  status: 201,
  errors: ['not_on_committee', 'vote_outdated', 'deal_finalized'],
})
