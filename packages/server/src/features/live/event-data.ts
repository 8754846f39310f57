import { maxEventDataBytes } from '@deal-canvas/contract'

type Data = Record<string, unknown>

/** Something that an event shows as it is now, and where it can be read. */
export interface Attachment {
  /** The field of the data. */
  name: 'comment' | 'section'
  /** Null: it was deleted. */
  thing: { version: number } | null
  /** Of its JSON; more than fits where it was not read, because its text alone is too large. */
  bytes: number
  path: string
}

const bytesOf = (data: Data): number => Buffer.byteLength(JSON.stringify(data))

/** Of the facts with the attachments among them, whose texts are not spelt again for it. */
const bytesTogether = (facts: Data, attachments: readonly Attachment[]): number => {
  const others = Object.entries(facts).filter(([fact]) => !attachments.some(({ name }) => name === fact))
  const fields = attachments.map(({ name, bytes }) => `"${name}":`.length + bytes)
  const commas = Math.max(0, fields.length - (others.length === 0 ? 1 : 0))
  return fields.reduce((sum, bytes) => sum + bytes, commas + bytesOf(Object.fromEntries(others)))
}

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
  const bytes = bytesTogether(facts, attachments)
  if (bytes <= maxEventDataBytes)
    return { data: { ...facts, ...Object.fromEntries(attachments.map(({ name, thing }) => [name, thing])) }, bytes }
  // A section first: a comment beside it is named by its id among the facts.
  const large =
    attachments.find(({ name, thing }) => name === 'section' && thing) ?? attachments.find(({ thing }) => thing)
  const referred = large?.thing ? { ...facts, ref: large.path, version: large.thing.version } : undefined
  if (referred !== undefined && bytesOf(referred) <= maxEventDataBytes)
    return { data: referred, bytes: bytesOf(referred) }
  const data = { ref: trail.path, version: trail.seq }
  return { data, bytes: bytesOf(data) }
}
