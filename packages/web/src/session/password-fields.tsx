import { clockTime } from '../ui/format-time.ts'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import type { PasswordForm } from './use-password-form.ts'

interface PasswordFieldsProps {
  form: PasswordForm
  /** Tells a password manager whose password this is. */
  email: string | null
  large?: boolean
}

export const PasswordFields = ({
  form: { wrong, noteRef, current, next, freeUntil },
  email,
  large = false,
}: PasswordFieldsProps) => (
  <>
    <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
    {wrong.whole !== undefined && (
      <Note tone="red" ref={noteRef}>
        {wrong.whole}
      </Note>
    )}
    {freeUntil === undefined ? (
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        large={large}
        ref={current.ref}
        value={current.value}
        error={wrong.current}
        onChange={(event) => current.set(event.target.value)}
      />
    ) : (
      <Note tone="plain">
        You signed in by a link: until {clockTime(freeUntil)} you can set a new password without the current one.
      </Note>
    )}
    <NewPasswordField
      label="New password"
      large={large}
      ref={next.ref}
      value={next.value}
      error={wrong.next}
      onValue={next.set}
    />
  </>
)
