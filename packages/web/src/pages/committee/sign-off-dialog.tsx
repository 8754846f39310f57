import {
  createSignOff,
  deleteSignOff,
  editSignOff,
  maxSignOffLabelLength,
  type SignOff,
  type SignOffSubject,
  signOffSubjects,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { signOffMessages as messages } from '../../messages/sign-offs.ts'
import { createAttempts } from '../../session/attempts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'

interface SignOffDialogProps {
  /** Undefined: a new one. */
  signOff: SignOff | undefined
  onClose: () => void
}

/** Asks for a sign-off, changes or removes it. The subject stays: a signature is about it. */
export const SignOffDialog = ({ signOff, onClose }: SignOffDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { participants } = useCanvas()
  const [subject, setSubject] = useState<SignOffSubject | undefined>(signOff?.subject)
  const [label, setLabel] = useState(signOff?.label ?? '')
  const [userId, setUserId] = useState(signOff?.assignee_id ?? '')
  const [dueOn, setDueOn] = useState(signOff?.due_on ?? null)
  const [version] = useState(signOff?.version ?? 0)
  const [tried, setTried] = useState(0)
  const [attempt] = useState(createAttempts)
  const afterwards = {
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: dealKey(dealId) }),
  }
  const save = useMutation({
    mutationFn: (chosen: SignOffSubject) => {
      const body = { label: label.trim() === '' ? null : label.trim(), assignee_id: userId, due_on: dueOn }
      if (signOff !== undefined)
        return session.client.call(editSignOff, {
          params: { deal_id: dealId, sign_off_id: signOff.id },
          body,
          ifMatch: version,
        })
      const asked = { ...body, subject: chosen }
      return attempt(asked, (idempotencyKey) =>
        session.client.call(createSignOff, { params: { deal_id: dealId }, body: asked, idempotencyKey }),
      )
    },
    ...afterwards,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SignOff) =>
      session.client.call(deleteSignOff, { params: { deal_id: dealId, sign_off_id: id }, ifMatch: version }),
    ...afterwards,
  })
  const noSubject = subject === undefined
  const noLabel = subject === 'other' && label.trim() === ''
  const noPerson = userId === ''
  const wrong = noSubject || noLabel || noPerson
  const error = save.error ?? remove.error
  const hasLeft = signOff !== undefined && !participants.some(({ user_id: id }) => id === signOff.assignee_id)
  return (
    <FormDialog
      title={signOff === undefined ? messages.ask() : messages.edit()}
      act={signOff === undefined ? messages.askAct() : messages.save()}
      busy={save.isPending || remove.isPending}
      wrong={error === null ? undefined : sentenceFor(error)}
      refusal={tried > 0 && wrong ? tried : error}
      onSubmit={() => {
        setTried(tried + 1)
        if (subject !== undefined && !wrong) save.mutate(subject)
      }}
      onClose={onClose}
    >
      {signOff === undefined && (
        <SelectField
          label={messages.subject()}
          value={subject ?? ''}
          error={tried > 0 && noSubject ? messages.subjectMissing() : undefined}
          onChange={({ target }) => setSubject(signOffSubjects.find((one) => one === target.value))}
        >
          <option value="" />
          {signOffSubjects.map((one) => (
            <option key={one} value={one}>
              {messages.subjectName({ subject: one })}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label={messages.label()}
        hint={subject === 'other' ? undefined : messages.labelHint()}
        value={label}
        maxLength={maxSignOffLabelLength}
        error={tried > 0 && noLabel ? messages.labelMissing() : undefined}
        onChange={({ target }) => setLabel(target.value)}
      />
      <SelectField
        label={messages.person()}
        value={userId}
        error={tried > 0 && noPerson ? messages.personMissing() : undefined}
        onChange={({ target }) => setUserId(target.value)}
      >
        {signOff === undefined && <option value="" />}
        {hasLeft && <option value={signOff.assignee_id}>{signOff.assignee_name}</option>}
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
      {signOff !== undefined && (
        <>
          {signOff.signature !== null && <p className="text-small text-fg-2">{messages.editHint()}</p>}
          <div>
            <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(signOff)}>
              {messages.remove()}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  )
}
