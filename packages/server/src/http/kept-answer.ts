import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { refuse } from '../domain-error.ts'
import type { KeptAnswer } from './idempotency.store.ts'

/** Keys of a person within 24 hours; more are refused, because none may be dropped before. */
export const maxKeys = 50_000
/** One stored answer. */
export const maxStoredBytes = 64 * 1024
/** An answer that is not larger than its key is always stored: the number of keys bounds these. */
const smallBytes = 512
/** All larger ones of a person, so that together with the small ones they are 64 MiB. */
export const maxLargeBytes = 64 * 1024 * 1024 - maxKeys * smallBytes

const pack = promisify(gzip)
const unpack = promisify(gunzip)

interface Given {
  text: string | null
  /** Where the route can render the answer again from a record. */
  recordId: string | undefined
}

interface Room {
  /** What the person has used of it. */
  bytes: number
  /** When more of it is free. */
  retryAfterSeconds: number
}

/**
 * In which form an answer is stored: as it is, or only the id of its record, or compressed where there is none. What
 * fits in none of these forms is refused, and its change undone: a repeat could not be known by it.
 */
export const keptAnswer = async ({ text, recordId }: Given, { bytes: used, ...room }: Room): Promise<KeptAnswer> => {
  const none = { text: null, packed: null, recordId: null, bytes: 0 }
  if (text === null) return none
  const fits = (bytes: number): boolean => bytes <= maxStoredBytes && used + bytes <= maxLargeBytes
  const bytes = Buffer.byteLength(text)
  if (bytes <= smallBytes) return { ...none, text }
  if (fits(bytes)) return { ...none, text, bytes }
  if (recordId !== undefined) return { ...none, recordId }
  const packed = await pack(text)
  if (fits(packed.byteLength)) return { ...none, packed, bytes: packed.byteLength }
  return packed.byteLength > maxStoredBytes ? refuse('idempotency_answer_too_large') : refuse('rate_limited', room)
}

/** The text of an answer that is stored with its body. */
export const textOf = async ({ text, packed }: Pick<KeptAnswer, 'text' | 'packed'>): Promise<string | null> =>
  packed === null ? text : (await unpack(packed, { maxOutputLength: 16 * 1024 * 1024 })).toString('utf8')
