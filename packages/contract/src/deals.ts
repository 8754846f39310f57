import { dealRole, dealRoles, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified, emailVerifiedIfAny } from './person.ts'
import {
  boolean,
  instant,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'

const tag = 'Deals'

export const dealTiers = ['full', 'values_only', 'legacy'] as const
export type DealTier = (typeof dealTiers)[number]
export const dealStatuses = ['open', 'finalized', 'archived'] as const

/** Any string that the service ever gave out; one it does not know is 404. */
export const dealId = text({ max: 400, examples: ['demo-riverside'] })

export const dealName = text({ min: 1, max: 200, examples: ['Riverside Apartments'] })

const fields = {
  deal_id: dealId,
  name: dealName,
  tier: oneOf(dealTiers),
  status: oneOf(dealStatuses),
  org_id: nullable(uuid({ description: 'Null: a personal deal.' })),
  role: oneOf(dealRoles, { description: 'My own role.' }),
  created_at: instant(),
  updated_at: instant(),
  last_activity_at: nullable(instant()),
}

export const Deal = model(fields, { title: 'Deal' })
export type Deal = Static<typeof Deal>

export const DealLine = model(
  {
    ...fields,
    model_integrity_score: nullable(
      number({
        minimum: 0,
        maximum: 100,
        examples: [87],
        description: 'Null: there is no model, or the one there is now was not examined yet.',
      }),
    ),
    open_blockers: integer({ examples: [0] }),
    unread: integer({ description: 'My unread notifications about it.', examples: [2] }),
    people: list(
      model({ user_id: uuid(), display_name: text(), email_verified: emailVerified, avatar_url: nullable(text()) }),
      {
        description: 'The first 4 who were put on it by name, verified people first, then in the order of joining.',
      },
    ),
    people_count: integer({ description: 'All who were put on it by name.', examples: [4] }),
    last_event: nullable(
      model(
        {
          type: text({ examples: ['comment.created'] }),
          actor_name: nullable(text({ examples: ['Priya Nair'] })),
          actor_email_verified: emailVerifiedIfAny,
        },
        { description: 'The newest entry of its journal.' },
      ),
    ),
  },
  { title: 'DealLine' },
)
export type DealLine = Static<typeof DealLine>

export const deals = operation({
  id: 'deals',
  method: 'GET',
  path: '/api/deals',
  tag,
  summary: 'The deals I can see, those with the newest activity first',
  access: signedIn,
  query: model({
    ...pageQuery,
    cursor: optional(text({ max: 4000, description: 'The `next_cursor` of the page before.' })),
    q: optional(text({ max: 200, description: 'Part of the name, in any case.' })),
    status: optional(oneOf(['open', 'finalized'], { description: 'Only undecided ones, or only decided ones.' })),
    archived: optional(boolean({ default: false, description: 'Archived deals instead of the others.' })),
  }),
  answer: page('deals', DealLine),
})

export const createDeal = operation({
  id: 'createDeal',
  method: 'POST',
  path: '/api/deals',
  tag,
  summary: 'Make a deal whose metrics are entered by hand; I become its owner',
  access: signedIn,
  body: model({
    name: dealName,
    org_id: optional(
      nullable(uuid({ description: 'Absent: my only organization, or none if I have several or none.' })),
    ),
  }),
  answer: Deal,
  status: 201,
  errors: ['org_not_found', 'quota_exceeded'],
})

const onDeal = { tag, params: model({ deal_id: dealId }) } as const

export const showDeal = operation({
  id: 'showDeal',
  method: 'GET',
  path: '/api/deals/{deal_id}',
  summary: 'One deal',
  access: dealRole('viewer'),
  answer: Deal,
  ...onDeal,
})

export const renameDeal = operation({
  id: 'renameDeal',
  method: 'PATCH',
  path: '/api/deals/{deal_id}',
  summary: 'Rename a deal, or bring it back from the archive',
  access: dealRole('owner'),
  body: model({ name: optional(dealName), archived: optional(boolean()) }),
  answer: Deal,
  errors: ['deal_finalized'],
  ...onDeal,
})

export const removeDeal = operation({
  id: 'removeDeal',
  method: 'DELETE',
  path: '/api/deals/{deal_id}',
  summary:
    'Archive a deal; with `purge=true` delete an archived one for good, 30 days later or at once by a superadmin',
  access: signedIn,
  query: model({ purge: optional(boolean({ default: false })) }),
  errors: ['deal_not_found', 'role_too_low', 'deal_not_archived'],
  ...onDeal,
})
