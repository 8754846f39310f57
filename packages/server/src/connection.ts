import type { WebSocket } from 'ws'
import type { Actor } from './actor.ts'

/** A connection that has become a channel. */
export interface Connection {
  readonly socket: WebSocket
  /** Ends with the session, the token or the service. */
  readonly watched: Watched
  /** The same for another token of the same person. */
  watch(actor: Actor): Watched
  /** What the client is told of a fault. */
  describe(error: unknown): { code: string; detail: string }
}

export interface Watched {
  readonly signal: AbortSignal
  forget(): void
}
