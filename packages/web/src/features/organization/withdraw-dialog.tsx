import { type Invitation, withdrawInvitation } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './org-query.ts'

interface WithdrawDialogProps {
  orgId: string
  invitation: Invitation
  onClose: () => void
  onWithdrawn: () => void
}

export const WithdrawDialog = ({ orgId, invitation, onClose, onWithdrawn }: WithdrawDialogProps) => {
  const { session, queries } = useServices()
  const withdraw = useMutation({
    mutationFn: () =>
      session.client.call(withdrawInvitation, { params: { org_id: orgId, invitation_id: invitation.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onWithdrawn()
    },
  })
  return (
    <QuestionDialog
      title={organizationMessages.withdrawTitle({ email: invitation.email })}
      act={organizationMessages.withdraw()}
      doing={withdraw}
      onClose={onClose}
    >
      {organizationMessages.withdrawHint()}
    </QuestionDialog>
  )
}
