import { type OrgResponse, orgStatuses } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { adminMessages } from '../../../messages/admin.ts'
import { adminOrganizationMessages } from '../../../messages/admin-organizations.ts'
import { formatDay } from '../../../ui/day.ts'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import styles from '../admin-table.module.css'
import { State } from '../state.tsx'

type Status = OrgResponse['status']

export const orgStatusNames: Record<Status, string> = {
  active: adminOrganizationMessages.active(),
  suspended: adminOrganizationMessages.suspended(),
  archived: adminOrganizationMessages.archived(),
}
const tones = { active: 'green', suspended: 'red', archived: 'off' } as const
export const orgStatusActs: Record<Status, string> = {
  active: adminOrganizationMessages.reactivate(),
  suspended: adminOrganizationMessages.suspend(),
  archived: adminOrganizationMessages.archive(),
}

interface OrgsTableProps {
  orgs: readonly OrgResponse[]
  waiting: boolean
  onEdit: (org: OrgResponse) => void
  onStatus: (org: OrgResponse, to: Status) => void
}

export const OrgsTable = ({ orgs, waiting, onEdit, onStatus }: OrgsTableProps) => (
  <div className={styles.scroll}>
    <table className={`${styles.table} ${waiting ? styles.waiting : ''}`}>
      <thead>
        <tr>
          <th scope="col">{adminMessages.name()}</th>
          <th scope="col">{adminMessages.status()}</th>
          <th scope="col" className={styles.num}>
            {adminOrganizationMessages.members()}
          </th>
          <th scope="col" className={styles.num}>
            {adminOrganizationMessages.deals()}
          </th>
          <th scope="col" aria-sort="descending">
            {adminMessages.created()}
          </th>
          <th scope="col">
            <span className="sr-only">{adminMessages.more()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orgs.map((org) => (
          <tr key={org.id}>
            <td>
              <Link to="/admin/organizations" search={{ org: org.id }} className="font-semibold">
                {org.name}
              </Link>
              <small className="block text-small text-fg-3">{org.slug}</small>
            </td>
            <td>
              <State tone={tones[org.status]}>{orgStatusNames[org.status]}</State>
            </td>
            <td className={styles.num}>
              <Link
                to="/admin/users"
                search={{ org: org.id }}
                aria-label={adminOrganizationMessages.membersOf({ count: org.member_count, name: org.name })}
              >
                {org.member_count}
              </Link>
            </td>
            <td className={styles.num}>{org.deal_count}</td>
            <td className="whitespace-nowrap">{org.created_at === null ? '' : formatDay(org.created_at)}</td>
            <td className={styles.num}>
              <RowMenu label={adminMessages.moreFor({ name: org.name })}>
                <RowAct onSelect={() => onEdit(org)}>{adminOrganizationMessages.rename()}</RowAct>
                {orgStatuses
                  .filter((status) => status !== org.status)
                  .map((status) => (
                    <RowAct key={status} danger={status !== 'active'} onSelect={() => onStatus(org, status)}>
                      {orgStatusActs[status]}
                    </RowAct>
                  ))}
              </RowMenu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
