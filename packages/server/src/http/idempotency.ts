import { createHash, createHmac } from 'node:crypto'
import { refuse } from '../domain-error.ts'
import { type Clock, days, later } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { countedMs, createIdempotencyStore, type KeyPlace, type Usage } from './idempotency.store.ts'
import { keptAnswer, maxKeys, textOf } from './kept-answer.ts'

export interface StoredAnswer {
  status: number
  /** The body as it was sent, or null where there was none. */
  text: string | null
  /** Whether the body was rendered from the record as it is now, because the first one is not stored. */
  isRendered: boolean
}

/** An answer given for the first time, and what of it may be stored: all but secrets. */
interface FirstAnswer {
  status: number
  text: string | null
  kept: string | null
  /** The record that it shows, where the answer can be rendered again from it. */
  recordId: string | undefined
}

interface Request extends KeyPlace {
  /** All of the request besides its path. */
  content: Uint8Array
}

interface Once<Prepared> {
  /** Asked only for a first call, and before its transaction begins. */
  admit(): Promise<Prepared>
  /** Runs inside the transaction. */
  work(prepared: Prepared): Promise<FirstAnswer>
  /** The body of an answer of which only the record is stored. */
  render(recordId: string): Promise<string | null>
}

interface Deps {
  database: Database
  /** The first is used, all are known. */
  secrets: readonly [string, ...string[]]
  now: Clock
}

const leaseMs = 60_000
const keptDays = 1
/** A longer path stands in the table as its digest: an entry of the index has room for 2,700 bytes. */
const maxPathLength = 1_000

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * Answers a repeated request from the first answer. The answer is stored in the transaction of the change itself,
 * so a crash leaves neither a change without its answer nor an answer without its change.
 */
export const createIdempotency = ({ database, secrets, now }: Deps) => {
  const store = createIdempotencyStore(database)
  const digestBy = (secret: string, content: Uint8Array): string =>
    createHmac('sha256', secret).update('idempotency').update(content).digest('base64url')

  /** When the first keys that count are past their time. */
  const retryAfterSeconds = ({ oldest }: Usage): number =>
    Math.max(1, Math.ceil(((oldest?.getTime() ?? 0) + countedMs - now().getTime()) / 1000))

  const replay = async (request: Request, used: Usage, render: Once<unknown>['render']): Promise<StoredAnswer> => {
    const first = await store.find(request)
    if (first === undefined && used.keys >= maxKeys) {
      return refuse('rate_limited', {
        detail: `A person uses at most ${maxKeys} Idempotency-Keys a day`,
        retryAfterSeconds: retryAfterSeconds(used),
      })
    }
    // By any of the secrets: a repeat must be known as one while they are rotated.
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
          // The lease ran out and another call took the key: this call must not change anything too.
          if (!isKept) refuse('idempotency_in_progress', { retryAfterSeconds: 1 })
          return { status, text, isRendered: false }
        })
      } catch (error) {
        // If even this fails the lease frees the key; the caller must hear of the first error, not of this one.
        await store.free(request, holder, claimedAt).catch(() => undefined)
        throw error
      }
    },
    sweep: () => store.sweep(now()),
  }
}
