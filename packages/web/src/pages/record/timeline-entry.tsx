import type { EntryKind, JournalEntry } from '@deal-canvas/contract'
import { clockTime } from '../../ui/time-in-words.ts'
import { entryInWords, type Names } from './entry-in-words.ts'

export const kindNames: Record<EntryKind, string> = {
  activity: 'Activity',
  discourse: 'Discourse',
  retrieval: 'Retrieval',
  llm_call: 'LLM call',
  readiness: 'Readiness',
}

const looks: Record<EntryKind, string> = {
  activity: '',
  discourse: 'violet',
  retrieval: 'teal',
  llm_call: 'blue',
  readiness: 'green',
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)}\u2026${hash.slice(-4)}`

/** One entry in plain words; opened it shows all that was written. */
export const TimelineEntry = ({ entry, names }: { entry: JournalEntry; names: Names }) => {
  const { actor, act, about } = entryInWords(entry, names)
  return (
    <li>
      <details>
        <summary>
          <span className="seq">{entry.seq}</span>
          <time dateTime={entry.ts}>{clockTime(new Date(entry.ts))}</time>
          <span className={`chip ${looks[entry.kind]}`}>{kindNames[entry.kind]}</span>
          <span className="words">
            {actor !== undefined && <b>{actor}</b>} {act} {about !== '' && <small>{about}</small>}
          </span>
          <span className="hash">{shortHash(entry.hash)}</span>
        </summary>
        <dl>
          <dt>Type</dt>
          <dd className="mono">{entry.type}</dd>
          <dt>Written</dt>
          <dd>{new Date(entry.ts).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' })}</dd>
          <dt>Hash</dt>
          <dd className="mono">{entry.hash}</dd>
          <dt>Facts</dt>
          <dd>
            {entry.data === null ? (
              'Erased. The hash still proves that it was there.'
            ) : (
              <pre>{JSON.stringify(entry.data, null, 2)}</pre>
            )}
          </dd>
        </dl>
      </details>
    </li>
  )
}
