import {
  type Committee,
  canManageDeal,
  type DealStage,
  dealKinds,
  dealStages,
  editDealDetails,
  formatCalendarDay,
  maxCityLength,
} from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { useStageName } from '../../deal-data/stage-names.ts'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { dealListMessages as listMessages } from '../../messages/deal-list.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './committee-page.module.css'

/** Stage, committee date and lead of the deal. */
export const MeetingCard = ({ committee }: { committee: Committee }) => {
  const { deal, participants } = useCanvas()
  const [editing, setEditing] = useState(false)
  const { stage, ic_date: day, lead_id: leadId } = committee
  const stageName = useStageName()
  const lead = participants.find(({ user_id: id }) => id === leadId)?.display_name
  const facts = [
    [messages.icDate(), day === null ? messages.noDate() : formatCalendarDay(day)],
    [messages.stage(), stage === null ? messages.stageName({ stage: '' }) : stageName(stage, deal.org_id)],
    [messages.lead(), lead ?? messages.nobody()],
    [listMessages.city(), committee.city ?? listMessages.notSet()],
  ]
  return (
    <section className={`card ${styles.meeting}`} aria-label={messages.meeting()}>
      <dl>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {canManageDeal(deal.role) && (
        <Button onClick={() => setEditing(true)}>
          <Icon name="pen" size={14} />
          {messages.edit()}
        </Button>
      )}
      {editing && <DetailsDialog committee={committee} onClose={() => setEditing(false)} />}
    </section>
  )
}

const DetailsDialog = ({ committee, onClose }: { committee: Committee; onClose: () => void }) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { participants, deal } = useCanvas()
  const stageName = useStageName()
  const [city, setCity] = useState(committee.city ?? '')
  const [type, setType] = useState(committee.deal_type)
  const [stage, setStage] = useState(committee.stage)
  const [day, setDay] = useState(committee.ic_date)
  const [leadId, setLeadId] = useState(committee.lead_id)
  const save = useMutation({
    mutationFn: () =>
      session.client.call(editDealDetails, {
        params: { deal_id: dealId },
        body: { stage, ic_date: day, lead_id: leadId, city: city.trim() || null, deal_type: type },
        ifMatch: committee.version,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: dealKey(dealId) })
      void queries.invalidateQueries({ queryKey: dealsKey })
      onClose()
    },
  })
  const readStage = (given: string): DealStage | null => dealStages.find((known) => known === given) ?? null
  return (
    <FormDialog
      title={messages.editDetails()}
      act={messages.save()}
      busy={save.isPending}
      wrong={save.isError ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <SelectField
        label={messages.stage()}
        value={stage ?? ''}
        onChange={({ target }) => setStage(readStage(target.value))}
      >
        <option value="">{messages.stageName({ stage: '' })}</option>
        {dealStages.map((one) => (
          <option key={one} value={one}>
            {stageName(one, deal.org_id)}
          </option>
        ))}
      </SelectField>
      <Field
        type="date"
        label={messages.icDate()}
        value={day ?? ''}
        onChange={({ target }) => setDay(target.value === '' ? null : target.value)}
      />
      <SelectField
        label={messages.lead()}
        value={leadId ?? ''}
        onChange={({ target }) => setLeadId(target.value === '' ? null : target.value)}
      >
        <option value="">{messages.nobody()}</option>
        {participants.map((person) => (
          <option key={person.user_id} value={person.user_id}>
            {person.display_name}
          </option>
        ))}
      </SelectField>
      <Field
        label={listMessages.city()}
        value={city}
        maxLength={maxCityLength}
        onChange={({ target }) => setCity(target.value)}
      />
      <SelectField
        label={listMessages.type()}
        value={type ?? ''}
        onChange={({ target }) => setType(dealKinds.find((kind) => kind === target.value) ?? null)}
      >
        <option value="">{listMessages.typeOfWorkbook()}</option>
        {dealKinds.map((kind) => (
          <option key={kind} value={kind}>
            {listMessages.typeName({ type: kind })}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
