import { memo, useState } from 'react'
import { useMetrics } from '../../../deal-data/canvas-query.ts'
import { useContradictionsOf } from '../../../deal-data/contradictions.ts'
import { useNumbers } from '../../../deal-data/numbers.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { formatMetric } from '../../../ui/format-metric.ts'
import styles from './live-number.module.css'

interface LiveNumberProps {
  metricKey: string
  /** Position in the section; absent for a number in a suggestion. */
  from?: number | undefined
  to?: number | undefined
  /** When a stale section was written: numbers that changed after that are highlighted until it is reviewed. */
  writtenAt: string | undefined
  /** Inside a link it is rendered as plain text. */
  inLink: boolean
}

/**
 * A number of the model. It is a link to its what-if, because an inline link can be selected as text and a button
 * cannot. The memo handles its clicks, hovers and keys.
 */
export const LiveNumber = memo(({ metricKey, from, to, writtenAt, inLink }: LiveNumberProps) => {
  const { shown, metrics } = useNumbers()
  const number = shown.get(metricKey)
  const metric = useMetrics().get(metricKey)
  const isContradicted = useContradictionsOf(metricKey).length > 0
  const value = number?.value ?? null
  const [seen, setSeen] = useState({ value, known: number !== undefined, moves: 0 })
  if (seen.value !== value || seen.known !== (number !== undefined))
    setSeen({ value, known: number !== undefined, moves: seen.known ? seen.moves + 1 : 0 })
  const changed = writtenAt !== undefined && metric !== undefined && metric.updated_at > writtenAt
  // A number that is still loading must not be shown as not available.
  const unknown = metrics === 'here' ? memoMessages.notAvailable() : '…'
  const Element = inLink ? 'span' : 'a'
  return (
    <Element
      // Remounts on each change, so that the fade animation restarts.
      key={seen.moves}
      {...(inLink ? {} : { href: `?whatIf=${metricKey}`, draggable: false, 'data-metric': metricKey })}
      className={`${styles.number} ${changed ? styles.changed : ''} ${seen.moves > 0 ? styles.moved : ''}`}
      data-origin={metric?.provenance.origin}
      data-confirmation={metric?.provenance.confirmation}
      data-contradicted={isContradicted || undefined}
      title={isContradicted ? memoMessages.contradicted() : undefined}
      data-missing={(number === undefined && metrics === 'here') || undefined}
      data-from={from}
      data-to={to}
    >
      {number === undefined ? unknown : formatMetric(value, number.unit)}
    </Element>
  )
})
