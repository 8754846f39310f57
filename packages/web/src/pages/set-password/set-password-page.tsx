import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Gate } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { useMe } from '../../session/me.ts'
import { PasswordFields } from '../../session/password-fields.tsx'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { usePasswordForm } from '../../session/use-password-form.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** The only page available to users with a generated password. */
export const SetPasswordPage = () => {
  const person = useMe()
  const { session, queries } = useServices()
  const signOut = useMutation({ mutationFn: session.signOut })
  const form = usePasswordForm({
    onChanged: () => {
      queries.clear()
      session.mustChangePassword(false)
    },
  })
  // The user was redirected here while typing, so focus the first field.
  const first = form.freeUntil === undefined ? form.current.ref : form.next.ref
  useEffect(() => first.current?.focus(), [first])
  return (
    <Gate title={signInMessages.setPasswordTitle()}>
      <form className="grid gap-4" noValidate onSubmit={form.submit}>
        <p className="text-fg-2">{signInMessages.setPasswordIntro({ name: person.display_name })}</p>
        {signOut.isError && <Note tone="red">{sentenceFor(signOut.error)}</Note>}
        <PasswordFields form={form} email={person.email} large />
        <Button type="submit" look="primary" large busy={form.change.isPending}>
          {signInMessages.setPassword()}
        </Button>
        <Button look="ghost" large busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signInMessages.signOut()}
        </Button>
      </form>
    </Gate>
  )
}
