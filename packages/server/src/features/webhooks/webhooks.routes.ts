import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  replayWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveries,
  webhooks as webhooksOperation,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeliveryRow } from './deliveries.store.ts'
import { messageIdOf, testMessageIdOf } from './sign-message.ts'
import type { ShownTarget } from './targets.store.ts'
import type { WebhookPath, Webhooks } from './webhooks.service.ts'

export const webhookRoutes = ({ webhooks, now }: { webhooks: Webhooks; now: Clock }): Route[] => {
  const pathOf = (params: { org_id: string; webhook_id: string }): WebhookPath => ({
    orgId: params.org_id,
    webhookId: params.webhook_id,
  })
  const present = (row: ShownTarget): Webhook => presentWebhook(row, now())
  const presentWithSecret = ({ webhook, secret }: { webhook: ShownTarget; secret: string }) => ({
    webhook: present(webhook),
    secret,
  })
  return [
    handle(webhooksOperation, async ({ params }) => ({
      webhooks: (await webhooks.ofOrg(params.org_id)).map(present),
    })),
    handle(createWebhook, async ({ actor, params, body: { name, url, event_types, deal_ids, enabled } }) =>
      presentWithSecret(
        await webhooks.create(actor, params.org_id, { name, url, eventTypes: event_types, dealIds: deal_ids, enabled }),
      ),
    ),
    handle(editWebhook, async ({ actor, params, body: { name, url, event_types, deal_ids, enabled }, ifMatch }) =>
      present(
        await webhooks.edit(
          actor,
          pathOf(params),
          { name, url, eventTypes: event_types, dealIds: deal_ids, enabled },
          ifMatch,
        ),
      ),
    ),
    handle(deleteWebhook, ({ actor, params, ifMatch }) => webhooks.remove(actor, pathOf(params), ifMatch)),
    handle(rotateWebhookSecret, async ({ actor, params, ifMatch }) =>
      presentWithSecret(await webhooks.rotate(actor, pathOf(params), ifMatch)),
    ),
    handle(testWebhook, async ({ actor, params }) => presentDelivery(await webhooks.test(actor, pathOf(params)))),
    handle(webhookDeliveries, async ({ params, query: { limit = 20, cursor, state } }) => {
      const rows = await webhooks.log(pathOf(params), { state, after: readCursor(cursor), limit })
      const { items, ...rest } = presentPage(rows, {
        limit,
        present: presentDelivery,
        keyOf: ({ createdAt, id }) => [createdAt, id],
      })
      return { deliveries: items, ...rest }
    }),
    handle(replayWebhookDelivery, async ({ actor, params }) =>
      presentDelivery(await webhooks.replay(actor, pathOf(params), params.delivery_id)),
    ),
    handle(replayWebhook, async ({ actor, params }) => ({
      replayed: await webhooks.replayAll(actor, pathOf(params)),
    })),
  ]
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

const presentWebhook = (row: ShownTarget, now: Date): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  event_types: row.eventTypes,
  deal_ids: row.dealIds,
  enabled: row.enabled,
  disabled_reason: row.disabledReason,
  failing_since: instantOf(row.failingSince),
  last_delivered_at: instantOf(row.lastDeliveredAt),
  dead_letters: row.deadLetters,
  former_secret_until:
    row.formerSecretUntil !== null && row.formerSecretUntil > now ? instantOf(row.formerSecretUntil) : null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
})

const presentDelivery = (row: DeliveryRow): WebhookDelivery => {
  const { id, targetId, dealId, seq, state } = row
  return {
    id,
    message_id: dealId === null || seq === null ? testMessageIdOf(id) : messageIdOf(targetId, { dealId, seq }),
    event_type: row.eventType,
    deal_id: dealId,
    seq,
    state,
    note: state === 'dead_letter' || state === 'replaying' ? 'webhook.gap' : null,
    attempts: row.attempts,
    status_code: row.statusCode,
    failure: row.failure,
    created_at: row.createdAt.toISOString(),
    last_attempt_at: instantOf(row.lastAttemptAt),
    next_attempt_at: instantOf(row.nextAttemptAt),
  }
}
