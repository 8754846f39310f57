import type { Canvas } from '@deal-canvas/contract'
import { memberMessages } from '../../../messages/members.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import { roleNames } from './deal-roles.ts'

/** Everybody who can see the deal, by name, by team or by a role in the organization, with the highest role of each. */
export const EverybodyCard = ({ participants }: { participants: Canvas['participants'] }) => (
  <Card
    title={memberMessages.everybody()}
    act={
      <span className="pr-2 text-small text-fg-3">{memberMessages.personCount({ count: participants.length })}</span>
    }
  >
    <ul className="people-all">
      {participants.map(({ user_id, display_name, email_verified, avatar_url, role }) => (
        <li key={user_id}>
          <Avatar id={user_id} name={display_name} picture={avatar_url} />
          <span className="min-w-0 flex-1 truncate">{display_name}</span>
          <UnverifiedMark verified={email_verified} />
          <span className="text-small text-fg-3">{roleNames[role]}</span>
        </li>
      ))}
    </ul>
  </Card>
)
