import { Link, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { Brand } from '../../app/gate.tsx'
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
    setWrong(given === '' ? { email: 'Enter your email' } : undefined)
    if (given !== '') send.mutate(given, { onError: (error) => setWrong(wrongOf(error)) })
  }

  const title = forgot ? 'Forgot your password?' : 'Sign in by a link'
  return (
    <form ref={form} className="box" noValidate onSubmit={submit}>
      <title>{`${title} · Deal Canvas`}</title>
      <Brand />
      <h1>{title}</h1>
      <p className="text-fg-2">
        {forgot
          ? 'Have a link sent to you and sign in by it. For 15 minutes after that you can set a new password on your account page, without the old one.'
          : 'A link is mailed to you that signs you in once, without a password.'}
      </p>
      {wrong?.whole !== undefined && <Note tone="red">{wrong.whole}</Note>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        large
        ref={field}
        value={email}
        error={wrong?.email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button type="submit" look="primary" large busy={send.isPending}>
        Send me a link
      </Button>
      {send.isSuccess && <LinkSent />}
      <p className="text-small text-fg-3">
        You know your password?{' '}
        <Link className="tap" to="/sign-in" search={{ next }}>
          Use it to sign in
        </Link>
      </p>
    </form>
  )
}
