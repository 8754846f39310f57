import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabaseKeyValue } from '../../platform/key-value/database-key-value.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { actorOf, anotherPurge, plantState, purgeAs, purgeOfAll } from '../../testing/purging.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'

const nameless = { deal_name: null, org_id: null, org_name: null }

onEachService('interrupted purge', (app) => {
  let superadmin: Person
  let state: KeyValue
  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    state = createDatabaseKeyValue(app.service)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('TRUNCATE key_values, purges, purged_deals, admin_log')
  })

  const all = { mode: 'all', dry_run: false }
  const purge = (body: unknown = all) => purgeAs(superadmin, body)
  const plantDeals = (number: number) =>
    app.sql(
      `INSERT INTO key_values (deal_id, kind, id, version, value)
       SELECT 'deal-' || lpad(n::text, 4, '0'), kind, 'a', n, '1'
       FROM generate_series(1, $1) n, unnest(ARRAY['event', 'lock', 'checkpoint']) kind`,
      [number],
    )
  const stateLeft = () => app.sql(`SELECT deal_id, kind FROM key_values WHERE kind <> 'checkpoint'`)

  /** A state store that fails after the given number of purged deals, as if the process had died. */
  const dyingAfter = (number: number): KeyValue => {
    let alive = number
    return {
      ...state,
      deleteKinds: async (dealIds, kinds) => {
        for (const dealId of dealIds) {
          if (alive === 0) throw new Error('killed')
          alive -= 1
          await state.deleteKinds([dealId], kinds)
        }
        return state.deleteKinds([], kinds)
      },
    }
  }
  const cutOff = async (number: number, request = purgeOfAll) =>
    expect(anotherPurge(app, dyingAfter(number)).run(actorOf(superadmin), request)).rejects.toThrow('killed')

  it('continues an interrupted purge and reports all of it [PURGE-8]', async () => {
    await plantDeals(450)
    await cutOff(300)
    expect(await stateLeft()).toHaveLength(300)
    const { status, body } = await purge()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resumed: true,
      deals_total: 450,
      totals: { event: 450, lock: 450 },
      purged_keys: 900,
    })
    expect(body.deals).toHaveLength(450)
    for (const deal of body.deals)
      expect(deal).toEqual({
        deal_id: expect.any(String),
        ...nameless,
        keys: { lock: 1, event: 1 },
        kept_checkpoints: 1,
      })
    expect(await stateLeft()).toEqual([])
    const { body: log } = await superadmin.get('/api/superadmin/admin-log')
    expect(log.acts).toMatchObject([
      { action: 'purge.done', after: { purged_keys: 900, resumed: true } },
      { action: 'purge.begun' },
    ])
  })

  it('reports everything that was removed, wherever and however often the purge was interrupted', async () => {
    const property = fc.asyncProperty(fc.array(fc.nat(133), { minLength: 1, maxLength: 3 }), async (cuts) => {
      await app.sql('TRUNCATE key_values, purges, purged_deals, admin_log')
      await plantDeals(401)
      for (const cut of cuts) await cutOff(cut)
      const { body } = await purge()
      expect(body).toMatchObject({ resumed: true, deals_total: 401, totals: { event: 401, lock: 401 } })
      expect(await stateLeft()).toEqual([])
    })
    await fc.assert(property, { numRuns: 5 })
  })

  it('reports all keys of a deal of which some were already deleted', async () => {
    await plantState(state, 'a', { event: 5, lock: 1 })
    await cutOff(0)
    for (const n of [0, 1, 2]) await state.delete({ dealId: 'a', kind: 'event', id: `event-${n}` })
    expect((await purge()).body).toMatchObject({ resumed: true, totals: { event: 5, lock: 1 }, purged_keys: 6 })
  })

  it('counts new keys of a deal in addition to those removed before', async () => {
    await plantDeals(201)
    await cutOff(200)
    await plantState(state, 'deal-0001', { lock: 2, brush: 1 })
    await plantState(state, 'deal-0201', { brush: 3 })
    const { body } = await purge()
    expect(body.totals).toEqual({ event: 201, lock: 203, brush: 4 })
    expect(body.deals[0]).toMatchObject({ deal_id: 'deal-0001', keys: { event: 1, lock: 3, brush: 1 } })
    expect(body.deals[200]).toMatchObject({ deal_id: 'deal-0201', keys: { event: 1, lock: 1, brush: 3 } })
  })

  it('resumes a purge for any superadmin, but not once it is finished', async () => {
    await app.sql(
      `UPDATE users SET is_superadmin = true WHERE id = (SELECT user_id FROM user_emails WHERE email = $1)`,
      ['editor@example.com'],
    )
    await plantDeals(2)
    await cutOff(1)
    const editor = await app.signIn('editor')
    expect((await purgeAs(editor, all)).body).toMatchObject({ resumed: true, purged_keys: 4 })
    expect((await purge()).body).toMatchObject({ resumed: false, purged_keys: 0, deals_total: 2, totals: {} })
    const [first, second] = await app.sql('SELECT started_by, finished_at FROM purges ORDER BY id')
    expect(first).toEqual({ started_by: superadmin.userId, finished_at: expect.any(Date) })
    expect(second).toEqual({ started_by: superadmin.userId, finished_at: expect.any(Date) })
  })

  it.each([
    ['checkpoints included', { include_checkpoints: true }],
    ['active deals excluded', { exclude_active_within_secs: 0 }],
    ['one deal', { mode: 'by_deal', deal_id: 'deal-0002' }],
  ])('does not resume a purge for a different request: %s', async (_, differing) => {
    await plantDeals(2)
    await cutOff(1)
    expect((await purge({ ...all, ...differing })).body.resumed).toBe(false)
    expect((await purge()).body).toMatchObject({ resumed: true, totals: { event: 2, lock: 2 } })
  })

  it('does not resume a purge in a dry run, which reports the current state', async () => {
    await plantDeals(2)
    await cutOff(1)
    expect((await purge({ mode: 'all' })).body).toMatchObject({ resumed: false, totals: { event: 1, lock: 1 } })
    expect((await purge()).body.resumed).toBe(true)
  })

  it('resumes a purge regardless of how the request is spelled', async () => {
    await plantDeals(2)
    await cutOff(1)
    const spelt = { deal_id: null, include_checkpoints: false, exclude_active_within_secs: null, dry_run: false }
    expect((await purge({ ...spelt, mode: 'all' })).body).toMatchObject({ resumed: true, purged_keys: 4 })
  })

  it('does not resume a purge older than a day', async () => {
    await plantDeals(2)
    await cutOff(1)
    await app.sql(`UPDATE purges SET started_at = started_at - interval '24 hours 1 minute'`)
    expect((await purge()).body).toMatchObject({ resumed: false, totals: { event: 1, lock: 1 } })
    await plantState(state, 'another', { lock: 1 })
    await cutOff(0)
    await app.sql(`UPDATE purges SET started_at = now() - interval '23 hours 59 minutes' WHERE finished_at IS NULL`)
    expect((await purge()).body.resumed).toBe(true)
  })

  describe('interrupted purge of one deal', () => {
    it('reports what was removed although nothing is left and the deal is unknown', async () => {
      await plantState(state, 'reserved', { lock: 2 })
      const request = { ...purgeOfAll, mode: 'by_deal' as const, dealId: 'reserved' }
      const dead: KeyValue = {
        ...state,
        deleteKinds: async (...args) => {
          await state.deleteKinds(...args)
          throw new Error('killed')
        },
      }
      await expect(anotherPurge(app, dead).run(actorOf(superadmin), request)).rejects.toThrow('killed')
      const again = { mode: 'by_deal', deal_id: 'reserved' }
      expectRefusal(await purge(again), 404, 'deal_not_found')
      const { body } = await purge({ ...again, dry_run: false })
      expect(body).toMatchObject({ resumed: true, deals: [{ deal_id: 'reserved', keys: { lock: 2 } }], purged_keys: 2 })
      expectRefusal(await purge({ ...again, dry_run: false }), 404, 'deal_not_found')
    })
  })

  describe('interrupted purge that skips active deals', () => {
    const excluding = { ...all, exclude_active_within_secs: 600 }
    const request = { ...purgeOfAll, excludeActiveWithinSecs: 600 }

    it('completes a deletion that had started, and checks the other deals again', async () => {
      const half = await plantDeal(app)
      await plantState(state, half, { event: 1 })
      await cutOff(0, request)
      await app.sql('UPDATE deals SET last_activity_at = now() WHERE id = $1', [half])
      await plantState(state, 'new', { presence: 1 })
      const { body } = await purge(excluding)
      expect(body.deals).toEqual([
        { deal_id: half, ...nameless, deal_name: 'A deal', keys: { event: 1 }, kept_checkpoints: 0 },
        { deal_id: 'new', ...nameless, keys: {}, kept_checkpoints: 0, skipped: 'recent_activity' },
      ])
      expect(body).toMatchObject({ resumed: true, deals_total: 2, purged_keys: 1 })
    })

    it('skips a purged deal that is in use again, and lists it once', async () => {
      await plantDeals(201)
      await cutOff(200, request)
      await plantState(state, 'deal-0001', { presence: 1 })
      const { body } = await purge(excluding)
      expect(body).toMatchObject({ deals_total: 201, totals: { event: 201, lock: 201 } })
      expect(body.deals[0]).toEqual({
        deal_id: 'deal-0001',
        ...nameless,
        keys: { event: 1, lock: 1 },
        kept_checkpoints: 1,
      })
      expect(await stateLeft()).toEqual([{ deal_id: 'deal-0001', kind: 'presence' }])
    })
  })

  describe('purge on two nodes', () => {
    it('runs as one purge on two nodes, and both report all of it', async () => {
      await plantDeals(401)
      let letGo = (): void => undefined
      const gate = new Promise<void>((resolve) => {
        letGo = resolve
      })
      let planned = (): void => undefined
      const first = new Promise<void>((resolve) => {
        planned = resolve
      })
      const slow: KeyValue = {
        ...state,
        deleteKinds: async (...args) => {
          planned()
          await gate
          return state.deleteKinds(...args)
        },
      }
      const slowly = anotherPurge(app, slow).run(actorOf(superadmin), purgeOfAll)
      await first
      const other = await purge()
      letGo()
      const result = await slowly
      expect(other.body).toMatchObject({ resumed: true, deals_total: 401, totals: { event: 401, lock: 401 } })
      expect(result).toMatchObject({ resumed: false, dealsTotal: 401, totals: { event: 401, lock: 401 } })
      expect(await stateLeft()).toEqual([])
      expect(await app.sql('SELECT 1 FROM purges')).toHaveLength(1)
    })

    it('runs as one purge when several nodes start at the same moment', async () => {
      await plantDeals(250)
      const nodes = Array.from({ length: 4 }, () => anotherPurge(app, state))
      const reports = await Promise.all(nodes.map((node) => node.run(actorOf(superadmin), purgeOfAll)))
      for (const report of reports)
        expect(report).toMatchObject({ dealsTotal: 250, totals: { event: 250, lock: 250 }, purgedKeys: 500 })
      expect(reports.filter(({ resumed }) => !resumed)).toHaveLength(1)
    })
  })

  it('deletes the record of a purge after 30 days, finished or not', async () => {
    await plantDeals(3)
    await cutOff(1)
    await purge()
    await cutOff(0)
    await app.sql(`UPDATE purges SET started_at = now() - interval '29 days 23 hours'`)
    const { sweep } = anotherPurge(app, state)
    const kept = async () => [
      (await app.sql('SELECT 1 FROM purges')).length,
      (await app.sql('SELECT 1 FROM purged_deals')).length,
    ]
    await sweep()
    expect(await kept()).toEqual([2, 6])
    await app.sql(`UPDATE purges SET started_at = now() - interval '30 days 1 second'`)
    await sweep()
    expect(await kept()).toEqual([0, 0])
  })

  it('deletes records of old purges in limited batches', async () => {
    await plantState(state, 'a', { lock: 1 })
    await purge()
    await app.sql(`UPDATE purges SET started_at = now() - interval '31 days'`)
    await app.sql(`INSERT INTO purged_deals (purge_id, deal_id, keys, kept_checkpoints, done)
      SELECT id, 'deal-' || n, '{}', 0, true FROM purges, generate_series(1, 5999) n`)
    const { sweep } = anotherPurge(app, state)
    await sweep()
    expect(await app.sql('SELECT 1 FROM purged_deals')).toHaveLength(1_000)
    expect(await app.sql('SELECT 1 FROM purges')).toHaveLength(1)
    await sweep()
    expect(await app.sql('SELECT 1 FROM purges')).toEqual([])
  })
})
