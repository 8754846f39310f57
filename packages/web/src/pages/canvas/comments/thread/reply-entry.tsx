import { type Comment, deleteReply, editReply, type ReplyEntry as Reply } from '@deal-canvas/contract'
import { useState } from 'react'
import { putComment } from '../../../../features/comments/cache/put-comment.ts'
import styles from '../../../../features/comments/thread/message.module.css'
import { Message } from '../../../../features/comments/thread/message.tsx'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useServices } from '../../../../session/services.ts'
import { EditBox } from '../composer/edit-box.tsx'
import { MessageMenu } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'

interface ReplyEntryProps {
  comment: Comment
  reply: Reply
  isActive: boolean
}

/** A reply in a thread. */
export const ReplyEntry = ({ comment, reply, isActive }: ReplyEntryProps) => {
  const { session, queries } = useServices()
  const may = useCommentPermissions()
  const [isEditing, setEditing] = useState(false)
  const path = { deal_id: comment.deal_id, comment_id: comment.comment_id, reply_id: reply.reply_id }
  const remove = async (): Promise<void> => {
    await session.client.call(deleteReply, { params: path })
    const replies = comment.replies.filter(({ reply_id }) => reply_id !== reply.reply_id)
    putComment(queries, comment.deal_id, { ...comment, replies, reply_count: comment.reply_count - 1 })
  }
  return (
    <Message
      author={{
        id: reply.author_id,
        name: reply.author_name,
        verified: reply.author_email_verified,
        picture: reply.author_avatar_url,
      }}
      at={reply.created_at}
      after={
        <>
          {reply.edited_at !== null && <span className={styles.edited}>{commentMessages.edited()}</span>}
          {isActive && (
            <MessageMenu
              what="reply"
              author={reply.author_name}
              goes={commentMessages.deleteReplyHint()}
              onEdit={may.edit(reply.author_id) ? () => setEditing(true) : undefined}
              remove={may.remove(reply.author_id) ? remove : undefined}
            />
          )}
        </>
      }
    >
      {isEditing ? (
        <EditBox
          comment={comment}
          name={`edit.${reply.reply_id}`}
          before={reply.content}
          save={(client, _, body) => client.call(editReply, { params: path, body })}
          onClose={() => setEditing(false)}
        />
      ) : (
        <MessageText text={reply.content} mentioned={reply.mentioned_user_ids} />
      )}
    </Message>
  )
}
