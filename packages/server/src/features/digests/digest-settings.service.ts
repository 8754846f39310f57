import { randomBytes } from 'node:crypto'
import {
  type DigestFrequency,
  type DigestSchedule,
  isTimeZone,
  type NotificationType,
  nextDigest,
  type QuietHours,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { digestMessages as messages } from '../../messages/digests.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newRandomId } from '../../platform/ids.ts'
import type { DigestSettingsRow, DigestSettingsStore } from './digest-settings.store.ts'

interface Deps {
  store: DigestSettingsStore
  database: Pick<Database, 'transaction'>
  isAvailable: boolean
  now: Clock
}

export interface WantedDigests extends DigestSchedule {
  frequency: DigestFrequency
  /** Null: all. */
  reasons: NotificationType[] | null
}

export interface ShownDigests extends WantedDigests {
  address: string | null
  nextAt: Date | null
  isAvailable: boolean
  version: number
}

const unset: WantedDigests = {
  frequency: 'off',
  weekday: 1,
  hour: 8,
  quietHours: null,
  timeZone: 'UTC',
  reasons: null,
}

export const quietHoursOf = ({
  quietFrom,
  quietTo,
}: Pick<DigestSettingsRow, 'quietFrom' | 'quietTo'>): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo }

export type DigestSettingsService = ReturnType<typeof createDigestSettings>

export const createDigestSettings = ({ store, database, isAvailable, now }: Deps) => {
  const show = async (userId: string, row: DigestSettingsRow | undefined): Promise<ShownDigests> => ({
    ...(row === undefined ? unset : { ...row, quietHours: quietHoursOf(row) }),
    address: await store.address(userId),
    nextAt: (isAvailable && row?.nextAt) || null,
    isAvailable,
    version: row?.version ?? 0,
  })

  return {
    show: async ({ userId }: Actor): Promise<ShownDigests> => show(userId, await store.find(userId)),

    put: async ({ userId }: Actor, wanted: WantedDigests, seen: number | undefined): Promise<ShownDigests> => {
      if (!isTimeZone(wanted.timeZone))
        throw new InvalidInput({
          at: ['body', 'time_zone'],
          reason: messages.unknownTimeZone(),
          input: wanted.timeZone,
        })
      if (wanted.quietHours !== null && wanted.quietHours.from === wanted.quietHours.to)
        throw new InvalidInput({
          at: ['body', 'quiet_hours'],
          reason: messages.emptyQuietHours(),
          input: { ...wanted.quietHours },
        })
      return database.transaction(async () => {
        const former = await store.lock(userId)
        assertCurrent(former?.version ?? 0, seen)
        if (!isAvailable && wanted.frequency !== 'off') refuse('digests_off')
        const wasOff = former === undefined || former.frequency === 'off'
        const planned = nextDigest(wanted, now())
        const { quietHours, reasons, ...rest } = wanted
        const row: DigestSettingsRow = {
          ...rest,
          userId,
          quietFrom: quietHours?.from ?? null,
          quietTo: quietHours?.to ?? null,
          reasons: reasons === null ? null : [...new Set(reasons)],
          // At once: a notification that is being added now does not see this row, and wakes nobody.
          nextAt: planned?.at ?? (wanted.frequency === 'at_once' ? now() : null),
          nextDay: planned?.day ?? null,
          // What came before digests were switched on is not mailed.
          coveredSeq: wasOff ? await store.newest(userId) : former.coveredSeq,
          lastSentAt: former?.lastSentAt ?? null,
          unsubscribeId: former?.unsubscribeId ?? newRandomId(),
          unsubscribeKey: former?.unsubscribeKey ?? randomBytes(32),
          version: (former?.version ?? 0) + 1,
          updatedAt: now(),
        }
        await store.put(row)
        return show(userId, row)
      })
    },
  }
}
