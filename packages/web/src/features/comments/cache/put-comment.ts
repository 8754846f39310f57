import type { Comment, Me } from '@deal-canvas/contract'
import type { QueryClient } from '@tanstack/react-query'
import { type CommentFilter, type CommentPages, commentKey, listsKey } from './comment-lists.ts'

/** Whether a user is mentioned in a thread. */
export const mentions = ({ mentioned_user_ids, replies }: Comment, userId: string | undefined): boolean =>
  userId !== undefined &&
  (mentioned_user_ids.includes(userId) || replies.some((reply) => reply.mentioned_user_ids.includes(userId)))

/**
 * Whether a list contains a comment. Only the service can match search text and mentions in older replies: lists with
 * these filters keep what the service returned.
 */
export const belongs = (filter: CommentFilter, comment: Comment, myId: string | undefined, isThere: boolean): boolean =>
  (filter.section_key === undefined || filter.section_key === comment.section_key) &&
  (filter.metric_key === undefined || filter.metric_key === comment.metric_key) &&
  (filter.document_id === undefined || filter.document_id === (comment.cell ?? comment.passage)?.document_id) &&
  (filter.status === undefined || filter.status === comment.status) &&
  (filter.comment_type === undefined || filter.comment_type === comment.comment_type) &&
  (filter.mentions_me !== true || mentions(comment, myId) || (isThere && comment.older_replies_cursor !== null)) &&
  (filter.q === undefined || isThere)

const isNewer = (a: Comment, b: Comment): boolean =>
  a.created_at > b.created_at || (a.created_at === b.created_at && a.comment_id > b.comment_id)

const findIn = (data: CommentPages, commentId: string): Comment | undefined => {
  for (const { comments } of data.pages) {
    const found = comments.find(({ comment_id }) => comment_id === commentId)
    if (found !== undefined) return found
  }
  return undefined
}

const without = (data: CommentPages, commentId: string): CommentPages => ({
  ...data,
  pages: data.pages.map((page) => {
    const comments = page.comments.filter(({ comment_id }) => comment_id !== commentId)
    return comments.length === page.comments.length ? page : { ...page, comments }
  }),
})

/** Inserts a comment at its position by age. One older than all loaded comments comes with a later page. */
const withAdded = (data: CommentPages, comment: Comment): CommentPages => {
  const last = data.pages.length - 1
  const at = data.pages.findIndex(
    ({ comments, has_more }, index) =>
      comments.some((other) => isNewer(comment, other)) || (index === last && !has_more),
  )
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      if (index !== at) return page
      const place = page.comments.findIndex((other) => isNewer(comment, other))
      const comments = [...page.comments]
      comments.splice(place === -1 ? comments.length : place, 0, comment)
      return { ...page, comments }
    }),
  }
}

/**
 * A list with the current state of a comment: inserted once at its position, or removed. An outdated state is ignored.
 */
export const withComment = (
  data: CommentPages,
  comment: Comment,
  filter: CommentFilter,
  myId: string | undefined,
): CommentPages => {
  const known = findIn(data, comment.comment_id)
  if (known !== undefined && known.updated_at > comment.updated_at) return data
  const rest = known === undefined ? data : without(data, comment.comment_id)
  return belongs(filter, comment, myId, known !== undefined) ? withAdded(rest, comment) : rest
}

/** `listsKey` puts the filter at the end of the key. */
const filterOf = (key: readonly unknown[]): CommentFilter => ({ ...(key.at(-1) ?? {}) })

const changeLists = (
  queries: QueryClient,
  dealId: string,
  change: (data: CommentPages, filter: CommentFilter) => CommentPages,
): void => {
  for (const [key, data] of queries.getQueriesData<CommentPages>({ queryKey: listsKey(dealId) })) {
    if (data !== undefined) queries.setQueryData<CommentPages>(key, change(data, filterOf(key)))
  }
}

/** Updates a comment in every loaded list. */
export const putComment = (queries: QueryClient, dealId: string, comment: Comment): void => {
  const myId = queries.getQueryData<Me>(['me'])?.id
  changeLists(queries, dealId, (data, filter) => withComment(data, comment, filter, myId))
  queries.setQueryData<Comment>(commentKey(dealId, comment.comment_id), (known) =>
    known === undefined || known.updated_at > comment.updated_at ? known : comment,
  )
  // The change may concern an older reply.
  void queries.invalidateQueries({ queryKey: [...commentKey(dealId, comment.comment_id), 'replies'] })
}

/** Removes a deleted comment from every list. */
export const dropComment = (queries: QueryClient, dealId: string, commentId: string): void => {
  changeLists(queries, dealId, (data) => without(data, commentId))
  queries.removeQueries({ queryKey: commentKey(dealId, commentId) })
}

/** A comment from any loaded list. */
export const knownComment = (queries: QueryClient, dealId: string, commentId: string): Comment | undefined => {
  for (const [, data] of queries.getQueriesData<CommentPages>({ queryKey: listsKey(dealId) })) {
    const found = data === undefined ? undefined : findIn(data, commentId)
    if (found !== undefined) return found
  }
  return undefined
}
