import { dealRole, signedIn } from './access.ts'
import { calendarDate, dealId, dealName } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import { boolean, instant, integer, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxIdLength, maxOpenRequests, maxRequestNoteLength, maxRequestTitleLength } from './sizes.ts'

const tag = 'Requests'

export const requestStates = ['open', 'done', 'dropped'] as const
export type RequestState = (typeof requestStates)[number]

/** What a request can be made of. */
export const requestSources = ['comment', 'finding', 'contradiction', 'condition'] as const
export type RequestSource = (typeof requestSources)[number]

const sourceKind = oneOf(requestSources, { description: 'What it was made of.', examples: ['comment'] })

const Source = model(
  {
    kind: sourceKind,
    id: text({ description: 'Its id.', max: maxIdLength, examples: ['0198c2a4-7a52-7c1e-9d1f-0d8a3f5b7c11'] }),
  },
  { title: 'RequestSource' },
)

const given = {
  title: text({
    description: 'What is asked for.',
    min: 1,
    max: maxRequestTitleLength,
    examples: ['Get the roof report from the seller'],
  }),
  note: nullable(text({ description: 'More about it; null: nothing.', max: maxRequestNoteLength })),
  assignee_id: nullable(uuid({ description: 'The person who is asked; null: nobody yet.' })),
  due_date: nullable(calendarDate('The day on which it is due; null: not set.')),
}

const Assignee = model(
  {
    user_id: uuid({ description: 'The person.' }),
    display_name: text({ description: 'The name that others see.', examples: ['Daniel Reyes'] }),
    email_verified: emailVerified,
    on_deal: boolean({ description: 'Whether the person can still see the deal; if not, assign it to somebody else.' }),
  },
  { title: 'RequestAssignee' },
)

const fields = {
  id: uuid({ description: 'The request.' }),
  deal_id: dealId,
  title: given.title,
  note: given.note,
  source: nullable(model(Source.properties, { title: 'RequestSource', description: 'Null: it stands alone.' })),
  source_gone: nullable(
    boolean({
      description:
        'Whether its source no longer exists; null: it has none, or it is a finding and the present model has not been examined.',
    }),
  ),
  assignee: nullable(model(Assignee.properties, { title: 'RequestAssignee', description: 'Null: nobody yet.' })),
  due_date: given.due_date,
  status: oneOf(requestStates, { description: 'Whether it is open, done or dropped.' }),
  created_by: model(
    {
      user_id: uuid({ description: 'The person.' }),
      display_name: text({ description: 'The name that others see.', examples: ['Hannah Weiss'] }),
      email_verified: emailVerified,
    },
    { title: 'RequestAuthor', description: 'Who made it.' },
  ),
  created_at: instant({ description: 'When it was made.' }),
  updated_at: instant({ description: 'When it was last changed.' }),
  closed_at: nullable(instant({ description: 'When it was done or dropped; null: it is open.' })),
  version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
}

export const DealRequest = model(fields, { title: 'DealRequest' })
export type DealRequest = Static<typeof DealRequest>

export const MyRequest = model({ ...fields, deal_name: dealName }, { title: 'MyRequest' })
export type MyRequest = Static<typeof MyRequest>

const params = model({ deal_id: dealId })
const status = optional(oneOf(requestStates, { description: 'Only those with this status.' }))

export const dealRequests = operation({
  id: 'dealRequests',
  method: 'GET',
  path: '/api/canvas/{deal_id}/requests',
  tag,
  summary: 'List the requests of a deal',
  description: 'Lists requests: open ones first by due date, then those that were done or dropped, the last one first.',
  access: dealRole('viewer'),
  params,
  query: model({
    ...pageQuery,
    status,
    assignee: optional(oneOf(['me'], { description: 'Only those assigned to the caller.' })),
    source_kind: optional(sourceKind),
    source_id: optional(text({ description: 'Only those made of this source.', max: maxIdLength })),
  }),
  answer: page('requests', DealRequest),
})

export const createDealRequest = operation({
  id: 'createDealRequest',
  method: 'POST',
  path: '/api/canvas/{deal_id}/requests',
  tag,
  summary: 'Make a request',
  description: `Asks for something on a deal, also after it was finalized: alone, or made of a comment, a finding, a contradiction or a condition of the deal. The assignee must be able to see the deal, and is notified. A deal has at most ${maxOpenRequests} open requests.`,
  access: dealRole('commenter'),
  params,
  body: model(
    {
      title: given.title,
      note: optional(given.note),
      source: optional(
        nullable(model(Source.properties, { title: 'RequestSource', description: 'What it is made of.' })),
      ),
      assignee_id: optional(given.assignee_id),
      due_date: optional(given.due_date),
    },
    { title: 'CreateDealRequestRequest' },
  ),
  answer: DealRequest,
  status: 201,
  errors: ['member_not_found', 'source_not_found', 'too_many_open_requests', 'model_too_costly', 'workers_busy'],
})

export const editDealRequest = operation({
  id: 'editDealRequest',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/requests/{request_id}',
  tag,
  summary: 'Change a request, or mark it as done or dropped',
  description:
    'Changes a request, also after the deal was finalized. Editors, owners and the person who made it change all of it; the assignee changes its status. A new assignee is notified. A stale If-Match is 409.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId, request_id: uuid({ description: 'The request.' }) }),
  body: model(
    {
      title: optional(given.title),
      note: optional(given.note),
      assignee_id: optional(given.assignee_id),
      due_date: optional(given.due_date),
      status: optional(oneOf(requestStates, { description: 'The new status.' })),
    },
    { title: 'EditDealRequestRequest' },
  ),
  answer: DealRequest,
  ifMatch: 'required',
  errors: ['request_not_found', 'member_not_found', 'role_too_low', 'too_many_open_requests'],
})

export const myRequests = operation({
  id: 'myRequests',
  method: 'GET',
  path: '/api/requests',
  tag,
  summary: 'List the requests that are assigned to me',
  description:
    'Lists the requests assigned to the caller on all deals that they can see and that are not archived: open ones first by due date, then closed ones, the last one first. Whether a finding is gone is shown on the deal only.',
  access: signedIn,
  query: model({ ...pageQuery, status }),
  answer: page('requests', MyRequest),
})
