import type { Logger } from 'pino'
import type { Blobs } from './blobs/blobs.ts'
import type { Bus } from './bus/bus.ts'
import type { Chat } from './chat/chat.ts'
import type { Clock, Sleep } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Embeddings } from './embeddings/embeddings.ts'
import type { KeyValue } from './key-value/key-value.ts'
import type { Limits } from './limits/limits.ts'
import type { Mail } from './mail/mail.ts'
import type { PersonalMails } from './mail/personal-mails.ts'
import type { Passwords } from './passwords.ts'
import type { Redis } from './redis/redis.ts'

/** The stores and outside connections that every feature can use. `compose-platform.ts` chooses and opens them. */
export interface Platform {
  database: Database
  redis: Redis | undefined
  bus: Bus
  limits: Limits
  /** Short-lived deal state. */
  state: KeyValue
  mail: Mail
  /** The same, rate-limited, for mails that users trigger, such as invitations. */
  personalMails: PersonalMails
  /** Deal files. */
  blobs: Blobs
  /** Undefined: evidence is searched by words only. */
  embeddings: Embeddings | undefined
  /** The model provider; undefined: none is configured. */
  chat: Chat | undefined
  passwords: Passwords
  jwtSecrets: readonly [string, ...string[]]
  /** Key material from which the audit trail's signing key is derived. */
  auditTrailKey: string
  now: Clock
  log: Logger
  sleep: Sleep
  onError(error: unknown): void
  /** Maintenance tasks that keep the platform's tables small. */
  tasks: Record<string, () => Promise<unknown>>
}
