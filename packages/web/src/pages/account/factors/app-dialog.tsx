import { ApiError } from '@deal-canvas/client'
import { type AnswerOf, confirmTotp, startTotp } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { factorMessages } from '../../../messages/factors.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

const QrCode = lazy(() => import('./qr-code.tsx').then((loaded) => ({ default: loaded.QrCode })))

/** The key is fetched before the dialog opens, because the service may ask to confirm first. */
export const useStartApp = () => {
  const { client } = useServices().session
  return useMutation({ gcTime: 0, mutationFn: () => client.call(startTotp) })
}

interface AppDialogProps {
  started: AnswerOf<typeof startTotp>
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

/** Shows the key as a QR code and takes the first code of the app. */
export const AppDialog = ({ started, onDone, onClose }: AppDialogProps) => {
  const { client } = useServices().session
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string>()
  const confirm = useMutation({
    gcTime: 0,
    mutationFn: () => client.call(confirmTotp, { body: { code: code.trim() } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const isWrong = confirm.error instanceof ApiError && confirm.error.code === 'code_invalid'
  const submit = () => {
    const sentence = code.trim() === '' ? factorMessages.codeMissing() : undefined
    setMissing(sentence)
    if (sentence === undefined) confirm.mutate()
  }
  return (
    <FormDialog
      title={factorMessages.appTitle()}
      act={factorMessages.confirmApp()}
      busy={confirm.isPending}
      wrong={confirm.error === null || isWrong ? undefined : sentenceFor(confirm.error)}
      refusal={missing ?? confirm.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-fg-2">{factorMessages.appScan()}</p>
      <Suspense fallback={<div className="size-48 justify-self-center" />}>
        <QrCode text={started.uri} />
      </Suspense>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-small text-fg-3">{factorMessages.key()}</span>
        <code className="min-w-0 break-all font-mono">{started.secret}</code>
        <CopyButton text={started.secret} label={factorMessages.key()} />
      </p>
      <Field
        label={factorMessages.code()}
        hint={factorMessages.codeHint()}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={missing ?? (isWrong ? factorMessages.codeWrong() : undefined)}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
