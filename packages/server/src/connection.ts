import type { WebSocket } from 'ws'
import type { Actor } from './actor.ts'

/** A connection that has become a channel. */
export interface Connection {
  readonly socket: WebSocket
  /** Ends with the session, the token or the service. */
  readonly watched: Watched
  /** Same for another token of the same user. */
  watch(actor: Actor): Watched
  /** Describes an error to the client. */
  describe(error: unknown): { code: string; detail: string }
}

export interface Watched {
  readonly signal: AbortSignal
  forget(): void
}
