import { maxAnchorTextLength } from '@deal-canvas/contract'
import { lazy, Suspense, useId } from 'react'
import { useCanvas } from '../../../../deal-data/canvas-query.ts'
import { SendLine } from '../../../../features/comments/composer/send-line.tsx'
import { TextBox } from '../../../../features/comments/composer/text-box.tsx'
import { mentionedIn } from '../../../../features/comments/thread/spoken-parts.ts'
import { useKeptDraft } from '../../../../features/drafts/kept-draft.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import type { Passage } from '../../attention.ts'
import { anchorOf } from '../anchor-of.ts'
import { ComposerFrame } from '../composer/composer-frame.tsx'
import type { Draft } from '../composer/draft.ts'
import { useCreateComment } from '../composer/use-create-comment.ts'
import { formatDraft, suggestionSentence } from '../thread/format-comment.ts'
import styles from './suggestion-composer.module.css'

const SuggestedText = lazy(async () => ({ default: (await import('./suggested-text.tsx')).SuggestedText }))

interface SuggestionComposerProps {
  draft: Draft
  passage: Passage
  onClose: () => void
}

/** The form for a suggestion. The memo stays unchanged until an editor accepts it. */
export const SuggestionComposer = ({ draft, passage, onClose }: SuggestionComposerProps) => {
  const { participants } = useCanvas()
  const id = useId()
  const wording = useKeptDraft(`suggestion.${passage.sectionKey}.${passage.from}`)
  const reason = useKeptDraft('suggestion.reason')
  // An empty draft means an unchanged passage; to suggest a deletion, the user types a space.
  const replacement = wording.text === '' ? passage.text : wording.text
  const isTooLong = [...passage.text].length > maxAnchorTextLength
  const isSame = replacement === passage.text || isTooLong
  const close = (): void => {
    wording.clear()
    reason.clear()
    onClose()
  }
  const create = useCreateComment(close)
  const send = (): void => {
    if (isSame || create.isPending) return
    const proposed = replacement.trim() === '' ? '' : replacement
    create.mutate({
      content: reason.text.trim() === '' ? suggestionSentence(proposed) : reason.text,
      comment_type: 'suggestion',
      section_key: passage.sectionKey,
      ...anchorOf(passage),
      mentioned_user_ids: mentionedIn(reason.text, participants),
      suggestion_metadata: { replacement: proposed, base_version: passage.version },
    })
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
          className={`input ${styles.wording}`}
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
          {isTooLong
            ? commentMessages.suggestionTooLong({ max: maxAnchorTextLength })
            : commentMessages.suggestionHint()}
        </p>
        {!isSame && (
          <Suspense fallback={null}>
            <SuggestedText before={passage.text} after={replacement.trim() === '' ? '' : replacement} />
          </Suspense>
        )}
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
