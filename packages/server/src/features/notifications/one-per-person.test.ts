import { notificationTypes } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Notice } from '../audit-trail/deal-changes.service.ts'
import { maxPeople, onePerPerson } from './one-per-person.ts'

const people = ['anna', 'ben', 'cleo', 'dora'] as const
const notice = fc.record({
  type: fc.constantFrom(...notificationTypes),
  to: fc.array(fc.constantFrom(...people)),
  snippet: fc.string(),
})

describe('recipients of one action', () => {
  it('notifies every named user once, except the actor', () => {
    fc.assert(
      fc.property(fc.array(notice), fc.constantFrom(...people), (notices, actor) => {
        const notified = onePerPerson(notices, actor).map(({ userId }) => userId)
        const named = new Set<string>(notices.flatMap(({ to }) => to).filter((person) => person !== actor))
        expect(notified.toSorted()).toEqual([...named].sort())
      }),
    )
  })

  it("picks a user's first mention as the reason, or else the first notice that names the user", () => {
    fc.assert(
      fc.property(fc.array(notice), fc.constantFrom(...people), (notices, actor) => {
        for (const { userId, notice: why } of onePerPerson(notices, actor)) {
          const naming: Notice[] = notices.filter(({ to }) => to.some((person) => person === userId))
          expect(why).toBe(naming.find(({ type }) => type === 'mention') ?? naming[0])
        }
      }),
    )
  })

  it('notifies at most 1,000 users, mentioned ones first', () => {
    const many = Array.from({ length: maxPeople }, (_, n) => `person-${n}`)
    const notices: Notice[] = [
      { type: 'comment', to: many, snippet: '' },
      { type: 'mention', to: ['anna'], snippet: '' },
    ]
    const notified = onePerPerson(notices, 'ben').map(({ userId }) => userId)
    expect(notified).toEqual(['anna', ...many.slice(0, maxPeople - 1)])
  })
})
