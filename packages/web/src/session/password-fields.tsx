import { sessionMessages } from '../messages/session.ts'
import { clockTime } from '../ui/format-time.ts'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import type { PasswordForm } from './use-password-form.ts'

interface PasswordFieldsProps {
  form: PasswordForm
  /** Tells password managers which account the password belongs to. */
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
        label={sessionMessages.currentPassword()}
        autoComplete="current-password"
        large={large}
        ref={current.ref}
        value={current.value}
        error={wrong.current}
        onChange={(event) => current.set(event.target.value)}
      />
    ) : (
      <Note tone="plain">{sessionMessages.signedInByLink({ time: clockTime(freeUntil) })}</Note>
    )}
    <NewPasswordField
      label={sessionMessages.newPassword()}
      large={large}
      ref={next.ref}
      value={next.value}
      error={wrong.next}
      onValue={next.set}
    />
  </>
)
