import { requireSso, type SsoSettings } from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ssoMessages as messages } from '../../messages/sso.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { membersQuery } from './organization-query.ts'
import { ssoQuery } from './sso-query.ts'

interface SsoRequiredProps {
  orgId: string
  provider: NonNullable<SsoSettings['provider']>
  version: number
}

/** Saved immediately: whether members must use single sign-on, and which owner is exempt. */
export const SsoRequired = ({ orgId, provider, version }: SsoRequiredProps) => {
  const { session, queries } = useServices()
  const { client } = session
  const { queryKey } = ssoQuery(client, orgId)
  const members = useInfiniteQuery(membersQuery(client, orgId))
  const save = useMutation({
    mutationFn: (body: { required: boolean; break_glass_user_id: string | null }) =>
      client.call(requireSso, { params: { org_id: orgId }, ifMatch: version, body }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
  const { required, break_glass_user_id } = save.isPending ? save.variables : provider
  const owners = members.data?.pages.flatMap((page) => page.members).filter(({ role }) => role === 'owner') ?? []
  const isPossible = provider.required || provider.owner_signed_in
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <SelectField
        label={messages.breakGlass()}
        hint={messages.breakGlassHint()}
        value={break_glass_user_id ?? ''}
        onChange={({ target }) =>
          save.mutate({ required, break_glass_user_id: target.value === '' ? null : target.value })
        }
      >
        <option value="">{messages.nobody()}</option>
        {owners.map(({ user_id, display_name }) => (
          <option key={user_id} value={user_id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      {isPossible ? (
        <Switch
          label={messages.required()}
          hint={messages.requiredHint()}
          on={required}
          onChange={(on) => save.mutate({ required: on, break_glass_user_id })}
        />
      ) : (
        <p className="text-small text-fg-3">{messages.requiredUntested()}</p>
      )}
      {save.isError && <Note tone="red">{sentenceFor(save.error)}</Note>}
    </div>
  )
}
