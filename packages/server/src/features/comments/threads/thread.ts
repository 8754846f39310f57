import type { comments } from '../../../platform/database/tables/comments.ts'
import type { CropRow } from '../../image-crops/index.ts'

export type CommentRow = typeof comments.$inferSelect

/** The last known anchor of a comment in its section. */
export type Place = Pick<CommentRow, 'anchorStatus' | 'anchorPosition' | 'anchorPrefix' | 'anchorSuffix'>

export interface Author {
  authorName: string
  authorEmailVerified: boolean
  authorAvatarUrl: string | null
}

export interface Reply extends Author {
  id: string
  authorId: string
  content: string
  createdAt: Date
  editedAt: Date | null
  mentioned: string[]
}

/** The users who reacted with one emoji, earliest first. */
export interface Reaction {
  emoji: string
  userIds: string[]
}

/** A picture attached to the comment. */
export type Attachment = Pick<CropRow, 'id' | 'mediaType' | 'width' | 'height'>

/** A comment with its author, its newest replies and its pictures (oldest first), and its reactions. */
export interface Thread extends CommentRow, Author {
  /** The name of the document it is about; null if there is none, or it was deleted. */
  fileName: string | null
  replies: Reply[]
  reactions: Reaction[]
  attachments: Attachment[]
}

export interface CommentPath {
  dealId: string
  commentId: string
}
