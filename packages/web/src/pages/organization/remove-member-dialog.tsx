import { type OrgMember, removeOrgMember } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { meQuery } from '../../session/me.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './organization-query.ts'

interface RemoveMemberDialogProps {
  orgId: string
  member: OrgMember
  isSelf: boolean
  onClose: () => void
}

/** Asks once and names what goes with the place. */
export const RemoveMemberDialog = ({ orgId, member, isSelf, onClose }: RemoveMemberDialogProps) => {
  const { session, queries } = useServices()
  const remove = useMutation({
    mutationFn: () => session.client.call(removeOrgMember, { params: { org_id: orgId, user_id: member.user_id } }),
    onSuccess: async () => {
      onClose()
      if (isSelf) await queries.invalidateQueries({ queryKey: meQuery(session.client).queryKey })
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
    },
  })
  const whose = isSelf ? 'Your' : 'Their'
  return (
    <QuestionDialog
      title={isSelf ? 'Leave this organization?' : `Remove ${member.display_name}?`}
      act={isSelf ? 'Leave organization' : 'Remove member'}
      doing={remove}
      onClose={onClose}
    >
      {whose} places in its teams and on its deals end at once, and invitations {isSelf ? 'you' : 'they'} sent are
      closed. Comments and the record stay.
    </QuestionDialog>
  )
}
