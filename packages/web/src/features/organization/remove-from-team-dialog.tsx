import { removeTeamMember, type Team } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './org-query.ts'

interface RemoveFromTeamDialogProps {
  orgId: string
  team: Team
  member: { readonly user_id: string; readonly display_name: string }
  onClose: () => void
}

export const RemoveFromTeamDialog = ({ orgId, team, member, onClose }: RemoveFromTeamDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () =>
      session.client.call(removeTeamMember, {
        params: { org_id: orgId, team_id: team.id, user_id: member.user_id },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={organizationMessages.removeFromTeamTitle({ name: member.display_name, team: team.name })}
      act={organizationMessages.removeFromTeam()}
      doing={remove}
      onClose={onClose}
    >
      {organizationMessages.removeFromTeamHint()}
    </QuestionDialog>
  )
}
