import { emailCodeDigits, verifyEmailCode } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { accountMessages } from '../../../messages/account.ts'
import { commonMessages } from '../../../messages/common.ts'
import { meQuery } from '../../../session/me.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { useFocusOnWrong } from '../../../ui/use-focus-on-wrong.ts'
import { Address } from './address.tsx'
import { codeDigits, notSent, notVerified, type Wrong } from './sentences.ts'
import { useSendCode } from './use-send-code.ts'

interface CodeFormProps {
  email: string
  /** Set if a code was just sent: how long it is valid. */
  minutes: number | undefined
  onVerified: () => void
  onCancel: () => void
}

export const CodeForm = ({ email, minutes, onVerified, onCancel }: CodeFormProps) => {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<Wrong>()
  const verify = useVerify()
  const again = useSendCode()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useFocusOnWrong(form, wrong)
  const expiresIn = again.data?.expires_in_minutes ?? minutes
  const sent = again.isSuccess ? accountMessages.newCodeSent : accountMessages.codeSent

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (verify.isPending) return
    const isWhole = code.length === emailCodeDigits
    setWrong({ field: isWhole ? undefined : accountMessages.codeIncomplete({ count: emailCodeDigits }) })
    if (!isWhole) return
    verify.mutate({ email, code }, { onSuccess: onVerified, onError: (error) => setWrong(notVerified(error)) })
  }

  const sendAgain = () => {
    setWrong(undefined)
    again.mutate(email, {
      onSuccess: () => {
        setCode('')
        field.current?.focus()
      },
      onError: (error) => setWrong(notSent(error)),
    })
  }

  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={submit}>
      {wrong?.whole !== undefined && <Note tone="red">{wrong.whole}</Note>}
      <p role="status" className="text-fg-2">
        {expiresIn === undefined
          ? accountMessages.enterSentCode.rich({ email: <Address email={email} /> })
          : sent.rich({ email: <Address email={email} />, minutes: expiresIn })}
      </p>
      <Field
        label={accountMessages.code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={field}
        value={code}
        error={wrong?.field}
        hint={accountMessages.codeHint({ count: emailCodeDigits })}
        onChange={(event) => setCode(codeDigits(event.target.value))}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={verify.isPending}>
          {accountMessages.verifyEmail()}
        </Button>
        <Button busy={again.isPending} onClick={sendAgain}>
          {accountMessages.sendNewCode()}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {commonMessages.cancel()}
        </Button>
      </div>
    </form>
  )
}

const useVerify = () => {
  const { session, queries } = useServices()
  const { queryKey } = meQuery(session.client)
  return useMutation({
    mutationFn: (body: { email: string; code: string }) => session.client.call(verifyEmailCode, { body }),
    onSuccess: ({ emails }) => {
      queries.setQueryData(queryKey, (person) => person && { ...person, emails })
      // Verifying can change which address is the primary one.
      void queries.invalidateQueries({ queryKey })
    },
  })
}
