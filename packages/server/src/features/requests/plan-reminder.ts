import { days } from '../../platform/clock.ts'
import type { StoredRequest } from './requests.store.ts'

export type Reminder = Pick<StoredRequest, 'reminder' | 'remindAt'>

export const noReminder: Reminder = { reminder: null, remindAt: null }

/** The database cannot hold the day before the year 1. */
const canRemind = (day: string): boolean => day >= '1900' && day < '3000'

/** Days begin and end in UTC. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const dayBefore = (dueDate: string): Reminder => ({
  reminder: 'day_before',
  remindAt: new Date(startOf(dueDate) - days(1)),
})

const overdue = (dueDate: string): Reminder => ({
  reminder: 'overdue',
  remindAt: new Date(startOf(dueDate) + days(1)),
})

export const isOverdue = (dueDate: string, at: Date): boolean => startOf(dueDate) + days(1) <= at.getTime()

/**
 * The first reminder after a change. People who made the change, or are notified of it, need no reminder of a day that
 * has already begun; others are reminded at once.
 */
export const planReminder = (
  { status, assigneeId, dueDate }: Pick<StoredRequest, 'status' | 'assigneeId' | 'dueDate'>,
  { at, isTold }: { at: Date; isTold: boolean },
): Reminder => {
  if (status !== 'open' || assigneeId === null || dueDate === null || !canRemind(dueDate)) return noReminder
  const planned = [dayBefore(dueDate), overdue(dueDate)]
  if (isTold) return planned.find(({ remindAt }) => remindAt !== null && remindAt > at) ?? noReminder
  return isOverdue(dueDate, at) ? overdue(dueDate) : dayBefore(dueDate)
}

/** What follows a reminder that is sent now; one that comes late counts as the last. */
export const reminderAfter = (dueDate: string, at: Date): Reminder =>
  isOverdue(dueDate, at) ? noReminder : overdue(dueDate)
