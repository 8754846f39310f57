import { addTeamMember, type Team } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatPerson } from '../../ui/format-person.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import { orgKey } from './org-query.ts'
import { membersQuery, teamMembersQuery } from './organization-query.ts'
import { RemoveFromTeamDialog } from './remove-from-team-dialog.tsx'

interface TeamMembersDialogProps {
  orgId: string
  team: Team
  manages: boolean
  onClose: () => void
}

export const TeamMembersDialog = ({ orgId, team, manages, onClose }: TeamMembersDialogProps) => {
  const { session, queries } = useServices()
  const { client } = session
  const inTeam = useQuery(teamMembersQuery(client, orgId, team.id))
  const inOrg = useInfiniteQuery(membersQuery(client, orgId))
  const [chosen, setChosen] = useState('')
  const [leavingId, setLeavingId] = useState<string>()
  const add = useMutation({
    mutationFn: (userId: string) =>
      client.call(addTeamMember, { params: { org_id: orgId, team_id: team.id, user_id: userId } }),
    onSuccess: () => {
      setChosen('')
      return queries.invalidateQueries({ queryKey: orgKey(orgId) })
    },
  })
  const members = inTeam.data ?? []
  const others = (inOrg.data?.pages.flatMap((page) => page.members) ?? []).filter(
    ({ user_id }) => !members.some((member) => member.user_id === user_id),
  )
  const leaving = members.find(({ user_id }) => user_id === leavingId)
  const failed = inTeam.error ?? add.error
  return (
    <>
      <Dialog title={organizationMessages.teamMembers({ team: team.name })} onClose={onClose}>
        <div className="grid gap-4">
          {failed !== null && <Note tone="red">{sentenceFor(failed)}</Note>}
          <ul className="rows -mx-[14px] max-h-[40dvh] overflow-y-auto">
            {members.map((member) => (
              <li key={member.user_id} className="flex items-center gap-3">
                <Avatar id={member.user_id} name={member.display_name} picture={member.avatar_url} />
                <span className="min-w-0 flex-1 break-words">
                  {member.display_name} <UnverifiedMark verified={member.email_verified} />
                </span>
                {manages && (
                  <Button
                    look="ghost"
                    aria-label={organizationMessages.removeFromTeamNamed({ name: member.display_name })}
                    onClick={() => setLeavingId(member.user_id)}
                  >
                    {commonMessages.remove()}
                  </Button>
                )}
              </li>
            ))}
            {inTeam.data?.length === 0 && (
              <li className="text-fg-2">
                {manages ? organizationMessages.addFirstTeamMember() : organizationMessages.nobodyInTeam()}
              </li>
            )}
          </ul>
          {manages ? (
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <SelectField
                  label={organizationMessages.addMember()}
                  value={chosen}
                  onChange={(event) => setChosen(event.target.value)}
                >
                  <option value="">
                    {others.length === 0 ? organizationMessages.everybodyInTeam() : organizationMessages.chooseMember()}
                  </option>
                  {others.map(({ user_id, display_name, email_verified }) => (
                    <option key={user_id} value={user_id} disabled={!email_verified}>
                      {formatPerson(display_name, email_verified)}
                    </option>
                  ))}
                </SelectField>
              </div>
              <Button look="primary" large busy={add.isPending} idle={chosen === ''} onClick={() => add.mutate(chosen)}>
                {organizationMessages.addToTeam()}
              </Button>
            </div>
          ) : (
            <p className="text-small text-fg-3">{organizationMessages.teamMembersLimits()}</p>
          )}
          <div className="flex justify-end">
            <Button onClick={onClose}>{commonMessages.close()}</Button>
          </div>
        </div>
      </Dialog>
      {/* Beside the list, not in it: the Escape that closes the question would close both. */}
      {leaving !== undefined && (
        <RemoveFromTeamDialog orgId={orgId} team={team} member={leaving} onClose={() => setLeavingId(undefined)} />
      )}
    </>
  )
}
