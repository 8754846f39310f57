import { changeGuest, type DealMember, guestRoles } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey } from '../../../deal-data/canvas-query.ts'
import { guestMessages } from '../../../messages/guests.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { dayOf, endOfDay } from './access-day.ts'
import { AccessFields, type GuestAccess } from './access-fields.tsx'

interface ChangeGuestDialogProps {
  dealId: string
  member: DealMember
  guest: NonNullable<DealMember['guest']>
  onClose: () => void
}

/** Shortens or extends the access of a guest, or changes their role. */
export const ChangeGuestDialog = ({ dealId, member, guest, onClose }: ChangeGuestDialogProps) => {
  const { session, queries } = useServices()
  const [access, setAccess] = useState<GuestAccess>(() => ({
    role: guestRoles.find((role) => role === member.role) ?? 'viewer',
    day: dayOf(new Date(guest.access_until)),
  }))
  const end = endOfDay(access.day)
  const isSameDay = access.day === dayOf(new Date(guest.access_until))
  const save = useMutation({
    mutationFn: () =>
      session.client.call(changeGuest, {
        params: { deal_id: dealId, user_id: member.user_id },
        body: { role: access.role, ...(isSameDay || end === undefined ? {} : { expires_at: end }) },
        ifMatch: guest.version,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={guestMessages.changeNamed({ name: member.display_name })}
      act={guestMessages.save()}
      busy={save.isPending}
      idle={end === undefined}
      wrong={save.isError && !isAboutFields(save.error, ['expires_at']) ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <AccessFields access={access} wrong={aboutField(save.error, 'expires_at')} onChange={setAccess} />
    </FormDialog>
  )
}
