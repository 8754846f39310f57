import { ApiError } from '@deal-canvas/client'
import { atLeast, dealRoles, type Metric, type RipplePreview } from '@deal-canvas/contract'
import { useEffect, useState } from 'react'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'
import { useCanvas } from '../canvas-query.ts'
import { formatExpiry } from './format-expiry.ts'

interface ApplyFooterProps {
  metric: Metric
  /** What would be applied; undefined: nothing, or it is not computed yet. */
  preview: RipplePreview | undefined
  /** Whether it may be applied: the preview is of the value that is shown, and a questionable value is confirmed. */
  ready: boolean
  applying: boolean
  error: Error | null
  /** Why it is applied, for all who see the number. */
  reason: string
  onReason: (reason: string) => void
  onApply: () => void
  onPreviewAgain: () => void
  onDiscard: () => void
}

/** Refusals that a new preview cures. */
const stale: Record<string, string> = {
  model_changed: 'The model has changed since this preview, so nothing was applied.',
  preview_expired: 'This preview has expired, so nothing was applied.',
  preview_applied: 'This preview was applied already.',
}

const computedByModel = 'The model computes this number, so it cannot be overridden. Goal seek finds the input for it.'

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Why the person cannot apply anything here; undefined: they can. */
export const useWhyNotApply = (): string | undefined => {
  const { deal } = useCanvas()
  if (deal.status === 'finalized') return 'The deal is decided. An owner can reopen it on the record page.'
  return atLeast(dealRoles, deal.role, 'editor') ? undefined : 'Only editors can apply. Nothing here is saved.'
}

export const ApplyFooter = (props: ApplyFooterProps) => {
  const { metric, preview, ready, applying, error, reason, onReason, onApply, onPreviewAgain, onDiscard } = props
  const whyNot = useWhyNotApply()
  const why = preview?.hypothetical === true ? computedByModel : whyNot
  const words = preview === undefined ? undefined : formatMetric(preview.metric.after, metric.unit)
  const refusal = error instanceof ApiError ? stale[error.code] : undefined
  return (
    <>
      {error !== null && (
        <Note tone="red" act={refusal !== undefined && <Button onClick={onPreviewAgain}>Preview again</Button>}>
          {refusal ?? sentenceFor(error)}
        </Note>
      )}
      <div className="acts">
        <p className="what-if-consequence text-small text-fg-2">
          {why ?? (preview === undefined ? 'Nothing is saved until you apply it.' : <Consequence preview={preview} />)}
        </p>
        {why === undefined && preview !== undefined && (
          <input
            className="input what-if-reason"
            placeholder="Reason (optional)"
            aria-label="Reason"
            maxLength={1_000}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
        <Button aria-keyshortcuts="Escape" onClick={onDiscard}>
          Discard
        </Button>
        {why === undefined && (
          <Button
            look="primary"
            aria-keyshortcuts="Control+Enter"
            busy={applying}
            idle={!ready || refusal !== undefined}
            onClick={onApply}
          >
            {words === undefined ? 'Apply' : `Apply ${words}`}
          </Button>
        )}
      </div>
    </>
  )
}

const Consequence = ({ preview }: { preview: RipplePreview }) => {
  const others = useCanvas().participants.length - 1
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  const left = formatExpiry(preview.expires_at, now)
  const sections = counted(preview.sections.length, 'section', 'sections')
  const members = others > 0 ? ` and tells ${counted(others, 'member', 'members')}` : ''
  return (
    <>
      {`Applying marks ${sections} stale${members}. `}
      {left === undefined ? 'The preview has expired.' : `Preview expires in ${left}.`}
    </>
  )
}
