import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'
import { upload } from '../../testing/uploading.ts'
import {
  type MetricsByKey,
  metricsOf,
  propertySheets,
  type TestSheets,
  uncachedWorkbookOf,
  uploadWorkbook,
  valuesSheets,
} from '../../testing/workbooks.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onEachService('deal model', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const take = async (sheets: TestSheets, fileName = 'Model.xlsx', person: Person = people().editor) => {
    const document = await uploadWorkbook(app, people().editor, deal, sheets, fileName)
    return { document, answer: await person.send('POST', at('model'), { document_id: document }) }
  }
  const shown = async () => (await people().viewer.get(at('model'))).body
  const metrics = (): Promise<MetricsByKey> => metricsOf(people().viewer, deal)
  const remap = (key: string, body: unknown, headers: Record<string, string> = {}, person: Person = people().editor) =>
    person.send('PUT', at(`metrics/${key}/source`), body, headers)
  const writeSection = (key: string, content: string) => people().editor.send('PUT', at(`sections/${key}`), { content })

  describe('adopting a workbook', () => {
    it('sets the tier and the metrics of the deal, each with its cell, kind and formula in words', async () => {
      const { document, answer } = await take(propertySheets(), 'Riverside model.xlsx')
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ model_version: 1, tier: 'full', lost: [], stale_sections: [] })
      expect(answer.body.differences).toContainEqual({
        metric_key: 'noi',
        label: 'Net Operating Income',
        before: null,
        after: 2_964_000,
      })
      expect(await shown()).toEqual({
        model_version: 1,
        tier: 'full',
        document_id: document,
        file_name: 'Riverside model.xlsx',
        deal_type: 'cre_multifamily',
        formulas: 23,
        computed: 23,
        agreeing: 23,
        uncached: 0,
        frozen: { cells: [], cell_count: 0, metrics: [] },
        overrides: [],
        updated_at: expect.stringMatching(instantForm),
      })
      const found = await metrics()
      expect(found['going_in_cap_rate_pct']).toMatchObject({
        value: 5.928,
        unit: 'percentage_points',
        kind: 'derived',
        formula: 'Net Operating Income / Purchase Price',
        source: { file: 'Riverside model.xlsx', sheet: 'Summary', cell: 'B4' },
        confidence: expect.closeTo(1, 1),
        computed_share: 1,
        provenance: { origin: 'computed', confirmation: 'read', frozen: null, override: null },
        version: 1,
      })
      expect(found['exit_cap_rate_pct']).toMatchObject({
        value: 5.5,
        kind: 'input',
        formula: null,
        provenance: { origin: 'input', confirmation: 'read', frozen: null, override: null },
      })
      // A date is its spreadsheet day number.
      expect(found['closing_date']).toMatchObject({ value: 46_000, unit: 'date' })
      expect((await people().viewer.get(`/api/deals/${deal}`)).body.tier).toBe('full')
    })

    it('records the document and the changed metrics in the audit trail', async () => {
      const { document } = await take(propertySheets())
      const entry = (await auditTrailOf(app, deal)).find(({ type }) => type === 'model.replaced')
      expect(entry?.data).toMatchObject({ version: 1, document_id: document, moved_count: 21 })
      expect(entry?.data.moved).toContainEqual({ metric_key: 'noi', before: null, after: 2_964_000 })
    })

    it('assigns the values-only tier to a workbook without formulas', async () => {
      const { answer } = await take(valuesSheets())
      expect(answer.body.tier).toBe('values_only')
      expect((await metrics())['dscr']).toMatchObject({ value: 1.52, kind: 'input' })
    })

    it('names a cell that cannot be recalculated and keeps the tier full [METRIC-5]', async () => {
      const { Inputs = [], Summary = [], ...rest } = propertySheets()
      const debtService = Summary.map((row) =>
        row[0] === 'Annual Debt Service'
          ? ['Annual Debt Service', { is: '=PROVIDER("x")', look: 'money' as const, cached: 1_950_000 }]
          : row,
      )
      const { answer } = await take({ Inputs, Summary: debtService, ...rest })
      expect(answer.body.tier).toBe('full')
      const { frozen } = await shown()
      expect(frozen.cells).toEqual([
        {
          sheet: 'Summary',
          cell: 'B5',
          reason: 'unsupported_function',
          message: 'Summary!B5 uses a function or name that is not supported.',
          metrics: frozen.metrics,
        },
      ])
      expect(frozen.cell_count).toBe(1)
      expect((await metrics())['noi']).toMatchObject({ value: 2_964_000, computed_share: 1 })
      expect(frozen.metrics).toEqual(expect.arrayContaining(['annual_debt_service', 'dscr']))
      expect(frozen.metrics).not.toContain('noi')
    })

    it('computes a workbook without cached values: all metrics, the full tier and the formula count', async () => {
      const content = uncachedWorkbookOf(propertySheets())
      const uploaded = await upload(app, people().editor, at('documents'), [{ fileName: 'Generated.xlsx', content }])
      const documentId: string = uploaded.body.documents[0].id
      const answer = await people().editor.send('POST', at('model'), { document_id: documentId })
      expect(answer.body).toMatchObject({ tier: 'full', lost: [] })
      expect(await shown()).toMatchObject({ formulas: 0, uncached: 23, frozen: { cells: [] } })
      const found = await metrics()
      expect(found['noi']).toMatchObject({ value: 2_964_000, kind: 'derived', computed_share: 1 })
      expect(found['going_in_cap_rate_pct']).toMatchObject({ value: 5.928 })
    })

    it('returns the differences of a newer workbook and marks sections as stale [METRIC-6]', async () => {
      await take(propertySheets())
      await writeSection('executive_summary', 'Bought for [[purchase_price]].')
      await writeSection('business_plan', 'Sold at [[exit_cap_rate_pct]].')
      const { Monthly: _, Summary = [], Inputs = [] } = propertySheets({ purchasePrice: 52_000_000 })
      const { answer } = await take(
        { Inputs, Summary: Summary.filter(([label]) => label !== 'Price per Unit') },
        'Newer.xlsx',
      )
      expect(answer.body).toMatchObject({
        model_version: 2,
        tier: 'full',
        stale_sections: ['executive_summary'],
        lost: ['price_per_unit'],
      })
      expect(answer.body.differences.map((difference: { metric_key: string }) => difference.metric_key).sort()).toEqual(
        ['equity_invested', 'equity_multiple', 'going_in_cap_rate_pct', 'price_per_unit', 'purchase_price'],
      )
      const found = await metrics()
      expect(found['price_per_unit']).toMatchObject({ value: null, source: null })
      expect(found['noi']).toMatchObject({ value: 2_964_000, source: { file: 'Newer.xlsx' } })
    })

    it('keeps manually entered metrics that the workbook does not have', async () => {
      await people().editor.send('PUT', at('metrics/levered_irr_pct'), { value: 14.5 })
      await take(propertySheets())
      expect((await metrics())['levered_irr_pct']).toMatchObject({ value: 14.5, source: null })
    })

    it('rejects a document that is not a workbook or does not exist, and changes nothing', async () => {
      const text = await upload(app, people().editor, at('documents'), [{ fileName: 'notes.txt', content: 'Hello' }])
      const documentId: string = text.body.documents[0].id
      const answer = await people().editor.send('POST', at('model'), { document_id: documentId })
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'value_error', loc: ['body', 'document_id'], input: documentId }] },
      })
      const nowhere = { document_id: '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f' }
      expectRefusal(await people().editor.send('POST', at('model'), nowhere), 404, 'document_not_found')
      expect(await shown()).toMatchObject({ model_version: 0, tier: 'legacy', document_id: null, updated_at: null })
    })

    it('rejects a document of another deal', async () => {
      const mine = deal
      deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
      const foreign = await uploadWorkbook(app, people().editor, deal, propertySheets())
      const answer = await people().editor.send('POST', `/api/canvas/${mine}/model`, { document_id: foreign })
      expectRefusal(answer, 404, 'document_not_found')
    })

    it('rejects a model from non-editors with 403 and returns 404 to outsiders', async () => {
      const document = await uploadWorkbook(app, people().editor, deal, propertySheets())
      for (const person of [people().viewer, people().commenter]) {
        expectRefusal(await person.send('POST', at('model'), { document_id: document }), 403, 'role_too_low')
      }
      expectRefusal(await people().outsider.get(at('model')), 404, 'deal_not_found')
      expectRefusal(await people().outsider.send('POST', at('model'), { document_id: document }), 404, 'deal_not_found')
    })
  })

  describe('choosing another cell for a metric', () => {
    beforeEach(async () => {
      await take(propertySheets())
    })

    it('reads a metric from the chosen cell with confidence 1', async () => {
      const { status, body } = await remap('noi', { sheet: 'Summary', cell: 'b1' })
      expect([status, body]).toEqual([200, (await metrics())['noi']])
      expect(body).toMatchObject({
        value: 4_940_000,
        confidence: 1,
        source: { file: 'Model.xlsx', sheet: 'Summary', cell: 'B1' },
        version: 2,
      })
      expect(await shown()).toMatchObject({ model_version: 2 })
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
        type: 'metric.remapped',
        data: { metric_key: 'noi', sheet: 'Summary', cell: 'B1', version: 2 },
      })
    })

    it('keeps a chosen cell for a newer workbook, and reports it as lost if it contains no number there', async () => {
      await remap('noi', { sheet: 'Summary', cell: 'B1' })
      await take(propertySheets({ rents: 6_260_000 }), 'Newer.xlsx')
      expect((await metrics())['noi']).toMatchObject({ value: 6_000_000, source: { cell: 'B1' } })
      const { Inputs = [], Summary = [] } = propertySheets()
      const { answer } = await take({ Inputs, Results: Summary }, 'Newest.xlsx')
      expect(answer.body.lost).toEqual(['noi'])
      expect((await metrics())['noi']).toMatchObject({ value: 2_964_000, source: { sheet: 'Results', cell: 'B3' } })
    })

    it('applies the chosen scale to the cell', async () => {
      expect((await remap('noi', { sheet: 'Summary', cell: 'B1', scale: 0.001 })).body.value).toBe(4_940)
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({ type: 'metric.remapped', data: { scale: 0.001 } })
    })

    it.each([-1, 1e-9, 0.01, 1e5, 1e7, 1e12, 12, 1 / 12])('accepts the unit scale %d', async (scale) => {
      const { status, body } = await remap('noi', { sheet: 'Summary', cell: 'B1', scale })
      expect(status).toBe(200)
      expect(body.value / (4_940_000 * scale)).toBeCloseTo(1, 10)
      expect((await people().viewer.get(at('audit-trail/verify'))).body.problems).toEqual([])
    })

    it.each([
      ['a missing sheet', { sheet: 'Nowhere', cell: 'B1' }, ['body', 'sheet'], 'Nowhere'],
      ['a text', { sheet: 'Summary', cell: 'A1' }, ['body', 'cell'], 'A1'],
      ['an empty cell', { sheet: 'Summary', cell: 'ZZ99' }, ['body', 'cell'], 'ZZ99'],
      ['an invalid cell address', { sheet: 'Summary', cell: 'first' }, ['body', 'cell'], 'first'],
      ['a scale of zero', { sheet: 'Summary', cell: 'B1', scale: 0 }, ['body', 'scale'], 0],
      ['a scale that no unit uses', { sheet: 'Summary', cell: 'B3', scale: 1.03 }, ['body', 'scale'], 1.03],
      ['a scale larger than that of any unit', { sheet: 'Summary', cell: 'B3', scale: 1e13 }, ['body', 'scale'], 1e13],
      ['a scale of several years', { sheet: 'Summary', cell: 'B3', scale: 120 }, ['body', 'scale'], 120],
      [
        'another document',
        { sheet: 'Summary', cell: 'B1', document_id: '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f' },
        ['body', 'document_id'],
        '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f',
      ],
    ])('rejects a cell choice with %s and changes nothing', async (_, body, loc, input) => {
      const answer = await remap('noi', body)
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error', loc, input }] } })
      expect(await shown()).toMatchObject({ model_version: 1 })
    })

    it('rejects a cell choice for an unknown metric, with a stale version, and by viewers', async () => {
      expectRefusal(await remap('no_such_metric', { sheet: 'Summary', cell: 'B1' }), 404, 'metric_not_found')
      const stale = await remap('noi', { sheet: 'Summary', cell: 'B1' }, { 'if-match': '"7"' })
      expectRefusal(stale, 409, 'stale_version')
      const byViewer = await remap('noi', { sheet: 'Summary', cell: 'B1' }, {}, people().viewer)
      expectRefusal(byViewer, 403, 'role_too_low')
      expect((await metrics())['noi']).toMatchObject({ value: 2_964_000, version: 1 })
    })
  })

  it('rejects a cell choice on a deal without a workbook', async () => {
    expectRefusal(await remap('noi', { sheet: 'Summary', cell: 'B1' }), 409, 'no_model')
  })
})
