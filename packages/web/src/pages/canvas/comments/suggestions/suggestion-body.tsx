import type { Comment } from '@deal-canvas/contract'
import { lazy, Suspense, useState } from 'react'
import { useMetrics } from '../../../../deal-data/canvas-query.ts'
import { statusLabels } from '../../../../features/comments/comment-labels.ts'
import { useCommentPermissions } from '../../../../features/comments/use-comment-permissions.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatPassage } from '../thread/format-comment.ts'
import { RejectDialog } from './reject-dialog.tsx'
import styles from './suggestion-body.module.css'
import { isConflict, useDecision } from './use-decision.ts'

// Only a suggestion compares texts.
const SuggestedText = lazy(async () => ({ default: (await import('./suggested-text.tsx')).SuggestedText }))
const ConflictDialog = lazy(async () => ({ default: (await import('../composer/conflict-dialog.tsx')).ConflictDialog }))

/** The text that a suggestion removes and adds, and for editors the buttons to accept or reject it. */
export const SuggestionBody = ({ comment }: { comment: Comment }) => {
  const metrics = useMetrics()
  const may = useCommentPermissions()
  const decision = useDecision(comment)
  const [isConfirming, setIsConfirming] = useState(false)
  const { anchor_text: before, suggestion_metadata: suggestion, status } = comment
  if (suggestion === null) return null
  const removed = before === null ? '' : formatPassage(before, metrics)
  const added = formatPassage(suggestion.replacement, metrics)
  const isOpen = status === 'open'
  const basedOn = may.decide ? commentMessages.basedOnVersion : commentMessages.basedOnVersionForEditors
  return (
    <>
      <Suspense
        fallback={
          <p className={styles.texts}>
            {removed !== '' && <del>{removed}</del>} {added !== '' && <ins>{added}</ins>}
          </p>
        }
      >
        <SuggestedText before={removed} after={added} />
      </Suspense>
      <div className={styles.acts}>
        {isOpen && may.decide && (
          <>
            <Button
              busy={decision.isPending && decision.variables === 'accept'}
              idle={decision.isPending}
              onClick={() => decision.mutate('accept')}
            >
              {commentMessages.accept()}
            </Button>
            <Button look="ghost" idle={decision.isPending} onClick={() => setIsConfirming(true)}>
              {commentMessages.reject()}
            </Button>
          </>
        )}
        <span className="text-fg-3 text-small">
          {isOpen ? basedOn({ version: suggestion.base_version }) : statusLabels[status]}
        </span>
      </div>
      {decision.isError && !isConflict(decision.error) && (
        <p className="error" role="alert">
          {sentenceFor(decision.error)}
        </p>
      )}
      {isConfirming && (
        <RejectDialog
          comment={comment}
          onReject={() => {
            setIsConfirming(false)
            decision.mutate('reject')
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
      {isConflict(decision.error) && (
        <Suspense fallback={null}>
          <ConflictDialog comment={comment} onReject={() => decision.mutate('reject')} onClose={decision.reset} />
        </Suspense>
      )}
    </>
  )
}
