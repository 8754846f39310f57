import type { Comment, ReplyEntry } from '@deal-canvas/contract'
import { writeCursor } from '../../http/cursor.ts'
import { commentMessages as messages } from '../../messages/comments.ts'
import type { Attachment, Place, Reply, Thread } from './threads/thread.ts'

export const presentReply = (reply: Reply): ReplyEntry => ({
  reply_id: reply.id,
  author_id: reply.authorId,
  author_name: reply.authorName,
  author_email_verified: reply.authorEmailVerified,
  author_avatar_url: reply.authorAvatarUrl,
  content: reply.content,
  created_at: reply.createdAt.toISOString(),
  edited_at: reply.editedAt?.toISOString() ?? null,
  mentioned_user_ids: reply.mentioned,
})

const presentAttachment = (dealId: string, { id, mediaType, width, height }: Attachment) => ({
  id,
  media_type: mediaType,
  width,
  height,
  url: `/api/canvas/${encodeURIComponent(dealId)}/image-crops/${id}`,
})

const presentPlace = ({ anchorStatus, anchorPosition, anchorPrefix, anchorSuffix }: Place): Comment['anchor_place'] =>
  anchorStatus === 'orphaned' || anchorPosition === null
    ? null
    : { start: anchorPosition, prefix: anchorPrefix ?? '', suffix: anchorSuffix ?? '' }

const presentCell = ({ documentId, documentAnchor: at, fileName }: Thread): Comment['cell'] =>
  documentId === null || at?.kind !== 'cell'
    ? null
    : {
        document_id: documentId,
        file_name: fileName,
        sheet: at.sheet,
        cell: at.cell,
        label: [...at.labels.row, at.labels.column].filter((label) => label !== null).join(' · ') || null,
        text: at.text,
      }

const presentPassage = ({ documentId, documentAnchor: at, fileName }: Thread): Comment['passage'] =>
  documentId === null || at?.kind !== 'passage'
    ? null
    : {
        document_id: documentId,
        file_name: fileName,
        passage_id: String(at.position),
        page: at.page,
        quote: at.quote,
      }

const olderRepliesCursor = ({ replies: [oldest], replies, replyCount }: Thread): string | null =>
  oldest === undefined || replyCount <= replies.length ? null : writeCursor([oldest.createdAt.toISOString(), oldest.id])

/** Nobody is shown as the author of what a model provider wrote. */
const presentAuthor = ({ draftId, ...author }: Thread) =>
  draftId === null
    ? {
        author_name: author.authorName,
        author_email_verified: author.authorEmailVerified,
        author_avatar_url: author.authorAvatarUrl,
      }
    : { author_name: messages.draftAuthor(), author_email_verified: true, author_avatar_url: null }

export const presentComment = (thread: Thread): Comment => ({
  comment_id: thread.id,
  deal_id: thread.dealId,
  section_key: thread.sectionKey,
  metric_key: thread.metricKey,
  cell: presentCell(thread),
  passage: presentPassage(thread),
  comment_type: thread.commentType,
  author_id: thread.authorId,
  ...presentAuthor(thread),
  content: thread.content,
  status: thread.status,
  created_at: thread.createdAt.toISOString(),
  updated_at: thread.updatedAt.toISOString(),
  edited_at: thread.editedAt?.toISOString() ?? null,
  resolved_by: thread.resolvedBy,
  resolved_at: thread.resolvedAt?.toISOString() ?? null,
  anchor_text: thread.anchorText,
  anchor_status: thread.anchorStatus,
  anchor_place: presentPlace(thread),
  replies: thread.replies.map(presentReply),
  reply_count: thread.replyCount,
  older_replies_cursor: olderRepliesCursor(thread),
  mentioned_user_ids: thread.mentioned,
  reactions: Object.fromEntries(thread.reactions.map(({ emoji, userIds }) => [emoji, userIds])),
  suggestion_metadata: thread.suggestion,
  attachments: thread.attachments.map((attachment) => presentAttachment(thread.dealId, attachment)),
  version: thread.version,
})
