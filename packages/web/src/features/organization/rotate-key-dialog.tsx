import { type ApiKey, type IssuedApiKey, rotateApiKey } from '@deal-canvas/contract'
import { useState } from 'react'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'

interface RotateKeyDialogProps {
  orgId: string
  apiKey: ApiKey
  onMade: (made: IssuedApiKey) => void
  onClose: () => void
}

const overlaps = [0, 1, 8, 24]

export const RotateKeyDialog = ({ orgId, apiKey, onMade, onClose }: RotateKeyDialogProps) => {
  const { session } = useServices()
  const [hours, setHours] = useState(0)
  const rotate = useCreation(
    (body: { overlap_hours: number }, idempotencyKey) =>
      session.client.call(rotateApiKey, {
        params: { org_id: orgId, key_id: apiKey.key_id },
        body,
        idempotencyKey,
        ifMatch: apiKey.version,
      }),
    onMade,
  )
  return (
    <FormDialog
      title={messages.rotateTitle({ name: apiKey.name })}
      act={messages.rotate()}
      busy={rotate.isPending}
      wrong={rotate.isError ? sentenceFor(rotate.error) : undefined}
      refusal={rotate.error}
      onSubmit={() => rotate.mutate({ overlap_hours: hours })}
      onClose={onClose}
    >
      <p className="text-fg-2">{messages.rotateHint()}</p>
      <SelectField label={messages.overlap()} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
        {overlaps.map((count) => (
          <option key={count} value={count}>
            {messages.overlapHours({ hours: count })}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
