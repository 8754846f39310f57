import { dealRole, type dealRoles } from './access.ts'
import { entryKinds } from './audit.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import {
  anyJson,
  boolean,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { sectionKey } from './sections.ts'

const tag = 'Live'
const params = model({ deal_id: dealId })

/** The one subprotocol of the live channel. A token is offered beside it as `bearer.<token>`, and never selected. */
export const liveProtocol = 'canvas.v1'
export const bearerProtocolPrefix = 'bearer.'

/** With these codes the service closes a live channel. */
export const closeCodes = {
  /** The service is going away, or the client has not answered: come back. */
  goingAway: 1001,
  tokenEnded: 4401,
  roleLost: 4403,
  tooSlow: 4408,
  sessionInvalidated: 4410,
  tooManyMessages: 4429,
} as const

/** A frame of a client beyond these bounds, or that is malformed, is answered with the error `frame_invalid`. */
export const maxFrameBytes = 16 * 1024
export const maxFrameDepth = 16
/** So many invalid frames within a minute close the channel with `tooManyMessages`. */
export const maxInvalidFramesPerMinute = 20

/** An event carries at most so much data as JSON; what is larger is a reference. */
export const maxEventDataBytes = 64 * 1024

export const DealEvent = model(
  {
    seq: integer({ examples: [1] }),
    ts: instant(),
    kind: oneOf(entryKinds),
    type: text({ examples: ['comment.created'] }),
    actor_id: nullable(uuid()),
    data: nullable(
      map(anyJson(), {
        description:
          'The facts of the entry, with `comment` or `section` as it is now (null: it was deleted). Where that exceeds 64 KiB, `ref` is the path to GET it from instead, and `version` its version. Null where it was erased.',
      }),
    ),
  },
  { title: 'DealEvent' },
)
export type DealEvent = Static<typeof DealEvent>

export const dealEvents = operation({
  id: 'dealEvents',
  method: 'GET',
  path: '/api/canvas/{deal_id}/events',
  tag,
  summary:
    'What happened after an entry of the journal; asked with Accept: text/event-stream it goes on as server-sent events (id = seq)',
  access: dealRole('viewer'),
  params,
  query: model({
    since: optional(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
    epoch: optional(text({ max: 100, description: 'The epoch in which `since` was read.' })),
    limit: optional(integer({ minimum: 1, maximum: 100, default: 100 })),
  }),
  answer: model({
    events: list(DealEvent),
    next_since: integer({ examples: [1] }),
    has_more: boolean(),
    epoch: uuid(),
    recovered: boolean({
      description: 'False where the epoch is another, or `since` was never reached: read the canvas anew.',
    }),
  }),
  limit: 'events',
})

export const liveChannel = operation({
  id: 'liveChannel',
  method: 'GET',
  path: '/api/canvas/{deal_id}/live',
  tag,
  summary:
    'The live channel: a WebSocket with the subprotocol canvas.v1 and the token as a second one, bearer.<token>; docs/LIVE.md describes its frames',
  access: dealRole('viewer'),
  params,
  status: 101,
  errors: ['upgrade_required', 'origin_not_allowed', 'rate_limited', 'shutting_down'],
})

const frame = <const Name extends string>(name: Name) => oneOf([name] as const)

/** What a client may say. */
export const clientFrames = {
  resume: model({
    type: frame('resume'),
    epoch: text({ max: 100 }),
    seq: integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  presence: model({
    type: frame('presence'),
    section_key: optional(nullable(sectionKey)),
    cursor: optional(nullable(map(anyJson(), { description: 'Whatever the page needs to draw it; 1 KiB of JSON.' }))),
  }),
  lock: model({ type: frame('lock'), section_key: sectionKey }),
  unlock: model({ type: frame('unlock'), section_key: sectionKey }),
  auth: model({ type: frame('auth'), token: text({ max: 4096 }) }),
  ping: model({ type: frame('ping') }),
} as const
export type ClientFrame = {
  [Type in keyof typeof clientFrames]: Static<(typeof clientFrames)[Type]>
}[keyof typeof clientFrames]

/** One open channel of a person: who looks where. */
export interface Present {
  channel_id: string
  user_id: string
  display_name: string
  email_verified: boolean
  avatar_url: string | null
  section_key: string | null
  cursor: unknown
}

/** What the service says. */
export type ServerFrame =
  | {
      type: 'hello'
      session_id: string
      epoch: string
      seq: number
      role: (typeof dealRoles)[number]
      channel_id: string
    }
  /** Every event after `from` follows. Not recovered: what the client knows may have a gap before it. */
  | { type: 'resumed'; recovered: boolean; from: number }
  | ({ type: 'event'; event_type: string } & Omit<DealEvent, 'type'>)
  /** All who are here, at most 200. */
  | { type: 'presence'; present: Present[] }
  /** Who holds a section; nobody: null. The fence is told to its holder alone. */
  | {
      type: 'lock'
      section_key: string
      holder: { user_id: string; display_name: string; email_verified: boolean; channel_id: string } | null
      fence?: number
      lease_ms?: number
    }
  | { type: 'token_expiring'; expires_at: string }
  | { type: 'auth'; expires_at: string }
  | { type: 'pong' }
  | { type: 'error'; code: string; detail: string; about?: string; section_key?: string }
  | { type: 'bye'; reason: string }
