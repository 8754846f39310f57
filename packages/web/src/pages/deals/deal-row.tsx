import {
  type ConversationLine,
  type DealColumn,
  type DealLine,
  type DealStage,
  type DealTier,
  formatCalendarDay,
} from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatLastEvent } from '../../deal-data/format-last-event.ts'
import { dealListMessages } from '../../messages/deal-list.ts'
import { dealMessages } from '../../messages/deals.ts'
import { useMe } from '../../session/me.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatPerson } from '../../ui/format-person.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { columnFacts, dayCell, HeadlineNumber, orNotSet } from './deal-columns.tsx'
import { describeDeal } from './deal-filters.tsx'
import { DealMenu } from './deal-menu.tsx'
import styles from './deal-table.module.css'

const tiers: Record<DealTier, readonly [look: string, words: string, meaning: string]> = {
  full: ['line', dealMessages.tierFull(), dealMessages.tierFullHint()],
  values_only: ['amber', dealMessages.tierValuesOnly(), dealMessages.tierValuesOnlyHint()],
  legacy: ['', dealMessages.tierLegacy(), dealMessages.tierLegacyHint()],
}

const srOnly = (text: ReactNode) => <span className="sr-only">{text}</span>

interface DealRowProps {
  line: DealLine
  /** The intake that still has to build the deal. */
  intake: ConversationLine | undefined
  columns: readonly DealColumn[]
  stageName: (stage: DealStage, orgId: string | null) => string
  now: Date
}

export const DealRow = ({ line, intake, columns, stageName, now }: DealRowProps) => {
  const { orgs } = useMe()
  const org = orgs.find(({ org_id }) => org_id === line.org_id)?.name
  const place = line.org_id === null ? dealMessages.personal() : orgs.length > 1 ? org : undefined
  const role = dealMessages.yourRole({ role: line.role })
  const facts = describeDeal(line)
  return (
    <tr>
      <td className={styles.name}>
        <DealLink line={line} intake={intake} />
        <span>{place === undefined ? role : dealMessages.placeAndRole({ place, role })}</span>
        {facts !== '' && <span>{facts}</span>}
        <Progress line={line} stageName={stageName} />
      </td>
      {columns.map((column) => (
        <td key={column} className={cellStyles[column]} data-label={columnFacts[column].title}>
          <Cell column={column} line={line} intake={intake} stageName={stageName} now={now} />
        </td>
      ))}
      <td className={styles.more}>
        <DealMenu line={line} />
      </td>
    </tr>
  )
}

const cellStyles: Readonly<Record<DealColumn, string | undefined>> = {
  stage: styles.extra,
  type: styles.extra,
  city: styles.extra,
  size: styles.extra,
  return: styles.extra,
  multiple: styles.extra,
  ic_date: styles.extra,
  lead: styles.extra,
  tier: undefined,
  integrity: undefined,
  blockers: styles.blockers,
  waiting: styles.blockers,
  unread: undefined,
  people: styles.people,
  activity: styles.activity,
}

const Cell = ({ column, line, intake, stageName, now }: Omit<DealRowProps, 'columns'> & { column: DealColumn }) => {
  switch (column) {
    case 'stage':
      return orNotSet(line.stage === null ? null : stageName(line.stage, line.org_id))
    case 'type':
      return orNotSet(line.deal_type === null ? null : dealListMessages.typeName({ type: line.deal_type }))
    case 'city':
      return orNotSet(line.city)
    case 'size':
    case 'return':
    case 'multiple':
      return <HeadlineNumber line={line} number={line[column]} />
    case 'ic_date':
      return dayCell(line.ic_date)
    case 'lead':
      return orNotSet(line.lead_name)
    case 'tier':
      return <TierChip tier={line.tier} intake={intake} />
    case 'integrity':
      return <Score line={line} intake={intake} />
    case 'blockers':
      return line.open_blockers > 0 ? (
        <span className="chip red">
          <Icon name="alert" size={12} />
          {dealMessages.openBlockers.rich({ count: line.open_blockers, sr: srOnly })}
        </span>
      ) : (
        <span className={styles.none}>{dealMessages.noBlockers()}</span>
      )
    case 'waiting':
      return line.waiting > 0 ? (
        <span className="chip amber">
          <Icon name="clock" size={12} />
          {dealListMessages.waitingCount.rich({ count: line.waiting, sr: srOnly })}
        </span>
      ) : (
        <span className={styles.none}>0</span>
      )
    case 'unread':
      return line.unread > 0 ? (
        <span className={styles.unread}>
          {dealMessages.unread.rich({ count: line.unread > 99 ? '99+' : line.unread, sr: srOnly })}
        </span>
      ) : (
        <span className={styles.none}>0</span>
      )
    case 'people':
      return <People line={line} />
    case 'activity':
      return (
        <>
          {formatLastEvent(line.last_event)}
          <span>{formatTime(line.last_activity_at ?? line.created_at, now)}</span>
        </>
      )
  }
}

