import { type EntryKind, entryKinds, formatCount } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCanvas, useDealId, useMetrics } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useNow } from '../../ui/use-now.ts'
import { byDay } from './by-day.ts'
import type { Names } from './format-event.ts'
import styles from './timeline-card.module.css'
import { kindNames, TimelineEntry } from './timeline-entry.tsx'
import { areaOf, isWanted, mayHaveMore, noFilters, type TrailArea, type TrailFilters } from './trail-filters.ts'
import { trailQuery } from './trail-query.ts'

const summaryNames = {
  retrieval: 'retrievals',
  discourse: 'agent_discourse_entries',
  activity: 'user_actions',
  readiness: 'readiness_snapshots',
  llm_call: 'llm_calls',
} as const

const spans: readonly (readonly [days: number, name: string])[] = [
  [0, messages.anyTime()],
  [1, messages.last24Hours()],
  [7, messages.last7Days()],
  [30, messages.last30Days()],
]

const areaNames: Readonly<Record<TrailArea, string>> = {
  answer: messages.areaAnswer(),
  audit: messages.areaAudit(),
  brush: messages.areaBrush(),
  canvas: messages.areaCanvas(),
  comment: messages.areaComment(),
  committee: messages.areaCommittee(),
  condition: messages.areaCondition(),
  deal: messages.areaDeal(),
  document: messages.areaDocument(),
  evidence: messages.areaEvidence(),
  draft: messages.areaDraft(),
  export: messages.areaExport(),
  ext: messages.areaExternal(),
  feedback: messages.areaFeedback(),
  finding: messages.areaFinding(),
  metric: messages.areaMetric(),
  metrics: messages.areaMetrics(),
  model: messages.areaModel(),
  other: messages.areaOther(),
  readiness: messages.areaReadiness(),
  reply: messages.areaReply(),
  request: messages.areaRequest(),
  ripple: messages.areaWhatIf(),
  scenario: messages.areaScenario(),
  section: messages.areaSection(),
  sign_off: messages.areaSignOff(),
  suggestion: messages.areaSuggestion(),
  superadmin: messages.areaSuperadmin(),
  contradiction: messages.areaContradiction(),
  threshold: messages.areaThreshold(),
  vote: messages.areaVote(),
  votes: messages.areaVotes(),
}

/** All events of the deal, newest first. */
export const TimelineCard = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const names = useNames()
  const { participants } = useCanvas()
  const [kind, setKind] = useState<EntryKind>()
  const [chosen, setFilters] = useState(noFilters)
  const { metric: metricKey = '' } = useSearch({ from: '/signed-in/canvas/$dealId/record' })
  const filters = { ...chosen, metricKey }
  const trail = useInfiniteQuery(trailQuery(client, dealId, kind))
  const now = useNow()
  const loaded = trail.data?.pages.flatMap(({ timeline }) => timeline.toReversed()) ?? []
  const shown = loaded.filter((entry) => isWanted(entry, filters, now))
  const areas = [...new Set([...loaded.map(({ type }) => areaOf(type)), filters.area])]
    .filter((text) => text !== '')
    .sort()
  const hasMore = trail.hasNextPage && mayHaveMore(loaded.at(-1), filters, now)
  const end = useInSight(() => hasMore && !trail.isFetchingNextPage && void trail.fetchNextPage(), shown.length)
  const summary = trail.data?.pages[0]?.summary
  const set = (change: Partial<TrailFilters>) => setFilters({ ...filters, ...change })
  return (
    <section className={`card ${styles.events}`} aria-label={messages.events()}>
      <header data-screen-only>
        <fieldset className={styles.kinds} aria-label={messages.kinds()}>
          <button type="button" aria-pressed={kind === undefined} onClick={() => setKind(undefined)}>
            {messages.allKinds()} <span>{summary && formatCount(summary.total_events)}</span>
          </button>
          {entryKinds.map((item) => (
            <button key={item} type="button" aria-pressed={kind === item} onClick={() => setKind(item)}>
              {kindNames[item]} <span>{summary && formatCount(summary[summaryNames[item]])}</span>
            </button>
          ))}
        </fieldset>
        <span className="flex-1" />
        <div className={styles.filters}>
          <SelectField
            label={messages.by()}
            labelUnseen
            value={filters.actorId}
            onChange={(event) => set({ actorId: event.target.value })}
          >
            <option value="">{messages.anyone()}</option>
            {participants.map(({ user_id: id, display_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={messages.about()}
            labelUnseen
            value={filters.area}
            onChange={(event) => set({ area: areas.find((area) => area === event.target.value) ?? '' })}
          >
            <option value="">{messages.anything()}</option>
            {areas.map((area) => (
              <option key={area} value={area}>
                {areaNames[area]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={messages.when()}
            labelUnseen
            value={filters.days}
            onChange={(event) => set({ days: Number(event.target.value) })}
          >
            {spans.map(([days, name]) => (
              <option key={days} value={days}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </header>
      {metricKey !== '' && (
        <p className={styles.metric}>
          <b>{messages.historyOf({ metric: names.metric(metricKey)?.label ?? metricKey.replaceAll('_', ' ') })}</b>
          <Link className="btn ghost" to="/canvas/$dealId/record" params={{ dealId }}>
            {messages.showAllEvents()}
          </Link>
        </p>
      )}
      {trail.isError && (
        <Note tone="red" act={<Button onClick={() => trail.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(trail.error)}
        </Note>
      )}
      {trail.isPending && <ListSkeleton label={messages.loadingEvents()} />}
      {byDay(shown, now).map((day) => (
        <section key={day.name} aria-label={day.name} className={styles.day}>
          <h2>{day.name}</h2>
          <ol>
            {day.entries.map((entry) => (
              <TimelineEntry key={entry.seq} entry={entry} names={names} metricKey={metricKey} />
            ))}
          </ol>
        </section>
      ))}
      {trail.isSuccess && shown.length === 0 && !hasMore && (
        <p className="p-4 text-fg-2">{metricKey === '' ? messages.noEventsMatch() : messages.metricNeverChanged()}</p>
      )}
      {hasMore && (
        <p ref={end} className="p-3">
          <Button look="ghost" busy={trail.isFetchingNextPage} onClick={() => trail.fetchNextPage()}>
            {messages.earlierEvents()}
          </Button>
          <span data-paper-only>{messages.earlierNotPrinted()}</span>
        </p>
      )}
    </section>
  )
}

/** Resolves the ids in this deal's events to names. */
const useNames = (): Names => {
  const { sections, participants } = useCanvas()
  const metrics = useMetrics()
  return {
    section: (key) => sections.find((section) => section.section_key === key)?.title ?? key.replaceAll('_', ' '),
    metric: (key) => metrics.get(key),
    person: (id) => participants.find((person) => person.user_id === id)?.display_name ?? messages.formerMember(),
  }
}

/** Calls `act` when the element scrolls into view, and again while it stays visible as the list grows. */
const useInSight = (act: () => void, length: number) => {
  const ref = useRef<HTMLParagraphElement>(null)
  const seen = useEffectEvent(act)
  // biome-ignore lint/correctness/useExhaustiveDependencies: If the list grew too little, the element stays in view and the observer does not fire again.
  useEffect(() => {
    if (ref.current === null) return
    const watch = new IntersectionObserver((sights) => sights.some(({ isIntersecting }) => isIntersecting) && seen(), {
      rootMargin: '400px',
    })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [length])
  return ref
}
