import { canManageDeal } from '@deal-canvas/contract'
import { useCanvas } from '../../deal-data/canvas-query.ts'
import { memberMessages } from '../../messages/members.ts'
import { roleLabels, roleNames } from './people/deal-roles.ts'
import { EverybodyCard } from './people/everybody-card.tsx'
import { MembersCard } from './people/members-card.tsx'
import { TeamsCard } from './people/teams-card.tsx'
import styles from './people-page.module.css'

/** The members of a deal, where their access comes from, and what they can do. */
export const PeoplePage = () => {
  const { deal, participants } = useCanvas()
  return (
    <div className="page">
      <title>{memberMessages.pageTitle({ name: deal.name })}</title>
      <header className="page-head">
        <h1>{memberMessages.people()}</h1>
      </header>
      {!canManageDeal(deal.role) && (
        <p className="mb-4 text-fg-2">{memberMessages.onlyOwners({ role: roleNames[deal.role] })}</p>
      )}
      {deal.org_id === null && <p className="mb-4 text-fg-2">{memberMessages.personalDeal()}</p>}
      <div className={styles.grid}>
        <div className="grid content-start gap-4">
          <MembersCard deal={deal} />
          {deal.org_id !== null && <TeamsCard deal={deal} orgId={deal.org_id} />}
        </div>
        <div className="grid content-start gap-4">
          <EverybodyCard participants={participants} />
          <dl className={styles.roles}>
            {roleLabels.map(([role, name, permissions]) => (
              <div key={role}>
                <dt>{name}</dt>
                <dd>{permissions}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  )
}
