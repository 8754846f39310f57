import { type OrganizationResponse, renameOrg } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { guestMessages } from '../../messages/guests.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { orgKey, orgQuery } from './org-query.ts'

/** Saved immediately: a switch moves at once, and back again if the service rejects the change. */
export const GuestsCard = ({ org }: { org: OrganizationResponse }) => {
  const { session, queries } = useServices()
  const save = useMutation({
    mutationFn: (body: { guests?: boolean; guest_exports?: boolean }) =>
      session.client.call(renameOrg, { params: { org_id: org.id }, body }),
    onSuccess: async ({ settings }) => {
      const { queryKey } = orgQuery(session.client, org.id)
      queries.setQueryData<OrganizationResponse>(queryKey, (known) => known && { ...known, settings })
      await queries.invalidateQueries({ queryKey: orgKey(org.id) })
    },
  })
  const asked = { ...org.settings, ...(save.isPending ? save.variables : {}) }
  return (
    <Card title={guestMessages.guests()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <Switch
          label={guestMessages.allowGuests()}
          hint={guestMessages.allowGuestsHint()}
          on={asked.guests !== false}
          onChange={(isOn) => save.mutate({ guests: isOn })}
        />
        <Switch
          label={guestMessages.guestExports()}
          hint={guestMessages.guestExportsHint()}
          on={asked.guest_exports === true}
          onChange={(isOn) => save.mutate({ guest_exports: isOn })}
        />
        {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
      </div>
    </Card>
  )
}
