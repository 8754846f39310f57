import { removeTeam, type Team } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
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
    <QuestionDialog title={`Delete the team ${team.name}?`} act="Delete team" doing={remove} onClose={onClose}>
      Its {team.member_count === 1 ? 'member stays' : `${team.member_count} members stay`} in the organization, but lose
      the deals that they see only through this team.
    </QuestionDialog>
  )
}
