import { ApiError } from '@deal-canvas/client'
import { atLeast, dealRoles, type Metric, maxRationaleLength, type RipplePreview } from '@deal-canvas/contract'
import { useEffect, useState } from 'react'
import { useCanvas } from '../../../deal-data/canvas-query.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMetric } from '../../../ui/format-metric.ts'
import { Note } from '../../../ui/note.tsx'
import styles from './drawer.module.css'
import { formatExpiry } from './format-expiry.ts'

interface ApplyFooterProps {
  metric: Metric
  /** The preview to apply; undefined: none, or not computed yet. */
  preview: RipplePreview | undefined
  /** Whether it can be applied: the preview matches the shown value, and a questionable value is confirmed. */
  ready: boolean
  applying: boolean
  /** Whether it was proposed instead of applied, because the organization requires approval. */
  proposed: boolean
  error: Error | null
  /** Why it is applied, visible to everyone who sees the number. */
  reason: string
  onReason: (reason: string) => void
  onApply: () => void
  onPreviewAgain: () => void
  onDiscard: () => void
}

/** Errors that a new preview fixes. */
const stale: Record<string, string> = {
  model_changed: whatIfMessages.modelChanged(),
  preview_expired: whatIfMessages.previewExpiredBefore(),
  preview_applied: whatIfMessages.previewApplied(),
}

/** Why the user cannot apply changes here; undefined: they can. */
export const useWhyNotApply = (): string | undefined => {
  const { deal } = useCanvas()
  if (deal.status === 'finalized') return whatIfMessages.dealFinalized()
  return atLeast(dealRoles, deal.role, 'editor') ? undefined : whatIfMessages.onlyEditorsApply()
}

export const ApplyFooter = (props: ApplyFooterProps) => {
  const { metric, preview, ready, applying, proposed, error, reason, onReason, onApply, onPreviewAgain, onDiscard } =
    props
  const whyNot = useWhyNotApply()
  const why = proposed
    ? whatIfMessages.proposed()
    : preview?.hypothetical === true
      ? whatIfMessages.computedByModel()
      : whyNot
  const words = preview === undefined ? undefined : formatMetric(preview.metric.after, metric.unit)
  const refusal = error instanceof ApiError ? stale[error.code] : undefined
  return (
    <>
      {error !== null && (
        <Note
          tone="red"
          act={refusal !== undefined && <Button onClick={onPreviewAgain}>{whatIfMessages.previewAgain()}</Button>}
        >
          {refusal ?? sentenceFor(error)}
        </Note>
      )}
      <div className={styles.acts}>
        <p className={`${styles.consequence} text-small text-fg-2`} role={proposed ? 'status' : undefined}>
          {why ?? (preview === undefined ? whatIfMessages.unsavedHint() : <Consequence preview={preview} />)}
        </p>
        {why === undefined && preview !== undefined && (
          <input
            className={`input ${styles.reason}`}
            placeholder={whatIfMessages.reasonOptional()}
            aria-label={whatIfMessages.reason()}
            maxLength={maxRationaleLength}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
        <Button aria-keyshortcuts="Escape" onClick={onDiscard}>
          {whatIfMessages.discard()}
        </Button>
        {why === undefined && (
          <Button
            look="primary"
            aria-keyshortcuts="Control+Enter"
            busy={applying}
            idle={!ready || refusal !== undefined}
            onClick={onApply}
          >
            {words === undefined ? whatIfMessages.apply() : whatIfMessages.applyValue({ value: words })}
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
  const sections = preview.sections.length
  return (
    <>
      {others > 0
        ? whatIfMessages.applyMarksStaleAndNotifies({ sections, members: others })
        : whatIfMessages.applyMarksStale({ sections })}{' '}
      {left === undefined ? whatIfMessages.previewExpired() : whatIfMessages.previewExpires({ time: left })}
    </>
  )
}
