import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { metricsOf, plantModel, propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

onService('another workbook, compared with the model', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
    await plantModel(app, people().editor, deal)
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const changedSheets = () => {
    const sheets = propertySheets({ exitCapRate: 0.06 })
    const inputs = sheets['Inputs'] ?? []
    const { Monthly: _, ...kept } = sheets
    return { ...kept, Inputs: [...inputs, ['Management Fee', 0.03]], Notes: [['Second round']] }
  }
  const preview = (document_id: string, person = people().editor) =>
    person.send('POST', at('model/preview'), { document_id })

  it('shows what would change, and changes nothing [METRIC-8]', async () => {
    await people().editor.send('PUT', at('sections/returns_analysis'), { content: 'Sold at [[exit_cap_rate_pct]].' })
    const before = [await metricsOf(people().viewer, deal), (await people().viewer.get(at('model'))).body]
    const document = await uploadWorkbook(app, people().editor, deal, changedSheets(), 'Model v2.xlsx')
    const events = (await auditTrailOf(app, deal)).length
    const { status, body } = await preview(document)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      model_version: 1,
      file_name: 'Model v2.xlsx',
      tier: 'full',
      compared: true,
      stale_sections: ['returns_analysis'],
      sheets_added: ['Notes'],
      sheets_removed: ['Monthly'],
      inputs: [{ sheet: 'Inputs', cell: 'B2', label: 'Exit Cap Rate', before: '0.055', after: '0.06' }],
      inputs_count: 1,
      formulas: [],
      rows: [{ sheet: 'Inputs', change: 'added', row: 11, label: 'Management Fee' }],
      columns: [],
    })
    expect(body.metrics).toContainEqual({
      metric_key: 'exit_cap_rate_pct',
      label: 'Exit Cap Rate',
      unit: 'percentage_points',
      before: 5.5,
      after: 6,
    })
    expect(body.metrics.map(({ metric_key }: { metric_key: string }) => metric_key)).toContain('equity_multiple')
    expect([await metricsOf(people().viewer, deal), (await people().viewer.get(at('model'))).body]).toEqual(before)
    expect(await auditTrailOf(app, deal)).toHaveLength(events)
  })

  it('is accepted only over the model that it was compared with [METRIC-8]', async () => {
    const document = await uploadWorkbook(app, people().editor, deal, changedSheets())
    const { body } = await preview(document)
    await people().editor.send('POST', at('model'), {
      document_id: await uploadWorkbook(app, people().editor, deal, propertySheets({ rents: 5_000_000 }), 'Third.xlsx'),
    })
    const accept = (model_version: number) =>
      people().editor.send('POST', at('model'), { document_id: document, model_version })
    expectRefusal(await accept(body.model_version), 409, 'model_changed')
    const again = await preview(document)
    expect((await accept(again.body.model_version)).status).toBe(200)
    const found = await metricsOf(people().viewer, deal)
    for (const { metric_key, after } of again.body.metrics) expect(found[metric_key]?.value).toBe(after)
  })

  it('does not present rounding noise as a change, and marks no section stale for it [METRIC-8]', async () => {
    await people().editor.send('PUT', at('sections/returns_analysis'), { content: 'Sold at [[exit_cap_rate_pct]].' })
    const sheets = propertySheets({ exitCapRate: 0.055 + 1e-15 })
    const document = await uploadWorkbook(app, people().editor, deal, sheets, 'Saved again.xlsx')
    const { body } = await preview(document)
    expect([body.metrics, body.stale_sections]).toEqual([[], []])
    const accepted = { document_id: document, model_version: body.model_version }
    expect((await people().editor.send('POST', at('model'), accepted)).status).toBe(200)
    expect((await people().viewer.get(at('sections/returns_analysis'))).body.stale).toBe(false)
  })

  it('names the metrics and overrides that would be lost', async () => {
    const sheets = propertySheets()
    const smaller = { ...sheets, Inputs: (sheets['Inputs'] ?? []).filter(([label]) => label !== 'Units') }
    const { body } = await preview(await uploadWorkbook(app, people().editor, deal, smaller))
    expect(body.lost).toContain('unit_count')
    expect(body.metrics).toContainEqual(expect.objectContaining({ metric_key: 'unit_count', before: 200, after: null }))
    expect(body.formulas_count).toBeGreaterThan(0)
  })

  it('is refused to commenters, and for a document that is not a workbook of the deal', async () => {
    const document = await uploadWorkbook(app, people().editor, deal, changedSheets())
    expectRefusal(await preview(document, people().commenter), 403, 'role_too_low')
    expectRefusal(await preview('019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f'), 404, 'document_not_found')
  })
})
