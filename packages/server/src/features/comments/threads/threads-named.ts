import type { Database } from '../../../platform/database/database.ts'
import { readThreads, threadTextBytes } from './read-threads.ts'
import type { CommentPath, Thread } from './thread.ts'

export interface NamedThreads {
  found: Thread[]
  /** Comments whose texts exceed the requested limit; they are not read. */
  large: (CommentPath & { version: number })[]
}

const isNamed = `JOIN unnest($1::text[], $2::uuid[]) AS named(deal_id, id)
  ON named.id = c.id AND named.deal_id = c.deal_id WHERE c.deleted_at IS NULL`

const idsOf = (paths: readonly CommentPath[]) => [
  paths.map(({ dealId }) => dealId),
  paths.map(({ commentId }) => commentId),
]

/** Reads comments of any deals in two statements; deleted comments and those of another deal are left out. */
export const createThreadsNamed =
  (database: Database) =>
  async (paths: readonly CommentPath[], maxTextBytes: number): Promise<NamedThreads> => {
    if (paths.length === 0) return { found: [], large: [] }
    const { rows } = await database.query<NamedThreads['large'][number] & { isLarge: boolean }>({
      name: 'comment_threads_sizes',
      text: `SELECT c.deal_id AS "dealId", c.id AS "commentId", c.version, ${threadTextBytes} > $3 AS "isLarge"
        FROM comments c ${isNamed}`,
      values: [...idsOf(paths), maxTextBytes],
    })
    const small = rows.filter(({ isLarge }) => !isLarge)
    const large = rows.filter(({ isLarge }) => isLarge).map(({ isLarge: _, ...one }) => one)
    const read = { name: 'comment_threads_named', conditions: isNamed, values: idsOf(small) }
    return { found: small.length === 0 ? [] : await readThreads(database, read), large }
  }
