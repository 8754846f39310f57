import {
  maxSettlementReasonLength,
  type ReconciliationFinding,
  type SettlementChoice,
  settleContradiction,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useDealId } from '../../deal-data/canvas-query.ts'
import { reconciliationKey } from '../../deal-data/facts-query.ts'
import { factMessages as messages } from '../../messages/facts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface SettleDialogProps {
  finding: ReconciliationFinding
  onClose: () => void
}

const choices: readonly SettlementChoice[] = ['model', 'document', 'explained']

/** Records which number of a contradiction holds, and why. */
export const SettleDialog = ({ finding, onClose }: SettleDialogProps) => {
  const {
    queries,
    session: { client },
  } = useServices()
  const dealId = useDealId()
  const [choice, setChoice] = useState<SettlementChoice>(finding.settlement?.choice ?? 'model')
  const [reason, setReason] = useState(finding.settlement?.reason ?? '')
  const [wrong, setWrong] = useState<object>()
  const settle = useMutation({
    mutationFn: () =>
      client.call(settleContradiction, {
        params: { deal_id: dealId, finding_id: finding.id },
        body: { choice, reason: reason.trim() },
        ifMatch: finding.version,
      }),
    onSuccess: onClose,
    onSettled: () => {
      for (const queryKey of [reconciliationKey(dealId), [...dealKey(dealId), 'quality']])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const submit = (): void => {
    if (reason.trim() === '') setWrong({})
    else {
      setWrong(undefined)
      settle.mutate()
    }
  }
  const { stated, compared_with: other, unit } = finding
  const [inDocument, elsewhere] = [formatMetric(stated.value, unit), formatMetric(other.value, unit)]
  const labels: Record<SettlementChoice, string> = {
    model:
      other.document_id === null
        ? messages.choiceModel({ value: elsewhere })
        : messages.choiceOther({ value: elsewhere }),
    document: messages.choiceDocument({ value: inDocument }),
    explained: messages.choiceExplained(),
  }
  return (
    <FormDialog
      title={messages.settleTitle({ metric: finding.label })}
      act={messages.settleAct()}
      busy={settle.isPending}
      wrong={settle.error === null ? undefined : sentenceFor(settle.error)}
      refusal={wrong ?? settle.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={messages.choice()}
        autoFocus
        value={choice}
        onChange={({ target }) => setChoice(choices.find((one) => one === target.value) ?? 'model')}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </SelectField>
      <Field
        label={messages.reason()}
        hint={messages.settleHint()}
        error={wrong !== undefined && reason.trim() === '' ? messages.reasonMissing() : undefined}
        maxLength={maxSettlementReasonLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
