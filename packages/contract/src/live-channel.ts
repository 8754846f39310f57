import { dealRole, dealRoles } from './access.ts'
import { dealId } from './deals.ts'
import { DealEvent } from './live.ts'
import { operation } from './operation.ts'
import { emailVerified } from './person.ts'
import {
  anyJson,
  boolean,
  described,
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
import { maxAccessTokenLength, maxIdLength } from './sizes.ts'

/** The only subprotocol of the live channel. A token is offered next to it as `bearer.<token>` and never selected. */
export const liveProtocol = 'canvas.v1'
export const bearerProtocolPrefix = 'bearer.'

/** The codes with which the service closes a live channel. */
export const closeCodes = {
  /** The service is shutting down, or the client did not respond: reconnect. */
  goingAway: 1001,
  tokenEnded: 4401,
  roleLost: 4403,
  tooSlow: 4408,
  sessionInvalidated: 4410,
  tooManyMessages: 4429,
} as const

const frame = <const Name extends string>(name: Name) => oneOf([name] as const, { description: 'Which frame this is.' })

const section = described(sectionKey, 'The section of the memo.')

/** Frames that a client can send. */
export const clientFrames = {
  resume: model(
    {
      type: frame('resume'),
      epoch: text({ max: maxIdLength, description: 'The epoch in which `seq` was read.' }),
      seq: integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of the last event that the client has.',
      }),
    },
    { title: 'ResumeFrame' },
  ),
  presence: model(
    {
      type: frame('presence'),
      section_key: optional(nullable(described(sectionKey, 'The section in view; null: none.'))),
      cursor: optional(nullable(map(anyJson(), { description: 'Whatever the page needs to draw it; 1 KiB of JSON.' }))),
    },
    { title: 'ShowPresenceFrame' },
  ),
  lock: model({ type: frame('lock'), section_key: section }, { title: 'TakeLockFrame' }),
  unlock: model({ type: frame('unlock'), section_key: section }, { title: 'ReleaseLockFrame' }),
  auth: model(
    {
      type: frame('auth'),
      token: text({ max: maxAccessTokenLength, description: 'Another access token of the same person.' }),
    },
    { title: 'RenewTokenFrame' },
  ),
  ping: model({ type: frame('ping') }, { title: 'PingFrame' }),
} as const
export type ClientFrame = {
  [Type in keyof typeof clientFrames]: Static<(typeof clientFrames)[Type]>
}[keyof typeof clientFrames]

const channelId = uuid({ description: 'One open channel; a person may have several.' })
const personId = uuid({ description: 'The person.' })
const personName = text({ description: 'Their display name.', examples: ['Daniel Reyes'] })

/** One open channel of a person: who is viewing what. */
export const Present = model(
  {
    channel_id: channelId,
    user_id: personId,
    display_name: personName,
    email_verified: emailVerified,
    avatar_url: nullable(text({ description: 'Their picture; null: none.' })),
    section_key: nullable(text({ description: 'The section in view; null: none.', examples: ['executive_summary'] })),
    cursor: anyJson({ description: 'What the page of that person sent to draw its cursor; null: nothing.' }),
  },
  { title: 'Present' },
)
export type Present = Static<typeof Present>

const LockHolder = model(
  { user_id: personId, display_name: personName, email_verified: emailVerified, channel_id: channelId },
  { title: 'LockHolder' },
)

const { type: event_type, ...eventFields } = DealEvent.properties

/** Frames that the service sends. */
export const serverFrames = {
  hello: model(
    {
      type: frame('hello'),
      session_id: uuid({ description: 'The canvas session that the channel follows.' }),
      epoch: uuid({ description: 'The epoch of the events; send it in `resume`.' }),
      seq: integer({ examples: [1], description: 'The number of the newest event when the channel opened.' }),
      role: oneOf(dealRoles, { description: 'The role of the caller on the deal.' }),
      channel_id: channelId,
    },
    { title: 'HelloFrame' },
  ),
  resumed: model(
    {
      type: frame('resumed'),
      recovered: boolean({ description: 'False where events may be missing: read the canvas again.' }),
      from: integer({ examples: [1], description: 'Every event after this number follows.' }),
    },
    { title: 'ResumedFrame' },
  ),
  event: model({ type: frame('event'), event_type, ...eventFields }, { title: 'EventFrame' }),
  presence: model(
    {
      type: frame('presence'),
      present: list(Present, { description: 'All open channels on the deal, at most 200.' }),
    },
    { title: 'PresenceFrame' },
  ),
  lock: model(
    {
      type: frame('lock'),
      section_key: text({ description: 'The section that is held or was released.', examples: ['executive_summary'] }),
      holder: nullable(described(LockHolder, 'Who holds the section; null: nobody.')),
      fence: optional(integer({ description: 'Told to the holder alone: send it with every write of the section.' })),
      lease_ms: optional(
        integer({ description: 'How long the lock lasts unless it is taken again, in milliseconds.' }),
      ),
    },
    { title: 'LockFrame' },
  ),
  token_expiring: model(
    { type: frame('token_expiring'), expires_at: instant({ description: 'When the token of the channel expires.' }) },
    { title: 'TokenExpiringFrame' },
  ),
  auth: model(
    { type: frame('auth'), expires_at: instant({ description: 'When the new token expires.' }) },
    { title: 'TokenRenewedFrame' },
  ),
  pong: model({ type: frame('pong') }, { title: 'PongFrame' }),
  error: model(
    {
      type: frame('error'),
      code: text({ description: 'One of the codes of errors.', examples: ['lock_taken'] }),
      detail: text({ description: 'A sentence for a person.' }),
      about: optional(text({ description: 'The type of the frame that was refused.', examples: ['lock'] })),
      section_key: optional(text({ description: 'The section that the refused frame named.' })),
    },
    { title: 'ErrorFrame' },
  ),
  bye: model(
    {
      type: frame('bye'),
      reason: text({ description: 'Why the service closes the channel.', examples: ['shutting_down'] }),
    },
    { title: 'ByeFrame' },
  ),
} as const
export type ServerFrame = {
  [Type in keyof typeof serverFrames]: Static<(typeof serverFrames)[Type]>
}[keyof typeof serverFrames]

export const liveChannel = operation({
  id: 'liveChannel',
  method: 'GET',
  path: '/api/canvas/{deal_id}/live',
  tag: 'Live',
  summary: 'Open the live channel of a deal',
  description:
    'A WebSocket with the subprotocol `canvas.v1` and the token as a second one, `bearer.<token>`. Frames are JSON objects; `x-frames` names what a client may send and what the service sends. Close codes and rules are in docs/LIVE.md.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  status: 101,
  frames: { client: clientFrames, server: serverFrames },
  errors: ['upgrade_required', 'origin_not_allowed', 'rate_limited', 'shutting_down'],
})
