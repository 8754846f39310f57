import { afterQuietHours, digestPauseMinutes, isTimeZone, nextDigest } from '@deal-canvas/contract'
import { hours, later, minutes } from '../../platform/clock.ts'
import { newRandomId } from '../../platform/ids.ts'
import { quietHoursOf } from './digest-settings.service.ts'
import type { DuePerson, Plan } from './digests.store.ts'

/**
 * A digest that is later than this is not made: the service was down, or its database comes from a backup and the
 * digest was sent already. What it would have told is part of the next one.
 */
const maxLateMs = hours(1)
const postponeMs = minutes(1)

interface Stand {
  /** The number of the newest notification. */
  newest: number
  /** Whether an earlier digest has not ended; its notifications may return to the next one. */
  hasOpen: boolean
}

/** What becomes of a due digest. */
export const planDigest = (person: DuePerson, { newest, hasOpen }: Stand, now: Date): Plan => {
  const { userId, coveredSeq, nextDay, lastSentAt } = person
  // A runtime with older time zone data: nobody can say when its hours are.
  if (!isTimeZone(person.timeZone)) return { userId, nextAt: null, nextDay: null }
  const schedule = { ...person, quietHours: quietHoursOf(person) }
  const postponed = (nextAt: Date): Plan => ({ userId, nextAt, nextDay })
  const isLate = later(person.nextAt, maxLateMs) < now
  const hasNews = !isLate && newest > coveredSeq
  const newDigest = (period: string) =>
    hasNews ? { id: newRandomId(), period, fromSeq: coveredSeq, toSeq: newest } : undefined

  if (person.frequency === 'at_once') {
    const quietEnd = afterQuietHours(now, schedule)
    if (quietEnd > now) return postponed(quietEnd)
    const pauseEnd = later(lastSentAt ?? new Date(0), minutes(digestPauseMinutes))
    if (hasNews && pauseEnd > now) return postponed(pauseEnd)
    if (hasNews && hasOpen) return postponed(later(now, postponeMs))
    return { userId, nextAt: null, nextDay: null, digest: newDigest(now.toISOString()) }
  }
  if (hasNews && hasOpen) return postponed(later(now, postponeMs))
  const next = nextDigest(schedule, now)
  return {
    userId,
    nextAt: next?.at ?? null,
    nextDay: next?.day ?? null,
    digest: nextDay === null ? undefined : newDigest(nextDay),
  }
}
