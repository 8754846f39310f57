import { orgRole } from './access.ts'
import { auditEventType, auditEventTypes } from './audit-events.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import {
  maxDealIdLength,
  maxIdLength,
  maxWebhookDeals,
  maxWebhookDeliveries,
  maxWebhookEventTypes,
  maxWebhookNameLength,
  maxWebhooks,
  maxWebhookUrlLength,
} from './sizes.ts'

const tag = 'Webhooks'

/** How long the former secret signs too after a rotation. */
export const webhookRotationHours = 24
/** How long an event is tried before it becomes a dead letter. */
export const webhookRetryHours = 24
/** How long a target can fail before it is paused. */
export const webhookPausedAfterHours = 72
export const webhookLogDays = 30

/** Stands for all events that external pipelines write to the audit trail. */
export const externalEvents = 'ext.*'
/** The event of the test button. */
export const pingEvent = 'webhook.ping'

export const webhookDisabledReasons = ['gone', 'failing'] as const
export const webhookDeliveryStates = ['waiting', 'retrying', 'replaying', 'delivered', 'failed', 'dead_letter'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/** Why a delivery failed, if no answer says so. */
export const webhookFailures = [
  'address',
  'bad_answer',
  'redirect',
  'secret',
  'status',
  'timeout',
  'unreachable',
  'unresolved',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

/** The types by which a target can choose events. */
export const webhookEventTypes: readonly [string, ...string[]] = [externalEvents, ...auditEventTypes]

const given = {
  name: text({
    description: 'What people call it; blanks around it are removed.',
    min: 1,
    max: maxWebhookNameLength,
    examples: ['Pipeline tracker'],
  }),
  url: text({
    description:
      'Where events are posted: https, port 443 or from 1024 on, without user name and password, at an address on the public internet. A service that listens on this machine only can also call http on loopback addresses.',
    min: 1,
    max: maxWebhookUrlLength,
    examples: ['https://hooks.example.com/deal-canvas'],
  }),
  event_types: nullable(
    list(oneOf(webhookEventTypes), {
      description: `The types of events that are sent, as in the audit trail; \`${externalEvents}\`: those of external pipelines; null: all.`,
      max: maxWebhookEventTypes,
    }),
  ),
  deal_ids: nullable(
    list(text({ max: maxDealIdLength }), {
      description: 'The deals of the organization whose events are sent; null: all, future ones too.',
      max: maxWebhookDeals,
    }),
  ),
  enabled: boolean({
    description: 'Whether events are sent. After a pause, the events since then are sent first.',
  }),
}

export const Webhook = model(
  {
    id: uuid({ description: 'The webhook.' }),
    ...given,
    disabled_reason: nullable(
      oneOf(webhookDisabledReasons, {
        description: `Why the service disabled it: \`gone\`: the receiver answered 410; \`failing\`: nothing was delivered for ${webhookPausedAfterHours} hours; null: it is enabled, or a person disabled it.`,
      }),
    ),
    failing_since: nullable(instant({ description: 'Since when every delivery fails; null: the last one succeeded.' })),
    last_delivered_at: nullable(instant({ description: 'When the receiver last accepted an event; null: never.' })),
    dead_letters: integer({ description: 'Events that were given up and can be replayed.', examples: [0] }),
    former_secret_until: nullable(
      instant({ description: 'Until when the secret before the rotation signs too; null: it no longer does.' }),
    ),
    created_at: instant({ description: 'Events from then on are sent.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
  },
  { title: 'Webhook' },
)
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = model(
  {
    webhook: described(Webhook, 'The webhook.'),
    secret: text({
      description: 'The secret that signs deliveries, as in Standard Webhooks. It is shown only now.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { title: 'WebhookWithSecret' },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookDelivery = model(
  {
    id: uuid({ description: 'The entry of the log.' }),
    message_id: text({
      description: 'The `webhook-id` of the delivery: the same for every attempt and replay.',
      examples: ['msg_4fzSlyS1KbG0o3HDOjHRl2gAMsIZ4PClnLmMgOSvWqE'],
    }),
    event_type: text({ description: `The type of the event, or \`${pingEvent}\`.`, examples: ['comment.created'] }),
    deal_id: nullable(text({ description: 'The deal; null: a test.' })),
    seq: nullable(integer({ description: 'The number of the event in its audit trail; null: a test.', examples: [7] })),
    state: oneOf(webhookDeliveryStates, {
      description: `\`dead_letter\`: an event that was given up after ${webhookRetryHours} hours; \`failed\`: a test.`,
    }),
    note: nullable(
      oneOf(['webhook.gap'], {
        description: 'The receiver got later events of the deal without this one; null: there is no gap.',
      }),
    ),
    attempts: integer({ description: 'How often it was sent.', examples: [1] }),
    status_code: nullable(integer({ description: 'The last answer; null: there was none.', examples: [200] })),
    failure: nullable(oneOf(webhookFailures, { description: 'Why the last attempt failed; null: it did not.' })),
    created_at: instant({ description: 'When it was first sent or asked for.' }),
    last_attempt_at: nullable(instant({ description: 'When it was last sent; null: not yet.' })),
    next_attempt_at: nullable(instant({ description: 'When it is sent again; null: it is not.' })),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** What is posted to the URL of a webhook. */
export const WebhookMessage = model(
  {
    type: auditEventType,
    timestamp: instant({ description: 'When the event happened.' }),
    data: model(
      {
        org_id: uuid({ description: 'The organization.' }),
        deal_id: optional(text({ description: 'The deal; absent for a test.' })),
        seq: optional(integer({ description: 'The number of the event in the audit trail of the deal.' })),
        event_type: optional(auditEventType),
        actor_id: optional(nullable(uuid({ description: 'Who caused the event; null: the service.' }))),
      },
      { description: 'Ids and small facts of the event. docs/WEBHOOKS.md lists them.' },
    ),
  },
  { title: 'WebhookMessage' },
)
export type WebhookMessage = Static<typeof WebhookMessage>

const ofOrg = model({ org_id: text({ max: maxIdLength, description: 'The organization.' }) })
const one = model({
  org_id: text({ max: maxIdLength, description: 'The organization.' }),
  webhook_id: uuid({ description: 'The webhook.' }),
})
const access = orgRole('admin')
const limit = 'webhook'

export const webhooks = operation({
  id: 'webhooks',
  method: 'GET',
  path: '/api/orgs/{org_id}/webhooks',
  tag,
  summary: 'List the webhooks of an organization',
  description: `Lists the webhooks, at most ${maxWebhooks}, the oldest first. Secrets are never answered again.`,
  access,
  params: ofOrg,
  answer: model({ webhooks: list(Webhook, { description: 'The oldest first.' }) }, { title: 'Webhooks' }),
})

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/orgs/{org_id}/webhooks',
  tag,
  summary: 'Add a webhook',
  description: `Adds a URL to which events of the audit trails are posted from now on: at least once, in the order of each deal, signed as in Standard Webhooks. At most ${maxWebhooks} per organization: 409 \`too_many_webhooks\`. The secret is answered once; the answer is not kept for an Idempotency-Key.`,
  access,
  params: ofOrg,
  body: model(
    {
      name: given.name,
      url: given.url,
      event_types: optional(given.event_types),
      deal_ids: optional(given.deal_ids),
      enabled: optional(given.enabled),
    },
    { title: 'CreateWebhookRequest' },
  ),
  answer: WebhookWithSecret,
  status: 201,
  idempotent: false,
  limit,
  errors: ['too_many_webhooks', 'rate_limited'],
})

export const editWebhook = operation({
  id: 'editWebhook',
  method: 'PATCH',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}',
  tag,
  summary: 'Change a webhook',
  description:
    'Changes the given fields; lists are replaced as a whole. Enabling it sends what happened since it was disabled. A stale If-Match is 409.',
  access,
  params: one,
  body: model(
    {
      name: optional(given.name),
      url: optional(given.url),
      event_types: optional(given.event_types),
      deal_ids: optional(given.deal_ids),
      enabled: optional(given.enabled),
    },
    { title: 'EditWebhookRequest' },
  ),
  answer: Webhook,
  ifMatch: 'required',
  limit,
  errors: ['webhook_not_found', 'rate_limited'],
})

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}',
  tag,
  summary: 'Remove a webhook',
  description: 'Removes it with its log; nothing is sent any more. A stale If-Match is 409.',
  access,
  params: one,
  ifMatch: 'required',
  errors: ['webhook_not_found'],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}/rotate',
  tag,
  summary: 'Give a webhook a new secret',
  description: `Answers a new secret, once. For ${webhookRotationHours} hours every delivery is signed with both. Needs If-Match, because a second rotation ends the first secret at once.`,
  access,
  params: one,
  answer: WebhookWithSecret,
  ifMatch: 'required',
  idempotent: false,
  limit,
  errors: ['webhook_not_found', 'rate_limited'],
})

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}/test',
  tag,
  summary: 'Send a test event',
  description: `Sends \`${pingEvent}\` once, also while the webhook is disabled. The log shows what became of it.`,
  access,
  params: one,
  answer: WebhookDelivery,
  status: 202,
  limit: 'webhook_test',
  errors: ['webhook_not_found', 'rate_limited'],
})

