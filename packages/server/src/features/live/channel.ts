import {
  atLeast,
  type CanvasSession,
  type ClientFrame,
  closeCodes,
  type DealEvent,
  dealRoles,
  type ServerFrame,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import type { Connection } from '../../connection.ts'
import { refuse } from '../../domain-error.ts'
import { liveMessages } from '../../messages/live.ts'
import { later, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Entered } from '../deals/index.ts'
import { createChannelPresence } from './channel-presence.ts'
import { createChannelSocket } from './channel-socket.ts'
import { readClientFrame } from './client-frames.ts'
import type { DealLocks } from './deal-locks.ts'
import type { DealPresence } from './deal-presence.ts'
import { eventFrame } from './event-frame.ts'
import { createHeldSections } from './held-sections.ts'
import { createInvalidFrames } from './invalid-frames.ts'
import { invalidates } from './invalidates.ts'
import type { PersonShown } from './live.store.ts'
import type { Follower, LiveDeals } from './live-deals.ts'
import type { LiveRooms, RoomFrame } from './live-rooms.ts'
import { createMessageRate } from './message-rate.ts'
import { type Resumption, resumeFrom } from './resume-from.ts'

export interface ChannelDeps {
  deals: LiveDeals
  rooms: LiveRooms
  presence: DealPresence
  locks: DealLocks
  identify(bearer: string): Promise<Actor>
  enter(actor: Actor, dealId: string): Promise<Entered | undefined>
  /** Current session of the deal; undefined if there is none. */
  currentSession(dealId: string): Promise<CanvasSession | undefined>
  onError(error: unknown): void
}

export interface Opening {
  actor: Actor
  dealId: string
  session: CanvasSession
  person: PersonShown
}

/** A client that does not send `resume` within this time receives only new events. */
const firstFrameMs = 250

const warnBefore = minutes(15)

const maxWaitingFrames = 100

const reasons = {
  session_ended: closeCodes.tokenEnded,
  token_expired: closeCodes.tokenEnded,
  role_lost: closeCodes.roleLost,
  invalidated: closeCodes.sessionInvalidated,
  too_many_messages: closeCodes.tooManyMessages,
  too_many_invalid_frames: closeCodes.tooManyMessages,
  fault: 1011,
} as const

/** Runs one connection of the live channel, from hello to bye. Resolves when all its resources are released. */
export const holdChannel = async (
  deps: ChannelDeps,
  { actor: first, dealId, session, person }: Opening,
  { socket: raw, watched: firstWatched, watch, describe }: Connection,
): Promise<void> => {
  const channelId = newId()
  const over = new AbortController()
  const socket = createChannelSocket(raw)
  const end = (reason: string): void =>
    socket.end((reasons as Record<string, number>)[reason] ?? closeCodes.goingAway, reason)

  let actor = first
  let warned = false
  let watched = firstWatched
  const obey = ({ signal }: typeof watched): void =>
    signal.addEventListener('abort', () => end(String(signal.reason)), { once: true })
  obey(watched)

  const changed = (): void => void deps.rooms.changed(dealId)
  const held = createHeldSections({
    locks: deps.locks,
    dealId,
    holder: { userId: first.userId, channelId },
    person,
    changed,
  })
  const present = createChannelPresence({
    presence: deps.presence,
    dealId,
    first: {
      channel_id: channelId,
      user_id: first.userId,
      display_name: person.displayName,
      email_verified: person.emailVerified,
      avatar_url: person.avatarUrl,
      section_key: null,
      cursor: null,
    },
    changed,
    vanished: () => void lookAtSession().catch(deps.onError),
    onError: deps.onError,
  })

  /**
   * A purge also ends the session, so the channel is closed. If only the presence entry expired, it is stored again.
   */
  const lookAtSession = async (): Promise<void> => {
    const current = await deps.currentSession(dealId)
    if (current?.epoch === session.epoch) present.again()
    else end('invalidated')
  }

  const follower: Follower = {
    userId: first.userId,
    dealId,
    grantId: first.tokenGrantId,
    epoch: session.epoch,
    end,
    tick: (at) => {
      if (warned || later(at, warnBefore) < actor.tokenExpiresAt) return
      warned = true
      socket.tell({ type: 'token_expiring', expires_at: actor.tokenExpiresAt.toISOString() })
    },
  }

  let begin: (asked: Resumption | undefined) => void = () => undefined
  const begun = new Promise<Resumption | undefined>((resolve) => {
    begin = resolve
  })
  let hasBegun = false
  const beginOnce = (asked: Resumption | undefined): void => {
    if (hasBegun && asked !== undefined) refuse('already_resumed')
    hasBegun = true
    begin(asked)
  }

  const renew = async (token: string): Promise<ServerFrame> => {
    const next = await deps.identify(token)
    if (next.userId !== actor.userId) refuse('token_scope', { detail: liveMessages.tokenOfOther() })
    if (next.tokenDealId !== undefined && next.tokenDealId !== dealId) refuse('token_scope')
    if (next.forcePasswordChange) refuse('password_change_required')
    if (next.tokenGrantId !== first.tokenGrantId) refuse('token_scope')
    if ((await deps.enter(next, dealId)) === undefined) refuse('deal_not_found')
    const rewatched = watch(next)
    watched.forget()
    watched = rewatched
    obey(watched)
    actor = next
    warned = false
    return { type: 'auth', expires_at: next.tokenExpiresAt.toISOString() }
  }

  const requireEditor = async (): Promise<void> => {
    const { dealRole } = (await deps.enter(actor, dealId)) ?? refuse('deal_not_found')
    if (!atLeast(dealRoles, dealRole, 'editor')) refuse('role_too_low')
  }

  const act = async (frame: ClientFrame): Promise<ServerFrame | undefined> => {
    switch (frame.type) {
      case 'resume':
        beginOnce(frame)
        return undefined
      case 'ping':
        return { type: 'pong' }
      case 'presence':
        present.move({ section_key: frame.section_key ?? null, cursor: frame.cursor ?? null })
        return undefined
      case 'lock':
        await requireEditor()
        return held.take(frame.section_key)
      case 'unlock':
        return held.free(frame.section_key)
      case 'auth':
        return renew(frame.token)
    }
  }

  const takeMessage = createMessageRate()
  const countInvalidFrame = createInvalidFrames()
  const hear = async (text: string): Promise<void> => {
    const judged = readClientFrame(text)
    if (!judged.ok) {
      beginOnce(undefined)
      const { detail, about } = judged
      socket.tell({ type: 'error', code: 'frame_invalid', detail, ...(about === undefined ? {} : { about }) })
      if (countInvalidFrame()) end('too_many_invalid_frames')
      return
    }
    const { frame } = judged
    if (frame.type !== 'resume') beginOnce(undefined)
    try {
      const answer = await act(frame)
      if (answer !== undefined) socket.tell(answer)
    } catch (error) {
      const where = 'section_key' in frame && frame.section_key != null ? { section_key: frame.section_key } : {}
      socket.tell({ type: 'error', ...describe(error), about: frame.type, ...where })
    }
  }

  const fail = (error: unknown): void => {
    deps.onError(error)
    end('fault')
  }

  // Frames are handled in order of arrival, and none before the hello frame.
  let waiting = 0
  let saidHello: () => void = () => undefined
  let conversation = new Promise<void>((resolve) => {
    saidHello = resolve
  })
  raw.on('message', (data, isBinary) => {
    // If the store does not answer, frames must not pile up behind the one that waits for it.
    if (!takeMessage() || waiting >= maxWaitingFrames) return end('too_many_messages')
    const text = isBinary ? '' : data.toString()
    waiting += 1
    conversation = conversation
      .then(() => (over.signal.aborted ? undefined : hear(text)))
      .catch(fail)
      .finally(() => {
        waiting -= 1
      })
  })
  const closed = new Promise<void>((resolve) => {
    raw.once('close', () => {
      over.abort()
      begin(undefined)
      resolve()
    })
  })

  const relay = async (events: AsyncIterable<DealEvent[]>, from: number, helloSeq: number): Promise<void> => {
    let caughtUp = from >= helloSeq
    for await (const batch of events) {
      if (caughtUp) for (const event of batch) socket.tell(eventFrame(event))
      else await socket.catchUp(batch.map(eventFrame))
      caughtUp ||= (batch.at(-1)?.seq ?? 0) >= helloSeq
      if (batch.some((event) => invalidates(event, { after: helloSeq, epoch: session.epoch }))) end('invalidated')
    }
  }

  const converse = async (): Promise<void> => {
    const seat = await deps.deals.join(follower)
    if (seat === undefined) return end('role_lost')
    try {
      const { session_id, epoch } = session
      const role = first.dealRole ?? refuse('deal_not_found')
      socket.tell({ type: 'hello', session_id, epoch, seq: seat.seq, role, channel_id: channelId })
      saidHello()
      // Deferred by one turn: if the event loop was busy, the timer fires before a frame already received is read.
      const patience = setTimeout(() => setImmediate(() => beginOnce(undefined)), firstFrameMs)
      const asked = await begun
      clearTimeout(patience)
      const resumed = resumeFrom(asked, { epoch, seq: seat.seq })
      socket.tell({ type: 'resumed', ...resumed })
      const room = deps.rooms.join(dealId, (frame) => isOwnLock(frame, channelId) || socket.tell(frame))
      changed()
      try {
        await relay(seat.tail.follow(resumed.from, over.signal), resumed.from, seat.seq)
      } finally {
        room.leave()
      }
    } finally {
      seat.leave()
    }
  }

  try {
    await converse()
  } catch (error) {
    fail(error)
  } finally {
    saidHello()
    await closed
    watched.forget()
    await conversation
    await held.freeAll().catch(deps.onError)
    await present.leave()
  }
}

/** The channel that took the lock already received the frame with the fence. */
const isOwnLock = (frame: RoomFrame, channelId: string): boolean =>
  frame.type === 'lock' && frame.holder?.channel_id === channelId
