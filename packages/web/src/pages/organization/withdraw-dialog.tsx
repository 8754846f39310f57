import { type Invitation, withdrawInvitation } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './organization-query.ts'

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
      title={`Withdraw the invitation to ${invitation.email}?`}
      act="Withdraw invitation"
      doing={withdraw}
      onClose={onClose}
    >
      The link in their mail stops working. They can be invited again.
    </QuestionDialog>
  )
}
