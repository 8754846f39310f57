import { maxDisplayNameLength, maxTokenLength } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { Gate } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { joinPath } from '../../session/mailed-tokens.ts'
import { NewPasswordField } from '../../session/new-password-field.tsx'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import { isFine, missingIn, type RegistrationField, type Wrong, wrongOf } from './registration.ts'

/** Registers with an invite code, or with the mailed invitation that the user opened. */
export const RegisterPage = () => {
  const { session, mailed } = useServices()
  const token = useObservable(mailed.invitation)
  const [byCode, setByCode] = useState(false)
  const invitation = byCode ? undefined : token
  const [typed, setTyped] = useState({ invite_code: '', display_name: '', email: '', password: '' })
  const [wrong, setWrong] = useState<Wrong>()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnWrong(form, wrong)

  const given = {
    invite_code: invitation ?? typed.invite_code.trim(),
    display_name: typed.display_name.trim(),
    email: typed.email.trim(),
    password: typed.password,
  }
  const register = useMutation({
    // Do not keep a password in the mutation cache.
    gcTime: 0,
    mutationFn: async () => {
      await session.register(given)
      if (invitation !== undefined) mailed.invitation.set(undefined)
    },
    onError: (error) => setWrong(wrongOf(error, invitation !== undefined)),
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (register.isPending) return
    const missing = missingIn(given)
    setWrong(missing)
    if (isFine(missing)) register.mutate()
  }

  const edit = (name: RegistrationField, value: string) => setTyped({ ...typed, [name]: value })
  const field = (name: Exclude<RegistrationField, 'password'>, label: string) => ({
    name,
    label,
    large: true,
    value: typed[name],
    error: wrong?.[name],
    onChange: (event: { target: { value: string } }) => edit(name, event.target.value),
  })

  return (
    <Gate title={signInMessages.createAccount()}>
      <form ref={form} className="grid gap-4" noValidate onSubmit={submit}>
        {wrong?.whole !== undefined && <Note tone="red">{wrong.whole}</Note>}
        {invitation === undefined ? (
          <Field
            {...field('invite_code', signInMessages.inviteCode())}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={maxTokenLength}
            hint={signInMessages.inviteCodeHint()}
          />
        ) : (
          <Note tone="plain" icon="mail">
            {signInMessages.registerInvited()}
          </Note>
        )}
        <Field {...field('display_name', signInMessages.name())} autoComplete="name" maxLength={maxDisplayNameLength} />
        <Field {...field('email', signInMessages.email())} type="email" autoComplete="username" />
        <NewPasswordField
          label={signInMessages.password()}
          large
          value={typed.password}
          error={wrong?.password}
          onValue={(password) => edit('password', password)}
        />
        <Button type="submit" look="primary" large busy={register.isPending}>
          {signInMessages.register()}
        </Button>
        {invitation !== undefined && (
          <Button look="ghost" large onClick={() => setByCode(true)}>
            {signInMessages.switchToInviteCode()}
          </Button>
        )}
        <p className="text-small text-fg-3">
          {signInMessages.haveAccount.rich({
            link: (text) => (
              <Link className="tap" to="/sign-in" search={invitation === undefined ? {} : { next: joinPath }}>
                {text}
              </Link>
            ),
          })}
        </p>
      </form>
    </Gate>
  )
}
