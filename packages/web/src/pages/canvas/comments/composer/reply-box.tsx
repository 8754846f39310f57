import { addReply, type Comment } from '@deal-canvas/contract'
import type { Ref } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { useSameKey } from '../../../../features/comments/composer/same-key.ts'
import { SendLine } from '../../../../features/comments/composer/send-line.tsx'
import { TextBox } from '../../../../features/comments/composer/text-box.tsx'
import { mentionedIn } from '../../../../features/comments/thread/spoken-parts.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { useMe } from '../../../../session/me.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { formatDraft } from '../thread/format-comment.ts'
import { useThreadChange } from '../thread/use-thread-change.ts'
import composerFrameStyles from './composer-frame.module.css'
import styles from './reply-box.module.css'

/** The reply form of a thread. */
export const ReplyBox = ({ comment, boxRef }: { comment: Comment; boxRef: Ref<HTMLTextAreaElement> }) => {
  const me = useMe()
  const { participants } = useCanvas()
  const { text, write, clear } = useKeptDraft(`reply.${comment.comment_id}`)
  const keyFor = useSameKey()
  const change = useThreadChange(comment)
  const isEmpty = text.trim() === ''
  const send = (): void => {
    if (isEmpty || change.isPending) return
    const body = { content: text, mentioned_user_ids: mentionedIn(text, participants) }
    const idempotencyKey = keyFor(body)
    change.mutate({
      call: (client, params) => client.call(addReply, { params, body, idempotencyKey }),
      onDone: clear,
    })
  }
  return (
    <div
      className={`${styles.replyBox} ${change.isPending ? composerFrameStyles.sending : ''} ${change.isError ? composerFrameStyles.failed : ''}`}
    >
      <Avatar id={me.id} name={me.display_name} picture={me.avatar_url} />
      <div className="grid min-w-0 gap-1">
        <TextBox
          label={commentMessages.replyLabel({ author: comment.author_name })}
          placeholder={commentMessages.reply()}
          text={text}
          onChange={write}
          onSend={send}
          boxRef={boxRef}
        />
        {(!isEmpty || change.isError) && (
          <SendLine
            act={commentMessages.reply()}
            isEmpty={isEmpty}
            isSending={change.isPending}
            error={change.error}
            onSend={send}
            onDiscard={() => {
              clear()
              change.reset()
            }}
            goes={formatDraft(text)}
          />
        )}
      </div>
    </div>
  )
}
