import { uiMessages } from '../messages/ui.ts'
import { bandOf } from './score-band.ts'
import styles from './score-ring.module.css'

interface ScoreRingProps {
  /** From 0 to 100; null: no model to score. */
  score: number | null
  /** A label after the number, such as Integrity. */
  label?: string
}

/** The integrity score as a ring and a number. Only the ring is colored by the score's band. */
export const ScoreRing = ({ score, label }: ScoreRingProps) => {
  if (score === null) return <span className="text-fg-3">{uiMessages.noModel()}</span>
  const { name, tone } = bandOf(score)
  return (
    <span className={styles.scoreRing}>
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true" data-tone={tone}>
        <circle cx="8" cy="8" r="6.5" />
        <circle className={styles.arc} cx="8" cy="8" r="6.5" pathLength="100" strokeDasharray={`${score} 100`} />
      </svg>
      {uiMessages.score.rich({
        band: name,
        score: Math.round(score),
        b: (text) => <b>{text}</b>,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
      {label !== undefined && (
        <small aria-hidden="true" className="text-fg-3">
          {label}
        </small>
      )}
    </span>
  )
}
