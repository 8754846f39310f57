import { ApiError, type SecondFactorNeeded } from '@deal-canvas/client'
import type { FactorMethod } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { factorMessages } from '../../messages/factors.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useFocusOnWrong } from '../../ui/use-focus-on-wrong.ts'

interface SecondStepProps {
  needed: SecondFactorNeeded
  onSignedIn?: () => void
  /** Back to the first step: the challenge is used up, or the user wants another account. */
  onStartAgain: () => void
}

const first = ({ methods }: SecondFactorNeeded): FactorMethod =>
  methods.find((method) => method === 'code') ?? methods.find((method) => method === 'passkey') ?? 'recovery_code'

const choices: Record<FactorMethod, () => string> = {
  code: factorMessages.withCode,
  passkey: factorMessages.withPasskey,
  recovery_code: factorMessages.withRecoveryCode,
}

/** The second step of signing in, in the place of the password. */
export const SecondStep = ({ needed, onSignedIn, onStartAgain }: SecondStepProps) => {
  const { session } = useServices()
  const [method, setMethod] = useState(() => first(needed))
  const [given, setGiven] = useState('')
  const [missing, setMissing] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const signIn = useMutation({
    gcTime: 0,
    mutationFn: async (how: FactorMethod) => {
      const { challenge, passkeyOptions } = needed
      if (how !== 'passkey') return session.completeSignIn({ challenge, [how]: given.trim() })
      const { signWithPasskey } = await import('../../session/browser-passkeys.ts')
      const passkey = await signWithPasskey(passkeyOptions)
      return session.completeSignIn({ challenge, passkey })
    },
    onSuccess: () => onSignedIn?.(),
  })
  const isOver = signIn.error instanceof ApiError && signIn.error.code === 'challenge_invalid'
  useFocusOnWrong(form, missing ?? signIn.error ?? undefined)
  useEffect(() => {
    if (method !== 'passkey') field.current?.focus()
  }, [method])

  const choose = (chosen: FactorMethod) => {
    signIn.reset()
    setMissing(undefined)
    setGiven('')
    setMethod(chosen)
    if (chosen === 'passkey') signIn.mutate('passkey')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    const isMissing = method !== 'passkey' && given.trim() === ''
    const sentence = method === 'code' ? factorMessages.codeMissing() : factorMessages.recoveryCodeMissing()
    setMissing(isMissing ? sentence : undefined)
    if (!isMissing) signIn.mutate(method)
  }

  return (
    <form ref={form} className="grid gap-4" noValidate onSubmit={submit}>
      {signIn.error && <Note tone="red">{sentenceFor(signIn.error)}</Note>}
      {method === 'code' && (
        <Field
          label={factorMessages.code()}
          hint={factorMessages.codeHint()}
          inputMode="numeric"
          autoComplete="one-time-code"
          large
          ref={field}
          value={given}
          error={missing}
          onChange={(event) => setGiven(event.target.value)}
        />
      )}
      {method === 'recovery_code' && (
        <Field
          label={factorMessages.recoveryCode()}
          hint={factorMessages.recoveryCodeHint()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          large
          ref={field}
          value={given}
          error={missing}
          onChange={(event) => setGiven(event.target.value)}
        />
      )}
      {isOver ? (
        <Button look="primary" large onClick={onStartAgain}>
          {factorMessages.startAgain()}
        </Button>
      ) : (
        <Button type="submit" look="primary" large busy={signIn.isPending || signIn.isSuccess}>
          {method === 'passkey' ? factorMessages.withPasskey() : factorMessages.continue()}
        </Button>
      )}
      {needed.methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} large onClick={() => choose(other)}>
            {choices[other]()}
          </Button>
        ))}
      {!isOver && (
        <Button look="ghost" onClick={onStartAgain}>
          {factorMessages.startAgain()}
        </Button>
      )}
    </form>
  )
}
