import { type BodyOf, guestInvitationDays, inviteGuest, usualGuestDays } from '@deal-canvas/contract'
import { useState } from 'react'
import { guestMessages } from '../../../messages/guests.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { useCreation } from '../../../session/use-creation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { peopleKey } from '../people/people-query.ts'
import { addDays, dayOf, endOfDay } from './access-day.ts'
import { AccessFields, type GuestAccess } from './access-fields.tsx'

interface InviteGuestDialogProps {
  dealId: string
  onClose: () => void
  onSent: (email: string) => void
}

export const InviteGuestDialog = ({ dealId, onClose, onSent }: InviteGuestDialogProps) => {
  const { session, queries } = useServices()
  const [email, setEmail] = useState('')
  const [access, setAccess] = useState<GuestAccess>(() => ({
    role: 'viewer',
    day: dayOf(addDays(new Date(), usualGuestDays)),
  }))
  const send = useCreation(
    (body: BodyOf<typeof inviteGuest>, idempotencyKey) =>
      session.client.call(inviteGuest, { params: { deal_id: dealId }, body, idempotencyKey }),
    async (invitation) => {
      await queries.invalidateQueries({ queryKey: peopleKey(dealId) })
      onSent(invitation.email)
    },
  )
  const end = endOfDay(access.day)
  return (
    <FormDialog
      title={guestMessages.inviteTitle()}
      act={guestMessages.send()}
      busy={send.isPending}
      idle={email.trim() === '' || end === undefined}
      wrong={send.isError && !isAboutFields(send.error, ['email', 'expires_at']) ? sentenceFor(send.error) : undefined}
      refusal={send.error}
      onSubmit={() => end !== undefined && send.mutate({ email: email.trim(), role: access.role, expires_at: end })}
      onClose={onClose}
    >
      <Field
        label={guestMessages.email()}
        type="email"
        autoComplete="off"
        value={email}
        hint={guestMessages.emailHint({ days: guestInvitationDays })}
        error={aboutField(send.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <AccessFields access={access} wrong={aboutField(send.error, 'expires_at')} onChange={setAccess} />
    </FormDialog>
  )
}
