import { useState } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { postLabels } from '../../../../features/comments/comment-labels.ts'
import { SendLine } from '../../../../features/comments/composer/send-line.tsx'
import { TextBox } from '../../../../features/comments/composer/text-box.tsx'
import { TypeChoice } from '../../../../features/comments/composer/type-choice.tsx'
import { mentionedIn } from '../../../../features/comments/thread/spoken-parts.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { anchorOf } from '../anchor-of.ts'
import { AddedPictures } from '../attachments/added-pictures.tsx'
import { usePictures } from '../attachments/use-pictures.ts'
import { formatDraft } from '../thread/format-comment.ts'
import { ComposerFrame } from './composer-frame.tsx'
import type { Draft } from './draft.ts'
import { type DraftKind, draftKind, draftKinds } from './draft-kind.ts'
import { useCreateComment } from './use-create-comment.ts'

/** The form for a comment, a question, a blocker or a request. */
export const CommentComposer = ({ draft, onClose }: { draft: Draft; onClose: () => void }) => {
  const { participants } = useCanvas()
  const kept = useKeptDraft('comment')
  const kind = useKeptDraft('comment.kind')
  const pictures = usePictures()
  const { text } = kept
  const isEmpty = text.trim() === ''
  const goes = formatDraft(text, pictures.pictures.length)
  const [type, setType] = useState(() => draftKind({ act: draft.act, kept: kind.text, isEmpty: goes === undefined }))
  const choose = (next: DraftKind): void => {
    setType(next)
    kind.write(next)
  }
  const write = (next: string): void => {
    kept.write(next)
    kind.write(type)
  }
  const close = (): void => {
    kept.clear()
    kind.clear()
    pictures.clear()
    onClose()
  }
  const create = useCreateComment(close)
  // A type without text is not a draft: the next comment starts with the default.
  const leave = goes === undefined ? close : onClose
  const send = (): void => {
    if (isEmpty || create.isPending || pictures.isUploading) return
    const body = {
      content: text,
      comment_type: type,
      section_key: draft.sectionKey,
      ...anchorOf(draft.passage),
      mentioned_user_ids: mentionedIn(text, participants),
      attachment_ids: pictures.pictures.map(({ id }) => id),
    }
    create.mutate(body)
  }
  return (
    <ComposerFrame
      title={commentMessages.composerTitle()}
      closeLabel={commentMessages.composerClose()}
      draft={draft}
      onClose={leave}
      look={create.isPending ? 'sending' : create.isError ? 'failed' : undefined}
    >
      <TypeChoice kinds={draftKinds} chosen={type} onChoose={choose} />
      <TextBox
        label={commentMessages.composerLabel()}
        placeholder={
          type === 'question' ? commentMessages.composerPlaceholderQuestion() : commentMessages.composerPlaceholder()
        }
        text={text}
        onChange={write}
        onSend={send}
        onEscape={leave}
        onPictures={pictures.add}
        autoFocus
      />
      <AddedPictures of={pictures} />
      <SendLine
        act={postLabels[type]}
        isEmpty={isEmpty}
        isSending={create.isPending}
        error={create.error}
        onSend={send}
        onDiscard={goes === undefined ? undefined : close}
        goes={goes}
      />
    </ComposerFrame>
  )
}
