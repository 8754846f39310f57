import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { accountMessages } from '../../../messages/account.ts'
import { commonMessages } from '../../../messages/common.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { useFocusOnWrong } from '../../../ui/use-focus-on-wrong.ts'
import { notSent, type Wrong } from './sentences.ts'
import { useSendCode } from './use-send-code.ts'

interface AddEmailFormProps {
  /** Addresses that are already linked and verified. */
  verified: readonly string[]
  onSent: (email: string, minutes: number) => void
  onCancel: () => void
}

export const AddEmailForm = ({ verified, onSent, onCancel }: AddEmailFormProps) => {
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<Wrong>()
  const send = useSendCode()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useFocusOnWrong(form, wrong)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const given = email.trim()
    const objection =
      given === ''
        ? accountMessages.newEmailMissing()
        : verified.includes(given.toLowerCase())
          ? accountMessages.newEmailLinked()
          : undefined
    setWrong({ field: objection })
    if (objection !== undefined) return
    send.mutate(given, {
      onSuccess: ({ expires_in_minutes }) => onSent(given, expires_in_minutes),
      onError: (error) => setWrong(notSent(error)),
    })
  }

  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={submit}>
      {wrong?.whole !== undefined && <Note tone="red">{wrong.whole}</Note>}
      <Field
        label={accountMessages.newEmail()}
        type="email"
        autoComplete="email"
        ref={field}
        value={email}
        error={wrong?.field}
        hint={accountMessages.newEmailHint()}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={send.isPending}>
          {accountMessages.sendCode()}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {commonMessages.cancel()}
        </Button>
      </div>
    </form>
  )
}
