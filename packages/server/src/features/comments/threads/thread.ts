import type { comments } from '../../../platform/database/tables/comments.ts'
import type { CropRow } from '../../image-crops/crops.service.ts'

export type CommentRow = typeof comments.$inferSelect

/** Where in its section a comment was found last. */
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

/** Who answered with one emoji, the first first. */
export interface Reaction {
  emoji: string
  userIds: string[]
}

/** A picture that is the comment's own. */
export type Attachment = Pick<CropRow, 'id' | 'mediaType' | 'width' | 'height'>

/** A comment: who wrote it, the newest of its replies and its pictures, the oldest first, and who reacted. */
export interface Thread extends CommentRow, Author {
  replies: Reply[]
  reactions: Reaction[]
  attachments: Attachment[]
}

export interface CommentPath {
  dealId: string
  commentId: string
}
