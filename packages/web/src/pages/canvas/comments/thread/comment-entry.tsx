import { type Comment, deleteComment, editComment } from '@deal-canvas/contract'
import { lazy, Suspense, useState } from 'react'
import { dropComment } from '../../../../features/comments/cache/put-comment.ts'
import styles from '../../../../features/comments/thread/message.module.css'
import { Message } from '../../../../features/comments/thread/message.tsx'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useServices } from '../../../../session/services.ts'
import { Picture } from '../attachments/picture.tsx'
import { EditBox } from '../composer/edit-box.tsx'
import { SuggestionBody } from '../suggestions/suggestion-body.tsx'
import { suggestionSentence } from './format-comment.ts'
import { MessageMenu } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'
import { Reactions } from './reactions.tsx'

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

const deleteHint = ({ reply_count: replies, attachments: { length: pictures } }: Comment): string => {
  if (replies > 0 && pictures > 0) return commentMessages.deleteCommentHintRepliesAndPictures({ replies, pictures })
  if (replies > 0) return commentMessages.deleteCommentHintReplies({ replies })
  return pictures > 0 ? commentMessages.deleteCommentHintPictures({ pictures }) : commentMessages.deleteCommentHint()
}

/** The first comment of a thread. */
export const CommentEntry = ({ comment, isActive }: { comment: Comment; isActive: boolean }) => {
  const { session, queries } = useServices()
  const may = useCommentPermissions()
  const [isEditing, setEditing] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  const { deal_id, comment_id, author_id, author_name, content, suggestion_metadata, version } = comment
  const saysNothingElse =
    suggestion_metadata !== null && content === suggestionSentence(suggestion_metadata.replacement)
  const remove = async (): Promise<void> => {
    await session.client.call(deleteComment, { params: { deal_id, comment_id } })
    dropComment(queries, deal_id, comment_id)
  }
  return (
    <Message
      author={{
        id: author_id,
        name: author_name,
        verified: comment.author_email_verified,
        picture: comment.author_avatar_url,
      }}
      at={comment.created_at}
      after={
        <>
          {comment.edited_at !== null && (
            <button type="button" className={styles.edited} onClick={() => setShowsHistory(true)}>
              {commentMessages.edited()}
            </button>
          )}
          {isActive && (
            <MessageMenu
              what="comment"
              author={author_name}
              goes={deleteHint(comment)}
              link={`${location.origin}/app/canvas/${encodeURIComponent(deal_id)}?comment=${comment_id}`}
              onEdit={may.edit(author_id) ? () => setEditing(true) : undefined}
              remove={may.remove(author_id) ? remove : undefined}
              askAbout={comment}
            />
          )}
        </>
      }
    >
      {suggestion_metadata !== null && <SuggestionBody comment={comment} />}
      {isEditing ? (
        <EditBox
          comment={comment}
          name={`edit.${comment_id}`}
          before={content}
          save={(client, params, body) => client.call(editComment, { params, body, ifMatch: version })}
          onClose={() => setEditing(false)}
        />
      ) : (
        !saysNothingElse && <MessageText text={content} mentioned={comment.mentioned_user_ids} />
      )}
      {comment.attachments.map((picture) => (
        <Picture key={picture.id} picture={picture} by={author_name} />
      ))}
      <Reactions comment={comment} canAdd={isActive} />
      {showsHistory && (
        <Suspense fallback={null}>
          <HistoryDialog comment={comment} onClose={() => setShowsHistory(false)} />
        </Suspense>
      )}
    </Message>
  )
}
