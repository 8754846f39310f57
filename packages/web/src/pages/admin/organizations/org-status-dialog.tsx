import { changeOrg, type OrgResponse } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { adminOrganizationMessages } from '../../../messages/admin-organizations.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { orgsKey } from './orgs-query.ts'
import { orgStatusActs } from './orgs-table.tsx'

interface OrgStatusDialogProps {
  org: OrgResponse
  to: OrgResponse['status']
  onClose: () => void
  onDone: (said: string) => void
}

const titles = {
  active: adminOrganizationMessages.reactivateTitle,
  suspended: adminOrganizationMessages.suspendTitle,
  archived: adminOrganizationMessages.archiveTitle,
}
const outcomes = {
  active: adminOrganizationMessages.reactivateDone,
  suspended: adminOrganizationMessages.suspendDone,
  archived: adminOrganizationMessages.archiveDone,
}

export const OrgStatusDialog = ({ org, to, onClose, onDone }: OrgStatusDialogProps) => {
  const { session, queries } = useServices()
  const change = useMutation({
    mutationFn: () => session.client.call(changeOrg, { params: { org_id: org.id }, body: { status: to } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgsKey })
      onDone(outcomes[to]({ name: org.name }))
    },
  })
  const counts = { members: org.member_count, deals: org.deal_count }
  return (
    <FormDialog
      title={titles[to]({ name: org.name })}
      act={orgStatusActs[to]}
      danger={to !== 'active'}
      busy={change.isPending}
      wrong={change.isError ? sentenceFor(change.error) : undefined}
      refusal={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">
        {to === 'active'
          ? adminOrganizationMessages.reactivateEffect(counts)
          : adminOrganizationMessages.closeEffect(counts)}
      </p>
    </FormDialog>
  )
}
