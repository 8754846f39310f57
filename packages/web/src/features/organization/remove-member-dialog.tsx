import { type OrgMember, removeOrgMember } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { meQuery } from '../../session/me.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { useServices } from '../../session/services.ts'
import { orgKey } from './org-query.ts'

interface RemoveMemberDialogProps {
  orgId: string
  member: OrgMember
  isSelf: boolean
  onClose: () => void
}

/** Asks for confirmation and names what the member loses. */
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
  return (
    <QuestionDialog
      title={
        isSelf
          ? organizationMessages.leaveTitle()
          : organizationMessages.removeMemberTitle({ name: member.display_name })
      }
      act={isSelf ? organizationMessages.leaveOrganization() : organizationMessages.removeMember()}
      doing={remove}
      onClose={onClose}
    >
      {isSelf ? organizationMessages.leaveHint() : organizationMessages.removeMemberHint()}
    </QuestionDialog>
  )
}
