import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { composeFeatures } from './compose-features.ts'
import { openPlatform } from './compose-platform.ts'
import { type Config, ConfigMistakes } from './config.ts'
import { plantFirstSuperadmin } from './features/accounts/first-superadmin.ts'
import type { DealChanges } from './features/audit-trail/deal-changes.service.ts'
import type { EraseEvents } from './features/audit-trail/erase-events.ts'
import type { BeginTrail } from './features/audit-trail/verification/begin-trail.ts'
import type { VerifyTrail } from './features/audit-trail/verification/verify-trail.ts'
import { sessionsEndedTopic } from './features/auth/sessions.service.ts'
import { createDemoClock } from './features/demo/demo-clock.ts'
import { createTenants } from './features/orgs/tenants.ts'
import { createNotFoundPage } from './features/site/not-found-page.ts'
import { publicSite } from './features/site/site.routes.ts'
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
  /** The way of every change of a deal, for what changes deals without a request. */
  changes: DealChanges
  /** The lawful way to erase what events of an audit trail hold. */
  eraseEvents: EraseEvents
  /** Signs the head of an empty audit trail; a new deal has it from the start. */
  beginTrail: BeginTrail
  /** Resolves once audit trails of older versions have their baseline; the start begins with it by itself. */
  writeBaselines(): Promise<void>
  verifyTrail: VerifyTrail
  /** What this start put into the database. */
  planted: { demo: boolean; superadmin: boolean }
  /** Whether the demo people are there to be signed in as. */
  hasDemo: boolean
  /** Mails that people cause, and the digests of what is beyond their limits. */
  personalMails: PersonalMails
  /** Gets ready what the first what-if would wait for. */
  prepare(): void
  /** Refuses new requests, ends streams, lets running requests finish, and lets go of the stores. */
  drain(): Promise<void>
}

interface Surroundings {
  log: Logger
  now?: Clock
  /** How a request waits; tests do not. */
  sleep?: Sleep
  /** Routes besides the contract's own; for tests of what all routes share. */
  extraRoutes?: Route[]
  /** Whether the demo has deals; tests of something else need only its people, and make deals of their own. */
  demoDeals?: boolean
  /** What all keys in Redis begin with; another one keeps services apart that share a Redis. */
  redisPrefix?: string
  /** What hashing a password costs; tests sign in thousands of times, and hash cheaply. */
  hashCost?: HashCost
  /** Told of each step of a start that takes long. */
  onStep?: (step: string) => void
  /** How many promise rejections of this process nobody handled. */
  unhandledRejections?: () => number
}

/** The whole service: its stores, its features, and the HTTP around them. */
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
      site: publicSite(site),
      notFoundPage: createNotFoundPage(site),
    })
    await app.ready()

    return {
      app,
      database,
      changes: features.changes,
      eraseEvents: features.proof.eraseEvents,
      beginTrail: features.proof.beginTrail,
      writeBaselines: features.proof.writeBaselines,
      verifyTrail: features.proof.verifyTrail,
      planted,
      hasDemo: config.demo && (await accounts.hasDemo()),
      prepare: features.prepare,
      personalMails: platform.personalMails,
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
  throw new ConfigMistakes(['SUPERADMIN_EMAIL belongs to an account that is no superadmin; choose another address'])
}
