import type { DealRole } from '@deal-canvas/contract'
import { SelectField } from '../../../ui/select-field.tsx'
import { readRole, roleLabels } from './deal-roles.ts'

interface RoleSelectProps {
  label: string
  labelUnseen?: boolean
  role: DealRole
  onChange: (role: DealRole) => void
}

export const RoleSelect = ({ label, labelUnseen = false, role, onChange }: RoleSelectProps) => (
  <SelectField
    label={label}
    labelUnseen={labelUnseen}
    value={role}
    onChange={({ currentTarget }) => {
      const next = readRole(currentTarget.value)
      if (next !== undefined) onChange(next)
    }}
  >
    {roleLabels.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
)
