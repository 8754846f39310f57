import { ApiError } from '@deal-canvas/client'
import type { Comment, OpenBlocker } from '@deal-canvas/contract'

export const asBlocker = (comment: Comment): OpenBlocker => ({
  comment_id: comment.comment_id,
  author_id: comment.author_id,
  author_name: comment.author_name,
  author_email_verified: comment.author_email_verified,
  section_key: comment.section_key,
  excerpt: comment.content,
  created_at: comment.created_at,
})

const isBlocker = (value: unknown): value is OpenBlocker =>
  typeof value === 'object' &&
  value !== null &&
  'comment_id' in value &&
  typeof value.comment_id === 'string' &&
  'author_name' in value &&
  typeof value.author_name === 'string' &&
  'excerpt' in value &&
  typeof value.excerpt === 'string' &&
  'created_at' in value &&
  typeof value.created_at === 'string'

/** The open blockers named in the error response to a decision. */
export const blockersIn = (error: unknown): OpenBlocker[] => {
  const { blockers } = error instanceof ApiError && error.code === 'blockers_open' ? error.fields : {}
  return Array.isArray(blockers) ? blockers.filter(isBlocker) : []
}
