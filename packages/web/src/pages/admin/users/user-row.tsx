import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { adminMessages } from '../../../messages/admin.ts'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { useMe } from '../../../session/me.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatDay } from '../../../ui/day.ts'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import { UnverifiedMark } from '../../../ui/unverified.tsx'
import adminTableStyles from '../admin-table.module.css'
import type { UserAct } from './user-act.ts'
import styles from './user-row.module.css'
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
        <span className={styles.person}>
          <Avatar id={user.id} name={user.display_name} picture={user.avatar_url} />
          <span>
            <b>{user.display_name}</b> <UnverifiedMark verified={user.email_verified} />{' '}
            {user.is_superadmin && <span className="chip blue">{adminUserMessages.superadmin()}</span>}{' '}
            {mine && <span className="chip line">{adminUserMessages.you()}</span>}
            <small>{user.email ?? adminUserMessages.noEmail()}</small>
          </span>
        </span>
      </td>
      <td>
        <UserStatus status={user.status} />
      </td>
      <td className="whitespace-nowrap">{user.created_at === null ? '' : formatDay(user.created_at)}</td>
      <td className="whitespace-nowrap text-fg-3">{user.updated_at === null ? '' : formatDay(user.updated_at)}</td>
      <td className={adminTableStyles.num}>
        <RowMenu label={adminMessages.moreFor({ name: user.display_name })}>
          {user.status !== 'deleted' && <RowAct onSelect={() => onAct('edit')}>{adminUserMessages.edit()}</RowAct>}
          {user.status === 'active' && user.email !== null && (
            <RowAct onSelect={() => onAct('link')}>{adminUserMessages.sendLink()}</RowAct>
          )}
          {user.status === 'active' && (
            <RowAct onSelect={() => onAct(user.is_superadmin ? 'demote' : 'promote')}>
              {user.is_superadmin ? adminUserMessages.demoteFromMenu() : adminUserMessages.promote()}
            </RowAct>
          )}
          {(user.status === 'suspended' || (user.status === 'deleted' && user.email !== null)) && (
            <RowAct onSelect={() => onAct('reactivate')}>{adminUserMessages.reactivate()}</RowAct>
          )}
          {(user.status === 'active' || user.status === 'invited') && (
            <RowAct danger onSelect={() => onAct('suspend')}>
              {adminUserMessages.suspend()}
            </RowAct>
          )}
          {user.status === 'deleted' && user.email !== null && (
            <RowAct danger onSelect={() => onAct('erase')}>
              {adminUserMessages.erase()}
            </RowAct>
          )}
          {user.status !== 'deleted' && (
            <RowAct danger onSelect={() => onAct('delete')}>
              {adminUserMessages.delete()}
            </RowAct>
          )}
        </RowMenu>
      </td>
    </tr>
  )
}
