import { maxEventDataBytes } from '@deal-canvas/contract'

type Data = Record<string, unknown>

/** Something that an event shows as it is now, and where it can be read. */
export interface Attachment {
  /** The field of the data. */
  name: 'comment' | 'section'
  /** Null: it was deleted. */
  thing: { version: number } | null
  path: string
}

const bytesOf = (data: Data): number => Buffer.byteLength(JSON.stringify(data))

/**
 * The data of an event: its facts, and what it is about. What would exceed the limit is a reference instead, so that
 * one large text is not sent to everybody who listens.
 */
export const eventData = (
  facts: Data,
  attachments: readonly Attachment[],
  /** Where all facts of the event can be read. */
  trail: { path: string; seq: number },
): { data: Data; bytes: number } => {
  const whole = { ...facts, ...Object.fromEntries(attachments.map(({ name, thing }) => [name, thing])) }
  const bytes = bytesOf(whole)
  if (bytes <= maxEventDataBytes) return { data: whole, bytes }
  // A section first: a comment beside it is named by its id among the facts.
  const large =
    attachments.find(({ name, thing }) => name === 'section' && thing) ?? attachments.find(({ thing }) => thing)
  const referred = large?.thing ? { ...facts, ref: large.path, version: large.thing.version } : undefined
  if (referred !== undefined && bytesOf(referred) <= maxEventDataBytes)
    return { data: referred, bytes: bytesOf(referred) }
  const data = { ref: trail.path, version: trail.seq }
  return { data, bytes: bytesOf(data) }
}