export const webhookDeliveries = operation({
  id: 'webhookDeliveries',
  method: 'GET',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}/deliveries',
  tag,
  summary: 'List the deliveries of a webhook',
  description: `Lists what was sent, the newest first. Entries are kept ${webhookLogDays} days, and the newest ${maxWebhookDeliveries} of each webhook.`,
  access,
  params: one,
  query: model({
    ...pageQuery,
    state: optional(oneOf(webhookDeliveryStates, { description: 'Only deliveries in this state.' })),
  }),
  answer: page('deliveries', WebhookDelivery),
  errors: ['webhook_not_found'],
})

export const replayWebhookDelivery = operation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  tag,
  summary: 'Replay a dead letter',
  description:
    'Sends an event that was given up once more, with the same `webhook-id`. 409 `webhook_not_dead_letter` for another delivery.',
  access,
  params: model({ ...one.properties, delivery_id: uuid({ description: 'The entry of the log.' }) }),
  answer: WebhookDelivery,
  status: 202,
  limit,
  errors: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_not_dead_letter', 'rate_limited'],
})

export const replayWebhook = operation({
  id: 'replayWebhook',
  method: 'POST',
  path: '/api/orgs/{org_id}/webhooks/{webhook_id}/replay',
  tag,
  summary: 'Replay all dead letters',
  description: 'Sends every event of the webhook that was given up once more, those of a deal in order.',
  access,
  params: one,
  answer: model(
    { replayed: integer({ description: 'How many are sent again.', examples: [3] }) },
    { title: 'WebhookReplay' },
  ),
  status: 202,
  limit,
  errors: ['webhook_not_found', 'rate_limited'],
})
