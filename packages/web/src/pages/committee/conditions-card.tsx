import {
  type Condition,
  type ConditionState,
  canManageDeal,
  conditionStates,
  createCondition,
  type DealRole,
  editCondition,
  formatCalendarDay,
  maxConditionLength,
  maxDecisionReasonLength,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { conditionsQuery } from '../../deal-data/committee-query.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './committee-page.module.css'
import { TextArea } from './text-area.tsx'

const looks: Record<ConditionState, string> = { open: '', met: 'green', waived: 'amber' }

const newCondition = ''

const canEdit = (role: DealRole): boolean => role === 'editor' || canManageDeal(role)

/** Conditions can be changed after the decision too. */
export const ConditionsCard = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { data, error } = useQuery(conditionsQuery(useServices().session.client, dealId))
  /** An id, not the condition: while the dialog is open, the deal can be finalized with it. */
  const [edited, setEdited] = useState<string>()
  const conditions = data?.conditions ?? []
  return (
    <Card
      title={messages.conditions()}
      act={
        canEdit(deal.role) && (
          <Button look="ghost" onClick={() => setEdited(newCondition)}>
            <Icon name="plus" size={14} />
            {messages.addCondition()}
          </Button>
        )
      }
    >
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      {data !== undefined && conditions.length === 0 && <p className={styles.nothing}>{messages.noConditions()}</p>}
      {conditions.length > 0 && (
        <table className={styles.conditions}>
          <thead>
            <tr>
              <th scope="col">{messages.condition()}</th>
              <th scope="col">{messages.owner()}</th>
              <th scope="col">{messages.due()}</th>
              <th scope="col">{messages.status()}</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map((condition) => (
              <tr key={condition.id}>
                <td>
                  {canEdit(deal.role) ? (
                    <button
                      type="button"
                      className="text-left"
                      aria-label={messages.editConditionNamed({ text: condition.text })}
                      onClick={() => setEdited(condition.id)}
                    >
                      {condition.text}
                    </button>
                  ) : (
                    condition.text
                  )}
                  {condition.reason !== null && <small>{condition.reason}</small>}
                  {condition.created_by_name !== null && (
                    <small>{messages.addedBy({ name: condition.created_by_name })}</small>
                  )}
                </td>
                <td>{condition.owner_name}</td>
                <td>{condition.due_on !== null && formatCalendarDay(condition.due_on)}</td>
                <td>
                  <span className={`chip ${looks[condition.status]}`}>
                    {messages.conditionStatus({ status: condition.status })}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited !== undefined && (
        <ConditionDialog condition={conditions.find(({ id }) => id === edited)} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  )
}

interface ConditionDialogProps {
  /** Undefined: a new one. */
  condition: Condition | undefined
  onClose: () => void
}

const ConditionDialog = ({ condition, onClose }: ConditionDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { deal, participants } = useCanvas()
  const [text, setText] = useState(condition?.text ?? '')
  const [ownerId, setOwnerId] = useState(condition?.owner_id ?? null)
  const [dueOn, setDueOn] = useState(condition?.due_on ?? null)
  const [status, setStatus] = useState<ConditionState>(condition?.status ?? 'open')
  const [reason, setReason] = useState(condition?.reason ?? '')
  const [tried, setTried] = useState(false)
  const isFixed = condition?.decided_with === true
  const save = useMutation({
    mutationFn: () => {
      const body = { owner_id: ownerId, due_on: dueOn, ...(isFixed ? {} : { text: text.trim() }) }
      if (condition === undefined)
        return session.client.call(createCondition, {
          params: { deal_id: dealId },
          body: { ...body, text: text.trim() },
        })
      return session.client.call(editCondition, {
        params: { deal_id: dealId, condition_id: condition.id },
        body: { ...body, status, reason: reason.trim() === '' ? null : reason.trim() },
        ifMatch: condition.version,
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      onClose()
    },
  })
  const noText = text.trim() === ''
  const noReason = status === 'waived' && reason.trim() === ''
  return (
    <FormDialog
      title={condition === undefined ? messages.addCondition() : messages.editCondition()}
      act={condition === undefined ? messages.add() : messages.save()}
      busy={save.isPending}
      wrong={save.isError ? sentenceFor(save.error) : undefined}
      refusal={tried && (noText || noReason) ? tried : save.error}
      onSubmit={() => {
        setTried(true)
        if (!noText && !noReason) save.mutate()
      }}
      onClose={onClose}
    >
      {isFixed ? (
        <p>
          {text}
          <small className="block text-small text-fg-3">{messages.fixedText()}</small>
        </p>
      ) : (
        <TextArea
          label={messages.condition()}
          value={text}
          maxLength={maxConditionLength}
          error={tried && noText ? messages.conditionMissing() : undefined}
          rows={2}
          onChange={setText}
        />
      )}
      <SelectField
        label={messages.owner()}
        value={ownerId ?? ''}
        onChange={({ target }) => setOwnerId(target.value === '' ? null : target.value)}
      >
        <option value="">{messages.nobody()}</option>
        {participants.map((person) => (
          <option key={person.user_id} value={person.user_id}>
            {person.display_name}
          </option>
        ))}
      </SelectField>
      <Field
        type="date"
        label={messages.due()}
        value={dueOn ?? ''}
        onChange={({ target }) => setDueOn(target.value === '' ? null : target.value)}
      />
      {condition !== undefined && (
        <>
          <SelectField
            label={messages.status()}
            value={status}
            onChange={({ target }) => setStatus(conditionStates.find((one) => one === target.value) ?? status)}
          >
            {conditionStates
              .filter((one) => one !== 'waived' || canManageDeal(deal.role) || condition.status === 'waived')
              .map((one) => (
                <option key={one} value={one}>
                  {messages.conditionStatus({ status: one })}
                </option>
              ))}
          </SelectField>
          <TextArea
            label={status === 'waived' ? messages.waiveReason() : messages.conditionReason()}
            value={reason}
            maxLength={maxDecisionReasonLength}
            error={tried && noReason ? messages.waiveReasonMissing() : undefined}
            rows={2}
            onChange={setReason}
          />
        </>
      )}
    </FormDialog>
  )
}
