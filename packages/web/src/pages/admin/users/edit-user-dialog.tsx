import { maxPersonNameLength, patchUser, type SuperAdminUserResponse } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { usersKey } from './users-query.ts'

interface EditUserDialogProps {
  user: SuperAdminUserResponse
  onClose: () => void
  onDone: (said: string) => void
}

const fields = ['first_name', 'last_name', 'email']

/** The list has only the display name, so each part of the name is either entered again or left unchanged. */
export const EditUserDialog = ({ user, onClose, onDone }: EditUserDialogProps) => {
  const { session, queries } = useServices()
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [email, setEmail] = useState(user.email ?? '')
  const body = {
    ...(first.trim() === '' ? {} : { first_name: first.trim() }),
    ...(last.trim() === '' ? {} : { last_name: last.trim() }),
    ...(email.trim() === (user.email ?? '') ? {} : { email: email.trim() }),
  }
  const save = useMutation({
    mutationFn: () => session.client.call(patchUser, { params: { user_id: user.id }, body }),
    onSuccess: async ({ display_name }) => {
      await queries.invalidateQueries({ queryKey: usersKey })
      onDone(adminUserMessages.editDone({ name: display_name }))
    },
  })
  return (
    <FormDialog
      title={adminUserMessages.editTitle({ name: user.display_name })}
      act={adminUserMessages.editSubmit()}
      busy={save.isPending}
      idle={Object.keys(body).length === 0}
      wrong={save.isError && !isAboutFields(save.error, fields) ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={adminUserMessages.firstName()}
          maxLength={maxPersonNameLength}
          value={first}
          error={aboutField(save.error, 'first_name')}
          onChange={(event) => setFirst(event.target.value)}
        />
        <Field
          label={adminUserMessages.lastName()}
          maxLength={maxPersonNameLength}
          value={last}
          error={aboutField(save.error, 'last_name')}
          onChange={(event) => setLast(event.target.value)}
        />
      </div>
      <p className="hint">{adminUserMessages.nameHint()}</p>
      <Field
        label={adminUserMessages.email()}
        type="email"
        value={email}
        hint={adminUserMessages.emailHint()}
        error={aboutField(save.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
