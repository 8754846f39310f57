import { addPasskey, maxPasskeyNameLength, passkeyRegistrationOptions } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { factorMessages } from '../../../messages/factors.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface PasskeyDialogProps {
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

/** Names a new passkey; the browser then creates it. */
export const PasskeyDialog = ({ onDone, onClose }: PasskeyDialogProps) => {
  const { client } = useServices().session
  const [name, setName] = useState('')
  const [missing, setMissing] = useState<string>()
  const add = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const { makePasskey } = await import('../../../session/browser-passkeys.ts')
      const { challenge, options } = await client.call(passkeyRegistrationOptions)
      return client.call(addPasskey, { body: { challenge, name, passkey: await makePasskey(options) } })
    },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  const submit = () => {
    const sentence = name.trim() === '' ? factorMessages.passkeyNameMissing() : undefined
    setMissing(sentence)
    if (sentence === undefined) add.mutate()
  }
  return (
    <FormDialog
      title={factorMessages.addPasskey()}
      act={factorMessages.addPasskey()}
      busy={add.isPending}
      wrong={add.error === null ? undefined : sentenceFor(add.error)}
      refusal={missing ?? add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={factorMessages.passkeyName()}
        hint={factorMessages.passkeyNameHint()}
        maxLength={maxPasskeyNameLength}
        value={name}
        error={missing}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
