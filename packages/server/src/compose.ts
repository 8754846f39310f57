import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { composeFeatures } from './compose-features.ts'
import { openPlatform } from './compose-platform.ts'
import { type Config, ConfigMistakes } from './config.ts'
import { plantFirstSuperadmin } from './features/accounts/index.ts'
import type { BeginTrail, DealChanges, EraseEvents, VerifyTrail } from './features/audit-trail/index.ts'
import { sessionsEndedTopic } from './features/auth/index.ts'
import { createDemoClock } from './features/demo/index.ts'
import { createTenants } from './features/orgs/index.ts'
import { createNotFoundPage, publicSite, unsubscribePages } from './features/site/index.ts'
import { createAllowedOrigins } from './http/allowed-origins.ts'
import { createApp } from './http/app.ts'
import { createEntrance } from './http/entrance.ts'
import type { Route } from './http/handler.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createMetrics } from './http/metrics.ts'
import { createOpenStreams } from './http/open-streams.ts'
import { createRequestGate } from './http/request-gate.ts'
import { systemRoutes } from './http/system.routes.ts'
import { siteStylesheet } from './http/web-app.ts'
import { type Clock, minutes, type Sleep, systemClock, systemSleep } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { requireDiskSpace } from './platform/disk/disk-space.ts'
import type { PersonalMails } from './platform/mail/personal-mails.ts'
import { createMaintenance } from './platform/maintenance.ts'
import type { HashCost } from './platform/passwords.ts'

export interface Service {
  app: FastifyInstance
  database: Database
  /** Makes every change of a deal, also those without a request. */
  changes: DealChanges
  /** Erases the data of audit trail events in a way that verification accepts. */
  eraseEvents: EraseEvents
  /** Signs the head of an empty audit trail; a new deal has it from the start. */
  beginTrail: BeginTrail
  /** Resolves once audit trails of older versions have their baseline; the start triggers it by itself. */
  writeBaselines(): Promise<void>
  verifyTrail: VerifyTrail
  /** What this start added to the database. */
  planted: { demo: boolean; superadmin: boolean }
  /** Whether the demo users exist and can sign in. */
  hasDemo: boolean
  /** Mails that users cause, and digests of those above their limits. */
  personalMails: PersonalMails
  /** Plans and sends the digests of notifications that are due; the service does so by itself. */
  deliverDigests(): Promise<void>
  /** Warms up what the first what-if would otherwise wait for. */
  prepare(): void
  /** Rejects new requests, ends streams, lets running requests finish, and closes the stores. */
  drain(): Promise<void>
}

interface Surroundings {
  log: Logger
  now?: Clock
  /** How a request waits; tests skip the delay. */
  sleep?: Sleep
  /** Routes in addition to the contract's; for tests of behavior that all routes share. */
  extraRoutes?: Route[]
  /** Whether the demo has deals; other tests need only its users and create their own deals. */
  demoDeals?: boolean
  /** Prefix of all keys in Redis; a different one separates services that share a Redis. */
  redisPrefix?: string
  /** Cost of hashing a password; tests sign in thousands of times with cheap hashes. */
  hashCost?: HashCost
  /** Called for each step of a slow start. */
  onStep?: (step: string) => void
  /** How many unhandled promise rejections this process had. */
  unhandledRejections?: () => number
}

