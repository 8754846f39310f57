import type { Comment } from '@deal-canvas/contract'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCanvas, useMetrics } from '../canvas-query.ts'
import { formatPassage } from './format-comment.ts'
import { placeOf } from './place-of.ts'

interface ConflictDialogProps {
  comment: Comment
  onReject: () => void
  onClose: () => void
}

/** The passage has changed since the suggestion was made: all three texts, so that nobody has to guess. */
export const ConflictDialog = ({ comment, onReject, onClose }: ConflictDialogProps) => {
  const metrics = useMetrics()
  const section = useCanvas().sections.find(({ section_key }) => section_key === comment.section_key)
  const place = section && placeOf(section.content, comment)
  const current = section && place && section.content.slice(place.from, place.to)
  const texts: [string, string | undefined, string][] = [
    ['When it was suggested', comment.anchor_text ?? undefined, 'Nothing'],
    ['Now', current, 'The passage is gone from the section'],
    ['Suggested', comment.suggestion_metadata?.replacement || undefined, 'Nothing: the passage is taken out'],
  ]
  return (
    <Dialog title="The passage has changed since" onClose={onClose}>
      <p className="text-fg-2">
        Nothing was written. Edit the section by hand with what you want to keep, or turn the suggestion down.
      </p>
      <dl className="three-texts">
        {texts.map(([name, text, none]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text === undefined ? <i>{none}</i> : formatPassage(text, metrics)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onReject}>Reject suggestion</Button>
        <Button look="primary" onClick={onClose}>
          Keep it open
        </Button>
      </div>
    </Dialog>
  )
}
