import { createHash, createHmac } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { refuse } from '../domain-error.ts'
import { type Clock, days, later } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { idempotencyKeys as table } from '../platform/database/tables/requests.ts'
import { newId } from '../platform/ids.ts'

export interface StoredAnswer {
  status: number
  /** The body as it was sent, or null where there was none. */
  text: string | null
}

/** An answer given for the first time, and what of it may be stored: all but secrets. */
interface FirstAnswer extends StoredAnswer {
  kept: string | null
}

interface Request {
  userId: string
  path: string
  key: string
  /** All of the request besides its path. */
  content: Uint8Array
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
const longestPath = 1_000

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * Answers a repeated request from the first answer. The answer is stored in the transaction of the change itself,
 * so a crash leaves neither a change without its answer nor an answer without its change.
 */
export const createIdempotency = ({ database, secrets, now }: Deps) => {
  const { db } = database
  const digestBy = (secret: string, content: Uint8Array): string =>
    createHmac('sha256', secret).update('idempotency').update(content).digest('base64url')

  const at = ({ userId, path, key }: Request) => and(eq(table.userId, userId), eq(table.path, path), eq(table.key, key))

  /** Takes the key if it is free, expired, or left behind by a call that died; undefined otherwise. */
  const claim = async (request: Request): Promise<string | undefined> => {
    const { userId, path, key, content } = request
    const fresh = {
      bodyDigest: digestBy(secrets[0], content),
      holder: newId(),
      leaseUntil: later(now(), leaseMs),
      status: null,
      answer: null,
      expiresAt: later(now(), days(keptDays)),
    }
    const free = sql`${table.expiresAt} <= ${now().toISOString()} OR (${table.status} IS NULL AND ${table.leaseUntil} <= ${now().toISOString()})`
    const rows = await db
      .insert(table)
      .values({ userId, path, key, ...fresh })
      .onConflictDoUpdate({ target: [table.userId, table.path, table.key], set: fresh, setWhere: free })
      .returning({ holder: table.holder })
    return rows[0]?.holder
  }

  const replay = async (request: Request): Promise<StoredAnswer> => {
    const [first] = await db.select().from(table).where(at(request))
    // By any of the secrets: a repeat must be known as one while they are rotated.
    const isSame = secrets.some((secret) => first?.bodyDigest === digestBy(secret, request.content))
    if (first !== undefined && !isSame) return refuse('idempotency_key_reused')
    if (first === undefined || first.status === null) return refuse('idempotency_in_progress', { retryAfterSeconds: 1 })
    return { status: first.status, text: first.answer }
  }

  const store = async (request: Request, holder: string, { status, kept }: FirstAnswer): Promise<void> => {
    const rows = await db
      .update(table)
      .set({ status, answer: kept })
      .where(and(at(request), eq(table.holder, holder)))
      .returning({ key: table.key })
    // The lease ran out and another call took the key: this call must not change anything too.
    if (rows.length === 0) refuse('idempotency_in_progress', { retryAfterSeconds: 1 })
  }

  return {
    /** `admit` is asked only for a first call, and before its transaction begins; `work` runs inside. */
    answerOnce: async <Prepared>(
      { path, ...rest }: Request,
      admit: () => Promise<Prepared>,
      work: (prepared: Prepared) => Promise<FirstAnswer>,
    ): Promise<StoredAnswer> => {
      const request = {
        ...rest,
        path: path.length > longestPath ? createHash('sha256').update(path).digest('hex') : path,
      }
      const holder = await claim(request)
      if (holder === undefined) return replay(request)
      try {
        const prepared = await admit()
        return await database.transaction(async () => {
          const answer = await work(prepared)
          await store(request, holder, answer)
          return { status: answer.status, text: answer.text }
        })
      } catch (error) {
        // If even this fails the lease frees the key; the caller must hear of the first error, not of this one.
        await db
          .delete(table)
          .where(and(at(request), eq(table.holder, holder), isNull(table.status)))
          .catch(() => undefined)
        throw error
      }
    },
    /** Removes keys past their day; a bounded bite. */
    sweep: () =>
      db.execute(
        sql`DELETE FROM idempotency_keys WHERE ctid IN
          (SELECT ctid FROM idempotency_keys WHERE expires_at < ${now().toISOString()} LIMIT 1000)`,
      ),
  }
}
