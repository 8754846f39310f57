import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { metricsOf, propertySheets, type TestSheets, uploadWorkbook, valuesSheets } from '../../testing/workbooks.ts'

/** The apartment building workbook with a sheet that is not covered by the catalog. */
const parkingSheets = (spaces = 120): TestSheets => ({
  ...propertySheets(),
  Parking: [
    ['Spaces let', spaces],
    ['Fee of a space', 50],
    ['Fees of a year', '=B1*B2*12'],
    ['Share let', { is: 0.8, look: 'percent' }],
  ],
})
const spaces = { label: 'Parking spaces', unit: 'count', sheet: 'Parking', cell: 'B1' }
const fees = { label: 'Parking fees', unit: 'currency', sheet: 'Parking', cell: 'B3' }

onService('custom metrics', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const take = async (sheets: TestSheets) => {
    const document_id = await uploadWorkbook(app, people().editor, deal, sheets)
    return people().editor.send('POST', at('model'), { document_id })
  }
  const add = (body: object, headers: Record<string, string> = {}, person: Person = people().editor) =>
    person.send('POST', at('metrics'), body, headers)
  const edit = (key: string, body: object, version: number | undefined, person: Person = people().editor) =>
    person.send('PATCH', at(`metrics/${key}`), body, version === undefined ? {} : { 'if-match': `"${version}"` })
  const remove = (key: string, version: number | undefined, person: Person = people().editor) =>
    person.send('DELETE', at(`metrics/${key}`), undefined, version === undefined ? {} : { 'if-match': `"${version}"` })
  const metrics = () => metricsOf(people().viewer, deal)
  const readingOf = async (key: string) =>
    (await people().viewer.get(at('reading'))).body.metrics.find((metric: { key: string }) => metric.key === key)
  const verified = async () => (await people().viewer.get(at('audit-trail/verify'))).body
  const lastEvent = async () => (await auditTrailOf(app, deal)).at(-1)
  const preview = async (body: object) => {
    const { body: text } = await people().viewer.send('POST', at('ripple/preview'), body)
    return readFrames(text)
  }

  describe('on a deal with a workbook', () => {
    beforeEach(async () => {
      expect((await take(parkingSheets())).status).toBe(200)
    })

    it("shows a custom metric in the metrics and the reading with its cell's value, confirmed by its author", async () => {
      const { status, body } = await add(fees)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        metric_key: 'custom_parking_fees',
        label: 'Parking fees',
        unit: 'currency',
        value: 72_000,
        kind: 'derived',
        custom: true,
        source: { file: 'Model.xlsx', sheet: 'Parking', cell: 'B3' },
        confidence: 1,
        computed_share: 1,
        provenance: {
          origin: 'computed',
          confirmation: 'confirmed',
          confirmed: { by: people().editor.userId, by_name: expect.any(String), at: expect.any(String) },
        },
        version: 1,
      })
      expect((await metrics())['custom_parking_fees']).toEqual(body)
      expect(await readingOf('custom_parking_fees')).toMatchObject({
        name: 'Parking fees',
        unit: 'currency',
        value: 72_000,
        cell: { sheet: 'Parking', cell: 'B3' },
        confirmation: 'confirmed',
        custom: true,
        headline: false,
      })
      expect(
        (await people().viewer.get(at('data-quality'))).body.financial_highlights['custom_parking_fees'],
      ).toMatchObject({ label: 'Parking fees', value: 72_000 })
    })

    it('records one audit trail event per change of a custom metric, and the trail stays valid', async () => {
      await add(fees)
      expect(await lastEvent()).toMatchObject({
        type: 'metric.created',
        data: { metric_key: 'custom_parking_fees', unit: 'currency', sheet: 'Parking', cell: 'B3', after: 72_000 },
      })
      await edit('custom_parking_fees', { label: 'Parking income' }, 1)
      expect(await lastEvent()).toMatchObject({ type: 'metric.edited', data: { metric_key: 'custom_parking_fees' } })
      expect((await remove('custom_parking_fees', 2)).status).toBe(204)
      expect(await lastEvent()).toMatchObject({
        type: 'metric.deleted',
        data: { metric_key: 'custom_parking_fees', before: 72_000, after: null },
      })
      const acts = (await happenedTo(app, deal)).filter((type) => /^metric\./.test(type))
      expect(acts).toEqual(['metric.created', 'metric.edited', 'metric.deleted'])
      expect(await verified()).toMatchObject({ valid: true, problems: [] })
    })

    it('uses a custom metric in a what-if as input and as computed metric, under its own name', async () => {
      await add(spaces)
      await add(fees)
      const shown = (await preview({ metric_key: 'custom_parking_spaces', new_value: 150 })).at(-1)?.data
      expect(shown.metric).toMatchObject({ label: 'Parking spaces', unit: 'count', before: 120, after: 150 })
      expect(shown.impacts).toEqual([
        expect.objectContaining({
          metric_key: 'custom_parking_fees',
          label: 'Parking fees',
          before: 72_000,
          after: 90_000,
          path: ['Parking spaces', 'Parking fees'],
        }),
      ])
      const token = { preview_token: shown.preview_token }
      expect((await people().editor.send('POST', at('ripple/apply'), token)).status).toBe(200)
      expect((await metrics())['custom_parking_fees']).toMatchObject({ value: 90_000 })
      expect((await metrics())['custom_parking_spaces']).toMatchObject({
        value: 150,
        provenance: { origin: 'overridden', override: { value: 150, workbook_value: 120 } },
      })
    })

    it('uses a custom metric in goal seek as input and target, and in a simulation with its tornado', async () => {
      await add(spaces)
      await add(fees)
      const goal = {
        metric_key: 'custom_parking_fees',
        target: 108_000,
        input: 'custom_parking_spaces',
        from: 1,
        to: 500,
      }
      const { body } = await people().viewer.send('POST', at('goal-seek'), goal)
      expect(body.solutions).toEqual([{ input_value: 180, metric_value: 108_000 }])
      const frames = await preview({
        metric_key: 'custom_parking_spaces',
        new_value: 120,
        probabilistic: true,
        simulation: { samples: 500, seed: 1 },
      })
      const view = frames.find(({ event }) => event === 'probabilistic_view')?.data
      expect(view.metrics.custom_parking_fees.p50).toBeCloseTo(72_000, -4)
      expect(JSON.stringify(view.tornado)).toContain('custom_parking_spaces')
    })

    it('marks citing sections as stale when a custom metric is removed, and leaves their text unchanged', async () => {
      await add(fees)
      const content = 'Parking earns [[custom_parking_fees]] a year.'
      await people().editor.send('PUT', at('sections/business_plan'), { content })
      expect((await people().viewer.get(at('sections/business_plan'))).body.stale).toBe(false)
      await remove('custom_parking_fees', 1)
      expect((await people().viewer.get(at('sections/business_plan'))).body).toMatchObject({ stale: true, content })
      expect((await metrics())['custom_parking_fees']).toBeUndefined()
      expect(await readingOf('custom_parking_fees')).toBeUndefined()
    })

    it('accepts comments on a custom metric, and keeps them when it is removed', async () => {
      await add(fees)
      const comment = { content: 'Who pays these?', metric_key: 'custom_parking_fees' }
      const { body } = await people().commenter.send('POST', at('comments'), comment)
      await remove('custom_parking_fees', 1)
      expect((await people().viewer.get(at(`comments/${body.comment_id}`))).body).toMatchObject({
        metric_key: 'custom_parking_fees',
      })
    })

    it('reads a custom metric from the same cell of a newer workbook', async () => {
      await add(fees)
      expect((await take(parkingSheets(130))).body.lost).toEqual([])
      expect((await metrics())['custom_parking_fees']).toMatchObject({ label: 'Parking fees', value: 78_000 })
    })

    it('reports a custom metric as lost if a newer workbook does not have it, until a cell is chosen for it', async () => {
      await add(fees)
      expect((await take(propertySheets())).body.lost).toEqual(['custom_parking_fees'])
      expect((await metrics())['custom_parking_fees']).toMatchObject({ value: null, source: null, unit: 'currency' })
      expect(await readingOf('custom_parking_fees')).toMatchObject({
        name: 'Parking fees',
        unit: 'currency',
        cell: null,
        value: null,
        confirmation: 'unconfirmed',
      })
      const { version } = (await metrics())['custom_parking_fees'] ?? {}
      expect((await edit('custom_parking_fees', { label: 'Parking' }, version)).body).toMatchObject({
        label: 'Parking',
      })
      const reading = (await people().viewer.get(at('reading'))).body
      const chosen = { choices: [{ metric_key: 'custom_parking_fees', cell: { sheet: 'Monthly', cell: 'B2' } }] }
      await people().editor.send('PUT', at('reading'), chosen, { 'if-match': `"${reading.version}"` })
      const found = (await metrics())['custom_parking_fees']
      expect(found).toMatchObject({ label: 'Parking', source: { sheet: 'Monthly', cell: 'B2' } })
      expect(found?.value).toBeCloseTo(433_333.33, 1)
    })

    it('renames a custom metric and changes its unit under the same key', async () => {
      const share = { label: 'Share let', unit: 'percentage_points', sheet: 'Parking', cell: 'B4' }
      expect((await add(share)).body).toMatchObject({ metric_key: 'custom_share_let', value: 80, version: 1 })
      const renamed = await edit('custom_share_let', { label: '  Share of spaces let ' }, 1)
      expect(renamed.body).toMatchObject({
        label: 'Share of spaces let',
        unit: 'percentage_points',
        value: 80,
        version: 2,
      })
      const inOther = await edit('custom_share_let', { unit: 'ratio' }, 2)
      expect(inOther.body).toMatchObject({ label: 'Share of spaces let', unit: 'ratio', value: 0.8, version: 3 })
      const before = (await happenedTo(app, deal)).length
      expect((await edit('custom_share_let', { unit: 'ratio' }, 3)).body).toMatchObject({ version: 3 })
      expect((await happenedTo(app, deal)).length).toBe(before)
    })

    it('rejects removing a custom metric or changing its unit while it is overridden', async () => {
      await add(spaces)
      const shown = (await preview({ metric_key: 'custom_parking_spaces', new_value: 150 })).at(-1)?.data
      await people().editor.send('POST', at('ripple/apply'), { preview_token: shown.preview_token })
      const { version = 0 } = (await metrics())['custom_parking_spaces'] ?? {}
      expectRefusal(await remove('custom_parking_spaces', version), 409, 'metric_overridden')
      expectRefusal(await edit('custom_parking_spaces', { unit: 'ratio' }, version), 409, 'metric_overridden')
      expect((await edit('custom_parking_spaces', { label: 'Spaces' }, version)).body).toMatchObject({ value: 150 })
    })

    it('creates one custom metric per Idempotency-Key, and gives another of the same name a different key', async () => {
      const key = { 'idempotency-key': 'once' }
      const [first, repeated] = [await add(fees, key), await add(fees, key)]
      expect([repeated.status, repeated.body]).toEqual([201, first.body])
      expect((await add(fees)).body.metric_key).toBe('custom_parking_fees_2')
      expect(Object.keys(await metrics()).filter((key) => key.startsWith('custom_'))).toHaveLength(2)
    })

    it('rejects a custom metric beyond the limit of 500 metrics per deal', async () => {
      await app.sql(
        `INSERT INTO deal_metrics (deal_id, metric_key, label, unit, value, kind, position, version, updated_at)
          SELECT $1, 'own_' || n, 'Own ' || n, 'ratio', n, 'input', 900, 1, now()
          FROM generate_series(1, 500 - (SELECT count(*)::int FROM deal_metrics WHERE deal_id = $1)) AS n`,
        [deal],
      )
      expectRefusal(await add(fees), 409, 'too_many_metrics')
      expect((await metrics())['custom_parking_fees']).toBeUndefined()
    })

    it('requires If-Match with the current version to change or remove a custom metric', async () => {
      await add(fees)
      expectRefusal(await edit('custom_parking_fees', { label: 'Fees' }, undefined), 428, 'if_match_required')
      expectRefusal(await remove('custom_parking_fees', undefined), 428, 'if_match_required')
      expectRefusal(await edit('custom_parking_fees', { label: 'Fees' }, 7), 409, 'stale_version')
      expectRefusal(await remove('custom_parking_fees', 7), 409, 'stale_version')
    })

    it('rejects renaming or removing a metric of the catalog with 409 [METRIC-7]', async () => {
      const { version = 0 } = (await metrics())['noi'] ?? {}
      expectRefusal(await edit('noi', { label: 'Income' }, version), 409, 'metric_not_custom')
      expectRefusal(await remove('noi', version), 409, 'metric_not_custom')
      expectRefusal(await remove('custom_nothing', 1), 404, 'metric_not_found')
      expectRefusal(await edit('custom_nothing', { label: 'Nothing' }, 1), 404, 'metric_not_found')
    })

    it('rejects custom metrics from commenters and outsiders, and on a finalized deal', async () => {
      expectRefusal(await add(fees, {}, people().commenter), 403, 'role_too_low')
      expectRefusal(await add(fees, {}, people().outsider), 404, 'deal_not_found')
      await add(fees)
      expectRefusal(await remove('custom_parking_fees', 1, people().viewer), 403, 'role_too_low')
      await people().owner.send('POST', at('finalize'), { decision: 'approved', rationale: 'Sound.' })
      expectRefusal(await add(spaces), 409, 'deal_finalized')
      expectRefusal(await edit('custom_parking_fees', { label: 'Fees' }, 1), 409, 'deal_finalized')
      expectRefusal(await remove('custom_parking_fees', 1), 409, 'deal_finalized')
    })

    it.each([
      ['a blank name', { ...fees, label: '   ' }, ['body', 'label']],
      ['a name of 101 characters', { ...fees, label: 'x'.repeat(101) }, ['body', 'label']],
      ['an unknown unit', { ...fees, unit: 'bananas' }, ['body', 'unit']],
      ['a missing sheet', { ...fees, sheet: 'Nowhere' }, ['body', 'sheet']],
      ['a cell without a number', { ...fees, cell: 'A1' }, ['body', 'cell']],
      ['a scale that no unit uses', { ...fees, scale: 1.03 }, ['body', 'scale']],
    ])('rejects a custom metric with %s at that field', async (_, body, loc) => {
      const answer = await add(body)
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc])
      expect(Object.keys(await metrics()).some((key) => key.startsWith('custom_'))).toBe(false)
    })
  })

  it('names a custom metric in a what-if of a workbook without formulas', async () => {
    await take({ Summary: [...(valuesSheets()['Summary'] ?? []), ['Parking spaces', 120]] })
    await add({ ...spaces, sheet: 'Summary', cell: 'B7' })
    const shown = (await preview({ metric_key: 'custom_parking_spaces', new_value: 150 })).at(-1)?.data
    expect(shown).toMatchObject({ method: 'catalogue', metric: { label: 'Parking spaces', after: 150 }, impacts: [] })
    expect(shown.warnings[0].message).toContain('None can be derived from Parking spaces')
  })

  it('rejects a custom metric on a deal without a workbook', async () => {
    expectRefusal(await add(fees), 409, 'no_model')
  })
})
