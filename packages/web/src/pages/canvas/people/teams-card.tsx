import { canManageDeal, type Deal, putDealTeam, removeDealTeam } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamsQuery } from '../../../features/organization/organization-query.ts'
import { memberMessages } from '../../../messages/members.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMonth } from '../../../ui/format-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { GrantedRow } from './granted-row.tsx'
import { dealTeamsQuery } from './people-query.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Teams that the deal is shared with: their members have at least the team's role. */
export const TeamsCard = ({ deal, orgId }: { deal: Deal; orgId: string }) => {
  const { client } = useServices().session
  const dealId = deal.deal_id
  const { data } = useQuery(dealTeamsQuery(client, dealId))
  const [isAdding, setAdding] = useState(false)
  const teams = data?.teams ?? []
  const isOwner = canManageDeal(deal.role)
  const canChange = isOwner && deal.status !== 'finalized'
  return (
    <Card
      title={memberMessages.teams()}
      act={canChange && <Button onClick={() => setAdding(true)}>{memberMessages.shareWithTeam()}</Button>}
    >
      <ul className="rows">
        {teams.map(({ team_id, name, role, granted_at }) => {
          const params = { deal_id: dealId, team_id }
          return (
            <GrantedRow
              key={team_id}
              dealId={dealId}
              name={name}
              role={role}
              change={canChange ? (next) => client.call(putDealTeam, { params, body: { role: next } }) : undefined}
              remove={isOwner ? () => client.call(removeDealTeam, { params }) : undefined}
              loss={memberMessages.removeTeamHint({ name })}
            >
              <Icon name="users" />
              <div className="min-w-0 flex-1 basis-48">
                <b className="break-words">{name}</b>
                <p className="text-small text-fg-3">{memberMessages.since({ month: formatMonth(granted_at) })}</p>
              </div>
            </GrantedRow>
          )
        })}
        {data !== undefined && teams.length === 0 && (
          <li className="text-fg-2">
            {memberMessages.noTeams()}
            {canChange && ` ${memberMessages.noTeamsHint()}`}
          </li>
        )}
      </ul>
      {isAdding && (
        <AddTeam
          dealId={dealId}
          orgId={orgId}
          taken={new Set(teams.map(({ team_id }) => team_id))}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

interface AddTeamProps {
  dealId: string
  orgId: string
  taken: ReadonlySet<string>
  onClose: () => void
}

const AddTeam = ({ dealId, orgId, taken, onClose }: AddTeamProps) => {
  const { client } = useServices().session
  const list = useQuery(teamsQuery(client, orgId))
  const free = list.data?.filter(({ id }) => !taken.has(id)) ?? []
  const [team, setTeam] = useState('')
  const isNobody = list.isSuccess && free.length === 0
  const nobody = taken.size > 0 ? memberMessages.noOtherTeam() : memberMessages.noTeamInOrganization()
  return (
    <ShareDialog
      dealId={dealId}
      title={memberMessages.shareTitle()}
      act={memberMessages.share()}
      isChosen={team !== ''}
      share={(role) => client.call(putDealTeam, { params: { deal_id: dealId, team_id: team }, body: { role } })}
      nobody={isNobody ? nobody : undefined}
      unread={list.error}
      onClose={onClose}
    >
      <SelectField
        label={memberMessages.team()}
        value={team}
        onChange={({ currentTarget }) => setTeam(currentTarget.value)}
      >
        <option value="">{memberMessages.chooseTeam()}</option>
        {free.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ShareDialog>
  )
}
