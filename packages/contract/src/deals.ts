import { dealRole, dealRoles, signedIn } from './access.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified, emailVerifiedIfAny } from './person.ts'
import {
  boolean,
  described,
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
import { maxDealCursorLength, maxDealIdLength, maxDealNameLength, maxSearchLength } from './sizes.ts'

const tag = 'Deals'

export const dealTiers = ['full', 'values_only', 'legacy'] as const
export type DealTier = (typeof dealTiers)[number]
export const dealStatuses = ['open', 'finalized', 'archived'] as const

/** Any string that the service ever issued; an unknown one is 404. */
export const dealId = text({ description: 'The deal.', max: maxDealIdLength, examples: ['demo-riverside'] })

export const dealName = text({
  description: 'The name of the deal.',
  min: 1,
  max: maxDealNameLength,
  examples: ['Riverside Apartments'],
})

const fields = {
  deal_id: dealId,
  name: dealName,
  tier: oneOf(dealTiers, { description: 'How far the model of the deal can be recalculated.' }),
  status: oneOf(dealStatuses, { description: 'Whether the deal is open, finalized or archived.' }),
  org_id: nullable(uuid({ description: 'Null: a personal deal.' })),
  role: oneOf(dealRoles, { description: 'My own role.' }),
  created_at: instant({ description: 'When the deal was created.' }),
  updated_at: instant({ description: 'When the deal itself was last changed.' }),
  last_activity_at: nullable(instant({ description: 'When something last happened on the deal; null: nothing yet.' })),
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
    open_blockers: integer({ description: 'How many blockers are open.', examples: [0] }),
    unread: integer({ description: 'My unread notifications about it.', examples: [2] }),
    people: list(
      model(
        {
          user_id: uuid({ description: 'The person.' }),
          display_name: text({ description: 'The name that others see.' }),
          email_verified: emailVerified,
          avatar_url: nullable(text({ description: 'The picture; null: none.' })),
        },
        { title: 'DealPerson' },
      ),
      {
        description: 'The first 4 who were put on it by name, verified people first, then in the order of joining.',
      },
    ),
    people_count: integer({ description: 'All who were put on it by name.', examples: [4] }),
    last_event: nullable(
      described(
        model(
          {
            type: text({ description: 'The type of the event.', examples: ['comment.created'] }),
            actor_name: nullable(
              text({
                description: 'The display name of the person who did it; null: the service, or an erased person.',
                examples: ['Priya Nair'],
              }),
            ),
            actor_email_verified: emailVerifiedIfAny,
          },
          { title: 'LastEvent', description: 'The newest entry of its journal.' },
        ),
        'The newest event; null: there is none.',
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
  summary: 'List my deals',
  description: 'Lists the deals that the caller can see, those with the newest activity first.',
  access: signedIn,
  query: model({
    ...pageQuery,
    cursor: optional(text({ max: maxDealCursorLength, description: 'The `next_cursor` of the page before.' })),
    q: optional(text({ max: maxSearchLength, description: 'Part of the name, in any case.' })),
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
  summary: 'Create a deal with metrics entered by hand',
  description:
    'Creates a deal without a workbook; the caller becomes its owner. Beyond the quota it is 409 `quota_exceeded`.',
  access: signedIn,
  body: model(
    {
      name: dealName,
      org_id: optional(
        nullable(uuid({ description: 'Absent: my only organization, or none if I have several or none.' })),
      ),
    },
    { title: 'CreateDealRequest' },
  ),
  answer: Deal,
  status: 201,
  errors: ['org_not_found', 'quota_exceeded'],
})

const onDeal = { tag, params: model({ deal_id: dealId }) } as const

export const showDeal = operation({
  id: 'showDeal',
  method: 'GET',
  path: '/api/deals/{deal_id}',
  summary: 'Show one deal',
  description: 'Answers a deal with the role of the caller on it.',
  access: dealRole('viewer'),
  answer: Deal,
  ...onDeal,
})

export const renameDeal = operation({
  id: 'renameDeal',
  method: 'PATCH',
  path: '/api/deals/{deal_id}',
  summary: 'Rename a deal or restore it from the archive',
  description: 'Changes the name of a deal, or restores an archived one.',
  access: dealRole('owner'),
  body: model(
    {
      name: optional(dealName),
      archived: optional(boolean({ description: 'Whether the deal is archived; false restores it.' })),
    },
    { title: 'RenameDealRequest' },
  ),
  answer: Deal,
  errors: ['deal_finalized'],
  ...onDeal,
})

export const removeDeal = operation({
  id: 'removeDeal',
  method: 'DELETE',
  path: '/api/deals/{deal_id}',
  summary: 'Archive or purge a deal',
  description:
    'Archives a deal. With `purge=true` an archived deal is deleted for good: by its owner 30 days after archiving, by a superadmin at once.',
  access: signedIn,
  query: model({
    purge: optional(boolean({ description: 'Whether an archived deal is deleted for good.', default: false })),
  }),
  errors: ['deal_not_found', 'role_too_low', 'deal_not_archived'],
  ...onDeal,
})
