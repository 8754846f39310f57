import { type BodyOf, invitationDays, invite, invitedRoles, type Team } from '@deal-canvas/contract'
import { useState } from 'react'
import { organizationMessages } from '../../messages/organization.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { orgRoleNames } from '../../session/org-role-names.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { orgKey } from './org-query.ts'

interface InviteDialogProps {
  orgId: string
  teams: readonly Team[]
  onClose: () => void
  onSent: (email: string) => void
}

type Wanted = BodyOf<typeof invite>

export const InviteDialog = ({ orgId, teams, onClose, onSent }: InviteDialogProps) => {
  const { session, queries } = useServices()
  const [wanted, setWanted] = useState<Wanted>({ email: '', role: 'member' })
  const edit = (change: Partial<Wanted>) => setWanted({ ...wanted, ...change })
  const send = useCreation(
    (body: Wanted, idempotencyKey) => session.client.call(invite, { params: { org_id: orgId }, body, idempotencyKey }),
    async ({ email }) => {
      await queries.invalidateQueries({ queryKey: orgKey(orgId) })
      onSent(email)
    },
  )
  const ofFields = isAboutFields(send.error, ['email', 'role', 'team_id'])
  return (
    <FormDialog
      title={organizationMessages.invite()}
      act={organizationMessages.sendInvitation()}
      busy={send.isPending}
      idle={wanted.email.trim() === ''}
      wrong={send.isError && !ofFields ? sentenceFor(send.error) : undefined}
      refusal={send.error}
      onSubmit={() => send.mutate({ ...wanted, email: wanted.email.trim() })}
      onClose={onClose}
    >
      <Field
        label={organizationMessages.email()}
        type="email"
        autoComplete="off"
        value={wanted.email}
        hint={organizationMessages.inviteHint({ days: invitationDays })}
        error={aboutField(send.error, 'email')}
        onChange={(event) => edit({ email: event.target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={organizationMessages.role()}
          value={wanted.role}
          hint={organizationMessages.inviteRoleHint()}
          error={aboutField(send.error, 'role')}
          onChange={(event) => edit({ role: event.target.value === 'admin' ? 'admin' : 'member' })}
        >
          {invitedRoles.map((role) => (
            <option key={role} value={role}>
              {orgRoleNames[role]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={organizationMessages.team()}
          value={wanted.team_id ?? ''}
          error={aboutField(send.error, 'team_id')}
          onChange={(event) => edit({ team_id: event.target.value === '' ? null : event.target.value })}
        >
          <option value="">{organizationMessages.noTeam()}</option>
          {teams.map((team) => (
            <option key={team.id} value={team.id}>
              {team.name}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  )
}
