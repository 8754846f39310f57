import type { Database } from '../../../platform/database/database.ts'
import type { CommentPath } from '../threads/thread.ts'

interface GivenReaction extends CommentPath {
  emoji: string
  userId: string
}

export type ReactionsStore = ReturnType<typeof createReactionsStore>

export const createReactionsStore = (database: Database) => {
  const change =
    (name: string, statement: string) =>
    async ({ dealId, commentId, emoji, userId }: GivenReaction, at: Date): Promise<void> => {
      await database.query({
        name,
        text: `WITH changed AS (${statement}) UPDATE comments SET updated_at = $5 WHERE deal_id = $1 AND id = $2`,
        values: [dealId, commentId, emoji, userId, at],
      })
    }
  return {
    add: change(
      'reaction_add',
      'INSERT INTO comment_reactions (comment_id, emoji, user_id, created_at) VALUES ($2, $3, $4, $5)',
    ),
    remove: change(
      'reaction_remove',
      'DELETE FROM comment_reactions WHERE comment_id = $2 AND emoji = $3 AND user_id = $4',
    ),
  }
}
