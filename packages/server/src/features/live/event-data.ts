import { maxEventDataBytes } from '@deal-canvas/contract'

type Data = Record<string, unknown>

/** The current state of a comment or section that an event carries, and where to read it. */
export interface Attachment {
  /** Field name in the event data. */
  name: 'comment' | 'section'
  /** Null if it was deleted. */
  thing: { version: number } | null
  /** Size of its JSON. Infinite if it was not read because its text alone is too large. */
  bytes: number
  path: string
}

const bytesOf = (data: Data): number => Buffer.byteLength(JSON.stringify(data))

/** Size of the facts merged with the attachments, without serializing the attachments again. */
const bytesTogether = (facts: Data, attachments: readonly Attachment[]): number => {
  const others = Object.entries(facts).filter(([fact]) => !attachments.some(({ name }) => name === fact))
  const fields = attachments.map(({ name, bytes }) => `"${name}":`.length + bytes)
  const commas = Math.max(0, fields.length - (others.length === 0 ? 1 : 0))
  return fields.reduce((sum, bytes) => sum + bytes, commas + bytesOf(Object.fromEntries(others)))
}

/**
 * Builds the data of an event from its facts and attachments. If it would exceed the limit, a reference replaces the
 * attachments, so that a large text is not sent to every listener.
 */
export const eventData = (
  facts: Data,
  attachments: readonly Attachment[],
  /** Where the complete event can be read. */
  trail: { path: string; seq: number },
): { data: Data; bytes: number } => {
  const bytes = bytesTogether(facts, attachments)
  if (bytes <= maxEventDataBytes)
    return { data: { ...facts, ...Object.fromEntries(attachments.map(({ name, thing }) => [name, thing])) }, bytes }
  // Prefer the section: if there is also a comment, the facts contain its id.
  const large =
    attachments.find(({ name, thing }) => name === 'section' && thing) ?? attachments.find(({ thing }) => thing)
  const referred = large?.thing ? { ...facts, ref: large.path, version: large.thing.version } : undefined
  if (referred !== undefined && bytesOf(referred) <= maxEventDataBytes)
    return { data: referred, bytes: bytesOf(referred) }
  const data = { ref: trail.path, version: trail.seq }
  return { data, bytes: bytesOf(data) }
}
