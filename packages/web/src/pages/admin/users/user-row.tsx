import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { useMe } from '../../../session/me.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatDay } from '../../../ui/day.ts'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import type { UserAct } from './user-act.ts'
import { UserStatus } from './user-status.tsx'

interface UserRowProps {
  user: SuperAdminUserResponse
  onAct: (act: UserAct) => void
}

export const UserRow = ({ user, onAct }: UserRowProps) => {
  const me = useMe()
  const mine = user.id === me.id
  return (
    <tr>
      <td>
        <span className="admin-person">
          <Avatar id={user.id} name={user.display_name} picture={user.avatar_url} />
          <span>
            <b>{user.display_name}</b> <UnverifiedMark verified={user.email_verified} />{' '}
            {user.is_superadmin && <span className="chip blue">Superadmin</span>}{' '}
            {mine && <span className="chip line">You</span>}
            <small>{user.email ?? 'No email'}</small>
          </span>
        </span>
      </td>
      <td>
        <UserStatus status={user.status} />
      </td>
      <td className="whitespace-nowrap">{user.created_at === null ? '' : formatDay(user.created_at)}</td>
      <td className="whitespace-nowrap text-fg-3">{user.updated_at === null ? '' : formatDay(user.updated_at)}</td>
      <td className="num">
        <RowMenu label={`More for ${user.display_name}`}>
          {user.status !== 'deleted' && <RowAct onSelect={() => onAct('edit')}>Change name or email</RowAct>}
          {user.status === 'active' && user.email !== null && (
            <RowAct onSelect={() => onAct('link')}>Send a sign-in link</RowAct>
          )}
          {user.status === 'active' && (
            <RowAct onSelect={() => onAct(user.is_superadmin ? 'demote' : 'promote')}>
              {user.is_superadmin ? 'Take superadmin role away' : 'Make superadmin'}
            </RowAct>
          )}
          {(user.status === 'suspended' || (user.status === 'deleted' && user.email !== null)) && (
            <RowAct onSelect={() => onAct('reactivate')}>
              {user.status === 'deleted' ? 'Bring user back' : 'Reactivate user'}
            </RowAct>
          )}
          {(user.status === 'active' || user.status === 'invited') && (
            <RowAct danger onSelect={() => onAct('suspend')}>
              Suspend user
            </RowAct>
          )}
          {user.status === 'deleted' && user.email !== null && (
            <RowAct danger onSelect={() => onAct('erase')}>
              Erase user
            </RowAct>
          )}
          {user.status !== 'deleted' && (
            <RowAct danger onSelect={() => onAct('delete')}>
              Delete user
            </RowAct>
          )}
        </RowMenu>
      </td>
    </tr>
  )
}
