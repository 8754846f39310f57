import { ApiError } from '@deal-canvas/client'
import { type AnswerOf, stepUp, stepUpMinutes, stepUpOptions } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorMessages } from '../messages/factors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { useObservable } from '../ui/observable.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { sentenceFor } from './sentence-for.ts'
import { useServices } from './services.ts'
import type { StepUpQuestion } from './session.ts'

type Method = AnswerOf<typeof stepUpOptions>['methods'][number]

const order: readonly Method[] = ['code', 'passkey', 'password', 'recovery_code']
const choices: Record<Method, () => string> = {
  code: factorMessages.withCode,
  passkey: factorMessages.withPasskey,
  password: factorMessages.withPassword,
  recovery_code: factorMessages.withRecoveryCode,
}
const missingWords = {
  code: factorMessages.codeMissing,
  password: factorMessages.passwordMissing,
  recovery_code: factorMessages.recoveryCodeMissing,
}

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'invalid_credentials'
    ? factorMessages.passwordWrong()
    : sentenceFor(error)

/** Appears while a call waits for the user to confirm who they are; the call continues afterwards. */
export const StepUp = () => {
  const question = useObservable(useServices().session.stepUp)
  return question === undefined ? null : <StepUpLoader question={question} />
}

const StepUpLoader = ({ question }: { question: StepUpQuestion }) => {
  const { client } = useServices().session
  const { data, error } = useQuery({
    queryKey: ['step-up'],
    queryFn: ({ signal }) => client.call(stepUpOptions, { signal }),
    select: ({ methods }) => order.filter((method) => methods.includes(method)),
    gcTime: 0,
  })
  const [first] = data ?? []
  if (data !== undefined && first !== undefined) return <StepUpForm methods={data} first={first} question={question} />
  return (
    <Dialog title={factorMessages.stepUpTitle()} onClose={() => question.answer(false)}>
      {error === null && data === undefined && <p className="text-fg-2">{factorMessages.stepUpLoading()}</p>}
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {data !== undefined && <p className="text-fg-2">{factorMessages.noMethod()}</p>}
    </Dialog>
  )
}

interface StepUpFormProps {
  methods: readonly Method[]
  first: Method
  question: StepUpQuestion
}

const StepUpForm = ({ methods, first, question }: StepUpFormProps) => {
  const { client } = useServices().session
  const [method, setMethod] = useState(first)
  const [given, setGiven] = useState('')
  const [missing, setMissing] = useState<string>()

  const confirm = useMutation({
    // Do not keep a password in the mutation cache.
    gcTime: 0,
    mutationFn: async (how: Method) => {
      if (how !== 'passkey') return client.call(stepUp, { body: { [how]: how === 'password' ? given : given.trim() } })
      const { signWithPasskey } = await import('./browser-passkeys.ts')
      const { challenge, options } = await client.call(stepUpOptions)
      return client.call(stepUp, { body: { challenge, passkey: await signWithPasskey(options) } })
    },
    onSuccess: () => question.answer(true),
  })
  const choose = (chosen: Method) => {
    confirm.reset()
    setMissing(undefined)
    setGiven('')
    setMethod(chosen)
    if (chosen === 'passkey') confirm.mutate('passkey')
  }
  const submit = () => {
    const sentence = method !== 'passkey' && given.trim() === '' ? missingWords[method]() : undefined
    setMissing(sentence)
    if (sentence === undefined) confirm.mutate(method)
  }
  const field = {
    value: given,
    error: missing,
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => setGiven(event.target.value),
  }

  return (
    <FormDialog
      title={factorMessages.stepUpTitle()}
      act={method === 'passkey' ? factorMessages.withPasskey() : factorMessages.stepUpConfirm()}
      busy={confirm.isPending}
      wrong={confirm.error === null ? undefined : sentenceOf(confirm.error)}
      refusal={missing ?? confirm.error}
      onSubmit={submit}
      onClose={() => question.answer(false)}
    >
      <p className="text-fg-2">{factorMessages.stepUpHint({ minutes: stepUpMinutes })}</p>
      {method === 'password' && (
        <PasswordField key="password" label={factorMessages.password()} autoComplete="current-password" {...field} />
      )}
      {method === 'code' && (
        <Field
          key="code"
          label={factorMessages.code()}
          hint={factorMessages.codeHint()}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field}
        />
      )}
      {method === 'recovery_code' && (
        <Field
          key="recovery"
          label={factorMessages.recoveryCode()}
          hint={factorMessages.recoveryCodeHint()}
          autoComplete="off"
          {...field}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} look="ghost" onClick={() => choose(other)}>
              {choices[other]()}
            </Button>
          ))}
      </div>
    </FormDialog>
  )
}