/** Creates the complete service: its stores, its features, and HTTP. */
export const compose = async (
  config: Config,
  {
    log,
    now = systemClock,
    sleep = systemSleep,
    extraRoutes = [],
    demoDeals = true,
    redisPrefix = 'deal-canvas:',
    hashCost,
    onStep = () => undefined,
    unhandledRejections = () => 0,
  }: Surroundings,
): Promise<Service> => {
  const onError = (error: unknown) => log.warn({ err: error }, 'Background task failed')
  const closers: (() => Promise<void>)[] = []
  const opened = (close: () => Promise<void>) => void closers.unshift(close)

  try {
    const clock = createDemoClock(now)
    const platform = await openPlatform(config, {
      log,
      now: clock.now,
      sleep,
      redisPrefix,
      hashCost,
      onError,
      opened,
    })
    const { database, redis, bus, limits, jwtSecrets } = platform
    const features = await composeFeatures(config, platform, clock)
    opened(features.close)
    const { auth, accounts, orgs, deals } = features
    const planted = {
      demo: config.demo && (await features.plantDemo({ withDeals: demoDeals && config.demoDeals, onStep })),
      superadmin: await plantSuperadmin(config, { database, ...features }),
    }

    features.begin()
    const idempotency = createIdempotency({ database, secrets: jwtSecrets, now })
    const { endedAmong } = features
    const streams = await createOpenStreams({ bus, topic: sessionsEndedTopic, endedAmong, now, onError })
    opened(() => streams.close())
    const metrics = createMetrics({ openStreams: streams.count, unhandledRejections })
    const maintenance = createMaintenance({
      tasks: { ...platform.tasks, ...features.tasks, idempotency: () => idempotency.sweep() },
      everyMs: minutes(10),
      onError,
    })
    opened(() => maintenance.close())
    const digests = createMaintenance({
      tasks: { heldMails: () => platform.personalMails.deliver() },
      everyMs: minutes(1),
      onError,
    })
    opened(() => digests.close())

    const gate = createRequestGate({
      tenantOf: createTenants({ database, ticks: () => performance.now() }),
      store: config.databaseUrl === undefined ? 'embedded' : 'server',
    })
    let draining = false
    const allowsOrigin = createAllowedOrigins([config.publicUrl.origin, ...config.corsOrigins])
    const site = { cms: features.cms, publicUrl: config.publicUrl, stylesheet: siteStylesheet() }
    const app = await createApp({
      routes: [
        ...systemRoutes({
          needed: { database: () => database.ping() },
          wanted: redis === undefined ? {} : { redis: () => redis.ping() },
          requireSpace: () => requireDiskSpace({ folder: config.dataDir, minFreeBytes: config.minFreeBytes }),
          draining: () => draining,
          readMetrics: metrics.read,
        }),
        ...features.routes,
      ],
      extraRoutes,
      gate,
      enter: createEntrance({
        gate,
        readToken: auth.readToken,
        recognize: auth.recognize,
        roleOnDeal: deals.roleOf,
        enterDeal: features.enterDeal,
        roleInOrg: orgs.roleOf,
        onOrgEntered: features.superadminOrgEntries.note,
        administersAny: orgs.administersAny,
        allowsOrigin,
        metricsToken: config.metricsToken,
      }),
      limits,
      idempotency,
      streams,
      secureCookie: config.publicUrl.protocol === 'https:',
      log,
      allowsOrigin,
      trustProxy: config.trustProxy,
      maxIdleConnections: config.maxIdleConnections,
      watch: metrics.watch,
      draining: () => draining,
      site: async (pages) => {
        await pages.register(publicSite(site))
        await pages.register(unsubscribePages({ ...site, unsubscribing: features.unsubscribing }))
      },
      notFoundPage: createNotFoundPage(site),
    })
    await app.ready()

    return {
      app,
      database,
      changes: features.changes,
      eraseEvents: features.trail.eraseEvents,
      beginTrail: features.trail.beginTrail,
      writeBaselines: features.trail.writeBaselines,
      verifyTrail: features.trail.verifyTrail,
      planted,
      hasDemo: config.demo && (await accounts.hasDemo()),
      prepare: features.prepare,
      personalMails: platform.personalMails,
      deliverDigests: features.deliverDigests,
      drain: async () => {
        draining = true
        streams.endAll('shutting_down')
        features.stopWaiting()
        await app.close()
        for (const close of closers) await close().catch(onError)
      },
    }
  } catch (error) {
    for (const close of closers) await close().catch(onError)
    throw error
  }
}

const plantSuperadmin = async (
  { firstSuperadmin }: Config,
  deps: Parameters<typeof plantFirstSuperadmin>[0],
): Promise<boolean> => {
  if (firstSuperadmin === undefined) return false
  const outcome = await plantFirstSuperadmin(deps, firstSuperadmin)
  if (outcome !== 'address_taken') return outcome === 'planted'
  throw new ConfigMistakes(['SUPERADMIN_EMAIL belongs to an account that is not a superadmin. Choose another address.'])
}
