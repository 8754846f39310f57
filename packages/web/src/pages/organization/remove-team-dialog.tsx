import { removeTeam, type Team } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { orgKey } from './organization-query.ts'

interface RemoveTeamDialogProps {
  orgId: string
  team: Team
  onClose: () => void
}

export const RemoveTeamDialog = ({ orgId, team, onClose }: RemoveTeamDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () => session.client.call(removeTeam, { params: { org_id: orgId, team_id: team.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Delete the team ${team.name}?`}
      act="Delete team"
      danger
      busy={remove.isPending}
      wrong={remove.isError ? sentenceFor(remove.error) : undefined}
      refusal={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">
        Its {team.member_count === 1 ? 'member stays' : `${team.member_count} members stay`} in the organization, but
        lose the deals that they see only through this team.
      </p>
    </FormDialog>
  )
}
