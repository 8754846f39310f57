import { eraseUser, type SuperAdminUserResponse } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { usersKey, usersQuery } from './users-query.ts'

interface EraseUserDialogProps {
  user: SuperAdminUserResponse
  onClose: () => void
  onDone: (said: string) => void
}

/** Asks for confirmation before erasing a user, and who gets their personal deals. */
export const EraseUserDialog = ({ user, onClose, onDone }: EraseUserDialogProps) => {
  const { session, queries } = useServices()
  const [typed, setTyped] = useState('')
  const [transferTo, setTransferTo] = useState('')
  const search = useDebounced(typed).trim()
  const { data } = useQuery(usersQuery(session.client, { q: search === '' ? undefined : search, status: 'active' }))
  const erase = useMutation({
    mutationFn: () =>
      session.client.call(eraseUser, {
        params: { user_id: user.id },
        body: transferTo === '' ? {} : { transfer_to: transferTo },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: usersKey })
      onDone(adminUserMessages.eraseDone({ name: user.display_name }))
    },
  })
  return (
    <FormDialog
      title={adminUserMessages.eraseTitle({ name: user.display_name })}
      act={adminUserMessages.erase()}
      danger
      busy={erase.isPending}
      wrong={erase.isError && !isAboutFields(erase.error, ['transfer_to']) ? sentenceFor(erase.error) : undefined}
      refusal={erase.error}
      onSubmit={() => erase.mutate()}
      onClose={onClose}
    >
      <p className="text-fg-2">{adminUserMessages.eraseEffect()}</p>
      <Field
        label={adminUserMessages.newOwner()}
        value={typed}
        hint={adminUserMessages.newOwnerHint()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={adminUserMessages.personalDeals()}
        value={transferTo}
        error={aboutField(erase.error, 'transfer_to')}
        onChange={(event) => setTransferTo(event.target.value)}
      >
        <option value="">{adminUserMessages.deletePersonalDeals()}</option>
        {data?.users.map(({ id, display_name, email }) => (
          <option key={id} value={id}>
            {email === null
              ? adminUserMessages.transferToNoEmail({ name: display_name })
              : adminUserMessages.transferTo({ name: display_name, email })}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
