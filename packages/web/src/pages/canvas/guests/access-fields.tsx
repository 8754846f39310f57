import { type GuestRole, guestRoles, maxGuestDays } from '@deal-canvas/contract'
import { guestMessages } from '../../../messages/guests.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { roleNames } from '../people/deal-roles.ts'
import { addDays, dayOf } from './access-day.ts'

export interface GuestAccess {
  role: GuestRole
  /** The last day of the access, as the person sees it. */
  day: string
}

interface AccessFieldsProps {
  access: GuestAccess
  wrong?: string | undefined
  onChange: (access: GuestAccess) => void
}

/** The role of a guest, and until when. */
export const AccessFields = ({ access, wrong, onChange }: AccessFieldsProps) => {
  const now = useNow()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={guestMessages.role()}
        value={access.role}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...access, role: guestRoles.find((role) => role === value) ?? access.role })
        }
      >
        {guestRoles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </SelectField>
      <Field
        label={guestMessages.accessUntil()}
        type="date"
        required
        min={dayOf(now)}
        max={dayOf(addDays(now, maxGuestDays - 1))}
        value={access.day}
        hint={guestMessages.accessUntilHint({ days: maxGuestDays })}
        error={wrong}
        onChange={({ currentTarget: { value } }) => onChange({ ...access, day: value })}
      />
    </div>
  )
}
