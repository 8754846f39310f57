import { findable } from '../../../platform/database/tables/comments.ts'
import { threadBytes } from './read-threads.ts'
import type { CommentRow } from './thread.ts'

/** Filters of a comment list; missing fields do not filter. */
export interface Filters {
  sectionKey?: string | undefined
  metricKey?: string | undefined
  documentId?: string | undefined
  status?: CommentRow['status'] | undefined
  commentType?: CommentRow['commentType'] | undefined
  authorId?: string | undefined
  /** A user mentioned in the comment or in one of its replies. */
  mentions?: string | undefined
  /** Words that the comment or one of its replies contains, all of them. */
  words?: string | undefined
  updatedSince?: Date | undefined
  after?: { time: Date; id: string } | undefined
  limit: number
}

/**
 * Matches the comment itself or one of its replies; a union, so that each half uses its own index. The index covers the
 * words and mentions of a deal, and the condition rechecks which of them is meant.
 */
const isFound = (query: string, condition: (row: string) => string): string => {
  const half = (found: string, table: string, row: string): string => `SELECT ${row}.${found} FROM ${table} ${row}
    WHERE ${findable(`${row}.`)} @@ (quote_literal(' ' || md5($1))::tsquery && ${query}) AND ${condition(row)}`
  return `c.id IN (${half('id', 'comments', 'w')} UNION ALL ${half('comment_id', 'comment_replies', 'r')})`
}

/** Selects the comments of a page, newest first, each with its approximate size in a response. */
export const selectPage = (dealId: string, wanted: Filters): { text: string; values: unknown[] } => {
  const values: unknown[] = [dealId]
  const conditions = ['c.deal_id = $1', 'c.deleted_at IS NULL']
  const value = (given: unknown): string => `$${values.push(given)}`
  const where = <Given>(given: Given | undefined, condition: (given: Given) => string): void => {
    if (given !== undefined) conditions.push(condition(given))
  }

  where(wanted.sectionKey, (key) => `c.section_key = ${value(key)}`)
  where(wanted.metricKey, (key) => `c.metric_key = ${value(key)}`)
  where(wanted.documentId, (id) => `c.document_id = ${value(id)}`)
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
