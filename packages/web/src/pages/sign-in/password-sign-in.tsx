import { ApiError } from '@deal-canvas/client'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import gateStyles from '../../app/gate.module.css'
import { Brand } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { aboutEmail } from '../../session/about-email.ts'
import { joinPath } from '../../session/mailed-tokens.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFocusWithMouse } from '../../ui/use-focus-with-mouse.ts'
import { LinkSent } from './link-sent.tsx'
import styles from './password-sign-in.module.css'
import { useSendLink } from './use-send-link.ts'
import type { SignInTexts } from './use-sign-in-texts.ts'

interface Wrong {
  email?: string | undefined
  password?: string | undefined
}

interface PasswordSignInProps {
  email: string
  onEmail: (email: string) => void
  /** The operator's texts for this page. */
  texts: SignInTexts
}

export const PasswordSignIn = ({ email, onEmail, texts }: PasswordSignInProps) => {
  const { session } = useServices()
  const { next } = useSearch({ from: '/sign-in' })
  const state = useObservable(session.state)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const noteId = useId()
  const places = {
    email: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    note: useRef<HTMLDivElement>(null),
  }

  const signIn = useMutation({
    mutationFn: () => session.signIn(email.trim(), password),
    onError: (error) =>
      error instanceof ApiError && setWrong({ email: error.about('email'), password: error.about('password') }),
  })
  const sendLink = useSendLink()
  const error = signIn.error ?? sendLink.error
  const mismatch = error instanceof ApiError && error.code === 'invalid_credentials'
  const ofFields = wrong.email !== undefined || wrong.password !== undefined

  // Move the focus to what has to be corrected: the field, or the error message when no field is invalid.
  useEffect(() => {
    if (wrong.email !== undefined) places.email.current?.focus()
    else if (wrong.password !== undefined || mismatch) places.password.current?.select()
    else if (error) places.note.current?.focus()
  }, [wrong, mismatch, error, places.email, places.password, places.note])
  useFocusWithMouse(places.email)

  const begin = (missing: Wrong): boolean => {
    signIn.reset()
    sendLink.reset()
    setWrong(missing)
    return missing.email === undefined && missing.password === undefined
  }
  const noEmail = email.trim() === '' ? signInMessages.emailMissing() : undefined
  const busy = signIn.isPending || sendLink.isPending

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    if (begin({ email: noEmail, password: password === '' ? signInMessages.passwordMissing() : undefined }))
      signIn.mutate()
  }

  const askForLink = () => {
    if (busy || !begin({ email: noEmail })) return
    sendLink.mutate(email.trim(), { onError: (refusal) => setWrong({ email: aboutEmail(refusal) }) })
  }

  return (
    <form className={gateStyles.box} noValidate onSubmit={submit}>
      <title>{signInMessages.pageTitle()}</title>
      <div className={styles.head}>
        <Brand />
        <h1>{texts.title}</h1>
      </div>
      {error && !ofFields && (
        <Note tone="red" id={noteId} ref={places.note}>
          {mismatch ? signInMessages.mismatch() : sentenceFor(error)}
        </Note>
      )}
      {signIn.isIdle && sendLink.isIdle && state.status === 'signed_out' && state.why === 'ended' && (
        <Note tone="amber">{signInMessages.sessionEnded()}</Note>
      )}
      <Field
        label={signInMessages.email()}
        type="email"
        autoComplete="username"
        large
        ref={places.email}
        value={email}
        error={wrong.email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField
        label={signInMessages.password()}
        autoComplete="current-password"
        large
        ref={places.password}
        value={password}
        error={wrong.password}
        errorId={mismatch ? noteId : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" large busy={signIn.isPending}>
        {signInMessages.signIn()}
      </Button>
      <p className="text-small">
        <Link className="tap" to="/sign-in" search={{ next, way: 'forgot' }}>
          {signInMessages.forgotPassword()}
        </Link>
      </p>
      <p className={styles.or}>{signInMessages.or()}</p>
      <Button large busy={sendLink.isPending} onClick={askForLink}>
        <span className="flex items-center gap-2">
          <Icon name="mail" />
          {signInMessages.sendLink()}
        </span>
      </Button>
      {sendLink.isSuccess && <LinkSent />}
      <p className="text-small text-fg-3">
        {signInMessages.haveInviteCode.rich({
          link: (text) => (
            // Registering with an invitation uses it up, so there is nothing left to join afterwards.
            <Link className="tap" to="/register" search={{ next: next === joinPath ? undefined : next }}>
              {text}
            </Link>
          ),
        })}
      </p>
      {/* Texts of any length that arrive late stand below the form, where they cannot move it. */}
      {texts.notice !== '' && <Note tone="plain">{texts.notice}</Note>}
      {texts.intro !== '' && <p className="text-fg-2">{texts.intro}</p>}
      {texts.help_text !== '' && <p className="text-small text-fg-3">{texts.help_text}</p>}
    </form>
  )
}
