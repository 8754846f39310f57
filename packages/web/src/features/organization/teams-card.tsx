import type { Team } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { RowAct, RowMenu } from '../../ui/row-menu.tsx'
import { teamsQuery } from './organization-query.ts'
import { RemoveTeamDialog } from './remove-team-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'
import { TeamMembersDialog } from './team-members-dialog.tsx'

type Open = { dialog: 'create' } | { dialog: 'rename' | 'members' | 'remove'; team: Team }

export const TeamsCard = ({ orgId, manages }: { orgId: string; manages: boolean }) => {
  const { data, error, refetch } = useQuery(teamsQuery(useServices().session.client, orgId))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title={organizationMessages.teams()}
      act={manages && <Button onClick={() => setOpen({ dialog: 'create' })}>{organizationMessages.newTeam()}</Button>}
    >
      {error !== null && (
        <div className="p-[14px]">
          <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(error)}
          </Note>
        </div>
      )}
      <ul className="rows">
        {data?.map((team) => (
          <li key={team.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <b className="break-words">{team.name}</b>
              <p className="text-small text-fg-3">{organizationMessages.memberCount({ count: team.member_count })}</p>
            </div>
            <Button
              look="ghost"
              aria-label={organizationMessages.teamMembers({ team: team.name })}
              onClick={() => setOpen({ dialog: 'members', team })}
            >
              {organizationMessages.members()}
            </Button>
            {manages && (
              <RowMenu label={organizationMessages.moreFor({ name: team.name })}>
                <RowAct onSelect={() => setOpen({ dialog: 'rename', team })}>
                  {organizationMessages.renameTeam()}
                </RowAct>
                <RowAct danger onSelect={() => setOpen({ dialog: 'remove', team })}>
                  {organizationMessages.deleteTeam()}
                </RowAct>
              </RowMenu>
            )}
          </li>
        ))}
        {data?.length === 0 && (
          <li className="text-fg-2">
            {manages ? organizationMessages.createFirstTeam() : organizationMessages.noTeams()}
          </li>
        )}
      </ul>
      {open?.dialog === 'create' && <TeamDialog orgId={orgId} onClose={close} />}
      {open?.dialog === 'rename' && <TeamDialog orgId={orgId} team={open.team} onClose={close} />}
      {open?.dialog === 'members' && (
        <TeamMembersDialog orgId={orgId} team={open.team} manages={manages} onClose={close} />
      )}
      {open?.dialog === 'remove' && <RemoveTeamDialog orgId={orgId} team={open.team} onClose={close} />}
    </Card>
  )
}
