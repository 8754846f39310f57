import { signedIn } from './access.ts'
import { calendarDate, dealId } from './deals.ts'
import { operation } from './operation.ts'
import { boolean, instant, integer, list, model, nullable, oneOf, optional, type Static, text } from './schema.ts'
import { defaultPageSize, maxCursorLength, maxIdLength, maxWaitingCount, maxWaitingPageSize } from './sizes.ts'

/** What can wait for a person. */
export const waitingKinds = ['vote', 'sign_off', 'request', 'condition', 'scenario_proposal'] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const WaitingItem = model(
  {
    kind: oneOf(waitingKinds, {
      description:
        'A vote that is asked for, a sign-off, an open request to the person, an open condition of theirs, or a proposed scenario that waits for an owner.',
    }),
    id: text({
      description: 'The sign-off, request, condition or scenario; of a vote the deal.',
      max: maxIdLength,
      examples: ['demo-riverside'],
    }),
    deal_id: dealId,
    deal_name: text({ description: 'The name of the deal.', examples: ['Riverside Apartments'] }),
    what: text({ description: 'What is asked for.', examples: ['Lender term sheet'] }),
    due_date: nullable(calendarDate('The day on which it is due; of a vote the committee date; null: not set.')),
    since: instant({
      description:
        'Since when it waits: when the person was asked, or asked again because the deal has changed; of a request or condition when it was made.',
    }),
    path: text({ description: 'Where to do it.', examples: ['/app/canvas/demo-riverside/committee'] }),
  },
  { title: 'WaitingItem' },
)
export type WaitingItem = Static<typeof WaitingItem>

export const waiting = operation({
  id: 'waiting',
  method: 'GET',
  path: '/api/waiting',
  tag: 'Deals',
  summary: 'List what waits for me',
  description:
    'Lists what waits for the caller over all deals that they can see: votes, sign-offs, open requests and conditions, and proposed scenarios. First by due date, those without one last, then the oldest first. Archived deals are left out.',
  access: signedIn,
  query: model({
    limit: optional(
      integer({
        minimum: 1,
        maximum: maxWaitingPageSize,
        default: defaultPageSize,
        description: 'How many to answer at most.',
      }),
    ),
    cursor: optional(text({ max: maxCursorLength, description: 'The `next_cursor` of the page before.' })),
  }),
  answer: model(
    {
      items: list(WaitingItem, { description: 'The items of this page.', max: maxWaitingPageSize }),
      total: integer({ description: `How many there are on all pages, at most ${maxWaitingCount}.`, examples: [4] }),
      is_more_than_total: boolean({ description: `Whether there are more than ${maxWaitingCount}.` }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: 'WaitingResponse' },
  ),
  limit: 'waiting',
})
