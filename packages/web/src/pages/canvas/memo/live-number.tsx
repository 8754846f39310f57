import { memo, useState } from 'react'
import { useMetrics } from '../../../deal-data/canvas-query.ts'
import { useNumbers } from '../../../deal-data/numbers.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { formatMetric } from '../../../ui/format-metric.ts'

interface LiveNumberProps {
  metricKey: string
  /** Where it stands in the section; a number that is only proposed stands nowhere yet. */
  from?: number | undefined
  to?: number | undefined
  /** When the section was written, where it is stale: a number that moved after that stands out until it is reviewed. */
  writtenAt: string | undefined
  /** Where a link is around it, it is a number and no more. */
  inLink: boolean
}

/**
 * A number of the model. A link to its what-if, for an inline link can be selected as text, which a button cannot; what
 * a click, a hover or a key does is heard by the memo as a whole.
 */
export const LiveNumber = memo(({ metricKey, from, to, writtenAt, inLink }: LiveNumberProps) => {
  const { shown, metrics } = useNumbers()
  const number = shown.get(metricKey)
  const metric = useMetrics().get(metricKey)
  const value = number?.value ?? null
  const [seen, setSeen] = useState({ value, known: number !== undefined, moves: 0 })
  if (seen.value !== value || seen.known !== (number !== undefined))
    setSeen({ value, known: number !== undefined, moves: seen.known ? seen.moves + 1 : 0 })
  const changed = writtenAt !== undefined && metric !== undefined && metric.updated_at > writtenAt
  // A number that is not there yet is not told as one that does not exist.
  const unknown = metrics === 'here' ? memoMessages.notAvailable() : '…'
  const Element = inLink ? 'span' : 'a'
  return (
    <Element
      // Drawn anew with each move, so that the fade begins anew.
      key={seen.moves}
      {...(inLink ? {} : { href: `?whatIf=${metricKey}`, draggable: false, 'data-metric': metricKey })}
      className={`memo-number ${changed ? 'changed' : ''} ${seen.moves > 0 ? 'moved' : ''}`}
      data-origin={metric?.provenance.origin}
      data-confirmation={metric?.provenance.confirmation}
      data-missing={(number === undefined && metrics === 'here') || undefined}
      data-from={from}
      data-to={to}
    >
      {number === undefined ? unknown : formatMetric(value, number.unit)}
    </Element>
  )
})
