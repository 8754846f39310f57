import { useState } from 'react'
import { useCanvas } from '../canvas-query.ts'
import { AddedPictures } from './added-pictures.tsx'
import { anchorOf } from './anchor-of.ts'
import type { Begun } from './begun.ts'
import { ComposerFrame } from './composer-frame.tsx'
import { typeInWords } from './in-words.ts'
import { useKeptDraft } from './kept-draft.ts'
import { SendLine } from './send-line.tsx'
import { mentionedIn } from './spoken-parts.ts'
import { TextBox } from './text-box.tsx'
import { TypeChip } from './type-chip.tsx'
import { useCreateComment } from './use-create-comment.ts'
import { usePictures } from './use-pictures.ts'

const types = ['comment', 'question', 'blocker', 'request'] as const
type PlainType = (typeof types)[number]

const meaning: Record<PlainType, string> = {
  comment: 'A remark',
  question: 'Somebody should answer',
  blocker: 'The deal cannot be decided while it is open',
  request: 'Something should be added or changed',
}

/** Writing a comment, a question, a blocker or a request. */
export const CommentComposer = ({ begun, onClose }: { begun: Begun; onClose: () => void }) => {
  const { participants } = useCanvas()
  const [type, setType] = useState<PlainType>(begun.act === 'ask' ? 'question' : 'comment')
  const { text, write, clear } = useKeptDraft('comment')
  const pictures = usePictures()
  const create = useCreateComment()
  const isEmpty = text.trim() === ''
  const close = (): void => {
    clear()
    onClose()
  }
  const send = (): void => {
    if (isEmpty || create.isPending || pictures.isUploading) return
    const body = {
      content: text,
      comment_type: type,
      section_key: begun.sectionKey,
      ...anchorOf(begun.passage),
      mentioned_user_ids: mentionedIn(text, participants),
      attachment_ids: pictures.pictures.map(({ id }) => id),
    }
    create.mutate(body, { onSuccess: close })
  }
  return (
    <ComposerFrame
      title="New comment"
      begun={begun}
      onClose={onClose}
      look={create.isPending ? 'sending' : create.isError ? 'failed' : undefined}
    >
      <fieldset className="type-choice" aria-label="Kind">
        {types.map((one) => (
          <label key={one} title={meaning[one]}>
            <input
              type="radio"
              name="comment-type"
              className="sr-only"
              aria-label={`${typeInWords[one]}: ${meaning[one]}`}
              checked={one === type}
              onChange={() => setType(one)}
            />
            <TypeChip type={one} />
          </label>
        ))}
      </fieldset>
      <TextBox
        label="Comment"
        placeholder={type === 'question' ? 'Ask, with @ for a person' : 'Write, with @ for a person'}
        text={text}
        onChange={write}
        onSend={send}
        onEscape={onClose}
        onPictures={pictures.add}
        autoFocus
      />
      <AddedPictures of={pictures} />
      <SendLine
        act={type === 'comment' ? 'Comment' : `Post ${typeInWords[type].toLowerCase()}`}
        isEmpty={isEmpty}
        isSending={create.isPending}
        error={create.error}
        onSend={send}
        onDiscard={isEmpty ? undefined : close}
      />
    </ComposerFrame>
  )
}
