import { maxPasskeyNameLength, type Passkey, renamePasskey } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { factorMessages } from '../../../messages/factors.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface RenamePasskeyDialogProps {
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

export const RenamePasskeyDialog = ({ passkey, onDone, onClose }: RenamePasskeyDialogProps) => {
  const { client } = useServices().session
  const [name, setName] = useState(passkey.name)
  const rename = useMutation({
    mutationFn: () =>
      client.call(renamePasskey, {
        params: { passkey_id: passkey.id },
        body: { name },
        ifMatch: passkey.version,
      }),
    onSuccess: onDone,
  })
  return (
    <FormDialog
      title={factorMessages.renameTitle()}
      act={factorMessages.rename()}
      busy={rename.isPending}
      idle={name.trim() === ''}
      wrong={rename.error === null ? undefined : sentenceFor(rename.error)}
      refusal={rename.error}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <Field
        label={factorMessages.passkeyName()}
        maxLength={maxPasskeyNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
