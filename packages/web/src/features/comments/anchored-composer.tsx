import { type BodyOf, createComment } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { commentMessages } from '../../messages/comments.ts'
import { useServices } from '../../session/services.ts'
import { useKeptDraft } from '../drafts/kept-draft.ts'
import styles from './anchored-comments.module.css'
import { putComment } from './cache/put-comment.ts'
import { postLabels } from './comment-labels.ts'
import { useSameKey } from './composer/same-key.ts'
import { SendLine } from './composer/send-line.tsx'
import { TextBox } from './composer/text-box.tsx'
import { TypeChoice } from './composer/type-choice.tsx'
import type { DocumentAnchor } from './document-anchor.ts'
import { mentionedIn } from './thread/spoken-parts.ts'

const kinds = ['comment', 'question', 'blocker'] as const
type Kind = (typeof kinds)[number]

const draftName = (anchor: DocumentAnchor): string =>
  'cell' in anchor
    ? `on.${anchor.cell.document_id}.${anchor.cell.sheet}!${anchor.cell.cell}`
    : `on.${anchor.passage.document_id}.${anchor.passage.passage_id}`

/** A small form for a comment on a cell or passage of a document. */
export const AnchoredComposer = ({ dealId, anchor }: { dealId: string; anchor: DocumentAnchor }) => {
  const { session, queries } = useServices()
  const { participants } = useCanvas()
  const { text, write, clear } = useKeptDraft(draftName(anchor))
  const [kind, setKind] = useState<Kind>('comment')
  const keyFor = useSameKey()
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createComment>) =>
      session.client.call(createComment, { params: { deal_id: dealId }, body, idempotencyKey: keyFor(body) }),
    onSuccess: (comment) => {
      putComment(queries, dealId, comment)
      clear()
      setKind('comment')
    },
  })
  const isEmpty = text.trim() === ''
  const send = (): void => {
    if (isEmpty || create.isPending) return
    create.mutate({
      content: text,
      comment_type: kind,
      mentioned_user_ids: mentionedIn(text, participants),
      ...anchor,
    })
  }
  return (
    <div className={styles.composer}>
      <TypeChoice kinds={kinds} chosen={kind} onChoose={setKind} />
      <TextBox
        label={commentMessages.composerLabel()}
        placeholder={
          kind === 'question' ? commentMessages.composerPlaceholderQuestion() : commentMessages.composerPlaceholder()
        }
        text={text}
        onChange={write}
        onSend={send}
      />
      <SendLine
        act={postLabels[kind]}
        isEmpty={isEmpty}
        isSending={create.isPending}
        error={create.error}
        onSend={send}
      />
    </div>
  )
}
