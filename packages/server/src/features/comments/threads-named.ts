import type { Database } from '../../platform/database/database.ts'
import { readThreads } from './read-threads.ts'
import type { CommentPath, Thread } from './thread.ts'

/** Comments of any deals, in one statement; those that are deleted, or of another deal, are left out. */
export const createThreadsNamed =
  (database: Database) =>
  async (paths: readonly CommentPath[]): Promise<Thread[]> =>
    paths.length === 0
      ? []
      : readThreads(database, {
          name: 'comment_threads_named',
          conditions: `JOIN unnest($1::text[], $2::uuid[]) AS named(deal_id, id)
            ON named.id = c.id AND named.deal_id = c.deal_id WHERE c.deleted_at IS NULL`,
          values: [paths.map(({ dealId }) => dealId), paths.map(({ commentId }) => commentId)],
        })
