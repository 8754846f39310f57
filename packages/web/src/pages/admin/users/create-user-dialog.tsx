import { type AnswerOf, type BodyOf, createUser, maxPersonNameLength, orgRoles } from '@deal-canvas/contract'
import { useState } from 'react'
import { adminMessages } from '../../../messages/admin.ts'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { orgRoleNames } from '../../../session/org-role-names.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { OrgOptions } from '../org-options.tsx'
import { usersKey } from './users-query.ts'

type Wanted = BodyOf<typeof createUser>
export type MadeUser = AnswerOf<typeof createUser>

interface CreateUserDialogProps {
  onClose: () => void
  onMade: (made: MadeUser) => void
}

const fields = ['email', 'first_name', 'last_name', 'password', 'org_id', 'org_role']

export const CreateUserDialog = ({ onClose, onMade }: CreateUserDialogProps) => {
  const { session, queries } = useServices()
  const [wanted, setWanted] = useState<Wanted>({ email: '' })
  const [given, setGiven] = useState('')
  const create = useCreation(
    (body: Wanted, idempotencyKey) => session.client.call(createUser, { body, idempotencyKey }),
    async (made) => {
      await queries.invalidateQueries({ queryKey: usersKey })
      onMade(made)
    },
  )
  const edit = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })
  const wrong = (field: string) => aboutField(create.error, field)
  return (
    <FormDialog
      title={adminUserMessages.create()}
      act={adminUserMessages.create()}
      busy={create.isPending}
      idle={wanted.email.trim() === ''}
      wrong={create.isError && !isAboutFields(create.error, fields) ? sentenceFor(create.error) : undefined}
      refusal={create.error}
      onSubmit={() =>
        create.mutate({ ...wanted, email: wanted.email.trim(), ...(given === '' ? {} : { password: given }) })
      }
      onClose={onClose}
    >
      <Field
        label={adminUserMessages.email()}
        type="email"
        autoComplete="off"
        value={wanted.email}
        error={wrong('email')}
        onChange={(event) => edit({ email: event.target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={adminUserMessages.firstName()}
          autoComplete="off"
          maxLength={maxPersonNameLength}
          value={wanted.first_name ?? ''}
          error={wrong('first_name')}
          onChange={(event) => edit({ first_name: event.target.value })}
        />
        <Field
          label={adminUserMessages.lastName()}
          autoComplete="off"
          maxLength={maxPersonNameLength}
          value={wanted.last_name ?? ''}
          error={wrong('last_name')}
          onChange={(event) => edit({ last_name: event.target.value })}
        />
      </div>
      <PasswordField
        label={adminUserMessages.password()}
        autoComplete="new-password"
        value={given}
        hint={adminUserMessages.passwordHint()}
        error={wrong('password')}
        onChange={(event) => setGiven(event.target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={adminMessages.organization()}
          value={wanted.org_id ?? ''}
          error={wrong('org_id')}
          onChange={(event) => edit({ org_id: event.target.value === '' ? null : event.target.value })}
        >
          <option value="">{adminMessages.none()}</option>
          <OrgOptions />
        </SelectField>
        <SelectField
          label={adminMessages.role()}
          value={wanted.org_role ?? 'member'}
          error={wrong('org_role')}
          onChange={(event) => {
            const role = orgRoles.find((known) => known === event.target.value)
            if (role !== undefined) edit({ org_role: role })
          }}
        >
          {orgRoles.map((role) => (
            <option key={role} value={role}>
              {orgRoleNames[role]}
            </option>
          ))}
        </SelectField>
      </div>
      <Switch
        label={adminUserMessages.superadmin()}
        hint={adminUserMessages.superadminHint()}
        on={wanted.is_superadmin ?? false}
        onChange={(is_superadmin) => edit({ is_superadmin })}
      />
    </FormDialog>
  )
}
