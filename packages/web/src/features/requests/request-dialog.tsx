import {
  type BodyOf,
  createDealRequest,
  type DealRequest,
  editDealRequest,
  maxRequestNoteLength,
  maxRequestTitleLength,
  type RequestState,
  requestStates,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { requestMessages as messages } from '../../messages/requests.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Field } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { myRequestsKey, requestsKey } from './requests-query.ts'

export interface RequestDialogProps {
  /** Undefined: a new one. */
  request?: DealRequest | undefined
  /** What a new one is made of, and a proposed title. */
  source?: NonNullable<BodyOf<typeof createDealRequest>['source']>
  title?: string
  onClose: () => void
}

/** Asks a member of the deal for something, or changes what was asked. */
export const RequestDialog = ({ request, source, title: proposed = '', onClose }: RequestDialogProps) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { participants } = useCanvas()
  const [title, setTitle] = useState(request?.title ?? firstCharacters(proposed))
  const [note, setNote] = useState(request?.note ?? '')
  const [assigneeId, setAssigneeId] = useState(request?.assignee?.user_id ?? null)
  const [dueDate, setDueDate] = useState(request?.due_date ?? null)
  const [status, setStatus] = useState<RequestState>(request?.status ?? 'open')
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const body = { title: title.trim(), note: note.trim() || null, assignee_id: assigneeId, due_date: dueDate }
      if (request === undefined)
        return session.client.call(createDealRequest, {
          params: { deal_id: dealId },
          body: { ...body, source: source ?? null },
        })
      return session.client.call(editDealRequest, {
        params: { deal_id: dealId, request_id: request.id },
        body: { ...body, status },
        ifMatch: request.version,
      })
    },
    onSuccess: async () => {
      await Promise.all([requestsKey(dealId), myRequestsKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
      onClose()
    },
  })
  const noTitle = title.trim() === ''
  const former = request?.assignee
  const hasLeft = former != null && !participants.some(({ user_id: id }) => id === former.user_id)
  return (
    <FormDialog
      title={request === undefined ? messages.makeRequest() : messages.editRequest()}
      act={request === undefined ? messages.ask() : messages.save()}
      busy={save.isPending}
      wrong={save.isError ? sentenceFor(save.error) : undefined}
      refusal={tried && noTitle ? tried : save.error}
      onSubmit={() => {
        setTried(true)
        if (!noTitle) save.mutate()
      }}
      onClose={onClose}
    >
      <Field
        label={messages.what()}
        autoFocus
        maxLength={maxRequestTitleLength}
        error={tried && noTitle ? messages.whatMissing() : undefined}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FieldFrame label={messages.note()}>
        {(control) => (
          <textarea
            {...control}
            className="input area"
            rows={2}
            maxLength={maxRequestNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </FieldFrame>
      <SelectField
        label={messages.assignee()}
        value={assigneeId ?? ''}
        onChange={({ target }) => setAssigneeId(target.value === '' ? null : target.value)}
      >
        <option value="">{messages.nobody()}</option>
        {hasLeft && (
          <option value={former.user_id}>
            {former.on_deal ? former.display_name : messages.assigneeLeft({ name: former.display_name })}
          </option>
        )}
        {participants.map((person) => (
          <option key={person.user_id} value={person.user_id}>
            {person.display_name}
          </option>
        ))}
      </SelectField>
      <Field
        type="date"
        label={messages.due()}
        value={dueDate ?? ''}
        onChange={({ target }) => setDueDate(target.value === '' ? null : target.value)}
      />
      {request !== undefined && (
        <SelectField
          label={messages.status()}
          value={status}
          onChange={({ target }) => setStatus(requestStates.find((one) => one === target.value) ?? status)}
        >
          {requestStates.map((one) => (
            <option key={one} value={one}>
              {messages.statusName({ status: one })}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

/** Code points, as the service counts them, in one line. */
const firstCharacters = (text: string): string =>
  [...text.replaceAll(/\s/g, ' ')].slice(0, maxRequestTitleLength).join('')
