import type { Client } from '@deal-canvas/client'
import type { Comment } from '@deal-canvas/contract'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { SendLine } from '../../../../features/comments/composer/send-line.tsx'
import { TextBox } from '../../../../features/comments/composer/text-box.tsx'
import { mentionedIn } from '../../../../features/comments/thread/spoken-parts.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { formatDraft } from '../thread/format-comment.ts'
import { useThreadChange } from '../thread/use-thread-change.ts'
import styles from './composer-frame.module.css'

interface EditBoxProps {
  comment: Comment
  /** Storage name of the draft. */
  name: string
  before: string
  save: (
    client: Client,
    params: { deal_id: string; comment_id: string },
    body: { content: string; mentioned_user_ids: string[] },
  ) => Promise<Comment>
  onClose: () => void
}

/** Edits the user's own comment. Escape keeps the draft, so that an accidental key press does not lose text. */
export const EditBox = ({ comment, name, before, save, onClose }: EditBoxProps) => {
  const { participants } = useCanvas()
  const draft = useKeptDraft(name)
  const text = draft.text === '' ? before : draft.text
  const change = useThreadChange(comment)
  const close = (): void => {
    draft.clear()
    onClose()
  }
  const send = (): void => {
    if (text.trim() === '' || change.isPending) return
    if (text === before) {
      close()
      return
    }
    const body = { content: text, mentioned_user_ids: mentionedIn(text, participants) }
    change.mutate({ call: (client, params) => save(client, params, body), onDone: close })
  }
  return (
    <div className={`grid gap-1 ${change.isPending ? styles.sending : ''} ${change.isError ? styles.failed : ''}`}>
      <TextBox
        label={commentMessages.editLabel()}
        text={text}
        onChange={draft.write}
        onSend={send}
        onEscape={onClose}
        autoFocus
      />
      <SendLine
        act={commonMessages.save()}
        discard={commonMessages.cancel()}
        isEmpty={text.trim() === ''}
        isSending={change.isPending}
        error={change.error}
        onSend={send}
        onDiscard={close}
        goes={text === before ? undefined : formatDraft(text)}
      />
    </div>
  )
}
