import { useCanvas } from './canvas-query.ts'
import { roleNames, roleWords } from './people/deal-roles.ts'
import { EverybodyCard } from './people/everybody-card.tsx'
import { MembersCard } from './people/members-card.tsx'
import { TeamsCard } from './people/teams-card.tsx'

/** Who is on a deal, through what, and what each may do. */
export const PeoplePage = () => {
  const { deal, participants } = useCanvas()
  return (
    <div className="page">
      <title>{`People · ${deal.name} · Deal Canvas`}</title>
      <header className="page-head">
        <h1>People</h1>
      </header>
      {deal.role !== 'owner' && (
        <p className="mb-4 text-fg-2">
          Only owners of the deal add people and change roles. You are {roleNames[deal.role].toLowerCase()}.
        </p>
      )}
      {deal.org_id === null && (
        <p className="mb-4 text-fg-2">This is a personal deal: it cannot be shared with other people.</p>
      )}
      <div className="people-grid">
        <div className="grid content-start gap-4">
          <MembersCard deal={deal} />
          {deal.org_id !== null && <TeamsCard deal={deal} orgId={deal.org_id} />}
        </div>
        <div className="grid content-start gap-4">
          <EverybodyCard participants={participants} />
          <dl className="people-roles">
            {roleWords.map(([role, name, may]) => (
              <div key={role}>
                <dt>{name}</dt>
                <dd>{may}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  )
}
