import { type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { organizationMessages } from '../../messages/organization.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { orgKey, orgQuery } from './org-query.ts'

interface ProviderCardProps {
  org: OrganizationResponse
  /** Of the provider that the service is set up with. */
  model: string
}

type Setting = 'model_provider' | 'provider_redaction'

/** Saved immediately: a switch moves at once, and back again if the service rejects the change. */
export const ProviderCard = ({ org, model }: ProviderCardProps) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: (body: Partial<Record<Setting, boolean>>) =>
      session.client.call(renameOrg, { params: { org_id: org.id }, body }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
    },
  })
  const asked = save.isPending ? save.variables : undefined
  const isOn = (setting: Setting): boolean => asked?.[setting] ?? org.settings[setting] === true
  return (
    <Card title={organizationMessages.provider()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <Switch
          label={organizationMessages.modelProvider({ model })}
          hint={organizationMessages.modelProviderHint({ model })}
          on={isOn('model_provider')}
          onChange={(on) => save.mutate({ model_provider: on })}
        />
        {isOn('model_provider') && (
          <Switch
            label={organizationMessages.providerRedaction()}
            hint={organizationMessages.providerRedactionHint({ model })}
            on={isOn('provider_redaction')}
            onChange={(on) => save.mutate({ provider_redaction: on })}
          />
        )}
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