const outcomes = {
  approved: ['green', dealMessages.approved()],
  declined: ['red', dealMessages.declined()],
  deferred: ['amber', dealMessages.deferred()],
} as const

/** The outcome of a finalized deal, its stage, and when the committee meets. */
const Progress = ({
  line: { decision, stage, ic_date: day, org_id: orgId },
  stageName,
}: Pick<DealRowProps, 'line' | 'stageName'>) => {
  const outcome = decision === null ? undefined : outcomes[decision]
  const facts = [
    stage !== null && stageName(stage, orgId),
    day !== null && decision === null && dealMessages.committeeOn({ date: formatCalendarDay(day) }),
  ].filter((fact) => fact !== false)
  if (outcome === undefined && facts.length === 0) return null
  return (
    <span>
      {outcome !== undefined && <span className={`chip ${outcome[0]}`}>{outcome[1]}</span>} {facts.join(', ')}
    </span>
  )
}

type LineProps = Pick<DealRowProps, 'line' | 'intake'>

/** A deal that is not built yet has nothing to show on its canvas: the link opens its intake instead. */
const DealLink = ({ line, intake }: LineProps) =>
  intake === undefined ? (
    <Link to="/canvas/$dealId" params={{ dealId: line.deal_id }} className={styles.deal} data-deal>
      {line.name}
    </Link>
  ) : (
    <Link
      to="/intake/$conversationId"
      params={{ conversationId: intake.conversation_id }}
      className={styles.deal}
      data-deal
    >
      {line.name}
    </Link>
  )

const unbuilt: Record<ConversationLine['status'], readonly [look: string, words: string]> = {
  collecting: ['line', dealMessages.notBuilt()],
  named: ['line', dealMessages.notBuilt()],
  processing: ['blue', dealMessages.building()],
  failed: ['red', dealMessages.buildFailed()],
  ready: ['line', dealMessages.built()],
}

const TierChip = ({ tier, intake }: { tier: DealTier; intake: ConversationLine | undefined }) => {
  if (intake !== undefined) {
    const [look, words] = unbuilt[intake.status]
    return <span className={`chip ${look}`}>{words}</span>
  }
  const [look, words, meaning] = tiers[tier]
  return (
    <span className={`chip ${look}`} title={meaning}>
      {words}
    </span>
  )
}

const Score = ({ line, intake }: LineProps) => {
  if (intake?.status === 'processing') return <span className={styles.none}>{dealMessages.checking()}</span>
  const isUnknown = line.tier !== 'legacy' && line.model_integrity_score === null
  // The model has changed since the last check; opening the deal runs the check again.
  return isUnknown ? (
    <span className={styles.none}>{dealMessages.notChecked()}</span>
  ) : (
    <ScoreRing score={line.model_integrity_score} />
  )
}

const People = ({ line: { people, people_count: count } }: { line: DealLine }) => {
  const shown = count > people.length ? people.slice(0, 3) : people
  if (count === 0) return <span className={styles.none}>{dealMessages.noMembers()}</span>
  return (
    <span
      className={styles.avatars}
      title={people.map((person) => formatPerson(person.display_name, person.email_verified)).join(', ')}
    >
      <span className="sr-only">{dealMessages.members({ count })}</span>
      {shown.map((person) => (
        <Avatar key={person.user_id} id={person.user_id} name={person.display_name} picture={person.avatar_url} />
      ))}
      {count > shown.length && (
        <span className={`avatar ${styles.more}`} aria-hidden="true">
          +{count - shown.length}
        </span>
      )}
    </span>
  )
}
