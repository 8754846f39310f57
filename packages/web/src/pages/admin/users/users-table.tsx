import type { SuperAdminUserResponse } from '@deal-canvas/contract'
import { Button } from '../../../ui/button.tsx'
import type { UserAct } from './user-act.ts'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: readonly SuperAdminUserResponse[]
  total: number
  /** How many come before the first of these. */
  from: number
  /** These are of the question before. */
  waiting: boolean
  onAct: (user: SuperAdminUserResponse, act: UserAct) => void
  onPage: (step: -1 | 1) => void
}

export const UsersTable = ({ users, total, from, waiting, onAct, onPage }: UsersTableProps) => {
  const last = from + users.length
  const numbers = total === 0 ? 'No user' : `${from + 1} to ${last} of ${total.toLocaleString('en-US')}`
  return (
    <section className="card" aria-label="Users">
      <div className="admin-scroll">
        <table className={`admin-table ${waiting ? 'waiting' : ''}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Status</th>
              <th scope="col" aria-sort="descending">
                Created
              </th>
              <th scope="col">Changed</th>
              <th scope="col">
                <span className="sr-only">More</span>
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
      {users.length === 0 && <p className="admin-empty">Nobody fits. Clear a filter, or create the user.</p>}
      {total > users.length && (
        <footer className="flex items-center gap-2 border-t border-line p-2 pl-[14px]">
          <span role="status" className="flex-1 text-small text-fg-3">
            {numbers}
          </span>
          <Button idle={from === 0} onClick={() => onPage(-1)}>
            Previous
          </Button>
          <Button idle={last >= total} onClick={() => onPage(1)}>
            Next
          </Button>
        </footer>
      )}
    </section>
  )
}
