import { maxWebhooks, pingEvent, webhookRotationHours } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { webhookMessages as messages } from '../../messages/webhooks.ts'
import { type Clock, hours, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { urlProblem } from '../../platform/outbound/outbound-url.ts'
import type { Sealing } from '../../platform/sealed.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { DeliveriesPage, DeliveriesStore, DeliveryRow } from './deliveries.store.ts'
import { newWebhookSecret } from './sign-message.ts'
import type { ShownTarget, TargetRow, TargetsStore } from './targets.store.ts'

interface Deps {
  targets: TargetsStore
  deliveries: DeliveriesStore
  orgs: Pick<Orgs, 'change'>
  adminLog: Pick<AdminLog, 'record'>
  database: Pick<Database, 'afterCommit'>
  sealing: Pick<Sealing, 'seal'>
  /** Whether loopback addresses can be targets. */
  allowLoopback: boolean
  /** Looks at once for what is due. */
  wake(): void
  now: Clock
}

export interface WebhookPath {
  orgId: string
  webhookId: string
}

/** Undefined fields stay as they are. */
export interface WebhookEdit {
  name?: string | undefined
  url?: string | undefined
  eventTypes?: string[] | null | undefined
  dealIds?: string[] | null | undefined
  enabled?: boolean | undefined
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** Where organizations want events of their deals to be posted, and what became of them. */
export const createWebhooks = (deps: Deps) => {
  const { targets, deliveries, orgs, adminLog, database, sealing, allowLoopback, wake, now } = deps

  const find = async ({ orgId, webhookId }: WebhookPath): Promise<ShownTarget> =>
    (await targets.find(orgId, webhookId)) ?? refuse('webhook_not_found')

  const findDelivery = async (path: WebhookPath, id: string): Promise<DeliveryRow> => {
    await find(path)
    return (await deliveries.find(path.webhookId, id)) ?? refuse('webhook_delivery_not_found')
  }

  /** Checks and normalizes what was given. */
  const check = async <Given extends WebhookEdit>(orgId: string, given: Given): Promise<Given> => {
    const { name, url, eventTypes, dealIds } = given
    const reject = (field: string, reason: string, input: unknown): never => {
      throw new InvalidInput({ at: ['body', field], reason, input })
    }
    if (name?.trim() === '') reject('name', messages.blankName(), name)
    if (url !== undefined) {
      const problem = urlProblem(url.trim(), { allowLoopback })
      if (problem !== undefined) reject('url', messages[problem === 'not_a_url' ? 'notAUrl' : problem](), url)
    }
    if (eventTypes?.length === 0) reject('event_types', messages.noEventTypes(), eventTypes)
    if (dealIds?.length === 0) reject('deal_ids', messages.noDeals(), dealIds)
    if (dealIds && (await targets.foreignDeals(orgId, dealIds)).length > 0)
      reject('deal_ids', messages.foreignDeal(), dealIds)
    return {
      ...given,
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(url === undefined ? {} : { url: new URL(url.trim()).href }),
      ...(eventTypes ? { eventTypes: [...new Set(eventTypes)].sort() } : {}),
      ...(dealIds ? { dealIds: [...new Set(dealIds)].sort() } : {}),
    }
  }

  /** The address without its path and query, which often hold a token. */
  const logged = ({ name, url, eventTypes, dealIds, enabled }: TargetRow) => ({
    name,
    host: new URL(url).host,
    event_types: eventTypes,
    deal_ids: dealIds,
    enabled,
  })

  const wakeAfterCommit = (): Promise<void> => database.afterCommit(async () => wake())

  return {
    ofOrg: targets.ofOrg,

    create: (actor: Actor, orgId: string, given: WebhookEdit & { name: string; url: string }) =>
      orgs.change(actor, orgId, 'admin', async () => {
        const { name, url, eventTypes = null, dealIds = null, enabled = true } = await check(orgId, given)
        if ((await targets.ofOrg(orgId)).length >= maxWebhooks) refuse('too_many_webhooks')
        const at = now()
        const secret = newWebhookSecret()
        const row: TargetRow = {
          id: newId(),
          orgId,
          name,
          url,
          eventTypes,
          dealIds,
          enabled,
          disabledReason: null,
          secret: sealing.seal(secret),
          formerSecret: null,
          formerSecretUntil: null,
          failingSince: null,
          lastDeliveredAt: null,
          version: 1,
          createdBy: actor.userId,
          createdAt: at,
          updatedAt: at,
        }
        await targets.add(row)
        await adminLog.record(actor, {
          action: 'webhook.created',
          target: { type: 'webhook', id: row.id },
          orgId,
          after: logged(row),
        })
        await wakeAfterCommit()
        return { webhook: { ...row, deadLetters: 0 }, secret }
      }),

    edit: (actor: Actor, path: WebhookPath, edit: WebhookEdit, seen: number | undefined): Promise<ShownTarget> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const former = await find(path)
        assertCurrent(former.version, seen)
        const { deadLetters, ...row } = former
        const given = await check(path.orgId, edit)
        const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        const edited: TargetRow = { ...row, ...wanted, version: row.version + 1, updatedAt: now() }
        const isNewStart = edited.enabled && (!row.enabled || edited.url !== row.url)
        // The cursors before the target, as a delivery locks them.
        await targets.beginNewDeals(edited, row.dealIds)
        if (isNewStart) {
          await targets.tryAgain(row.id, edited.updatedAt)
          edited.failingSince = null
        }
        if (edited.enabled !== row.enabled) edited.disabledReason = null
        await targets.change(edited)
        await adminLog.record(actor, {
          action: 'webhook.changed',
          target: { type: 'webhook', id: row.id },
          orgId: path.orgId,
          before: logged(row),
          after: logged(edited),
        })
        await wakeAfterCommit()
        return { ...edited, deadLetters }
      }),

    remove: (actor: Actor, path: WebhookPath, seen: number | undefined): Promise<void> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const former = await find(path)
        assertCurrent(former.version, seen)
        await targets.remove(path.orgId, former.id)
        await adminLog.record(actor, {
          action: 'webhook.deleted',
          target: { type: 'webhook', id: former.id },
          orgId: path.orgId,
          before: logged(former),
        })
      }),

    /** The former secret signs too for a while, so that receivers can change over without losing events. */
    rotate: (actor: Actor, path: WebhookPath, seen: number | undefined) =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const { deadLetters, ...row } = await find(path)
        assertCurrent(row.version, seen)
        const at = now()
        const secret = newWebhookSecret()
        const edited: TargetRow = {
          ...row,
          secret: sealing.seal(secret),
          formerSecret: row.secret,
          formerSecretUntil: later(at, hours(webhookRotationHours)),
          version: row.version + 1,
          updatedAt: at,
        }
        await targets.change(edited)
        await adminLog.record(actor, {
          action: 'webhook.rotated',
          target: { type: 'webhook', id: row.id },
          orgId: path.orgId,
        })
        return { webhook: { ...edited, deadLetters }, secret }
      }),

    test: (actor: Actor, path: WebhookPath): Promise<DeliveryRow> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        const { id: targetId } = await find(path)
        const row: DeliveryRow = {
          id: newId(),
          targetId,
          dealId: null,
          seq: null,
          eventType: pingEvent,
          state: 'waiting',
          attempts: 0,
          statusCode: null,
          failure: null,
          createdAt: now(),
          lastAttemptAt: null,
          nextAttemptAt: null,
          leasedUntil: null,
        }
        await deliveries.add(row)
        await wakeAfterCommit()
        return row
      }),

    /** Returns one row more than requested, which shows whether there is another page. */
    log: async (path: WebhookPath, page: DeliveriesPage): Promise<DeliveryRow[]> => {
      await find(path)
      return deliveries.page(path.webhookId, { ...page, limit: page.limit + 1 })
    },

    replay: (actor: Actor, path: WebhookPath, deliveryId: string): Promise<DeliveryRow> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        await findDelivery(path, deliveryId)
        if (!(await deliveries.replayOne(path.webhookId, deliveryId, now()))) refuse('webhook_not_dead_letter')
        await adminLog.record(actor, {
          action: 'webhook.replayed',
          target: { type: 'webhook', id: path.webhookId },
          orgId: path.orgId,
          after: { delivery_id: deliveryId },
        })
        await wakeAfterCommit()
        return findDelivery(path, deliveryId)
      }),

    replayAll: (actor: Actor, path: WebhookPath): Promise<number> =>
      orgs.change(actor, path.orgId, 'admin', async () => {
        await find(path)
        const replayed = await deliveries.replayAll(path.webhookId, now())
        await adminLog.record(actor, {
          action: 'webhook.replayed',
          target: { type: 'webhook', id: path.webhookId },
          orgId: path.orgId,
          after: { replayed },
        })
        await wakeAfterCommit()
        return replayed
      }),
  }
}
