import { type AuditTrailEntry, type EntryKind, formatDateAndTime } from '@deal-canvas/contract'
import { useState } from 'react'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { clockTime } from '../../ui/format-time.ts'
import { describeEntry } from './describe-entry.ts'
import { formatEvent, type Names } from './format-event.ts'
import recordPageStyles from './record-page.module.css'
import timelineCardStyles from './timeline-card.module.css'

export const kindNames: Record<EntryKind, string> = {
  activity: messages.kindActivity(),
  discourse: messages.kindDiscourse(),
  retrieval: messages.kindRetrieval(),
  llm_call: messages.kindLlmCall(),
  readiness: messages.kindReadiness(),
}

const looks: Record<EntryKind, string> = {
  activity: '',
  discourse: 'violet',
  retrieval: 'teal',
  llm_call: 'blue',
  readiness: 'green',
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)}\u2026${hash.slice(-4)}`

interface TimelineEntryProps {
  entry: AuditTrailEntry
  names: Names
  /** The metric whose history is shown; empty: none. */
  metricKey: string
}

/** A single event as a short text; expanded, it shows all its details. */
export const TimelineEntry = ({ entry, names, metricKey }: TimelineEntryProps) => {
  const { actor, act, about } = formatEvent(entry, names, metricKey)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <span className={timelineCardStyles.seq}>{entry.seq}</span>
          <time dateTime={entry.ts}>{clockTime(new Date(entry.ts))}</time>
          <span className={`chip ${looks[entry.kind]}`}>{kindNames[entry.kind]}</span>
          <span className={timelineCardStyles.words}>
            {actor !== undefined && <b>{actor}</b>} {act} {about !== '' && <small>{about}</small>}
          </span>
          <span className={timelineCardStyles.hash}>{shortHash(entry.hash)}</span>
        </summary>
        {isOpen && <EntryDetails entry={entry} names={names} metricKey={metricKey} />}
      </details>
    </li>
  )
}

const EntryDetails = ({ entry, names, metricKey }: TimelineEntryProps) => {
  const { sentences, references } = describeEntry(entry, names, metricKey)
  return (
    <dl>
      <dt>{messages.whatHappened()}</dt>
      <dd>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event never changes, and two facts may read the same.
          <p key={index}>{sentence}</p>
        ))}
      </dd>
      <dt>{messages.type()}</dt>
      <dd className={recordPageStyles.mono}>{entry.type}</dd>
      <dt>{messages.recorded()}</dt>
      <dd>{formatDateAndTime(new Date(entry.ts))}</dd>
      <dt>{messages.hash()}</dt>
      <dd className={recordPageStyles.mono}>{entry.hash}</dd>
      {references.length > 0 && (
        <>
          <dt>{messages.references()}</dt>
          <dd className={recordPageStyles.mono}>
            {references.map((reference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <p key={index}>{reference}</p>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}
