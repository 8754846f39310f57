import { type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { orgKey, orgQuery } from './org-query.ts'

/** Saved immediately: the switch moves at once, and back again if the service rejects the change. */
export const ExportsCard = ({ org }: { org: OrganizationResponse }) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: (isOn: boolean) =>
      session.client.call(renameOrg, { params: { org_id: org.id }, body: { viewers_export: isOn } }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
      // The exports of a deal say whether a person can export.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [area, , part] }) => area === 'deal' && part === 'exports',
      })
    },
  })
  const asked = save.isPending ? save.variables : undefined
  return (
    <Card title={organizationMessages.exports()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <Switch
          label={organizationMessages.viewersExport()}
          hint={organizationMessages.viewersExportHint()}
          on={asked ?? org.settings['viewers_export'] === true}
          onChange={(isOn) => save.mutate(isOn)}
        />
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
