import {
  type BodyOf,
  createInviteCode,
  type InviteCodeResponse,
  invitedRoles,
  maxInviteCodeDescriptionLength,
} from '@deal-canvas/contract'
import { useState } from 'react'
import { adminMessages } from '../../../messages/admin.ts'
import { adminInviteCodeMessages } from '../../../messages/admin-invite-codes.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { orgRoleNames } from '../../../session/org-role-names.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { OrgOptions } from '../org-options.tsx'
import { codesKey } from './codes-query.ts'

interface CreateCodeDialogProps {
  onClose: () => void
  onMade: (code: InviteCodeResponse) => void
}

type Role = (typeof invitedRoles)[number]

const fields = ['description', 'max_uses', 'expires_at', 'org_id']

/** A code is valid until the end of the chosen day, in the time zone of the user who chose it. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

export const CreateCodeDialog = ({ onClose, onMade }: CreateCodeDialogProps) => {
  const { session, queries } = useServices()
  const [description, setDescription] = useState('')
  const [uses, setUses] = useState('')
  const [day, setDay] = useState('')
  const [org, setOrg] = useState('')
  const [role, setRole] = useState<Role>('member')
  const create = useCreation(
    (body: BodyOf<typeof createInviteCode>, idempotencyKey) =>
      session.client.call(createInviteCode, { body, idempotencyKey }),
    async (code) => {
      await queries.invalidateQueries({ queryKey: codesKey })
      onMade(code)
    },
  )
  const submit = () =>
    create.mutate({
      ...(description.trim() === '' ? {} : { description: description.trim() }),
      ...(uses === '' ? {} : { max_uses: Number(uses) }),
      ...(day === '' ? {} : { expires_at: endOfDay(day) }),
      ...(org === '' ? {} : { org_id: org, role }),
    })
  return (
    <FormDialog
      title={adminInviteCodeMessages.createTitle()}
      act={adminInviteCodeMessages.createSubmit()}
      busy={create.isPending}
      wrong={create.isError && !isAboutFields(create.error, fields) ? sentenceFor(create.error) : undefined}
      refusal={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-fg-2">{adminInviteCodeMessages.createHint()}</p>
      <Field
        label={adminInviteCodeMessages.description()}
        maxLength={maxInviteCodeDescriptionLength}
        value={description}
        hint={adminInviteCodeMessages.descriptionHint()}
        error={aboutField(create.error, 'description')}
        onChange={(event) => setDescription(event.target.value)}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={adminInviteCodeMessages.maxUses()}
          inputMode="numeric"
          type="number"
          min={1}
          value={uses}
          hint={adminInviteCodeMessages.maxUsesHint()}
          error={aboutField(create.error, 'max_uses')}
          onChange={(event) => setUses(event.target.value)}
        />
        <Field
          label={adminInviteCodeMessages.lastDay()}
          type="date"
          value={day}
          hint={adminInviteCodeMessages.lastDayHint()}
          error={aboutField(create.error, 'expires_at')}
          onChange={(event) => setDay(event.target.value)}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={adminInviteCodeMessages.organizationToJoin()}
          value={org}
          error={aboutField(create.error, 'org_id')}
          onChange={(event) => setOrg(event.target.value)}
        >
          <option value="">{adminMessages.none()}</option>
          <OrgOptions />
        </SelectField>
        {org !== '' && (
          <SelectField
            label={adminMessages.role()}
            value={role}
            onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'member')}
          >
            {invitedRoles.map((known) => (
              <option key={known} value={known}>
                {orgRoleNames[known]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </FormDialog>
  )
}
