import { dealRole, dealRoles, refreshCookie, superadmin } from './access.ts'
import { currencyCodes } from './currencies.ts'
import { Deal, dealId } from './deals.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
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
import { Section } from './sections.ts'

const tag = 'Canvas'
const params = model({ deal_id: dealId })

const CanvasSession = model({ session_id: uuid(), epoch: uuid(), created_at: instant() })

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
    session: CanvasSession,
    deal: Deal,
    sections: list(CanvasSection, {
      description:
        'In the order of the memo. Where all of it is more than 512 KiB, the sections that do not fit are shortened.',
    }),
    metrics: list(
      model({
        metric_key: text({ examples: ['going_in_cap_rate'] }),
        label: text({ examples: ['Going-in cap rate'] }),
        unit: text({ examples: ['percent'] }),
        value: nullable(number({ examples: [5.25] })),
      }),
    ),
    currency: oneOf(currencyCodes, {
      description: 'ISO 4217; money of the deal is in whole units of it.',
      examples: ['USD'],
    }),
    participants: list(
      model({
        user_id: uuid(),
        display_name: text(),
        email_verified: emailVerified,
        avatar_url: nullable(text()),
        role: oneOf(dealRoles),
      }),
      { description: 'Up to 200 people of the deal.' },
    ),
    counts: model({
      open_comments: integer({ examples: [1] }),
      open_blockers: integer({ examples: [0] }),
      comments: integer({ examples: [2] }),
    }),
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
  summary: 'The canvas as it is now; opens its session if there is none',
  access: dealRole('viewer'),
  params,
  answer: Canvas,
})

export const invalidateCanvas = operation({
  id: 'invalidateCanvas',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}',
  tag,
  summary: 'End the session of the canvas with its locks and presence; open channels close and come back',
  access: dealRole('owner'),
  params,
  answer: model({ success: boolean(), message: text() }, { title: 'InvalidateCanvasResponse' }),
})

const token = {
  method: 'POST',
  tag,
  params,
  answer: model(
    {
      token: text({ description: 'Good under /api/canvas/{deal_id} alone.' }),
      expires_in_minutes: integer({ examples: [60] }),
    },
    { title: 'RefreshTokenResponse' },
  ),
  idempotent: false,
} as const

export const refreshDealToken = operation({
  id: 'refreshDealToken',
  path: '/api/canvas/{deal_id}/token/refresh',
  summary: 'A new token for this deal',
  access: dealRole('viewer'),
  ...token,
})

export const reissueDealToken = operation({
  id: 'reissueDealToken',
  path: '/api/canvas/{deal_id}/token/reissue',
  summary: 'The same with the refresh cookie, which is rotated, when the access token has expired',
  access: refreshCookie,
  errors: ['refresh_invalid', 'password_change_required', 'deal_not_found', 'origin_not_allowed', 'rate_limited'],
  ...token,
})

export const superadminDealToken = operation({
  id: 'superadminDealToken',
  path: '/api/canvas/{deal_id}/superadmin-token',
  summary: 'Enter a deal as a superadmin, for a reason that its journal keeps; 60 minutes, not renewable',
  access: superadmin,
  body: model({ reason: text({ min: 1, max: 500, examples: ['Support ticket 4711'] }) }),
  errors: ['deal_not_found'],
  ...token,
})
export type CanvasSession = Static<typeof CanvasSession>
