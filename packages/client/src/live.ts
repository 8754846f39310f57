import type { ClientFrame, DealEvent, Present, ServerFrame } from '@deal-canvas/contract'

/** A place in the journal of a deal: `session.epoch` and `last_seq` of a canvas. */
export interface Position {
  readonly epoch: string
  readonly seq: number
}

type Told<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>
export type LiveLock = Omit<Told<'lock'>, 'type'>
export type LiveRefusal = Omit<Told<'error'>, 'type'>
/** `waiting` while it is cut; `ended` where it will not come back. */
export type LiveState = 'connecting' | 'live' | 'waiting' | 'ended'
/** Where one looks: a section, and whatever the page needs to draw it there, at most 1 KiB of JSON. */
export type Place = Omit<Extract<ClientFrame, { type: 'presence' }>, 'type'>

export interface LiveHandlers {
  /** What the caller knows already: everything after it is told. Without it, what happens from now on. */
  readonly from?: Position | undefined
  /** An entry of the journal; in order, each once, also over cuts. */
  event(event: DealEvent): void
  /** There may be a gap in what was told: read the canvas anew. What comes after is told as always. */
  lost(): void
  /** All who are here, oneself among them. */
  presence(present: readonly Present[]): void
  /** Who writes a section; the fence only where it is this channel. */
  lock(lock: LiveLock): void
  /** `why` comes with `ended`: `signed_out`, or the code of the refusal (`role_lost`, `deal_not_found`). */
  state(state: LiveState, why?: string): void
  refused?(refusal: LiveRefusal): void
}

export interface LiveChannel {
  /** Of the connection in use; undefined while there is none. */
  readonly channelId: string | undefined
  /** Where one looks; said again after a cut. */
  look(at: Place): void
  /** Takes a section and keeps it until `unlock`, also over cuts. While another one has it, it is asked for again. */
  lock(sectionKey: string): void
  unlock(sectionKey: string): void
  close(): void
}
