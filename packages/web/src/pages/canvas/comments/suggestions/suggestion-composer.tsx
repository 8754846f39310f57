import { useId } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import type { Passage } from '../../attention.ts'
import { anchorOf } from '../anchor-of.ts'
import { ComposerFrame } from '../composer/composer-frame.tsx'
import type { Draft } from '../composer/draft.ts'
import { SendLine } from '../composer/send-line.tsx'
import { TextBox } from '../composer/text-box.tsx'
import { useCreateComment } from '../composer/use-create-comment.ts'
import { formatDraft, suggestionSentence } from '../thread/format-comment.ts'
import { mentionedIn } from '../thread/spoken-parts.ts'

interface SuggestionComposerProps {
  draft: Draft
  passage: Passage
  onClose: () => void
}

const maxQuote = 1000

/** Putting a passage otherwise. The memo stays as it is until an editor accepts. */
export const SuggestionComposer = ({ draft, passage, onClose }: SuggestionComposerProps) => {
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
      draft={draft}
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
