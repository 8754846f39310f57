import type { ConversationLine, DealLine, DealTier } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../session/me.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { counted } from '../../ui/counted.ts'
import { formatPerson } from '../../ui/format-person.ts'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { ScoreRing } from '../../ui/score-ring.tsx'
import { DealMenu } from './deal-menu.tsx'
import { formatLastEvent } from './format-last-event.ts'

const tiers: Record<DealTier, readonly [look: string, words: string, meaning: string]> = {
  full: ['line', 'Full model', 'The workbook recalculates: what-ifs follow its formulas'],
  values_only: [
    'amber',
    'Not recalculated',
    'The numbers are the values of the workbook; none of them is recalculated',
  ],
  legacy: ['', 'By hand', 'There is no workbook; its numbers are entered by hand'],
}

const roles = { owner: 'owner', editor: 'editor', commenter: 'commenter', viewer: 'viewer' } as const

interface DealRowProps {
  line: DealLine
  /** The intake that has still to build it. */
  intake: ConversationLine | undefined
  now: Date
}

export const DealRow = ({ line, intake, now }: DealRowProps) => {
  const { orgs } = useMe()
  const org = orgs.find(({ org_id }) => org_id === line.org_id)?.name
  const place = line.org_id === null ? 'Personal' : orgs.length > 1 ? org : undefined
  return (
    <tr>
      <td className="name">
        <DealLink line={line} intake={intake} />
        <span>{[place, `You are ${roles[line.role]}`].filter(Boolean).join(', ')}</span>
      </td>
      <td className="tier">
        <TierChip tier={line.tier} intake={intake} />
      </td>
      <td className="score">
        <Score line={line} intake={intake} />
      </td>
      <td className="blockers">
        {line.open_blockers > 0 ? (
          <span className="chip red">
            <Icon name="alert" size={12} />
            {line.open_blockers} open<span className="sr-only"> blockers</span>
          </span>
        ) : (
          <span className="none">None</span>
        )}
      </td>
      <td className="unread">
        {line.unread > 0 ? (
          <span className="deals-unread">
            {line.unread > 99 ? '99+' : line.unread}
            <span className="sr-only"> unread</span>
          </span>
        ) : (
          <span className="none">0</span>
        )}
      </td>
      <td className="people">
        <People line={line} />
      </td>
      <td className="activity">
        {formatLastEvent(line.last_event)}
        <span>{formatTime(line.last_activity_at ?? line.created_at, now)}</span>
      </td>
      <td className="more">
        <DealMenu line={line} />
      </td>
    </tr>
  )
}

type LineProps = Pick<DealRowProps, 'line' | 'intake'>

/** A deal that is not built yet has nothing to show on its canvas: its intake goes on instead. */
const DealLink = ({ line, intake }: LineProps) =>
  intake === undefined ? (
    <Link to="/canvas/$dealId" params={{ dealId: line.deal_id }} className="deal">
      {line.name}
    </Link>
  ) : (
    <Link to="/intake/$conversationId" params={{ conversationId: intake.conversation_id }} className="deal">
      {line.name}
    </Link>
  )

const unbuilt: Record<ConversationLine['status'], readonly [look: string, words: string]> = {
  collecting: ['line', 'Not built'],
  named: ['line', 'Not built'],
  processing: ['blue', 'Building'],
  failed: ['red', 'Build failed'],
  ready: ['line', 'Built'],
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
  if (intake?.status === 'processing') return <span className="none">Checking</span>
  const isUnknown = line.tier !== 'legacy' && line.model_integrity_score === null
  // The model has moved since it was examined; whoever opens the deal has it examined anew.
  return isUnknown ? <span className="none">Not checked</span> : <ScoreRing score={line.model_integrity_score} />
}

const People = ({ line: { people, people_count: count } }: { line: DealLine }) => {
  const shown = count > people.length ? people.slice(0, 3) : people
  if (count === 0) return <span className="none">Nobody by name</span>
  return (
    <span
      className="deals-people"
      title={people.map((person) => formatPerson(person.display_name, person.email_verified)).join(', ')}
    >
      <span className="sr-only">{counted(count, 'person', 'people')}</span>
      {shown.map((person) => (
        <Avatar key={person.user_id} id={person.user_id} name={person.display_name} picture={person.avatar_url} />
      ))}
      {count > shown.length && (
        <span className="avatar small more" aria-hidden="true">
          +{count - shown.length}
        </span>
      )}
    </span>
  )
}
