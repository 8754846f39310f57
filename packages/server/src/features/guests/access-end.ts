import { maxGuestDays, usualGuestDays } from '@deal-canvas/contract'
import { InvalidInput } from '../../invalid-input.ts'
import { guestMessages } from '../../messages/guests.ts'
import { requestMessages } from '../../messages/requests.ts'
import { days, later } from '../../platform/clock.ts'
import { readInstant } from '../../platform/read-instant.ts'

/** Reads when the access of a guest shall end: in the future, and not too far away. */
export const readAccessEnd = (given: string | undefined, now: Date): Date => {
  if (given === undefined) return later(now, days(usualGuestDays))
  const end = readInstant(given)
  const reason =
    end === undefined
      ? requestMessages.timeInvalid()
      : end <= now
        ? guestMessages.endInPast()
        : end > later(now, days(maxGuestDays))
          ? guestMessages.endTooLate({ days: maxGuestDays })
          : undefined
  if (end === undefined || reason !== undefined)
    throw new InvalidInput({
      at: ['body', 'expires_at'],
      reason: reason ?? requestMessages.timeInvalid(),
      input: given,
    })
  return end
}
