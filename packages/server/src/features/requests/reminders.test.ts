import { beforeEach, describe, expect, it, vi } from 'vitest'
import { days } from '../../platform/clock.ts'
import { happenedTo } from '../../testing/deal-audit-trail.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'

onService('reminders of requests', (app) => {
  const people = signInAll(app, 'owner', 'viewer')
  let deal: string
  /** The clock of the service, which only moves on. */
  let passed = 0
  beforeEach(async () => {
    await forgetLimits(app)
    await forgetNotifications(app)
    const { owner, viewer } = people()
    deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [viewer.userId]: 'viewer' } })
  })
  const dayIn = (count: number) => new Date(Date.now() + passed + days(count)).toISOString().slice(0, 10)
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const seen = (version: number) => ({ 'if-match': `"${version}"` })
  const ask = async (due_date: string, assignee: Person = people().viewer) => {
    const body = { title: 'Roof report', assignee_id: assignee.userId, due_date }
    return (await people().owner.send('POST', at('requests'), body)).body
  }
  const advance = async (count: number) => {
    app.advance(days(count))
    passed += days(count)
    // Tokens do not live for days.
    for (const name of ['owner', 'viewer'] as const) Object.assign(people()[name], await app.signIn(name))
  }
  /** Waits until no reminder is due, and returns those that were sent. */
  const reminders = async (person = people().viewer) => {
    await vi.waitUntil(
      async () =>
        (await app.sql('SELECT 1 FROM deal_requests WHERE remind_at <= $1', [new Date(Date.now() + passed)])).length ===
        0,
      { timeout: 30_000, interval: 100 },
    )
    // A lease is not due either, until its reminder has been sent.
    await vi.waitUntil(
      async () =>
        (
          await app.sql('SELECT 1 FROM deal_requests WHERE remind_at <= $1', [
            new Date(Date.now() + passed + 10 * 60_000),
          ])
        ).length === 0,
      { timeout: 30_000, interval: 100 },
    )
    return (await person.get('/api/canvas/notifications?limit=100')).body.notifications
      .filter(({ type, deal_id }: { type: string; deal_id: string }) => type === 'request_due' && deal_id === deal)
      .map(({ snippet }: { snippet: string }) => snippet.replace(/ [A-Z][a-z]+ \d+, \d+/, ''))
      .reverse()
  }
  const due = 'Due: Roof report'
  const overdue = 'Overdue since: Roof report'

  describe('of a request', () => {
    it('come on the day before it is due and once it is overdue, once each, and not in the audit trail [TASK-9]', async () => {
      await ask(dayIn(3))
      expect(await reminders()).toEqual([])
      await advance(2)
      expect(await reminders()).toEqual([due])
      await advance(1)
      expect(await reminders()).toEqual([due])
      await advance(1)
      expect(await reminders()).toEqual([due, overdue])
      await advance(5)
      expect(await reminders()).toEqual([due, overdue])
      expect(await happenedTo(app, deal)).toEqual(['request.created'])
    })

    it('come only as overdue when the service was down on the day before [TASK-9]', async () => {
      await ask(dayIn(3))
      await advance(6)
      expect(await reminders()).toEqual([overdue])
    })

    it('do not follow an assignment of the same day, but a new due date that somebody else sets [TASK-9]', async () => {
      const request = await ask(dayIn(0))
      expect(await reminders()).toEqual([])
      const { owner } = people()
      const path = at(`requests/${request.id}`)
      expect((await owner.send('PATCH', path, { due_date: dayIn(1) }, seen(1))).status).toBe(200)
      expect(await reminders()).toEqual([due])
    })

    it('do not come once it is done, nor to people who can no longer see the deal or archived it [TASK-9]', async () => {
      const { owner, viewer } = people()
      const done = await ask(dayIn(2))
      expect((await viewer.send('PATCH', at(`requests/${done.id}`), { status: 'done' }, seen(1))).status).toBe(200)
      await ask(dayIn(2))
      expect((await owner.send('DELETE', at(`members/${viewer.userId}`))).status).toBe(204)
      await ask(dayIn(2), owner)
      expect((await owner.send('PATCH', `/api/deals/${deal}`, { archived: true })).status).toBe(200)
      await advance(5)
      expect(await reminders(people().owner)).toEqual([])
      await people().owner.send('PATCH', `/api/deals/${deal}`, { archived: false })
      await app.sql("INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())", [
        deal,
        viewer.userId,
      ])
      expect(await reminders()).toEqual([])
    })

    it('come after the deal was finalized, also to the person who made the request [TASK-9]', async () => {
      const { owner } = people()
      await ask(dayIn(3), owner)
      const decision = { decision: 'approved', rationale: 'The price is right.' }
      expect((await owner.send('POST', at('finalize'), decision)).status).toBe(200)
      await advance(2)
      expect(await reminders(people().owner)).toEqual([due])
    })
  })
})
