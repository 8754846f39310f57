import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { refuse } from '../domain-error.ts'
import type { KeptAnswer } from './idempotency.store.ts'

/** Keys per user within 24 hours. Further keys are rejected, because none can be dropped earlier. */
export const maxKeys = 50_000
/** Maximum size of one stored answer. */
export const maxStoredBytes = 64 * 1024
/** Answers up to this size are always stored; the number of keys limits them. */
const smallBytes = 512
/** All larger answers of a user; together with the small ones they take at most 64 MiB. */
export const maxLargeBytes = 64 * 1024 * 1024 - maxKeys * smallBytes

const pack = promisify(gzip)
const unpack = promisify(gunzip)

interface Given {
  text: string | null
  /** Set if the route can render the answer again from a record. */
  recordId: string | undefined
}

interface Room {
  /** Bytes that the user has already used. */
  bytes: number
  /** When more bytes become free. */
  retryAfterSeconds: number
}

/**
 * Chooses how an answer is stored: in full, as the id of its record, or compressed if it has no record. An answer that
 * fits none of these is rejected and its change rolled back, because a repeat could not be answered.
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

/** The body of a stored answer. */
export const textOf = async ({ text, packed }: Pick<KeptAnswer, 'text' | 'packed'>): Promise<string | null> =>
  packed === null ? text : (await unpack(packed, { maxOutputLength: 16 * 1024 * 1024 })).toString('utf8')
