import { randomUUID } from 'node:crypto'
import { dealStateKinds } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabaseKeyValue } from '../../platform/key-value/database-key-value.ts'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { plantState, purgeAs, purgeUrl } from '../../testing/purging.ts'
import { type Answer, expectRefusal, onEachService, type Person } from '../../testing/service.ts'

/** For state that belongs to no deal, or to a deal without an organization. */
const nameless = { deal_name: null, org_id: null, org_name: null }

onEachService('purge', (app) => {
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

  const purge = (body: unknown, headers?: Record<string, string>) => purgeAs(superadmin, body, headers)
  const plant = (dealId: string, kinds: Parameters<typeof plantState>[2]) => plantState(state, dealId, kinds)
  const left = async () =>
    (await app.sql<{ key: string }>(`SELECT concat_ws(' ', deal_id, id) AS key FROM key_values ORDER BY 1`)).map(
      ({ key }) => key,
    )
  const everyKind: Record<string, number> = Object.fromEntries(dealStateKinds.map((kind) => [kind, 1]))
  const activeAgo = (dealId: string, seconds: number) =>
    app.sql(`UPDATE deals SET last_activity_at = now() - $2 * interval '1 second' WHERE id = $1`, [dealId, seconds])
  const expectWrong = ({ status, body }: Answer, ...expected: unknown[]) => {
    expect(status).toBe(422)
    expect(body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, ...loc.slice(1)])).toEqual(
      expected,
    )
  }

  describe('request', () => {
    it('rejects a purge by anyone but a superadmin', async () => {
      await plant('a', { lock: 1 })
      const body = { mode: 'all', dry_run: false }
      expectRefusal(await app.send('POST', purgeUrl, { body }), 401, 'not_authenticated')
      for (const name of ['owner', 'editor', 'outsider'])
        expectRefusal(await purgeAs(await app.signIn(name), body), 403, 'superadmin_required')
      expect(await left()).toEqual(['a lock-0'])
    })

    it('rejects a purge with an unknown mode', async () => {
      expectWrong(await purge({ mode: 'some' }), ['literal_error', 'mode'])
      expectWrong(await purge({ mode: null }), ['literal_error', 'mode'])
      expectWrong(await purge({}), ['missing', 'mode'])
    })

    it('rejects a purge with invalid fields', async () => {
      for (const [field, value, type] of [
        ['deal_id', 7, 'string_type'],
        ['deal_id', '', 'string_too_short'],
        ['deal_id', 'x'.repeat(401), 'string_too_long'],
        ['org_id', 7, 'string_type'],
        ['org_id', 'x'.repeat(101), 'string_too_long'],
        ['include_checkpoints', null, 'bool_type'],
        ['include_checkpoints', 'maybe', 'bool_parsing'],
        ['exclude_active_within_secs', -1, 'greater_than_equal'],
        ['exclude_active_within_secs', 315_360_001, 'less_than_equal'],
        ['exclude_active_within_secs', 1.5, 'int_from_float'],
        ['dry_run', null, 'bool_type'],
      ] as const)
        expectWrong(await purge({ mode: 'by_deal', deal_id: 'a', [field]: value }), [type, field])
    })

    it('rejects a purge by deal without a deal id with 422 [PURGE-1]', async () => {
      const { body } = await purge({ mode: 'by_deal' })
      expect(body.detail).toEqual([
        {
          type: 'value_error',
          loc: ['body', 'deal_id'],
          msg: 'Value error, The mode by_deal requires deal_id',
          input: null,
          ctx: { error: 'The mode by_deal requires deal_id' },
        },
      ])
      expectWrong(await purge({ mode: 'by_deal', deal_id: null, org_id: 'x' }), ['value_error', 'deal_id'])
    })

    it('rejects a purge of all deals that names a deal or an organization', async () => {
      expectWrong(await purge({ mode: 'all', deal_id: 'a' }), ['value_error', 'deal_id'])
      expectWrong(await purge({ mode: 'all', org_id: '' }), ['value_error', 'org_id'])
      expectWrong(
        await purge({ mode: 'all', deal_id: 'a', org_id: 'b' }),
        ['value_error', 'deal_id'],
        ['value_error', 'org_id'],
      )
      expect((await purge({ mode: 'all', deal_id: null, org_id: null })).status).toBe(200)
    })
  })

  describe('dry run', () => {
    it('runs a purge as a dry run by default [PURGE-9]', async () => {
      await plant('a', { lock: 1, checkpoint: 1 })
      for (const more of [{}, { deal_id: null, org_id: null, exclude_active_within_secs: null }])
        expect((await purge({ mode: 'all', ...more })).body).toMatchObject({
          dry_run: true,
          include_checkpoints: false,
        })
      expect(await left()).toHaveLength(2)
    })

    it('counts what a purge would remove in a dry run and removes nothing [PURGE-2]', async () => {
      const orgId = await plantOrg(app)
      const deal = await plantDeal(app, { orgId })
      await app.sql(`UPDATE deals SET name = 'Harbor Point' WHERE id = '${deal}'`)
      await app.sql(`UPDATE orgs SET name = 'Northwind' WHERE id = '${orgId}'`)
      await plant(deal, { ...everyKind, event: 3 })
      const { status, body } = await purge({ mode: 'by_deal', deal_id: deal, org_id: orgId })
      const { checkpoint: _, ...keys }: Record<string, number> = { ...everyKind, event: 3 }
      expect(status).toBe(200)
      expect(body).toEqual({
        mode: 'by_deal',
        dry_run: true,
        include_checkpoints: false,
        deals: [
          {
            deal_id: deal,
            deal_name: 'Harbor Point',
            org_id: orgId,
            org_name: 'Northwind',
            keys,
            kept_checkpoints: 1,
          },
        ],
        deals_total: 1,
        totals: keys,
        purged_keys: 0,
        duration_ms: expect.any(Number),
        resumed: false,
      })
      expect(await left()).toHaveLength(13)
      expect(await app.sql('SELECT 1 FROM purges')).toEqual([])
    })
  })

  describe('purge of one deal', () => {
    it('removes the state of the named deal and of no other [PURGE-3]', async () => {
      const [deal, other] = [await plantDeal(app), await plantDeal(app)]
      await plant(deal, { session: 2, lock: 1 })
      await plant(other, { session: 1 })
      await state.acquire({ dealId: deal, kind: 'lock', id: 'section' }, 'ann', 60_000)
      const { body } = await purge({ mode: 'by_deal', deal_id: deal, dry_run: false })
      expect(body).toMatchObject({
        deals: [{ deal_id: deal, org_id: null, keys: { session: 2, lock: 2 }, kept_checkpoints: 0 }],
        deals_total: 1,
        totals: { session: 2, lock: 2 },
        purged_keys: 4,
        resumed: false,
      })
      expect(body.deals[0]).not.toHaveProperty('skipped')
      expect(await left()).toEqual([`${other} session-0`])
    })

    it('keeps checkpoints unless the purge includes them [PURGE-4]', async () => {
      const deal = await plantDeal(app)
      await plant(deal, { checkpoint: 2, brush: 1 })
      const first = await purge({ mode: 'by_deal', deal_id: deal, dry_run: false })
      expect(first.body).toMatchObject({ deals: [{ keys: { brush: 1 }, kept_checkpoints: 2 }], purged_keys: 1 })
      expect(first.body.totals).toEqual({ brush: 1 })
      expect(await left()).toEqual([`${deal} checkpoint-0`, `${deal} checkpoint-1`])
      const second = await purge({ mode: 'by_deal', deal_id: deal, dry_run: false, include_checkpoints: true })
      expect(second.body).toMatchObject({
        include_checkpoints: true,
        deals: [{ keys: { checkpoint: 2 }, kept_checkpoints: 0 }],
        totals: { checkpoint: 2 },
        purged_keys: 2,
      })
      expect(await left()).toEqual([])
    })

    it('purges a named deal even if it is in use', async () => {
      const deal = await plantDeal(app)
      await activeAgo(deal, 0)
      await plant(deal, { presence: 1 })
      const body = { mode: 'by_deal', deal_id: deal, dry_run: false, exclude_active_within_secs: 3600 }
      expect((await purge(body)).body).toMatchObject({ deals: [{ keys: { presence: 1 } }], purged_keys: 1 })
    })

    it('reports an empty result for a deal without state', async () => {
      const deal = await plantDeal(app)
      for (const dry_run of [true, false])
        expect((await purge({ mode: 'by_deal', deal_id: deal, dry_run })).body).toMatchObject({
          deals: [{ deal_id: deal, org_id: null, keys: {}, kept_checkpoints: 0 }],
          deals_total: 1,
          totals: {},
          purged_keys: 0,
        })
    })

    it('rejects a purge of an unknown deal, or with the wrong organization, with 404 [PURGE-5]', async () => {
      const [orgId, otherOrg] = [await plantOrg(app), await plantOrg(app)]
      const [deal, personal] = [await plantDeal(app, { orgId }), await plantDeal(app)]
      for (const each of [deal, personal, 'reserved']) await plant(each, { lock: 1 })
      for (const dry_run of [true, false])
        for (const [deal_id, org_id] of [
          ['nobody-knows', null],
          [deal, otherOrg],
          [deal, 'no-organization'],
          [deal, ''],
          [personal, orgId],
          ['reserved', orgId],
        ])
          expectRefusal(await purge({ mode: 'by_deal', deal_id, org_id, dry_run }), 404, 'deal_not_found')
      expect(await left()).toHaveLength(3)
      expect(await app.sql('SELECT 1 FROM purges')).toEqual([])
      expect(await app.sql('SELECT 1 FROM admin_log')).toEqual([])
    })

    it.each([
      ['that is only reserved', 'reserved-or-deleted'],
      ['with an unusual id', '{*}:%_\\ \u{1f600}'],
      ['with the longest id', '\u{1}'.repeat(400)],
    ])('purges the state of a deal %s', async (_, dealId) => {
      await plant(dealId, { readiness: 1, digitization: 1 })
      const { body } = await purge({ mode: 'by_deal', deal_id: dealId, dry_run: false })
      expect(body).toMatchObject({ deals: [{ deal_id: dealId, org_id: null }], purged_keys: 2 })
      expect(await left()).toEqual([])
    })

    it('does not count expired keys', async () => {
      await plant('a', { lock: 1 })
      await state.set({ dealId: 'a', kind: 'lock', id: 'old' }, 1)
      await app.sql(`UPDATE key_values SET expires_at = now() - interval '1 second' WHERE id = 'old'`)
      expect((await purge({ mode: 'by_deal', deal_id: 'a', dry_run: false })).body.totals).toEqual({ lock: 1 })
      expect(await left()).toEqual([])
    })
  })

  describe('purge of all deals', () => {
    it('removes the state of every deal, and lists the deals with their organizations', async () => {
      const orgId = await plantOrg(app)
      const deal = await plantDeal(app, { orgId })
      await plantDeal(app)
      await plant(deal, { session: 1, event: 2 })
      await plant('zz-reserved', { event: 1, checkpoint: 1 })
      await plant('zz-only-checkpoints', { checkpoint: 2 })
      const expected = {
        mode: 'all',
        include_checkpoints: false,
        deals: [
          {
            deal_id: deal,
            deal_name: 'A deal',
            org_id: orgId,
            org_name: expect.any(String),
            keys: { session: 1, event: 2 },
            kept_checkpoints: 0,
          },
          { deal_id: 'zz-only-checkpoints', ...nameless, keys: {}, kept_checkpoints: 2 },
          { deal_id: 'zz-reserved', ...nameless, keys: { event: 1 }, kept_checkpoints: 1 },
        ],
        deals_total: 3,
        totals: { session: 1, event: 3 },
        resumed: false,
        duration_ms: expect.any(Number),
      }
      const dry = await purge({ mode: 'all' })
      expect(dry.body).toEqual({ ...expected, dry_run: true, purged_keys: 0 })
      const real = await purge({ mode: 'all', dry_run: false })
      expect(real.body).toEqual({ ...expected, dry_run: false, purged_keys: 4 })
      expect(await left()).toEqual([
        'zz-only-checkpoints checkpoint-0',
        'zz-only-checkpoints checkpoint-1',
        'zz-reserved checkpoint-0',
      ])
      const rest = await purge({ mode: 'all', dry_run: false, include_checkpoints: true })
      expect(rest.body).toMatchObject({ deals_total: 2, totals: { checkpoint: 3 }, purged_keys: 3 })
      const none = await purge({ mode: 'all', dry_run: false, include_checkpoints: true })
      expect(none.body).toMatchObject({ deals: [], deals_total: 0, totals: {}, purged_keys: 0, resumed: false })
    })

    it('lists 1,000 deals and counts all of them', async () => {
      await app.sql(`INSERT INTO key_values (deal_id, kind, id, version, value)
        SELECT 'deal-' || n, kind, 'a', n, '1' FROM generate_series(1, 1203) n, unnest(ARRAY['brush', 'lock']) kind`)
      for (const dry_run of [true, false]) {
        const { body } = await purge({ mode: 'all', dry_run })
        expect(body.deals).toHaveLength(1_000)
        expect(body).toMatchObject({ deals_total: 1_203, totals: { brush: 1_203, lock: 1_203 } })
        expect(body.purged_keys).toBe(dry_run ? 0 : 2_406)
      }
      expect(await left()).toEqual([])
    })

    it('skips recently active deals and lists them as skipped [PURGE-6]', async () => {
      const [before, lately] = [await plantDeal(app), await plantDeal(app)]
      await activeAgo(before, 100)
      await activeAgo(lately, 80)
      const never = await plantDeal(app)
      for (const deal of [before, lately, never]) await plant(deal, { session: 1, checkpoint: 1 })
      await plant('with-people', { presence: 1, event: 2 })
      const skipped = (deal_id: string, deal_name: string | null) => ({
        deal_id,
        ...nameless,
        deal_name,
        keys: {},
        kept_checkpoints: 0,
        skipped: 'recent_activity',
      })
      for (const dry_run of [true, false]) {
        const { body } = await purge({ mode: 'all', exclude_active_within_secs: 90, dry_run })
        const found = [before, never].map((deal_id) => ({
          deal_id,
          ...nameless,
          deal_name: 'A deal',
          keys: { session: 1 },
          kept_checkpoints: 1,
        }))
        expect(body.deals).toHaveLength(4)
        expect(body.deals).toEqual(
          expect.arrayContaining([...found, skipped(lately, 'A deal'), skipped('with-people', null)]),
        )
        expect(body).toMatchObject({ deals_total: 4, totals: { session: 2 }, purged_keys: dry_run ? 0 : 2 })
      }
      expect(await left()).toContain(`${lately} session-0`)
      expect(await left()).toContain('with-people presence-0')
    })

    it('measures activity by the clock of the service', async () => {
      const deal = await plantDeal(app)
      await activeAgo(deal, 0)
      await plant(deal, { session: 1 })
      const ask = async () => (await purge({ mode: 'all', exclude_active_within_secs: 600 })).body.deals[0]
      expect(await ask()).toMatchObject({ skipped: 'recent_activity' })
      app.advance(601_000)
      expect(await ask()).toMatchObject({ keys: { session: 1 } })
    })

    it('skips only deals with users present when excluding activity within 0 seconds', async () => {
      const deal = await plantDeal(app)
      await activeAgo(deal, 1)
      await plant(deal, { session: 1 })
      await plant('present', { presence: 1 })
      await state.set({ dealId: 'gone', kind: 'event', id: 'a' }, 1)
      await state.set({ dealId: 'gone', kind: 'presence', id: 'a' }, 1)
      await app.sql(`UPDATE key_values SET expires_at = now() WHERE deal_id = 'gone' AND kind = 'presence'`)
      const { body } = await purge({ mode: 'all', exclude_active_within_secs: 0 })
      expect(body.deals).toHaveLength(3)
      expect(body.deals).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ deal_id: deal, keys: { session: 1 } }),
          expect.objectContaining({ deal_id: 'present', keys: {}, skipped: 'recent_activity' }),
          expect.objectContaining({ deal_id: 'gone', keys: { event: 1 } }),
        ]),
      )
    })

    it('skips no deal without exclude_active_within_secs', async () => {
      await plant('a', { presence: 1 })
      expect((await purge({ mode: 'all', dry_run: false })).body.purged_keys).toBe(1)
    })
  })

  it('changes no table other than that of the purged state [PURGE-7]', async () => {
    const orgId = await plantOrg(app, { [superadmin.userId]: 'owner' })
    const deal = await plantDeal(app, { orgId, members: { [superadmin.userId]: 'owner' } })
    await plant(deal, everyKind)
    const own = ['key_values', 'purges', 'purged_deals', 'admin_log', 'rate_limits']
    const tables = await app.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL($1) ORDER BY 1`,
      [own],
    )
    expect(tables.length).toBeGreaterThan(10)
    const content = async () => {
      const found: Record<string, unknown> = {}
      for (const { name } of tables) found[name] = await app.sql(`SELECT md5(t::text) FROM "${name}" t ORDER BY 1`)
      return found
    }
    const before = await content()
    expect((await purge({ mode: 'all', dry_run: false, include_checkpoints: true })).body.purged_keys).toBe(11)
    expect(await content()).toEqual(before)
  })

  it('records the actor, request and result of a purge in the admin log', async () => {
    const orgId = await plantOrg(app)
    const deal = await plantDeal(app, { orgId })
    await plant(deal, { lock: 2 })
    await purge({ mode: 'by_deal', deal_id: deal, dry_run: false })
    await purge({ mode: 'all', include_checkpoints: true, exclude_active_within_secs: 60 })
    const { body } = await superadmin.get('/api/superadmin/admin-log')
    expect(body.acts).toMatchObject([
      {
        actor_id: superadmin.userId,
        action: 'purge.dry_run',
        target_type: 'deals',
        target_id: 'all',
        org_id: null,
        before: null,
        after: {
          mode: 'all',
          include_checkpoints: true,
          exclude_active_within_secs: 60,
          deals_total: 0,
          totals: {},
          purged_keys: 0,
          resumed: false,
        },
      },
      {
        action: 'purge.done',
        target_type: 'deal',
        target_id: deal,
        org_id: orgId,
        after: { mode: 'by_deal', deals_total: 1, totals: { lock: 2 }, purged_keys: 2 },
      },
      { action: 'purge.begun', target_type: 'deal', target_id: deal, actor_id: superadmin.userId },
    ])
  })

  it('returns the first report for the same Idempotency-Key and removes nothing more', async () => {
    await plant('a', { lock: 1 })
    const headers = { 'idempotency-key': randomUUID() }
    const body = { mode: 'all', dry_run: false }
    const first = await purge(body, headers)
    await plant('a', { lock: 2 })
    const again = await purge(body, headers)
    expect(first.body.purged_keys).toBe(1)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await left()).toEqual(['a lock-0', 'a lock-1'])
    expect(await app.sql('SELECT action FROM admin_log ORDER BY id')).toEqual([
      { action: 'purge.begun' },
      { action: 'purge.done' },
    ])
    expectRefusal(await purge({ ...body, dry_run: true }, headers), 409, 'idempotency_key_reused')
    expect((await purge(body)).body).toMatchObject({ purged_keys: 2, resumed: false })
  })
})
