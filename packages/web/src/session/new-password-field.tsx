import type { FieldProps } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { fitsPasswordRule, passwordHint } from './password-rule.ts'

interface NewPasswordFieldProps extends Pick<FieldProps, 'label' | 'error' | 'large' | 'ref'> {
  value: string
  onValue: (value: string) => void
}

/** Shows the password rule and whether the typed password satisfies it. */
export const NewPasswordField = ({ value, onValue, ...field }: NewPasswordFieldProps) => {
  const fits = fitsPasswordRule(value)
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      hint={
        <span className={`flex items-center gap-1 ${fits ? 'text-green' : ''}`}>
          {fits && <Icon name="check" size={12} />}
          {passwordHint(value)}
        </span>
      }
    />
  )
}
