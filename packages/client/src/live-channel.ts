import { type ClientFrame, closeCodes, type ServerFrame } from '@deal-canvas/contract'
import { createFollowedAuditTrail, type ReadAuditTrail } from './followed-audit-trail.ts'
import type { HeldSession } from './held-session.ts'
import { type Ending, endingBy, keepOpen } from './keep-open.ts'
import type { LiveChannel, LiveHandlers, LiveLock, LiveRefusal, LiveState } from './live.ts'
import { type LiveSocket, openLiveSocket, type SocketConstructor, type SocketEnd } from './live-socket.ts'
import { createShownPlace } from './shown-place.ts'
import type { Sleeper } from './sleeper.ts'
import { createWantedLocks } from './wanted-locks.ts'

export interface LiveDeps {
  Socket: SocketConstructor
  url: string
  session: Pick<HeldSession, 'token' | 'tokenAfter' | 'whenOver'>
  /** Reads audit trail events with an ordinary call. */
  read: ReadAuditTrail
  sleeper: Sleeper
}

/** Pause after sending too many messages, until the service accepts them again. */
const calmMs = 10_000

/** Follows a deal until closed. */
export const openLiveChannel = (
  { Socket, url, session, read, sleeper }: LiveDeps,
  handlers: LiveHandlers,
): LiveChannel => {
  const closing = new AbortController()
  const journal = createFollowedAuditTrail(handlers, read)
  let socket: LiveSocket | undefined
  let isLive = false
  let channelId: string | undefined
  let shown: LiveState | undefined
  const reportedLocks = new Set<string>()

  const show = (state: LiveState, why?: string): void => {
    if (shown === state || closing.signal.aborted) return
    shown = state
    handlers.state(state, why)
  }
  const say = (frame: ClientFrame): void => {
    if (isLive) socket?.say(frame)
  }
  const place = createShownPlace(say)
  const wanted = createWantedLocks(say)

  /** From here on the connection fully replaces the previous one. */
  const goOn = (epoch: string, resumed: Extract<ServerFrame, { type: 'resumed' }>): void => {
    isLive = true
    for (const section_key of reportedLocks) if (!wanted.has(section_key)) handlers.lock({ section_key, holder: null })
    reportedLocks.clear()
    show('live')
    journal.begin({ epoch, resumed, giveUp: () => socket?.close() })
    place.again()
    wanted.again()
  }

  const tellLock = ({ section_key, holder, ...rest }: LiveLock): void => {
    if (holder === null) reportedLocks.delete(section_key)
    else reportedLocks.add(section_key)
    wanted.heldBy(section_key, holder === null ? 'nobody' : holder.channel_id === channelId ? 'us' : 'other')
    handlers.lock({ section_key, holder, ...rest })
  }

  const renewToken = async (used: { token: string }): Promise<void> => {
    const next = await session.tokenAfter(used.token)
    if (next === undefined) return
    used.token = next
    say({ type: 'auth', token: next })
  }

  const tellRefusal = (refusal: LiveRefusal): void => {
    const { about, section_key, code } = refusal
    if (about === 'resume') return
    const isNews = about !== 'lock' || section_key === undefined || wanted.refused(section_key, code)
    if (isNews) handlers.refused?.(refusal)
  }

  const listener = (used: { token: string }) => {
    let epoch = ''
    return (frame: ServerFrame): void => {
      switch (frame.type) {
        case 'hello':
          epoch = frame.epoch
          channelId = frame.channel_id
          break
        case 'resumed':
          goOn(epoch, frame)
          break
        case 'event': {
          const { event_type: type, ...entry } = frame
          journal.hear({ ...entry, type })
          break
        }
        case 'presence':
          handlers.presence(frame.present)
          break
        case 'lock':
          tellLock(frame)
          break
        case 'error':
          tellRefusal(frame)
          break
        case 'token_expiring':
          // If this fails, the service closes the connection when the token expires, and the next one uses a new token.
          renewToken(used).catch(() => undefined)
      }
    }
  }

  const endingOf = async ({ code, reason, opened }: SocketEnd, worked: boolean, token: string): Promise<Ending> => {
    if (code === closeCodes.roleLost) return { over: reason || 'role_lost' }
    if (code === closeCodes.sessionInvalidated) journal.invalidate()
    if (code === closeCodes.tooManyMessages) return { worked, atLeastMs: calmMs }
    // The following calls can take long, and no events arrive meanwhile.
    show('waiting')
    try {
      if (code === closeCodes.tokenEnded && (await session.tokenAfter(token)) === undefined) {
        return { over: 'signed_out' }
      }
      // A rejected WebSocket does not reveal the reason; an ordinary call does.
      if (!opened) await read({ since: Number.MAX_SAFE_INTEGER, limit: 1 })
      return { worked }
    } catch (error) {
      return endingBy(error, worked)
    }
  }

  const open = async (): Promise<Ending> => {
    const token = await session.token()
    if (token === undefined) return { over: 'signed_out' }
    if (closing.signal.aborted) return { worked: false }
    const used = { token }
    socket = openLiveSocket({ Socket, url, token, first: journal.first(), hear: listener(used) })
    const end = await socket.ended
    const worked = journal.cut() && isLive
    isLive = false
    channelId = undefined
    return closing.signal.aborted ? { worked } : endingOf(end, worked, used.token)
  }

  const close = (): void => {
    closing.abort()
    socket?.close()
    wanted.close()
    place.close()
    for (const stop of stopListening) stop()
  }
  const finish = (why: string): void => {
    show('ended', why)
    close()
  }
  const stopListening = [
    session.whenOver(() => finish('signed_out')),
    // Leaving a network does not break a socket: one that looks open may be dead.
    sleeper.whenWoken(() => socket?.doubt()),
  ]

  const run = async (): Promise<void> => {
    show('connecting')
    const why = await keepOpen({ open, waiting: () => show('waiting'), sleep: sleeper.sleep, signal: closing.signal })
    if (why !== undefined) finish(why)
  }
  // Deferred by one microtask, so that handlers can already use the channel.
  void Promise.resolve().then(run)

  return {
    get channelId() {
      return channelId
    },
    look: place.look,
    lock: wanted.want,
    unlock: wanted.unwant,
    close,
  }
}
