import type { Me, OrgRole } from '@deal-canvas/contract'
import { Card } from '../../ui/card.tsx'

const roleNames: Record<OrgRole, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' }

export const OrganizationsCard = ({ orgs }: Pick<Me, 'orgs'>) => (
  <Card title="Organizations">
    <ul className="rows">
      {orgs.map((org) => (
        <li key={org.org_id} className="flex items-center gap-3">
          <b className="min-w-0 flex-1 break-words">{org.name}</b>
          <span className="chip line">{roleNames[org.role]}</span>
        </li>
      ))}
      {orgs.length === 0 && (
        <li className="text-fg-2">
          You are in no organization. An owner or admin of one can invite you by your email.
        </li>
      )}
    </ul>
  </Card>
)
