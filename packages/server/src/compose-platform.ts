import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createFolderBlobs } from './platform/blobs/folder-blobs.ts'
import type { Bus } from './platform/bus/bus.ts'
import { createInProcessBus } from './platform/bus/in-process-bus.ts'
import { createPostgresBus } from './platform/bus/postgres-bus.ts'
import { createRedisBus } from './platform/bus/redis-bus.ts'
import { createEndpointChat } from './platform/chat/endpoint-chat.ts'
import type { Clock, Sleep } from './platform/clock.ts'
import { type OpenDatabase, openEmbedded, openPostgres } from './platform/database/open-database.ts'
import { requireDiskSpace } from './platform/disk/disk-space.ts'
import type { Embeddings } from './platform/embeddings/embeddings.ts'
import { createEndpointEmbeddings } from './platform/embeddings/endpoint-embeddings.ts'
import { createSentenceEncoder } from './platform/embeddings/sentence-encoder.ts'
import { createDatabaseKeyValue } from './platform/key-value/database-key-value.ts'
import { createFences } from './platform/key-value/fences.ts'
import { createRedisKeyValue } from './platform/key-value/redis-key-value.ts'
import { createDatabaseLimits, sweepDatabaseLimits } from './platform/limits/database-limits.ts'
import { createRedisLimits } from './platform/limits/redis-limits.ts'
import { createHeldMailsStore } from './platform/mail/held-mails.store.ts'
import type { Mail } from './platform/mail/mail.ts'
import { createOutboxMail } from './platform/mail/outbox-mail.ts'
import { createPersonalMails } from './platform/mail/personal-mails.ts'
import { createSmtpMail } from './platform/mail/smtp-mail.ts'
import { createPasswords, type HashCost } from './platform/passwords.ts'
import type { Platform } from './platform/platform.ts'
import { createRedis, type Redis } from './platform/redis/redis.ts'
import { createSealing } from './platform/sealed.ts'
import { keptSecret } from './platform/secrets.ts'

interface Surroundings {
  log: Logger
  now: Clock
  sleep: Sleep
  redisPrefix: string
  hashCost?: HashCost | undefined
  onError(error: unknown): void
  /** Called for each part that must be closed again, even if a later one fails to open. */
  opened(close: () => Promise<void>): void
}

/** The only place that chooses adapters. */
export const openPlatform = async (config: Config, given: Surroundings): Promise<Platform> => {
  const { log, now, sleep, redisPrefix, hashCost, onError, opened } = given
  await requireDiskSpace({ folder: config.dataDir, minFreeBytes: config.minFreeBytes })
  const store =
    config.databaseUrl === undefined
      ? await openEmbedded({ folder: config.dataDir, onError })
      : await openPostgres({ url: config.databaseUrl, onError })
  opened(() => store.close())
  const { database } = store
  // After the folder is locked: if two processes start together, the rejected one must not have changed the secret.
  const jwtSecrets = config.jwtSecrets ?? ([await keptSecret(config.dataDir, 'jwt-secret')] as const)
  const auditTrailKey = config.auditTrailKey ?? (await keptSecret(config.dataDir, 'journal-key'))
  const redis =
    config.redis === undefined ? undefined : createRedis({ ...config.redis, onLost: onError, name: 'deal-canvas' })
  if (redis !== undefined) opened(() => redis.close())
  const bus = chooseBus(config, store, redis && { redis, prefix: redisPrefix }, onError)
  opened(() => bus.close())
  const mail = chooseMail(config, now, log)
  opened(() => mail.close())
  const limits =
    redis === undefined
      ? createDatabaseLimits(database)
      : createRedisLimits({ client: redis.client, prefix: redisPrefix })
  const personalMails = createPersonalMails({
    mail,
    store: createHeldMailsStore(database),
    database,
    limits,
    sealing: createSealing(jwtSecrets, 'held mails'),
    now,
    onError,
  })
  opened(() => personalMails.close())
  const databaseState = createDatabaseKeyValue({ database })
  return {
    database,
    redis,
    bus,
    mail,
    embeddings: chooseEmbeddings(config, given),
    chat: config.llm && createEndpointChat({ ...config.llm, sleep }),
    blobs: await createFolderBlobs({ folder: join(config.dataDir, 'blobs') }),
    limits,
    passwords: await createPasswords(hashCost),
    personalMails,
    state:
      redis === undefined
        ? databaseState
        : createRedisKeyValue({ redis, prefix: redisPrefix, nextFence: createFences({ database }) }),
    jwtSecrets,
    auditTrailKey,
    now,
    log,
    sleep,
    onError,
    tasks: { limits: () => sweepDatabaseLimits(database), state: () => databaseState.sweep() },
  }
}

const chooseEmbeddings = ({ embeddings }: Config, { onError, opened }: Surroundings): Embeddings | undefined => {
  if (embeddings === 'words') return undefined
  if (embeddings !== 'built-in') return createEndpointEmbeddings(embeddings)
  const encoder = createSentenceEncoder({ onError })
  opened(() => encoder.close())
  return encoder
}

const chooseMail = ({ mail: { smtpUrl, outbox, from } }: Config, now: Clock, log: Logger): Mail =>
  smtpUrl === undefined
    ? createOutboxMail({
        folder: outbox,
        from,
        now,
        log: (written) => log.info(written, 'Mail added to the outbox'),
        onWaiting: (error) => log.error({ err: error }, 'Mail delayed because the outbox is full'),
      })
    : createSmtpMail({ url: smtpUrl, from })

const chooseBus = (
  { databaseUrl }: Config,
  { connection }: OpenDatabase,
  shared: { redis: Redis; prefix: string } | undefined,
  onError: (error: unknown) => void,
): Bus => {
  const handlers = { onError, onLost: onError }
  if (shared !== undefined) return createRedisBus({ ...shared, ...handlers })
  return databaseUrl === undefined ? createInProcessBus(handlers) : createPostgresBus({ connection, ...handlers })
}
