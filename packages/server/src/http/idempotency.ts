import { createHash, createHmac } from 'node:crypto'
import { refuse } from '../domain-error.ts'
import { requestMessages } from '../messages/requests.ts'
import { type Clock, days, later } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { countedMs, createIdempotencyStore, type KeyPlace, type Usage } from './idempotency.store.ts'
import { keptAnswer, maxKeys, textOf } from './kept-answer.ts'

export interface StoredAnswer {
  status: number
  /** The serialized body, or null if there was none. */
  text: string | null
  /** Whether the body was rendered from the current record because the first one is not stored. */
  isRendered: boolean
}

/** A first answer, and the part of it that can be stored: everything except secrets. */
interface FirstAnswer {
  status: number
  text: string | null
  kept: string | null
  /** The record that the answer shows, if the answer can be rendered from it. */
  recordId: string | undefined
}

interface Request extends KeyPlace {
  /** Everything in the request except its path. */
  content: Uint8Array
}

interface Once<Prepared> {
  /** Called only for a first call, before its transaction starts. */
  admit(): Promise<Prepared>
  /** Runs inside the transaction. */
  work(prepared: Prepared): Promise<FirstAnswer>
  /** Renders an answer of which only the record id is stored. */
  render(recordId: string): Promise<string | null>
}

interface Deps {
  database: Database
  /** The first secret is used for new keys; all of them are recognized. */
  secrets: readonly [string, ...string[]]
  now: Clock
}

const leaseMs = 60_000
const keptDays = 1
/** A longer path is stored as its digest, because an index entry can hold only 2,700 bytes. */
const maxPathLength = 1_000

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * Answers a repeated request with the first answer. The answer is stored in the transaction of the change itself, so a
 * crash never leaves a change without its answer or an answer without its change.
 */
export const createIdempotency = ({ database, secrets, now }: Deps) => {
  const store = createIdempotencyStore(database)
  const digestBy = (secret: string, content: Uint8Array): string =>
    createHmac('sha256', secret).update('idempotency').update(content).digest('base64url')

  /** When the oldest counted keys expire. */
  const retryAfterSeconds = ({ oldest }: Usage): number =>
    Math.max(1, Math.ceil(((oldest?.getTime() ?? 0) + countedMs - now().getTime()) / 1000))

  const replay = async (request: Request, used: Usage, render: Once<unknown>['render']): Promise<StoredAnswer> => {
    const first = await store.find(request)
    if (first === undefined && used.keys >= maxKeys) {
      return refuse('rate_limited', {
        detail: requestMessages.tooManyIdempotencyKeys({ limit: maxKeys }),
        retryAfterSeconds: retryAfterSeconds(used),
      })
    }
    // Compares with all secrets, so that a repeat is recognized while they are rotated.
    const isSame = secrets.some((secret) => first?.bodyDigest === digestBy(secret, request.content))
    if (first !== undefined && !isSame) return refuse('idempotency_key_reused')
    if (first === undefined || first.status === null) return refuse('idempotency_in_progress', { retryAfterSeconds: 1 })
    const { status, recordId } = first
    return recordId === null
      ? { status, text: await textOf(first), isRendered: false }
      : { status, text: await render(recordId), isRendered: true }
  }

  return {
    answerOnce: async <Prepared>(
      { path, ...rest }: Request,
      { admit, work, render }: Once<Prepared>,
    ): Promise<StoredAnswer> => {
      const request = {
        ...rest,
        path: path.length > maxPathLength ? createHash('sha256').update(path).digest('hex') : path,
      }
      const claimedAt = now()
      const claim = {
        bodyDigest: digestBy(secrets[0], request.content),
        holder: newId(),
        leaseUntil: later(claimedAt, leaseMs),
        expiresAt: later(claimedAt, days(keptDays)),
        maxKeys,
      }
      const { holder, ...used } = await store.claim(request, claim, claimedAt)
      if (holder === null) return replay(request, used, render)
      try {
        const prepared = await admit()
        return await database.transaction(async () => {
          const { status, text, kept, recordId } = await work(prepared)
          const room = { bytes: used.bytes, retryAfterSeconds: retryAfterSeconds(used) }
          const answer = await keptAnswer({ text: kept, recordId }, room)
          const isKept = await store.keep(request, { holder, status, answer, now: claimedAt })
          // The lease expired and another call claimed the key, so this call must not change anything as well.
          if (!isKept) refuse('idempotency_in_progress', { retryAfterSeconds: 1 })
          return { status, text, isRendered: false }
        })
      } catch (error) {
        // If this fails too, the lease frees the key. The client must get the first error, not this one.
        await store.free(request, holder, claimedAt).catch(() => undefined)
        throw error
      }
    },
    sweep: () => store.sweep(now()),
  }
}
