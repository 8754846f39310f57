import { dealRole, dealRoles, refreshCookie, superadmin } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { Deal, dealId } from './deals.ts'
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
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { Section } from './sections.ts'
import { maxInvalidationReasonLength } from './sizes.ts'

const tag = 'Canvas'
const params = model({ deal_id: dealId })

const CanvasSession = model(
  {
    session_id: uuid({ description: 'The session of the canvas.' }),
    epoch: uuid({ description: 'Changes when the session is ended; numbers of events are resumed within one epoch.' }),
    created_at: instant({ description: 'When the session was opened.' }),
  },
  { title: 'CanvasSession' },
)

const CanvasSection = model(
  {
    ...Section.properties,
    content_truncated: optional(
      boolean({
        description:
          'True where `content` is only the beginning; the whole text is at /api/canvas/{deal_id}/sections/{section_key}. Absent where it is whole.',
        examples: [true],
      }),
    ),
  },
  { title: 'CanvasSection' },
)
export type CanvasSection = Static<typeof CanvasSection>

export const Canvas = model(
  {
    session: described(CanvasSession, 'The session of the canvas.'),
    deal: described(Deal, 'The deal.'),
    sections: list(CanvasSection, {
      description:
        'In the order of the memo. Where all of it is more than 512 KiB, the sections that do not fit are shortened.',
    }),
    metrics: list(
      model(
        {
          metric_key: text({ description: 'The key of the metric.', examples: ['going_in_cap_rate'] }),
          label: text({ description: 'The name of the metric.', examples: ['Going-in cap rate'] }),
          unit: text({ description: 'The unit of the metric.', examples: ['percent'] }),
          value: nullable(number({ description: 'The value; null: there is none.', examples: [5.25] })),
        },
        { title: 'CanvasMetric' },
      ),
      { description: 'The headline numbers of the deal.' },
    ),
    currency: oneOf(currencyCodes, {
      description: 'ISO 4217; money of the deal is in whole units of it.',
      examples: ['USD'],
    }),
    participants: list(
      model(
        {
          user_id: uuid({ description: 'The person.' }),
          display_name: text({ description: 'The name that others see.' }),
          email_verified: emailVerified,
          avatar_url: nullable(text({ description: 'The picture; null: none.' })),
          role: oneOf(dealRoles, { description: 'Their role on the deal.' }),
        },
        { title: 'CanvasParticipant' },
      ),
      { description: 'Up to 200 people of the deal.' },
    ),
    counts: described(
      model(
        {
          open_comments: integer({ description: 'Open comments.', examples: [1] }),
          open_blockers: integer({ description: 'Open blockers.', examples: [0] }),
          comments: integer({ description: 'All comments.', examples: [2] }),
        },
        { title: 'CanvasCounts' },
      ),
      'How many comments there are.',
    ),
    last_seq: integer({ description: 'The newest entry of the journal that this answer includes.', examples: [2] }),
  },
  { title: 'Canvas' },
)
export type Canvas = Static<typeof Canvas>

export const openCanvas = operation({
  id: 'openCanvas',
  method: 'GET',
  path: '/api/canvas/{deal_id}',
  tag,
  summary: 'Open the canvas of a deal',
  description:
    'Answers the canvas with memo, headline numbers, people and counts, and opens its session if there is none. The memo is cut after 512 KiB; `content_truncated` marks sections to be read on their own.',
  access: dealRole('viewer'),
  params,
  answer: Canvas,
})

export const invalidateCanvas = operation({
  id: 'invalidateCanvas',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}',
  tag,
  summary: 'End the session of the canvas',
  description: 'Ends the session of the canvas with its locks and presence. Open live channels close and reconnect.',
  access: dealRole('owner'),
  params,
  answer: model(
    {
      success: boolean({ description: 'Whether the session was ended.' }),
      message: text({ description: 'A sentence for a person.' }),
    },
    { title: 'InvalidateCanvasResponse' },
  ),
})

const token = {
  method: 'POST',
  tag,
  params,
  answer: model(
    {
      token: text({ description: 'Good under /api/canvas/{deal_id} alone.' }),
      expires_in_minutes: integer({ description: 'After how many minutes the token expires.', examples: [60] }),
    },
    { title: 'RefreshTokenResponse' },
  ),
  idempotent: false,
} as const

export const refreshDealToken = operation({
  id: 'refreshDealToken',
  path: '/api/canvas/{deal_id}/token/refresh',
  summary: 'Get a new token for this deal',
  description: 'Answers a token that works for this deal only, for 60 minutes.',
  access: dealRole('viewer'),
  ...token,
})

export const reissueDealToken = operation({
  id: 'reissueDealToken',
  path: '/api/canvas/{deal_id}/token/reissue',
  summary: 'Get a new deal token with the refresh cookie',
  description:
    'Answers a token for this deal when the access token has expired. The refresh cookie is rotated, as by refresh.',
  access: refreshCookie,
  errors: ['refresh_invalid', 'password_change_required', 'deal_not_found', 'origin_not_allowed', 'rate_limited'],
  ...token,
})

export const superadminDealToken = operation({
  id: 'superadminDealToken',
  path: '/api/canvas/{deal_id}/superadmin-token',
  summary: 'Enter a deal as a superadmin',
  description:
    'Answers a token for a deal that the superadmin is not a member of, for 60 minutes and not renewable. The reason is written to the audit trail, and the owners of the deal are notified.',
  access: superadmin,
  body: model(
    {
      reason: text({
        description: 'Why the deal is entered; kept in the audit trail.',
        min: 1,
        max: maxInvalidationReasonLength,
        examples: ['Support ticket 4711'],
      }),
    },
    { title: 'SuperadminDealTokenRequest' },
  ),
  errors: ['deal_not_found'],
  ...token,
})
export type CanvasSession = Static<typeof CanvasSession>
