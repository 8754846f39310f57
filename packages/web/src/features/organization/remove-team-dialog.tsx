import { removeTeam, type Team } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './org-query.ts'

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
    <QuestionDialog
      title={organizationMessages.deleteTeamTitle({ team: team.name })}
      act={organizationMessages.deleteTeam()}
      doing={remove}
      onClose={onClose}
    >
      {organizationMessages.deleteTeamHint({ count: team.member_count })}
    </QuestionDialog>
  )
}
