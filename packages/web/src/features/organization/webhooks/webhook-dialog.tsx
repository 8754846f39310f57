import {
  createWebhook,
  editWebhook,
  maxWebhookNameLength,
  maxWebhookUrlLength,
  type Webhook,
  type WebhookWithSecret,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookMessages as messages } from '../../../messages/webhooks.ts'
import { aboutField, isAboutFields } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { CheckList } from './check-list.tsx'
import { eventGroups } from './event-groups.ts'
import { orgDealsQuery, webhooksQuery } from './webhooks-query.ts'

interface WebhookDialogProps {
  orgId: string
  /** Undefined: a new one. */
  webhook: Webhook | undefined
  onClose: () => void
  onCreated: (made: WebhookWithSecret) => void
}

const fields = ['name', 'url', 'event_types', 'deal_ids']

export const WebhookDialog = ({ orgId, webhook, onClose, onCreated }: WebhookDialogProps) => {
  const { session, queries } = useServices()
  const { data: deals } = useQuery(orgDealsQuery(session.client, orgId))
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState<ReadonlySet<string> | undefined>(() =>
    webhook?.event_types ? new Set(webhook.event_types) : undefined,
  )
  const [dealIds, setDealIds] = useState<ReadonlySet<string> | undefined>(() =>
    webhook?.deal_ids ? new Set(webhook.deal_ids) : undefined,
  )
  const save = useMutation({
    mutationFn: async (): Promise<WebhookWithSecret | undefined> => {
      const body = {
        name: name.trim(),
        url: url.trim(),
        event_types: types === undefined ? null : [...types],
        deal_ids: dealIds === undefined ? null : [...dealIds],
      }
      if (webhook === undefined) return session.client.call(createWebhook, { params: { org_id: orgId }, body })
      await session.client.call(editWebhook, {
        params: { org_id: orgId, webhook_id: webhook.id },
        body,
        ifMatch: webhook.version,
      })
      return undefined
    },
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: webhooksQuery(session.client, orgId).queryKey })
      onClose()
      if (made !== undefined) onCreated(made)
    },
  })
  // A deal that is no longer listed stays chosen: the list shows the newest ones only.
  const unlisted = [...(dealIds ?? [])].filter((id) => deals?.every((deal) => deal.deal_id !== id))
  return (
    <FormDialog
      title={webhook === undefined ? messages.addTitle() : messages.editTitle({ name: webhook.name })}
      act={webhook === undefined ? messages.add() : messages.save()}
      busy={save.isPending}
      idle={name.trim() === '' || url.trim() === '' || types?.size === 0 || dealIds?.size === 0}
      wrong={save.isError && !isAboutFields(save.error, fields) ? sentenceFor(save.error) : undefined}
      refusal={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={messages.name()}
        maxLength={maxWebhookNameLength}
        autoFocus
        value={name}
        error={aboutField(save.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={messages.url()}
        hint={messages.urlHint()}
        type="url"
        maxLength={maxWebhookUrlLength}
        value={url}
        error={aboutField(save.error, 'url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      <CheckList
        label={messages.events()}
        all={messages.allEvents()}
        items={eventGroups.map((group) => ({ label: group.name, values: group.types }))}
        chosen={types}
        onChange={setTypes}
      />
      <CheckList
        label={messages.deals()}
        all={messages.allDeals()}
        empty={deals === undefined ? messages.loadingDeals() : messages.noDeals()}
        items={[
          ...(deals ?? []).map((deal) => ({ label: deal.name, values: [deal.deal_id] })),
          ...unlisted.map((id) => ({ label: id, values: [id] })),
        ]}
        chosen={dealIds}
        onChange={setDealIds}
      />
    </FormDialog>
  )
}
