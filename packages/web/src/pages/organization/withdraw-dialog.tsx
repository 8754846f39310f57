import { type Invitation, withdrawInvitation } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
    <FormDialog
      title={`Withdraw the invitation to ${invitation.email}?`}
      act="Withdraw invitation"
      danger
      busy={withdraw.isPending}
      wrong={withdraw.isError ? sentenceFor(withdraw.error) : undefined}
      refusal={withdraw.error}
      onSubmit={() => withdraw.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">The link in their mail stops working. They can be invited again.</p>
    </FormDialog>
  )
}
