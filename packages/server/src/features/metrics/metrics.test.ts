import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { createMetrics } from './metrics.service.ts'
import { createMetricsStore } from './metrics.store.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onService('deal metrics', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (key: string) => `/api/canvas/${deal}/metrics/${key}`
  const put = (key: string, body: unknown, seen?: number, person: Person = people().editor) =>
    person.send('PUT', at(key), body, seen === undefined ? {} : { 'if-match': `"${seen}"` })
  const all = async () => (await people().viewer.get(`/api/canvas/${deal}/metrics`)).body.metrics
  const journal = async () => (await auditTrailOf(app, deal)).map(({ type, data }) => [type, data])
  const writeSection = (key: string, content: string) =>
    people().editor.send('PUT', `/api/canvas/${deal}/sections/${key}`, { content })
  const isStale = async (key: string) => (await people().viewer.get(`/api/canvas/${deal}/sections/${key}`)).body.stale
  const plantMetrics = (many: number) =>
    app.sql(
      `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, position, version, updated_at)
        SELECT $1, 'm' || n, 'M', 'count', n, 1000, 1, now() FROM generate_series(1, $2::int) n`,
      [deal, many],
    )

  describe('setting a metric manually', () => {
    it('creates a metric with the label, unit and formula of the catalog', async () => {
      const { status, body } = await put('going_in_cap_rate_pct', { value: 5.25 })
      expect(status).toBe(200)
      expect(body).toEqual({
        metric_key: 'going_in_cap_rate_pct',
        label: 'Going-in Cap Rate',
        unit: 'percentage_points',
        value: 5.25,
        kind: 'derived',
        formula: 'Net Operating Income / Purchase Price × 100',
        source: null,
        confidence: null,
        computed_share: null,
        better: null,
        plausible: { from: 1, to: 20 },
        provenance: { origin: 'manual', confirmation: 'confirmed', frozen: null, confirmed: null, override: null },
        custom: false,
        version: 1,
        updated_at: expect.stringMatching(instantForm),
      })
      expect(await all()).toEqual([body])
      expect((await put('purchase_price', { value: 48_500_000 })).body).toMatchObject({ kind: 'input', formula: null })
    })

    it('changes a metric, with a new version and an audit trail event with the old and new value', async () => {
      const first = (await put('noi', { value: 2_500_000 })).body
      app.advance(1_000)
      const second = (await put('noi', { value: -0.1 })).body
      expect(second).toEqual({ ...first, value: -0.1, version: 2, updated_at: expect.stringMatching(instantForm) })
      expect(second.updated_at > first.updated_at).toBe(true)
      expect((await put('noi', { value: null })).body).toMatchObject({ value: null, version: 3 })
      expect(await all()).toMatchObject([{ metric_key: 'noi', value: null, version: 3 }])
      expect(await journal()).toEqual([
        [
          'metric.updated',
          { metric_key: 'noi', version: 1, before: null, after: 2_500_000, numbers_digest: expect.any(String) },
        ],
        [
          'metric.updated',
          { metric_key: 'noi', version: 2, before: 2_500_000, after: -0.1, numbers_digest: expect.any(String) },
        ],
        [
          'metric.updated',
          { metric_key: 'noi', version: 3, before: -0.1, after: null, numbers_digest: expect.any(String) },
        ],
      ])
    })

    it('changes nothing when a metric is set to its current value', async () => {
      const first = (await put('noi', { value: 0.1 })).body
      app.advance(1_000)
      expect((await put('noi', { value: 0.1 }, 1, people().owner)).body).toEqual(first)
      await put('unknown_one', { value: null, label: 'Mine', unit: 'count' })
      expect((await put('unknown_one', { value: null })).body).toMatchObject({
        label: 'Mine',
        unit: 'count',
        version: 1,
      })
      expect(await journal()).toHaveLength(2)
    })

    it('sends no notification when a metric is set', async () => {
      await put('noi', { value: 1 })
      expect(await app.sql('SELECT 1 AS x FROM notifications WHERE deal_id = $1', [deal])).toEqual([])
    })

    it.each([0, -1.5, 1e-300, 1.7976931348623157e308, 0.1 + 0.2, 123_456_789_012.34])(
      'stores %d without losing precision',
      async (value) => {
        expect((await put('noi', { value })).body.value).toBe(value)
        expect((await all())[0].value).toBe(value)
      },
    )

    it('accepts a label and unit for a metric that is not in the catalog, and later changes of them', async () => {
      expect((await put('parking_spaces', { value: 212 })).body).toMatchObject({
        label: 'Parking spaces',
        unit: 'ratio',
        kind: 'input',
        formula: null,
      })
      const named = { value: 212, label: ' Parking ', unit: 'count' }
      expect((await put('parking_spaces', named)).body).toMatchObject({ label: 'Parking', unit: 'count', version: 2 })
      expect((await put('parking_spaces', { value: 213 })).body).toMatchObject({ label: 'Parking', unit: 'count' })
    })

    it.each([
      [{ value: 1, label: 'Profit' }, [['body', 'label']]],
      [{ value: 1, unit: 'count' }, [['body', 'unit']]],
      [
        { value: 1, label: 'Profit', unit: 'count' },
        [
          ['body', 'label'],
          ['body', 'unit'],
        ],
      ],
    ])('rejects another label or unit for a metric of the catalog: %j', async (body, places) => {
      const answer = await put('noi', body)
      expect([answer.status, answer.body.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([422, places])
      expect(await all()).toEqual([])
      const same = { value: 1, label: 'Net Operating Income', unit: 'currency' }
      expect((await put('noi', same)).status).toBe(200)
    })

    it.each([
      ['noi', {}, 'value'],
      ['noi', { value: '1' }, 'value'],
      ['noi', { value: true }, 'value'],
      ['x', { value: 1, label: '' }, 'label'],
      ['x', { value: 1, label: 'x'.repeat(121) }, 'label'],
      ['x', { value: 1, unit: 'percent' }, 'unit'],
      ['NOI', { value: 1 }, 'metric_key'],
      ['cap-rate', { value: 1 }, 'metric_key'],
      ['x'.repeat(81), { value: 1 }, 'metric_key'],
    ])('rejects a metric with 422: %s %j', async (key, body, field) => {
      const answer = await put(key, body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([field])
      expect(await all()).toEqual([])
    })

    it('accepts metric keys of 80 characters and names of built-in object properties', async () => {
      for (const key of ['k'.repeat(80), 'constructor', '___', '7'])
        expect((await put(key, { value: 1 })).body.metric_key).toBe(key)
    })

    it('rejects a metric change based on an older version with 409 and returns the current version [METRIC-3]', async () => {
      expectRefusal(await put('noi', { value: 1 }, 1), 409, 'stale_version')
      expect((await put('noi', { value: 1 }, 0)).status).toBe(200)
      expect((await put('noi', { value: 2 }, 1)).body.version).toBe(2)
      const stale = await put('noi', { value: 3 }, 1)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(2)
    })

    it('creates one version per concurrent write of a metric', async () => {
      await Promise.all(Array.from({ length: 10 }, (_, place) => put('noi', { value: place })))
      expect((await all())[0].version).toBe(10)
      const entries = await journal()
      expect(entries.map(([, data]) => data.version)).toEqual(Array.from({ length: 10 }, (_, place) => place + 1))
      for (const [place, [, data]] of entries.entries()) expect(data.before).toBe(entries[place - 1]?.[1].after ?? null)
    })

    it('rejects a metric set by a commenter with 403 and by an outsider with 404 [METRIC-1]', async () => {
      expectRefusal(await put('noi', { value: 1 }, undefined, people().commenter), 403, 'role_too_low')
      expectRefusal(await put('noi', { value: 1 }, undefined, people().outsider), 404, 'deal_not_found')
      expectRefusal(await people().outsider.get(`/api/canvas/${deal}/metrics`), 404, 'deal_not_found')
      expect(await all()).toEqual([])
    })

    it.each(['full', 'values_only'])(
      'rejects a manual value on a deal of tier %s with 409 [METRIC-2]',
      async (tier) => {
        await app.sql('UPDATE deals SET tier = $2 WHERE id = $1', [deal, tier])
        expectRefusal(await put('noi', { value: 1 }), 409, 'tier_not_legacy')
      },
    )

    it('rejects a metric change on a finalized deal', async () => {
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await put('noi', { value: 1 }), 409, 'deal_finalized')
    })

    it('rejects the 501st metric of a deal with 409 [METRIC-4]', async () => {
      await plantMetrics(499)
      expect((await put('noi', { value: 1 })).status).toBe(200)
      expectRefusal(await put('ebit', { value: 1 }), 409, 'too_many_metrics')
      expect((await put('noi', { value: 2 })).body.version).toBe(2)
      expect(await all()).toHaveLength(500)
    })
  })

  describe('sections that cite a metric', () => {
    it('marks sections that cite a metric as stale when its value changes [SECTION-5]', async () => {
      await put('noi', { value: 1 })
      await writeSection('one', 'NOI of [[noi]].')
      await writeSection('other', 'Units: [[unit_count]].')
      await put('noi', { value: 1 })
      expect([await isStale('one'), await isStale('other')]).toEqual([false, false])
      await put('noi', { value: 2 })
      expect([await isStale('one'), await isStale('other')]).toEqual([true, false])
      expect((await journal()).slice(-2)).toEqual([
        ['metric.updated', { metric_key: 'noi', version: 2, before: 1, after: 2, numbers_digest: expect.any(String) }],
        ['section.marked_stale', { section_keys: ['one'], metric_keys: ['noi'] }],
      ])
    })

    it('marks citing sections as stale for a new unit, but not for a new label or an initial null value', async () => {
      await writeSection('one', '[[mine]] and [[later]]')
      await put('later', { value: null })
      await put('mine', { value: null, unit: 'count' })
      await put('mine', { value: null, label: 'Another' })
      expect(await isStale('one')).toBe(false)
      await put('mine', { value: null, unit: 'months' })
      expect(await isStale('one')).toBe(true)
    })
  })

  it('returns metrics in catalog order, followed by the others sorted by key', async () => {
    for (const key of ['zebra', 'dscr', 'noi', 'aardvark', 'unit_count']) await put(key, { value: 1 })
    const keys = (await all()).map(({ metric_key }: { metric_key: string }) => metric_key)
    expect(keys).toEqual(['unit_count', 'noi', 'dscr', 'aardvark', 'zebra'])
    const canvas = await people().viewer.get(`/api/canvas/${deal}`)
    expect(canvas.body.metrics.map(({ metric_key }: { metric_key: string }) => metric_key)).toEqual(keys)
  })

  describe('writing many metrics inside a change', () => {
    const service = () => {
      const { database, changes } = app.service
      const marked: (readonly string[])[] = []
      const sections = {
        markStale: async (_: unknown, keys: readonly string[]) => {
          marked.push(keys)
          return []
        },
      }
      return {
        ...createMetrics({ store: createMetricsStore(database), changes, sections, onChanged: async () => {} }),
        marked,
      }
    }
    const writeMany = (metrics: Parameters<ReturnType<typeof service>['write']>[1], using = service()) =>
      app.service.changes.change(actorOf(people().owner), deal, 'editor', (change) => using.write(change, metrics))

    it('stores the sources of metrics on a deal of any tier, with one audit trail event', async () => {
      await app.sql("UPDATE deals SET tier = 'full' WHERE id = $1", [deal])
      const source = { file: 'Model.xlsx', sheet: 'Summary', cell: 'D14' }
      const found = { metricKey: 'noi', value: 2, source, confidence: 0.9, computedShare: 1, formula: 'EGI − OpEx' }
      expect(await writeMany([{ metricKey: 'purchase_price', value: 40 }, found])).toEqual(['purchase_price', 'noi'])
      expect(await all()).toMatchObject([
        { metric_key: 'purchase_price', source: null, confidence: null, computed_share: null },
        { metric_key: 'noi', source, confidence: 0.9, computed_share: 1, formula: 'EGI − OpEx', kind: 'derived' },
      ])
      expect(await journal()).toEqual([
        ['metrics.written', { metric_keys: ['purchase_price', 'noi'], numbers_digest: expect.any(String) }],
      ])
    })

    it('creates new versions only for metrics that changed', async () => {
      const first = [
        { metricKey: 'noi', value: 1 },
        { metricKey: 'dscr', value: 1.2 },
        { metricKey: 'mine', value: null },
      ]
      await writeMany(first)
      const using = service()
      expect(await writeMany(first, using)).toEqual([])
      const cell = { file: 'a', sheet: 'b', cell: 'C1' }
      expect(
        await writeMany(
          [
            { metricKey: 'noi', value: 2 },
            { metricKey: 'dscr', value: 1.2, source: cell },
          ],
          using,
        ),
      ).toEqual(['noi'])
      expect(using.marked).toEqual([[], ['noi']])
      const versions = (await all()).map(({ metric_key, version }: Record<string, unknown>) => [metric_key, version])
      expect(versions).toEqual([
        ['noi', 2],
        ['dscr', 2],
        ['mine', 1],
      ])
      expect(await journal()).toHaveLength(2)
    })

    it('rejects the whole write if a deal would have more than 500 metrics', async () => {
      await plantMetrics(499)
      const two = [
        { metricKey: 'noi', value: 1 },
        { metricKey: 'dscr', value: 1 },
      ]
      await expect(writeMany(two)).rejects.toMatchObject({ code: 'too_many_metrics' })
      expect(await all()).toHaveLength(499)
    })
  })
})
