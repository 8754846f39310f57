import type { Actor } from '../actor.ts'
import { refuse } from '../domain-error.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Clock } from '../platform/clock.ts'

interface Deps {
  bus: Bus
  /** Bus topic that announces ended sessions of a user. */
  topic: string
  /** Returns which of the given sessions are no longer valid. */
  endedAmong(sessionIds: string[]): Promise<Set<string>>
  now: Clock
  onError(error: unknown): void
}

interface OpenStream {
  actor: Actor
  end: AbortController
}

/** How often the sessions of open streams are checked: a lost bus message delays their end but does not prevent it. */
const lookAgainMs = 1_500

/** A browser needs one stream; more than a few dozen are a mistake or an attack. */
const maxPerUser = 50

export type OpenStreams = Awaited<ReturnType<typeof createOpenStreams>>

/**
 * The streams open on this node. A stream ends when its session is revoked, its token expires, or the service drains.
 */
export const createOpenStreams = async ({ bus, topic, endedAmong, now, onError }: Deps) => {
  const open = new Set<OpenStream>()
  const perUser = new Map<string, number>()

  const endRevoked = async (streams: OpenStream[]): Promise<void> => {
    if (streams.length === 0) return
    try {
      const ended = await endedAmong([...new Set(streams.map(({ actor }) => actor.sessionId))])
      for (const { actor, end } of streams) if (ended.has(actor.sessionId)) end.abort('session_ended')
    } catch (error) {
      onError(error)
    }
  }

  let looking = false
  const lookAgain = async (): Promise<void> => {
    // Skips a check while one is running, so that a slow database does not build up a queue of them.
    if (looking) return
    looking = true
    for (const { actor, end } of open) if (actor.tokenExpiresAt <= now()) end.abort('token_expired')
    await endRevoked([...open])
    looking = false
  }

  const unsubscribe = await bus.subscribe(topic, {
    onMessage: (message) => {
      const { userId } = message as { userId?: unknown }
      void endRevoked([...open].filter(({ actor }) => actor.userId === userId))
    },
    onGap: () => void lookAgain(),
  })
  const timer = setInterval(() => void lookAgain(), lookAgainMs)
  timer.unref()

  return {
    /** Returns a signal that ends the stream, and a function to call when the stream is over. */
    add: (actor: Actor): { signal: AbortSignal; forget(): void } => {
      const held = perUser.get(actor.userId) ?? 0
      if (held >= maxPerUser) refuse('rate_limited', { retryAfterSeconds: 10 })
      const stream = { actor, end: new AbortController() }
      open.add(stream)
      perUser.set(actor.userId, held + 1)
      return {
        signal: stream.end.signal,
        forget: () => {
          if (!open.delete(stream)) return
          const left = (perUser.get(actor.userId) ?? 1) - 1
          if (left === 0) perUser.delete(actor.userId)
          else perUser.set(actor.userId, left)
        },
      }
    },
    count: (): number => open.size,
    endAll: (reason: string): void => {
      for (const { end } of open) end.abort(reason)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await unsubscribe()
    },
  }
}
