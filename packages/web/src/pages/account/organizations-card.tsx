import type { Me } from '@deal-canvas/contract'
import { accountMessages } from '../../messages/account.ts'
import { orgRoleNames } from '../../session/org-role-names.ts'
import { Card } from '../../ui/card.tsx'

export const OrganizationsCard = ({ orgs }: Pick<Me, 'orgs'>) => (
  <Card title={accountMessages.organizations()}>
    <ul className="rows">
      {orgs.map((org) => (
        <li key={org.org_id} className="flex items-center gap-3">
          <b className="min-w-0 flex-1 break-words">{org.name}</b>
          <span className="chip line">{orgRoleNames[org.role]}</span>
        </li>
      ))}
      {orgs.length === 0 && <li className="text-fg-2">{accountMessages.noOrganizations()}</li>}
    </ul>
  </Card>
)
