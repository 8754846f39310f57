import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { adminMessages } from '../../../messages/admin.ts'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { Button } from '../../../ui/button.tsx'
import adminPageStyles from '../admin-page.module.css'
import adminTableStyles from '../admin-table.module.css'
import type { UserAct } from './user-act.ts'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: readonly SuperAdminUserResponse[]
  total: number
  /** How many users come before the first of these. */
  from: number
  /** These results belong to the previous query. */
  waiting: boolean
  onAct: (user: SuperAdminUserResponse, act: UserAct) => void
  onPage: (step: -1 | 1) => void
}

export const UsersTable = ({ users, total, from, waiting, onAct, onPage }: UsersTableProps) => {
  const last = from + users.length
  return (
    <section className="card" aria-label={adminUserMessages.title()}>
      <div className={adminTableStyles.scroll}>
        <table className={`${adminTableStyles.table} ${waiting ? adminTableStyles.waiting : ''}`}>
          <thead>
            <tr>
              <th scope="col">{adminMessages.name()}</th>
              <th scope="col">{adminMessages.status()}</th>
              <th scope="col" aria-sort="descending">
                {adminMessages.created()}
              </th>
              <th scope="col">{adminUserMessages.changed()}</th>
              <th scope="col">
                <span className="sr-only">{adminMessages.more()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} onAct={(act) => onAct(user, act)} />
            ))}
          </tbody>
        </table>
      </div>
      {users.length === 0 && <p className={adminPageStyles.empty}>{adminUserMessages.empty()}</p>}
      {total > users.length && (
        <footer className="flex items-center gap-2 border-t border-line p-2 pl-[14px]">
          <span role="status" className="flex-1 text-small text-fg-3">
            {adminUserMessages.range({ from: from + 1, to: last, total })}
          </span>
          <Button idle={from === 0} onClick={() => onPage(-1)}>
            {adminUserMessages.previous()}
          </Button>
          <Button idle={last >= total} onClick={() => onPage(1)}>
            {adminUserMessages.next()}
          </Button>
        </footer>
      )}
    </section>
  )
}
