import { useId } from 'react'
import { commentMessages } from '../../../messages/comments.ts'
import type { Passage } from '../attention.ts'
import { useCanvas } from '../canvas-query.ts'
import { anchorOf } from './anchor-of.ts'
import type { Begun } from './begun.ts'
import { ComposerFrame } from './composer-frame.tsx'
import { formatDraft, suggestionSentence } from './format-comment.ts'
import { useKeptDraft } from './kept-draft.ts'
import { SendLine } from './send-line.tsx'
import { mentionedIn } from './spoken-parts.ts'
import { TextBox } from './text-box.tsx'
import { useCreateComment } from './use-create-comment.ts'

interface SuggestionComposerProps {
  begun: Begun
  passage: Passage
  onClose: () => void
}

const maxQuote = 1000

/** Putting a passage otherwise. The memo stays as it is until an editor accepts. */
export const SuggestionComposer = ({ begun, passage, onClose }: SuggestionComposerProps) => {
  const { participants } = useCanvas()
  const id = useId()
  const wording = useKeptDraft(`suggestion.${passage.sectionKey}.${passage.from}`)
  const reason = useKeptDraft('suggestion.reason')
  const create = useCreateComment()
  // An empty draft is a passage not touched yet; to take it out one says so with a space.
  const replacement = wording.text === '' ? passage.text : wording.text
  const isTooLong = [...passage.text].length > maxQuote
  const isSame = replacement === passage.text || isTooLong
  const close = (): void => {
    wording.clear()
    reason.clear()
    onClose()
  }
  const send = (): void => {
    if (isSame || create.isPending) return
    const proposed = replacement.trim() === '' ? '' : replacement
    create.mutate(
      {
        content: reason.text.trim() === '' ? suggestionSentence(proposed) : reason.text,
        comment_type: 'suggestion',
        section_key: passage.sectionKey,
        ...anchorOf(passage),
        mentioned_user_ids: mentionedIn(reason.text, participants),
        suggestion_metadata: { replacement: proposed, base_version: passage.version },
      },
      { onSuccess: close },
    )
  }
  return (
    <ComposerFrame
      title={commentMessages.suggestionTitle()}
      closeLabel={commentMessages.suggestionClose()}
      begun={begun}
      onClose={onClose}
      look={create.isPending ? 'sending' : create.isError ? 'failed' : undefined}
    >
      <div className="field">
        <label className="label" htmlFor={id}>
          {commentMessages.suggestionWording()}
        </label>
        <textarea
          id={id}
          className="input wording"
          rows={3}
          value={replacement}
          // biome-ignore lint/a11y/noAutofocus: it opens because the person asked to write.
          autoFocus
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => wording.write(target.value === '' ? ' ' : target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          {isTooLong ? commentMessages.suggestionTooLong({ max: maxQuote }) : commentMessages.suggestionHint()}
        </p>
      </div>
      <TextBox
        label={commentMessages.suggestionReason()}
        placeholder={commentMessages.suggestionReasonPlaceholder()}
        text={reason.text}
        onChange={reason.write}
        onSend={send}
      />
      <SendLine
        act={commentMessages.suggest()}
        isEmpty={isSame}
        isSending={create.isPending}
        error={create.error}
        onSend={send}
        onDiscard={close}
        goes={formatDraft(`${replacement === passage.text ? '' : replacement} ${reason.text}`)}
      />
    </ComposerFrame>
  )
}
