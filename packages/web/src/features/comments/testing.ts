import type { Comment } from '@deal-canvas/contract'
import type { CommentPages } from './cache/comment-lists.ts'

/** A comment as returned by the service; higher numbers are newer. */
export const commentNo = (number: number, more: Partial<Comment> = {}): Comment => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
  return {
    comment_id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    deal_id: 'deal',
    section_key: 'returns',
    metric_key: null,
    cell: null,
    passage: null,
    comment_type: 'comment',
    author_id: 'priya',
    author_name: 'Priya',
    author_email_verified: true,
    author_avatar_url: null,
    content: `Number ${number}`,
    status: 'open',
    created_at: at,
    updated_at: at,
    edited_at: null,
    resolved_by: null,
    resolved_at: null,
    anchor_text: null,
    anchor_status: 'none',
    anchor_place: null,
    replies: [],
    reply_count: 0,
    older_replies_cursor: null,
    mentioned_user_ids: [],
    reactions: {},
    suggestion_metadata: null,
    attachments: [],
    version: 1,
    ...more,
  }
}

/** Pages of a list, newest first; `hasMore`: there are further pages. */
export const pagesOf = (pages: readonly (readonly Comment[])[], hasMore = false): CommentPages => ({
  pages: pages.map((comments, index) => {
    const more = hasMore || index < pages.length - 1
    return { comments: [...comments], next_cursor: more ? `after ${index}` : null, has_more: more }
  }),
  pageParams: pages.map((_, index) => (index === 0 ? '' : `after ${index - 1}`)),
})

export const idsOf = ({ pages }: CommentPages): string[] =>
  pages.flatMap(({ comments }) => comments.map(({ content }) => content))
