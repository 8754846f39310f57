import { maxResetReasonLength, resetSecondFactors, type SuperAdminUserResponse } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { adminUserMessages } from '../../../messages/admin-users.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'

interface ResetFactorsDialogProps {
  user: SuperAdminUserResponse
  onClose: () => void
  onDone: (said: string) => void
}

/** Removes the second factors of a person who lost them. The reason is logged and mailed to the person. */
export const ResetFactorsDialog = ({ user, onClose, onDone }: ResetFactorsDialogProps) => {
  const { client } = useServices().session
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState<string>()
  const reset = useMutation({
    mutationFn: () => client.call(resetSecondFactors, { params: { user_id: user.id }, body: { reason } }),
    onSuccess: () => onDone(adminUserMessages.resetFactorsDone({ name: user.display_name })),
  })
  const submit = () => {
    const sentence = reason.trim() === '' ? adminUserMessages.resetFactorsReasonMissing() : undefined
    setMissing(sentence)
    if (sentence === undefined) reset.mutate()
  }
  return (
    <FormDialog
      title={adminUserMessages.resetFactorsTitle({ name: user.display_name })}
      act={adminUserMessages.resetFactors()}
      danger
      busy={reset.isPending}
      wrong={reset.error === null ? undefined : sentenceFor(reset.error)}
      refusal={missing ?? reset.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-fg-2">{adminUserMessages.resetFactorsEffect()}</p>
      <Field
        label={adminUserMessages.resetFactorsReason()}
        hint={adminUserMessages.resetFactorsReasonHint()}
        maxLength={maxResetReasonLength}
        value={reason}
        error={missing}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
