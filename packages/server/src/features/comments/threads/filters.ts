import { findable } from '../../../platform/database/tables/comments.ts'
import { threadBytes } from './read-threads.ts'
import type { CommentRow } from './thread.ts'

/** Which comments of a deal are wanted; what is left out is not asked for. */
export interface Filters {
  sectionKey?: string | undefined
  metricKey?: string | undefined
  status?: CommentRow['status'] | undefined
  commentType?: CommentRow['commentType'] | undefined
  authorId?: string | undefined
  /** Mentioned in the comment or in one of its replies. */
  mentions?: string | undefined
  /** All of these words, in the comment or in one of its replies. */
  words?: string | undefined
  updatedSince?: Date | undefined
  after?: { time: Date; id: string } | undefined
  limit: number
}

/**
 * Found by itself or by one of its replies; as a union, so that each half is found by its own index. The index knows the
 * words of a deal, and the condition says which of them are meant.
 */
const isFound = (query: string, condition: (row: string) => string): string => {
  const half = (found: string, table: string, row: string): string => `SELECT ${row}.${found} FROM ${table} ${row}
    WHERE ${findable(`${row}.`)} @@ (quote_literal(' ' || md5($1))::tsquery && ${query}) AND ${condition(row)}`
  return `c.id IN (${half('id', 'comments', 'w')} UNION ALL ${half('comment_id', 'comment_replies', 'r')})`
}

/** The comments of a page, the newest first, each with what it takes in an answer. */
export const selectPage = (dealId: string, wanted: Filters): { text: string; values: unknown[] } => {
  const values: unknown[] = [dealId]
  const conditions = ['c.deal_id = $1', 'c.deleted_at IS NULL']
  const value = (given: unknown): string => `$${values.push(given)}`
  const where = <Given>(given: Given | undefined, condition: (given: Given) => string): void => {
    if (given !== undefined) conditions.push(condition(given))
  }

  where(wanted.sectionKey, (key) => `c.section_key = ${value(key)}`)
  where(wanted.metricKey, (key) => `c.metric_key = ${value(key)}`)
  where(wanted.status, (status) => `c.status = ${value(status)}`)
  where(wanted.commentType, (type) => `c.comment_type = ${value(type)}`)
  where(wanted.authorId, (authorId) => `c.author_id = ${value(authorId)}`)
  where(wanted.updatedSince, (time) => `c.updated_at >= ${value(time)}`)
  where(wanted.mentions, (userId) => {
    const me = value(userId)
    return isFound(`quote_literal(${me}::text)::tsquery`, (row) => `${me}::uuid = ANY(${row}.mentioned)`)
  })
  where(wanted.words, (words) => {
    const query = `plainto_tsquery('simple', ${value(words)})`
    return isFound(query, (row) => `to_tsvector('simple', ${row}.content) @@ ${query}`)
  })
  where(wanted.after, ({ time, id }) => `(c.created_at, c.id) < (${value(time)}, ${value(id)}::uuid)`)

  const order = `ORDER BY c.created_at DESC, c.id DESC LIMIT ${value(wanted.limit)}`
  const columns = `c.id, c.created_at AS "createdAt", ${threadBytes} AS bytes`
  return { text: `SELECT ${columns} FROM comments c WHERE ${conditions.join(' AND ')} ${order}`, values }
}
