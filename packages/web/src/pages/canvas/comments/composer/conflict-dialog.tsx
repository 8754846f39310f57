import type { Comment } from '@deal-canvas/contract'
import { useCanvas, useMetrics } from '../../../../deal-data/canvas-query.ts'
import { commentMessages } from '../../../../messages/comments.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { placeOf } from '../place-of.ts'
import { formatPassage } from '../thread/format-comment.ts'
import styles from './conflict-dialog.module.css'

interface ConflictDialogProps {
  comment: Comment
  onReject: () => void
  onClose: () => void
}

/** Shown if the passage has changed since the suggestion was made, with all three texts. */
export const ConflictDialog = ({ comment, onReject, onClose }: ConflictDialogProps) => {
  const metrics = useMetrics()
  const section = useCanvas().sections.find(({ section_key }) => section_key === comment.section_key)
  const place = section && placeOf(section.content, comment)
  const current = section && place && section.content.slice(place.from, place.to)
  const texts: [string, string | undefined, string][] = [
    [commentMessages.conflictBefore(), comment.anchor_text ?? undefined, commentMessages.conflictBeforeNone()],
    [commentMessages.conflictNow(), current, commentMessages.conflictNowNone()],
    [
      commentMessages.conflictSuggested(),
      comment.suggestion_metadata?.replacement || undefined,
      commentMessages.conflictSuggestedNone(),
    ],
  ]
  return (
    <Dialog title={commentMessages.conflictTitle()} onClose={onClose}>
      <p className="text-fg-2">{commentMessages.conflictHint()}</p>
      <dl className={styles.threeTexts}>
        {texts.map(([name, text, none]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text === undefined ? <i>{none}</i> : formatPassage(text, metrics)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onReject}>{commentMessages.rejectSuggestion()}</Button>
        <Button look="primary" onClick={onClose}>
          {commentMessages.conflictKeep()}
        </Button>
      </div>
    </Dialog>
  )
}
