import { dealRole, dealRoles, signedIn } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { dealKinds } from './deal-kinds.ts'
import { metricConfirmations, metricOrigins, metricUnits } from './metric-words.ts'
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
import {
  maxCityLength,
  maxCountedDeals,
  maxDealCursorLength,
  maxDealIdLength,
  maxDealNameLength,
  maxMetricKeyLength,
  maxMetricLabelLength,
  maxSearchLength,
} from './sizes.ts'

const tag = 'Deals'

export const dealTiers = ['full', 'values_only', 'legacy'] as const
export type DealTier = (typeof dealTiers)[number]
export const dealStatuses = ['open', 'finalized', 'archived'] as const
export const decisions = ['approved', 'declined', 'deferred'] as const
/** How far a deal is, from the first look to its end. */
export const dealStages = ['screening', 'diligence', 'committee', 'closing', 'closed', 'passed'] as const
export type DealStage = (typeof dealStages)[number]

/** Any string that the service ever issued; an unknown one is 404. */
export const dealId = text({ description: 'The deal.', max: maxDealIdLength, examples: ['demo-riverside'] })

export const dealName = text({
  description: 'The name of the deal.',
  min: 1,
  max: maxDealNameLength,
  examples: ['Riverside Apartments'],
})

export const calendarDate = (description: string) =>
  text({ description, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-11-19'] })

/** What a list of deals can be sorted by. */
export const dealSorts = ['activity', 'name', 'ic_date', 'stage', 'size', 'return', 'type'] as const
export type DealSort = (typeof dealSorts)[number]
export const dealOrders = ['asc', 'desc'] as const
export type DealOrder = (typeof dealOrders)[number]
/** The order of a sort that is not given. */
export const defaultOrder: Readonly<Record<DealSort, DealOrder>> = {
  activity: 'desc',
  name: 'asc',
  ic_date: 'asc',
  stage: 'asc',
  size: 'desc',
  return: 'desc',
  type: 'asc',
}

/** Columns that the page can show besides the name. */
export const dealColumns = [
  'stage',
  'type',
  'city',
  'size',
  'return',
  'multiple',
  'ic_date',
  'lead',
  'tier',
  'integrity',
  'blockers',
  'waiting',
  'unread',
  'people',
  'activity',
] as const
export type DealColumn = (typeof dealColumns)[number]

export const dealType = oneOf(dealKinds, { description: 'The type of the deal.', examples: ['cre_multifamily'] })
export type DealType = (typeof dealKinds)[number]

export const dealCity = text({
  description: 'The city of the deal, as a person entered it.',
  min: 1,
  max: maxCityLength,
  examples: ['Phoenix'],
})

/** What a deal's owners set for its committee. */
export const dealDetails = {
  stage: nullable(oneOf(dealStages, { description: 'How far the deal is; null: not set.' })),
  ic_date: nullable(calendarDate('The day on which the investment committee meets; null: not set.')),
  lead_id: nullable(uuid({ description: 'The person who leads the deal; null: nobody.' })),
  city: nullable(described(dealCity, 'The city of the deal; null: not set.')),
}

const fields = {
  deal_id: dealId,
  name: dealName,
  tier: oneOf(dealTiers, { description: 'How far the model of the deal can be recalculated.' }),
  status: oneOf(dealStatuses, { description: 'Whether the deal is open, finalized or archived.' }),
  org_id: nullable(uuid({ description: 'Null: a personal deal.' })),
  role: oneOf(dealRoles, { description: 'My own role.' }),
  ...dealDetails,
  decision: nullable(
    oneOf(decisions, {
      description: 'The decision of a finalized deal as its signed event has it; null: the deal is not finalized.',
    }),
  ),
  created_at: instant({ description: 'When the deal was created.' }),
  updated_at: instant({ description: 'When the deal itself was last changed.' }),
  last_activity_at: nullable(instant({ description: 'When something last happened on the deal; null: nothing yet.' })),
}

export const Deal = model(fields, { title: 'Deal' })
export type Deal = Static<typeof Deal>

export const Headline = model(
  {
    metric_key: text({ description: 'The metric.', max: maxMetricKeyLength, examples: ['purchase_price'] }),
    label: text({ description: 'Its name.', max: maxMetricLabelLength, examples: ['Purchase Price'] }),
    value: number({ description: 'In the unit of the metric.', examples: [52_400_000] }),
    unit: oneOf(metricUnits, { description: 'The unit.', examples: ['currency'] }),
    origin: oneOf(metricOrigins, { description: 'Where the value comes from.', examples: ['input'] }),
    confirmation: oneOf(metricConfirmations, {
      description:
        'confirmed: by a person; read: found with high confidence; unconfirmed: its cell may be another one.',
      examples: ['confirmed'],
    }),
  },
  { title: 'Headline', description: 'A number by which deals of this type are known.' },
)
export type Headline = Static<typeof Headline>

export const DealLine = model(
  {
    ...fields,
    lead_name: nullable(
      text({ description: 'The name of the lead; null: nobody leads it.', examples: ['Maya Okafor'] }),
    ),
    deal_type: nullable(
      described(dealType, 'What an owner set, otherwise what the workbook is about; null: not known.'),
    ),
    currency: oneOf(currencyCodes, { description: 'ISO 4217; money of the deal is in whole units of it.' }),
    size: nullable(
      described(
        Headline,
        'The price, enterprise value or other amount by which deals of its type are measured; null: there is none.',
      ),
    ),
    return: nullable(described(Headline, 'The main return, such as the levered IRR; null: there is none.')),
    multiple: nullable(described(Headline, 'The multiple of the equity; null: there is none.')),
    scenario_name: nullable(
      text({ description: 'The presented scenario, whose numbers these are; null: Base.', examples: ['Bank case'] }),
    ),
    model_integrity_score: nullable(
      number({
        minimum: 0,
        maximum: 100,
        examples: [87],
        description: 'Null: there is no model, or the one there is now was not examined yet.',
      }),
    ),
    open_blockers: integer({ description: 'How many blockers are open.', examples: [0] }),
    waiting: integer({
      description: 'How much waits for me on it: votes, sign-offs, requests, conditions and proposed scenarios.',
      examples: [1],
    }),
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

/** Which deals a list contains. */
export const dealFilters = {
  q: optional(text({ max: maxSearchLength, description: 'Part of the name, in any case.' })),
  status: optional(oneOf(['open', 'finalized'], { description: 'Only undecided ones, or only decided ones.' })),
  archived: optional(boolean({ default: false, description: 'Archived deals instead of the others.' })),
  stage: optional(oneOf(dealStages, { description: 'Only deals in this stage.' })),
  type: optional(described(dealType, 'Only deals of this type.')),
  city: optional(described(dealCity, 'Only deals in this city, in any case.')),
  lead: optional(uuid({ description: 'Only deals that this person leads.' })),
  decision: optional(oneOf(decisions, { description: 'Only deals with this decision.' })),
  ic_from: optional(calendarDate('Only deals whose committee meets on this day or later.')),
  ic_to: optional(calendarDate('Only deals whose committee meets on this day or earlier.')),
}

export const deals = operation({
  id: 'deals',
  method: 'GET',
  path: '/api/deals',
  tag,
  summary: 'List my deals',
  description:
    'Lists the deals that the caller can see, those with the newest activity first or sorted as asked; deals without the value come last in both directions. Amounts are compared as they are, whatever their currency. A cursor belongs to the sort that made it.',
  access: signedIn,
  query: model({
    ...pageQuery,
    cursor: optional(text({ max: maxDealCursorLength, description: 'The `next_cursor` of the page before.' })),
    ...dealFilters,
    sort: optional(oneOf(dealSorts, { description: 'What to sort by.', default: 'activity' })),
    order: optional(
      oneOf(dealOrders, { description: 'Absent: the newest, largest and highest first, all else ascending.' }),
    ),
  }),
  answer: page('deals', DealLine),
})

const counts = <Words extends readonly [string, ...string[]]>(words: Words, description: string, title: string) =>
  list(
    model(
      {
        key: nullable(oneOf(words, { description: 'The value; null: not set.' })),
        count: integer({ description: 'How many deals have it.', examples: [7] }),
      },
      { title },
    ),
    { description },
  )

export const DealCounts = model(
  {
    status: counts(dealStatuses, 'By status.', 'StatusCount'),
    stage: counts(dealStages, 'By stage, in the order of stages.', 'StageCount'),
    type: counts(dealKinds, 'By type, the most frequent first.', 'TypeCount'),
    capped: boolean({ description: 'Whether there are more deals than were counted.' }),
  },
  { title: 'DealCounts' },
)
export type DealCounts = Static<typeof DealCounts>

export const dealCounts = operation({
  id: 'dealCounts',
  method: 'GET',
  path: '/api/deals/counts',
  tag,
  summary: 'Count my deals',
  description: `Counts the deals that the caller can see, by status, and those that are not archived by stage and by type. Counts the first ${maxCountedDeals} found; if there are more, the counts are lower bounds.`,
  access: signedIn,
  limit: 'content',
  answer: DealCounts,
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
