import type { Canvas } from '@deal-canvas/contract'
import { memberMessages } from '../../../messages/members.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import { roleNames } from './deal-roles.ts'
import styles from './everybody-card.module.css'

/**
 * Everyone who can see the deal, as a member, through a team or by a role in the organization, with their highest role.
 */
export const EverybodyCard = ({ participants }: { participants: Canvas['participants'] }) => (
  <Card
    title={memberMessages.everybody()}
    act={
      <span className="pr-2 text-small text-fg-3">{memberMessages.personCount({ count: participants.length })}</span>
    }
  >
    <ul className={styles.all}>
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
