import {
  type FindingChoice,
  maxSettlementReasonLength,
  type QualityFinding,
  settleFinding,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const choices: readonly FindingChoice[] = ['accepted', 'dismissed']

interface SettleFindingDialogProps {
  finding: QualityFinding
  onClose: () => void
}

/** Accepts or dismisses a finding, with a reason. */
export const SettleFindingDialog = ({ finding, onClose }: SettleFindingDialogProps) => {
  const { queries, session } = useServices()
  const dealId = useDealId()
  const [choice, setChoice] = useState<FindingChoice>(finding.settlement?.choice ?? 'accepted')
  const [reason, setReason] = useState(finding.settlement?.reason ?? '')
  const [tried, setTried] = useState(false)
  const settle = useMutation({
    mutationFn: () =>
      session.client.call(settleFinding, {
        params: { deal_id: dealId, finding_id: finding.id },
        body: { choice, reason: reason.trim() },
        ifMatch: finding.version,
      }),
    onSuccess: onClose,
    onSettled: () => void queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'quality'] }),
  })
  const noReason = reason.trim() === ''
  return (
    <FormDialog
      title={messages.settleTitle({ finding: finding.title })}
      act={messages.settle()}
      busy={settle.isPending}
      wrong={settle.isError ? sentenceFor(settle.error) : undefined}
      refusal={tried && noReason ? tried : settle.error}
      onSubmit={() => {
        setTried(true)
        if (!noReason) settle.mutate()
      }}
      onClose={onClose}
    >
      <p className="text-small text-fg-2">{finding.message}</p>
      <SelectField
        label={messages.settlement()}
        autoFocus
        value={choice}
        onChange={({ target }) => setChoice(choices.find((one) => one === target.value) ?? choice)}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {messages.settlementChoice({ choice: one })}
          </option>
        ))}
      </SelectField>
      <Field
        label={messages.settleReason()}
        hint={messages.settleHint()}
        error={tried && noReason ? messages.settleReasonMissing() : undefined}
        maxLength={maxSettlementReasonLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
