import { changeOrg, type OrgResponse } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { counted } from '../../../ui/counted.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { orgsKey } from './orgs-query.ts'

interface OrgStatusDialogProps {
  org: OrgResponse
  to: OrgResponse['status']
  onClose: () => void
  onDone: (said: string) => void
}

const acts = { active: 'Open organization', suspended: 'Suspend organization', archived: 'Archive organization' }

export const OrgStatusDialog = ({ org, to, onClose, onDone }: OrgStatusDialogProps) => {
  const { session, queries } = useServices()
  const change = useMutation({
    mutationFn: () => session.client.call(changeOrg, { params: { org_id: org.id }, body: { status: to } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orgsKey })
      onDone(`${acts[to]}: ${org.name}`)
    },
  })
  const deals = counted(org.deal_count, 'deal')
  return (
    <FormDialog
      title={`${acts[to].split(' ')[0]} ${org.name}?`}
      act={acts[to]}
      danger={to !== 'active'}
      busy={change.isPending}
      wrong={change.isError ? sentenceFor(change.error) : undefined}
      refusal={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">
        {to === 'active'
          ? `Its ${counted(org.member_count, 'member')} can open its ${deals} again.`
          : `Its ${deals} close for its ${counted(org.member_count, 'member')} at once. Nothing is deleted, and it can be opened again.`}
      </p>
    </FormDialog>
  )
}
