import { freshLinkMinutes } from '@deal-canvas/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import styles from '../../app/gate.module.css'
import { Brand } from '../../app/gate.tsx'
import { signInMessages } from '../../messages/sign-in.ts'
import { aboutEmail } from '../../session/about-email.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'
import { useFocusWithMouse } from '../../ui/use-focus-with-mouse.ts'
import { LinkSent } from './link-sent.tsx'
import { useSendLink } from './use-send-link.ts'

interface LinkRequestProps {
  forgot: boolean
  email: string
  onEmail: (email: string) => void
}

interface Wrong {
  email?: string | undefined
  whole?: string | undefined
}

const wrongOf = (error: unknown): Wrong => {
  const email = aboutEmail(error)
  return email === undefined ? { whole: sentenceFor(error) } : { email }
}

export const LinkRequest = ({ forgot, email, onEmail }: LinkRequestProps) => {
  const { next } = useSearch({ from: '/sign-in' })
  const [wrong, setWrong] = useState<Wrong>()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const send = useSendLink()
  useFocusOnWrong(form, wrong)
  useFocusWithMouse(field)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const given = email.trim()
    send.reset()
    setWrong(given === '' ? { email: signInMessages.emailMissing() } : undefined)
    if (given !== '') send.mutate(given, { onError: (error) => setWrong(wrongOf(error)) })
  }

  const title = forgot ? signInMessages.forgotPassword() : signInMessages.linkTitle()
  return (
    <form ref={form} className={styles.box} noValidate onSubmit={submit}>
      <title>{signInMessages.linkPageTitle({ title })}</title>
      <Brand />
      <h1>{title}</h1>
      <p className="text-fg-2">
        {forgot ? signInMessages.forgotIntro({ minutes: freshLinkMinutes }) : signInMessages.linkIntro()}
      </p>
      {wrong?.whole !== undefined && <Note tone="red">{wrong.whole}</Note>}
      <Field
        label={signInMessages.email()}
        type="email"
        autoComplete="username"
        large
        ref={field}
        value={email}
        error={wrong?.email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button type="submit" look="primary" large busy={send.isPending}>
        {signInMessages.sendLink()}
      </Button>
      {send.isSuccess && <LinkSent />}
      <p className="text-small text-fg-3">
        {signInMessages.knowPassword.rich({
          link: (text) => (
            <Link className="tap" to="/sign-in" search={{ next }}>
              {text}
            </Link>
          ),
        })}
      </p>
    </form>
  )
}
