import type { Config } from '../../config.ts'
import { isLoopbackName } from '../../platform/addresses.ts'
import { seconds } from '../../platform/clock.ts'
import { keepResuming } from '../../platform/keep-resuming.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealing } from '../../platform/sealed.ts'
import type { AdminLog } from '../admin-log/index.ts'
import { dealChangedTopic } from '../audit-trail/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { createCursorsStore } from './cursors.store.ts'
import { createDeliverEvents } from './deliver-events.ts'
import { createDeliveriesStore } from './deliveries.store.ts'
import { createSendMessage } from './send-message.ts'
import { createStopTarget } from './stop-target.ts'
import { createTargetsStore } from './targets.store.ts'
import { webhookRoutes } from './webhooks.routes.ts'
import { createWebhooks } from './webhooks.service.ts'

interface Needs {
  adminLog: AdminLog
  notifications: Notifications
  orgs: Orgs
}

/** Of an answer. Only its status is used. */
const maxAnswerBytes = 4 * 1024
const attemptMs = seconds(10)

const dealOf = (message: unknown): string | undefined =>
  typeof message === 'object' && message !== null && 'dealId' in message && typeof message.dealId === 'string'
    ? message.dealId
    : undefined

/** Events of the audit trails, posted to where organizations want them. */
export const createWebhooksFeature = async (
  { databaseUrl, host, publicUrl }: Pick<Config, 'databaseUrl' | 'host' | 'publicUrl'>,
  platform: Platform,
  { adminLog, notifications, orgs }: Needs,
) => {
  const { auditTrailKey, bus, database, onError, personalMails, now } = platform
  // A service behind a proxy listens on loopback too, and the services beside it must not be reachable.
  const allowLoopback = isLoopbackName(host) && isLoopbackName(publicUrl.hostname)
  // Of the key that never changes: a rotated sign-in secret must not make the secrets of receivers unreadable.
  const sealing = createSealing([auditTrailKey], 'webhook secrets')
  const cursors = createCursorsStore(database)
  const deliveries = createDeliveriesStore(database)
  const fetch = createGuardedFetch({ allowLoopback, maxBytes: maxAnswerBytes, timeoutMs: attemptMs })
  let resuming: ReturnType<typeof keepResuming> | undefined
  const wake = (): void => resuming?.wake()
  const delivering = createDeliverEvents({
    cursors,
    deliveries,
    send: createSendMessage({ fetch, sealing, now }),
    disable: createStopTarget({ cursors, database, notifications, mails: personalMails, publicUrl, now }),
    wake,
    onError,
    now,
    random: Math.random,
  })
  const webhooks = createWebhooks({
    targets: createTargetsStore(database),
    deliveries,
    orgs,
    adminLog,
    database,
    sealing,
    allowLoopback,
    wake: delivering.noteAll,
    now,
  })
  const unsubscribe = await bus.subscribe(dealChangedTopic, {
    onMessage: (message) => {
      const dealId = dealOf(message)
      if (dealId !== undefined) delivering.note(dealId)
    },
    onGap: delivering.noteAll,
  })
  return {
    deliver: delivering.deliver,
    routes: webhookRoutes({ webhooks, now }),
    tasks: { webhooks: delivering.sweep },
    begin: (): void => {
      resuming = keepResuming({ work: delivering, onError, isAlone: databaseUrl === undefined })
    },
    close: async (): Promise<void> => {
      await unsubscribe()
      resuming?.close()
      await delivering.close()
    },
  }
}
