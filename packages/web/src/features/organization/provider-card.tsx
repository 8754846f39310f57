import { type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { orgKey, orgQuery } from './organization-query.ts'

interface ProviderCardProps {
  org: OrganizationResponse
  /** Of the provider that the service is set up with. */
  model: string
}

/** Saved immediately: the switch moves at once, and back again if the service rejects the change. */
export const ProviderCard = ({ org, model }: ProviderCardProps) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: (isOn: boolean) =>
      session.client.call(renameOrg, { params: { org_id: org.id }, body: { model_provider: isOn } }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
    },
  })
  const asked = save.isPending ? save.variables : undefined
  return (
    <Card title={organizationMessages.provider()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <Switch
          label={organizationMessages.modelProvider({ model })}
          hint={organizationMessages.modelProviderHint({ model })}
          on={asked ?? org.settings['model_provider'] === true}
          onChange={(isOn) => save.mutate(isOn)}
        />
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
