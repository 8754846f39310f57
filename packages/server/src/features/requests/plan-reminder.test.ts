import { describe, expect, it } from 'vitest'
import { noReminder, planReminder, reminderAfter } from './plan-reminder.ts'

const request = { status: 'open' as const, assigneeId: 'someone', dueDate: '2026-12-10' }
const at = (time: string) => new Date(time)
const dayBefore = { reminder: 'day_before', remindAt: at('2026-12-09T00:00:00Z') }
const overdue = { reminder: 'overdue', remindAt: at('2026-12-11T00:00:00Z') }

describe('planReminder', () => {
  it('plans the day before in UTC, then the day after the due date', () => {
    const now = at('2026-12-01T12:00:00Z')
    for (const isTold of [true, false]) expect(planReminder(request, { at: now, isTold })).toEqual(dayBefore)
    expect(reminderAfter('2026-12-10', at('2026-12-09T00:00:00Z'))).toEqual(overdue)
    expect(reminderAfter('2026-12-10', at('2026-12-11T00:00:00Z'))).toEqual(noReminder)
  })

  it('reminds people of a day that has begun only if nobody told them', () => {
    const now = at('2026-12-09T00:00:00Z')
    expect(planReminder(request, { at: now, isTold: true })).toEqual(overdue)
    expect(planReminder(request, { at: now, isTold: false })).toEqual(dayBefore)
    const late = at('2026-12-11T00:00:00Z')
    expect(planReminder(request, { at: late, isTold: true })).toEqual(noReminder)
    expect(planReminder(request, { at: late, isTold: false })).toEqual(overdue)
  })

  it('plans nothing for closed requests, without a person or a day, and for days that no reminder can have', () => {
    const when = { at: at('2026-12-01T12:00:00Z'), isTold: false }
    for (const changed of [
      { status: 'done' as const },
      { assigneeId: null },
      { dueDate: null },
      { dueDate: '0001-01-01' },
      { dueDate: '9999-12-31' },
    ])
      expect(planReminder({ ...request, ...changed }, when)).toEqual(noReminder)
  })
})
