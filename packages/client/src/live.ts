import type { ClientFrame, DealEvent, Present, ServerFrame } from '@deal-canvas/contract'

/** A position in the audit trail of a deal: `session.epoch` and `last_seq` of a canvas. */
export interface Position {
  readonly epoch: string
  readonly seq: number
}

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>
export type LiveLock = Omit<FrameOf<'lock'>, 'type'>
export type LiveRefusal = Omit<FrameOf<'error'>, 'type'>
/** `waiting` while disconnected; `ended` if it will not reconnect. */
export type LiveState = 'connecting' | 'live' | 'waiting' | 'ended'
/** What the user is viewing: a section, and whatever the page needs to show the cursor there, at most 1 KiB of JSON. */
export type Place = Omit<Extract<ClientFrame, { type: 'presence' }>, 'type'>

export interface LiveHandlers {
  /** The last known position: every event after it is delivered. Without it, only new events. */
  readonly from?: Position | undefined
  /** An audit trail event; in order and exactly once, across reconnects. */
  event(event: DealEvent): void
  /** Events may have been missed: reload the canvas. Later events are delivered as usual. */
  lost(): void
  /** Everyone present, including oneself. */
  presence(present: readonly Present[]): void
  /** Who is editing a section; has the fence only if it is this channel. */
  lock(lock: LiveLock): void
  /** `why` is given with `ended`: `signed_out`, or an error code (`role_lost`, `deal_not_found`). */
  state(state: LiveState, why?: string): void
  refused?(refusal: LiveRefusal): void
}

export interface LiveChannel {
  /** Id of the current connection; undefined while there is none. */
  readonly channelId: string | undefined
  /** What the user is viewing; sent again after a reconnect. */
  look(at: Place): void
  /** Locks a section and keeps the lock until `unlock`, across reconnects. Retries while another channel holds it. */
  lock(sectionKey: string): void
  unlock(sectionKey: string): void
  close(): void
}
