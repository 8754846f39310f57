import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { createThresholds } from './thresholds.service.ts'
import { createThresholdsStore } from './thresholds.store.ts'

onService('hurdles and covenants', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  const put = (metricKey: string, body: object, dealId = deal) =>
    people().owner.send('PUT', `/api/canvas/${dealId}/metrics/${metricKey}`, body)
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
    await put('dscr', { value: 1.27 })
    await put('ltv_pct', { value: 70 })
  })
  const at = (id?: string, dealId = deal) => `/api/canvas/${dealId}/thresholds${id === undefined ? '' : `/${id}`}`
  const covenant = { metric_key: 'dscr', side: 'at_least', value: 1.25, kind: 'covenant' }
  const ceiling = { metric_key: 'ltv_pct', side: 'at_most', value: 65, kind: 'covenant', source: 'Term sheet, page 2' }
  const seen = (version?: number): Record<string, string> => ({
    'if-match': version === undefined ? '*' : `"${version}"`,
  })
  const create = (body: object, person: Person = people().editor) => person.send('POST', at(), body)
  const created = async (body: object) => {
    const { status, body: threshold } = await create(body)
    expect([status, threshold]).toEqual([201, threshold])
    return threshold
  }
  const edit = (id: string, body: object, version?: number, person: Person = people().editor) =>
    person.send('PATCH', at(id), body, seen(version))
  const remove = (id: string, version?: number, person: Person = people().editor) =>
    person.send('DELETE', at(id), undefined, seen(version))
  const all = async (person: Person = people().viewer) => (await person.get(at())).body.thresholds
  const trail = async () =>
    (await auditTrailOf(app, deal))
      .filter(({ type }) => type !== 'metric.updated')
      .map(({ type, data }) => [type, data])
  const nameOf = async ({ userId }: Person) =>
    (await app.sql<{ name: string }>('SELECT display_name AS name FROM users WHERE id = $1', [userId]))[0]?.name

  describe('list of thresholds', () => {
    it('lists hurdles before covenants by the name of the metric, with the headroom of the present numbers', async () => {
      expect((await people().viewer.get(at(undefined))).body).toEqual({ thresholds: [], model_version: 2 })
      const first = await created(covenant)
      const second = await created(ceiling)
      await put('levered_irr_pct', { value: 15 })
      await put('equity_multiple', { value: null })
      await created({ metric_key: 'levered_irr_pct', side: 'at_least', value: 15, kind: 'hurdle' })
      await created({ metric_key: 'equity_multiple', side: 'at_least', value: 1.8, kind: 'hurdle' })
      await created({ ...covenant, side: 'at_most', value: 3 })
      const listed = await all()
      expect(listed.map(({ kind, label, side }: Record<string, string>) => [kind, label, side])).toEqual([
        ['hurdle', 'Equity Multiple', 'at_least'],
        ['hurdle', 'Levered IRR', 'at_least'],
        ['covenant', 'Debt Service Coverage Ratio', 'at_least'],
        ['covenant', 'Debt Service Coverage Ratio', 'at_most'],
        ['covenant', 'Loan to Value', 'at_most'],
      ])
      expect(listed[0].current).toEqual({
        threshold_id: listed[0].id,
        value: null,
        headroom: null,
        is_breached: null,
      })
      expect(listed[1].current).toMatchObject({ value: 15, headroom: 0, is_breached: false })
      expect(listed[2]).toEqual(first)
      expect(first).toEqual({
        id: expect.any(String),
        ...covenant,
        label: 'Debt Service Coverage Ratio',
        unit: 'multiple_x',
        source: null,
        current: { threshold_id: first.id, value: 1.27, headroom: 0.02, is_breached: false },
        version: 1,
        updated_by: await nameOf(people().editor),
        updated_at: expect.stringMatching(/Z$/),
      })
      expect(second).toMatchObject({
        source: 'Term sheet, page 2',
        current: { value: 70, headroom: -5, is_breached: true },
      })
    })

    it('compares thresholds with the present value after it changed', async () => {
      await created(covenant)
      await put('dscr', { value: 1.25 })
      expect((await all())[0].current).toMatchObject({ value: 1.25, headroom: 0, is_breached: false })
      await put('dscr', { value: 1.12 })
      expect((await all())[0].current).toMatchObject({ value: 1.12, headroom: -0.13, is_breached: true })
      await put('dscr', { value: null })
      expect((await all())[0].current).toMatchObject({ value: null, headroom: null, is_breached: null })
    })

    it('keeps a threshold without a value when the deal no longer has its metric', async () => {
      await created(covenant)
      await app.sql("DELETE FROM deal_metrics WHERE deal_id = $1 AND metric_key = 'dscr'", [deal])
      expect(await all()).toMatchObject([
        {
          metric_key: 'dscr',
          label: 'Debt Service Coverage Ratio',
          unit: 'multiple_x',
          current: { value: null, is_breached: null },
        },
      ])
    })

    it('shows thresholds to every role, lets only editors and owners change them, and hides them from others [THRESHOLD-1]', async () => {
      const { owner, editor, commenter, viewer, outsider } = people()
      const { id } = await created(covenant)
      for (const person of [owner, editor, commenter, viewer]) expect(await all(person)).toHaveLength(1)
      for (const person of [commenter, viewer]) {
        expectRefusal(await create(ceiling, person), 403, 'role_too_low')
        expectRefusal(await edit(id, { value: 2 }, 1, person), 403, 'role_too_low')
        expectRefusal(await remove(id, 1, person), 403, 'role_too_low')
      }
      expectRefusal(await outsider.get(at()), 404, 'deal_not_found')
      expectRefusal(await create(ceiling, outsider), 404, 'deal_not_found')
      expectRefusal(await edit(id, { value: 2 }, 1, outsider), 404, 'deal_not_found')
      expectRefusal(await remove(id, 1, outsider), 404, 'deal_not_found')
      expect(await all()).toMatchObject([{ id, value: 1.25, version: 1 }])
      expect((await edit(id, { value: 2 }, 1, owner)).status).toBe(200)
    })
  })

  describe('creating a threshold', () => {
    it('records a new threshold in the audit trail without its source text', async () => {
      const { id } = await created(ceiling)
      expect(await trail()).toEqual([
        [
          'threshold.created',
          { threshold_id: id, metric_key: 'ltv_pct', kind: 'covenant', side: 'at_most', limit: 65 },
        ],
      ])
    })

    it('stores a blank source as not stated', async () => {
      expect(await created({ ...covenant, source: '  ' })).toMatchObject({ source: null })
      expect(await created({ ...ceiling, source: ' Term sheet ' })).toMatchObject({ source: 'Term sheet' })
    })

    it('rejects a second limit on the same side of a metric with 409 [THRESHOLD-2]', async () => {
      await created(covenant)
      expectRefusal(await create({ ...covenant, value: 1.4, kind: 'hurdle' }), 409, 'threshold_exists')
      await created({ ...covenant, side: 'at_most', value: 3 })
      expect(await all()).toHaveLength(2)
      expect(await trail()).toHaveLength(2)
    })

    it('creates one of several equal thresholds that are sent at the same time [THRESHOLD-2]', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => create(covenant)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      expect(await all()).toHaveLength(1)
    })

    it('rejects the 21st threshold of a deal with 409 [THRESHOLD-3]', async () => {
      await app.sql(
        `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, position, version, updated_at)
          SELECT $1, 'm' || n, 'M', 'count', n, 1000, 1, now() FROM generate_series(1, 10) n`,
        [deal],
      )
      for (let n = 1; n <= 10; n++)
        for (const side of ['at_least', 'at_most']) await created({ ...covenant, metric_key: `m${n}`, side })
      expect(await all()).toHaveLength(20)
      expectRefusal(await create(covenant), 409, 'too_many_thresholds')
      const [{ id, version }] = await all()
      expect((await remove(id, version)).status).toBe(204)
      await created(covenant)
    })

    it('rejects a threshold of an unknown metric with 422 and the nearest keys [THRESHOLD-7]', async () => {
      const { status, body } = await create({ ...covenant, metric_key: 'dscrr' })
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ loc: ['body', 'metric_key'], input: 'dscrr' })],
      ])
      expect(body.detail[0].ctx.nearest).toContain('dscr')
      expect(await trail()).toEqual([])
    })

    it('rejects a threshold of a date with 422 [THRESHOLD-7]', async () => {
      await put('handover', { value: 46_000, unit: 'date', label: 'Handover' })
      const { status, body } = await create({ ...covenant, metric_key: 'handover' })
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ loc: ['body', 'metric_key'], msg: expect.stringContaining('A date cannot have') })],
      ])
    })

    it.each([
      [{ side: 'below' }, 'side'],
      [{ kind: 'target' }, 'kind'],
      [{ value: '1.25' }, 'value'],
      [{ value: 1e16 }, 'value'],
      [{ source: 'x'.repeat(201) }, 'source'],
      [{ source: '' }, 'source'],
      [{ metric_key: '' }, 'metric_key'],
    ])('rejects %j with 422', async (wrong, field) => {
      const { status, body } = await create({ ...covenant, ...wrong })
      expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', field]])
    })

    it('creates one threshold for repeated requests with the same idempotency key', async () => {
      const send = () => people().editor.send('POST', at(), covenant, { 'idempotency-key': `threshold-${deal}` })
      const [first, second] = [await send(), await send()]
      expect([second.status, second.body]).toEqual([201, first.body])
      expect(await all()).toHaveLength(1)
    })
  })

  describe('changing and removing a threshold', () => {
    it('changes the fields it names, with a new version and an event', async () => {
      const threshold = await created(ceiling)
      app.advance(1_000)
      const { status, body } = await edit(threshold.id, { value: 75, kind: 'hurdle' }, 1, people().owner)
      expect([status, body]).toEqual([
        200,
        {
          ...threshold,
          value: 75,
          kind: 'hurdle',
          version: 2,
          current: { threshold_id: threshold.id, value: 70, headroom: 5, is_breached: false },
          updated_by: await nameOf(people().owner),
          updated_at: expect.any(String),
        },
      ])
      expect(body.updated_at > threshold.updated_at).toBe(true)
      expect((await edit(threshold.id, { source: null }, 2)).body).toMatchObject({ source: null, version: 3 })
      expect((await trail()).slice(1)).toEqual([
        [
          'threshold.changed',
          { threshold_id: threshold.id, metric_key: 'ltv_pct', kind: 'hurdle', side: 'at_most', limit: 75 },
        ],
        ['threshold.changed', expect.objectContaining({ limit: 75 })],
      ])
    })

    it('changes nothing when a threshold is set to what it is', async () => {
      const threshold = await created(ceiling)
      for (const body of [{}, { value: 65, side: 'at_most', kind: 'covenant', source: 'Term sheet, page 2' }])
        expect((await edit(threshold.id, body, 1, people().owner)).body).toEqual(threshold)
      expect(await trail()).toHaveLength(1)
    })

    it('rejects a change and a removal with a stale If-Match with 409 [THRESHOLD-4]', async () => {
      const { id } = await created(covenant)
      await edit(id, { value: 1.3 }, 1)
      const refused = await edit(id, { value: 1.4 }, 1)
      expectRefusal(refused, 409, 'stale_version')
      expect(refused.body.version).toBe(2)
      expectRefusal(await remove(id, 1), 409, 'stale_version')
      expect(await all()).toMatchObject([{ value: 1.3, version: 2 }])
      expect((await edit(id, { value: 1.4 })).body).toMatchObject({ version: 3 })
    })

    it('rejects a change to a side that has a limit already with 409 [THRESHOLD-2]', async () => {
      const { id } = await created(covenant)
      const other = await created({ ...covenant, side: 'at_most', value: 3 })
      expectRefusal(await edit(id, { side: 'at_most' }, 1), 409, 'threshold_exists')
      await remove(other.id, 1)
      expect((await edit(id, { side: 'at_most' }, 1)).body).toMatchObject({
        side: 'at_most',
        current: { headroom: -0.02, is_breached: true },
      })
    })

    it('removes a threshold and records the removal', async () => {
      const { id } = await created(covenant)
      expect((await remove(id, 1)).status).toBe(204)
      expect(await all()).toEqual([])
      expect((await trail()).at(-1)).toEqual(['threshold.deleted', { threshold_id: id, metric_key: 'dscr' }])
      expectRefusal(await remove(id), 404, 'threshold_not_found')
      expectRefusal(await edit(id, { value: 1 }), 404, 'threshold_not_found')
    })

    it('rejects every change of thresholds on a finalized deal with 409', async () => {
      const { id } = await created(covenant)
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await create(ceiling), 409, 'deal_finalized')
      expectRefusal(await edit(id, { value: 1 }, 1), 409, 'deal_finalized')
      expectRefusal(await remove(id, 1), 409, 'deal_finalized')
      expect(await all()).toMatchObject([{ value: 1.25 }])
    })
  })

  describe('thresholds of other deals', () => {
    it('finds a threshold only under its own deal, and lists none of other organizations [THRESHOLD-1]', async () => {
      const { owner, editor, outsider } = people()
      const { id } = await created(covenant)
      const members = { [owner.userId]: 'owner', [editor.userId]: 'editor' } as const
      const other = await plantDeal(app, { members })
      for (const answer of [
        await editor.send('PATCH', at(id, other), { value: 9 }, seen()),
        await editor.send('DELETE', at(id, other), undefined, seen()),
        await editor.send('DELETE', at(newId(), other), undefined, seen()),
      ])
        expectRefusal(answer, 404, 'threshold_not_found')
      expect((await editor.get(at(undefined, other))).body.thresholds).toEqual([])

      const orgId = await plantOrg(app)
      const foreign = await plantDeal(app, { orgId, members: { [outsider.userId]: 'owner' } })
      await outsider.send('PUT', `/api/canvas/${foreign}/metrics/dscr`, { value: 2 })
      expect((await outsider.send('POST', at(undefined, foreign), covenant)).status).toBe(201)
      expectRefusal(await outsider.send('PATCH', at(id, foreign), { value: 9 }, seen()), 404, 'threshold_not_found')
      expect((await outsider.get(at(undefined, foreign))).body.thresholds).toMatchObject([{ current: { value: 2 } }])
      expect(await all()).toMatchObject([{ id, value: 1.25, current: { value: 1.27 } }])
    })

    it('deletes the thresholds of a deal that is deleted permanently', async () => {
      await created(covenant)
      const superadmin = await app.signIn('superadmin')
      expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
      expect(await app.sql('SELECT id FROM thresholds WHERE deal_id = $1', [deal])).toEqual([])
    })
  })

  describe('notification of a breach', () => {
    const notice = async (before: Record<string, number | null>, after: Record<string, number | null>) => {
      await forgetNotifications(app)
      const { changes, database } = app.service
      const thresholds = createThresholds({
        store: createThresholdsStore(database),
        changes,
        metrics: { all: async () => [] },
        models: { present: async () => ({ currency: 'EUR' }) as never, current: async () => undefined },
      })
      await changes.change(actorOf(people().editor), deal, 'editor', (changing) =>
        thresholds.noticeBreaches(changing, new Map(Object.entries(before)), new Map(Object.entries(after))),
      )
      return app.sql<{ user_id: string; type: string; snippet: string }>(
        'SELECT user_id, type, snippet FROM notifications WHERE deal_id = $1',
        [deal],
      )
    }
    const snippets = async (...values: Parameters<typeof notice>) =>
      new Set((await notice(...values)).map(({ snippet }) => snippet))

    it('notifies every other member once of all thresholds that a change breaches [THRESHOLD-8]', async () => {
      await created({ ...covenant, value: 1.2 })
      await created(ceiling)
      const sent = await notice({ dscr: 1.27, ltv_pct: 60 }, { dscr: 1.12, ltv_pct: 70 })
      const { owner, commenter, viewer } = people()
      expect(sent.map(({ user_id }) => user_id).sort()).toEqual(
        [owner, commenter, viewer].map(({ userId }) => userId).sort(),
      )
      for (const { type, snippet } of sent) {
        expect(type).toBe('threshold_breached')
        expect(snippet).toBe('Debt Service Coverage Ratio: 1.12x, at least 1.20x; Loan to Value: 70.0%, at most 65.0%')
      }
    })

    it('names the first five of many breaches and counts the others', async () => {
      const keys = Array.from({ length: 7 }, (_, n) => `m${n}`)
      for (const key of keys) {
        await put(key, { value: 2, label: key.toUpperCase(), unit: 'count' })
        await created({ ...covenant, metric_key: key, value: 2 })
      }
      const all = (value: number) => Object.fromEntries(keys.map((key) => [key, value]))
      expect(await snippets(all(2), all(1))).toEqual(
        new Set([`${['M0', 'M1', 'M2', 'M3', 'M4'].map((label) => `${label}: 1, at least 2`).join('; ')}; and 2 more`]),
      )
    })

    it('does not notify of thresholds that stay met, were breached before, or have no value [THRESHOLD-8]', async () => {
      await created({ ...covenant, value: 1.2 })
      for (const [before, after] of [
        [1.27, 1.2],
        [1.27, 1.3],
        [1.1, 1.05],
        [1.1, 1.3],
        [null, 1.1],
        [1.3, null],
      ] as const)
        expect(await notice({ dscr: before }, { dscr: after })).toEqual([])
      expect(await notice({ ltv_pct: 60 }, { ltv_pct: 70 })).toEqual([])
      expect(await notice({ dscr: 1.3 }, {})).toEqual([])
    })

    it('shows money in the currency of the deal, and more digits of a narrow breach', async () => {
      await put('noi', { value: 2_500_000 })
      await created({ metric_key: 'noi', side: 'at_least', value: 2_500_000, kind: 'hurdle' })
      expect(await snippets({ noi: 2_600_000 }, { noi: 1_000_000 })).toEqual(
        new Set(['Net Operating Income: €1.00M, at least €2.50M']),
      )
      await created({ ...covenant, value: 1.2 })
      expect(await snippets({ dscr: 1.3 }, { dscr: 1.1996 })).toEqual(
        new Set(['Debt Service Coverage Ratio: 1.1996, at least 1.2']),
      )
    })
  })
})
