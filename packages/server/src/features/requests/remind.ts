import { formatCalendarDay } from '@deal-canvas/contract'
import { DomainError } from '../../domain-error.ts'
import { dealRequestMessages as messages } from '../../messages/deal-requests.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { isOverdue, noReminder, reminderAfter } from './plan-reminder.ts'
import type { ReminderLease, RequestsStore } from './requests.store.ts'

interface Deps {
  store: Pick<RequestsStore, 'takeReminders' | 'leased' | 'plan'>
  changes: Pick<DealChanges, 'changeAsService'>
  onError(error: unknown): void
  now: Clock
}

const leaseMs = minutes(2)
const remindersAtOnce = 20

/**
 * Reminds people of what is due tomorrow or overdue. Every node looks for reminders; a lease keeps two nodes from
 * sending the same one, and the notification commits together with the end of the lease, so that none is sent twice.
 */
export const createRemind = ({ store, changes, onError, now }: Deps) => {
  let isClosing = false
  let round: Promise<void> = Promise.resolve()

  const remind = (lease: ReminderLease): Promise<void> =>
    changes
      .changeAsService(
        lease.dealId,
        async (deal) => {
          const request = await store.leased(lease)
          if (request === undefined) return
          const { assigneeId, dueDate, title, createdBy } = request
          if (assigneeId === null || dueDate === null) return store.plan(request, noReminder)
          await store.plan(request, reminderAfter(dueDate, deal.at))
          if (deal.row.archivedAt !== null) return
          const word = isOverdue(dueDate, deal.at) ? messages.overdue : messages.due
          const snippet = word({ day: formatCalendarDay(dueDate), title })
          deal.notify({ type: 'request_due', to: [assigneeId], snippet, causedBy: createdBy })
        },
        { evenIfDecided: true },
      )
      .catch((error: unknown) => {
        // The requests of a deal that was deleted in the meantime are gone with it.
        if (!(error instanceof DomainError)) throw error
      })

  const remindDue = async (): Promise<void> => {
    for (;;) {
      const leases = await store.takeReminders(now(), later(now(), leaseMs), remindersAtOnce)
      if (leases.length === 0) return
      for (const lease of leases) {
        if (isClosing) return
        await remind(lease).catch(onError)
      }
    }
  }

  return {
    resume: (): Promise<void> => {
      if (!isClosing) round = remindDue()
      return round
    },
    close: async (): Promise<void> => {
      isClosing = true
      // Errors are reported to the caller of `resume`.
      await Promise.allSettled([round])
    },
  }
}
