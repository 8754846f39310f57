import type { Client } from '@deal-canvas/client'
import type { Comment } from '@deal-canvas/contract'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { formatDraft } from '../thread/format-comment.ts'
import { mentionedIn } from '../thread/spoken-parts.ts'
import { useThreadChange } from '../thread/use-thread-change.ts'
import { SendLine } from './send-line.tsx'
import { TextBox } from './text-box.tsx'

interface EditBoxProps {
  comment: Comment
  /** Under which name the draft is kept. */
  name: string
  before: string
  save: (
    client: Client,
    params: { deal_id: string; comment_id: string },
    body: { content: string; mentioned_user_ids: string[] },
  ) => Promise<Comment>
  onClose: () => void
}

/** Changing one's own words. Escape leaves them kept: a slip of the finger must not cost what was written. */
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
    change.mutate({ call: (client, params) => save(client, params, body) }, { onSuccess: close })
  }
  return (
    <div className={`grid gap-1 ${change.isPending ? 'sending' : ''} ${change.isError ? 'failed' : ''}`}>
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
