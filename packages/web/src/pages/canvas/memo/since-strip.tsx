import { markSeen, type SinceLastLook } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sinceQuery, useDealId } from '../../../deal-data/canvas-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useAttention } from '../attention.ts'
import { goToSection } from './go-to-section.ts'
import { changesOf, chipsOf } from './since-changes.ts'
import styles from './since-strip.module.css'

const Strip = ({ since }: { since: SinceLastLook }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const attention = useAttention()
  const [at, setAt] = useState<number>()
  const changes = changesOf(since)
  const query = sinceQuery(session.client, dealId)
  const seen = useMutation({
    mutationFn: () => session.client.call(markSeen, { params: { deal_id: dealId }, body: { seq: since.to_seq } }),
    onSuccess: () => void queries.setQueryData(query.queryKey, { ...since, ...nothingNew }),
  })
  // On the first visit everything is new, so mark it all as seen.
  const first = useRef(since.never_seen)
  useEffect(() => {
    if (first.current) seen.mutate()
    first.current = false
  }, [seen.mutate])

  if (since.never_seen || changes.length + since.decisions.length === 0) return null
  const show = (index: number) => {
    const change = changes[index]
    if (change === undefined) return
    setAt(index)
    if (change.sectionKey !== null) goToSection(change.sectionKey)
    if (change.commentId !== undefined) attention.thread.set(change.commentId)
  }
  const next = (at ?? -1) + 1
  const count = changes.length
  const review = since.truncated ? memoMessages.reviewChangesTruncated : memoMessages.reviewChanges
  const formatPosition = since.truncated ? memoMessages.changePositionTruncated : memoMessages.changePosition
  return (
    <div className={styles.since} role="status">
      <Icon name="clock" />
      {at === undefined ? (
        <>
          <p>
            <b>{memoMessages.sinceLastLook()}</b>{' '}
            {since.seen_at && (
              <span className="text-fg-3">
                <RelativeTime at={since.seen_at} />
              </span>
            )}
          </p>
          <ul>
            {chipsOf(since).map(({ words, first }) => (
              <li key={words}>
                <button type="button" onClick={() => show(first)}>
                  {words}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="truncate">
          <b>{formatPosition({ position: at + 1, count })}</b> <span className="text-fg-2">{changes[at]?.words}</span>
        </p>
      )}
      <span className="flex-1" />
      {seen.isError && <span className="text-red">{sentenceFor(seen.error)}</span>}
      {next < changes.length ? (
        <button type="button" className="btn" onClick={() => show(next)}>
          {at === undefined ? review({ count }) : memoMessages.nextChange()}
        </button>
      ) : (
        at !== undefined && (
          <button type="button" className="btn" onClick={() => seen.mutate()}>
            {memoMessages.done()}
          </button>
        )
      )}
      <button
        type="button"
        className="btn ghost icon"
        aria-label={memoMessages.markSeen()}
        onClick={() => seen.mutate()}
      >
        <Icon name="check" size={14} />
      </button>
    </div>
  )
}

const nothingNew = {
  sections: [],
  threads: { new: [], resolved: [], reopened: [], replied: [] },
  ratings: [],
  decisions: [],
  scenarios: [],
  contradictions: { found: 0, settled: 0 },
  never_seen: false,
}

/** Other users' changes since the last visit; hidden when there are none. */
export const SinceStrip = () => {
  const { data } = useQuery(sinceQuery(useServices().session.client, useDealId()))
  return data && <Strip since={data} />
}
