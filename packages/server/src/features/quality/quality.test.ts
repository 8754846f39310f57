import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { metricsOf, plantModel, propertySheets, valuesSheets } from '../../testing/workbooks.ts'

onService('data quality', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const quality = async () => (await people().viewer.get(`/api/canvas/${deal}/data-quality`)).body

  it('returns score 0 and status no_model for a deal without a model [QUALITY-1]', async () => {
    const answer = await people().viewer.get(`/api/canvas/${deal}/data-quality`)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        deal_id: deal,
        status: 'no_model',
        model_version: 0,
        model_integrity_score: 0,
        data_quality_summary: {
          critical: 0,
          high: 0,
          medium: 0,
          low: 0,
          total: 0,
          checks_run: 0,
          coverage: 0,
          contradictions: 0,
          findings: [],
          questions: [],
        },
        financial_highlights: {},
        thresholds: [],
        breached_count: 0,
      },
    ])
  })

  it('counts findings by severity, each with its cell and impact [QUALITY-2]', async () => {
    await plantModel(app, people().editor, deal)
    const found = await quality()
    expect(found).toMatchObject({ deal_id: deal, status: 'assessed', model_version: 1, model_integrity_score: 94 })
    const { findings, ...summary } = found.data_quality_summary
    expect(summary).toEqual({
      critical: 0,
      high: 0,
      medium: 3,
      low: 1,
      total: 4,
      checks_run: expect.any(Number),
      coverage: 1,
      contradictions: 0,
      questions: [],
    })
    expect(findings).toHaveLength(4)
    expect(findings[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      settlement: null,
      version: 0,
      check: 'embedded_constant',
      title: 'Constant inside a formula',
      severity: 'medium',
      message: expect.any(String),
      sheet: 'Summary',
      cell: 'B2',
      impact: { dependents: expect.any(Number), metrics: expect.arrayContaining(['noi']) },
    })
    expect(found.financial_highlights.noi).toEqual({
      label: 'Net Operating Income',
      value: 2_964_000,
      unit: 'currency',
      sources: [{ sheet: 'Summary', cell: 'B3', value: 2_964_000, confidence: expect.closeTo(1, 1), period: null }],
      agreement: 'single',
    })
  })

  it('reports breached hurdles and covenants without changing the score or the findings [QUALITY-6]', async () => {
    await plantModel(app, people().editor, deal)
    const before = await quality()
    expect(before).toMatchObject({ thresholds: [], breached_count: 0 })
    const add = async (body: object) =>
      (await people().editor.send('POST', `/api/canvas/${deal}/thresholds`, { kind: 'covenant', ...body })).body
    const met = await add({ metric_key: 'dscr', side: 'at_least', value: 1.5 })
    const breached = await add({ metric_key: 'equity_multiple', side: 'at_least', value: 99 })
    const { thresholds, breached_count, ...rest } = await quality()
    expect(breached_count).toBe(1)
    expect(thresholds).toEqual([
      { threshold_id: met.id, value: expect.closeTo(1.52, 6), headroom: expect.closeTo(0.02, 6), is_breached: false },
      { threshold_id: breached.id, value: expect.any(Number), headroom: expect.any(Number), is_breached: true },
    ])
    const { thresholds: _, breached_count: none, ...restBefore } = before
    expect([none, rest]).toEqual([0, restBefore])
  })

  it('reports tabs that state different values and lowers the score [QUALITY-3]', async () => {
    const sheets = propertySheets()
    const noi = (is: number) => [['Net Operating Income', { is, look: 'money' as const }]]
    await plantModel(app, people().editor, deal, { ...sheets, Memo: noi(3_100_000) })
    const { financial_highlights, data_quality_summary, model_integrity_score } = await quality()
    expect(financial_highlights.noi.agreement).toBe('differs')
    expect(financial_highlights.noi.sources.map((source: { value: number }) => source.value).sort()).toEqual([
      2_964_000, 3_100_000,
    ])
    expect(data_quality_summary.findings.map((finding: { check: string }) => finding.check)).toContain(
      'cross_tab_mismatch',
    )
    expect(model_integrity_score).toBeLessThan(94)
  })

  it('reports tabs that disagree even after a person confirmed one of the cells', async () => {
    const noi = [['Net Operating Income', { is: 3_100_000, look: 'money' as const }]]
    await plantModel(app, people().editor, deal, { ...propertySheets(), Memo: noi })
    const choose = (sheet: string, cell: string) =>
      people().editor.send('PUT', `/api/canvas/${deal}/metrics/noi/source`, { sheet, cell })
    expect((await choose('Summary', 'B3')).status).toBe(200)
    const mismatches = async () =>
      (await quality()).data_quality_summary.findings.filter(
        ({ check }: { check: string }) => check === 'cross_tab_mismatch',
      )
    expect(await mismatches()).toMatchObject([{ sheet: 'Memo', cell: 'B1' }])
    expect((await choose('Memo', 'B1')).status).toBe(200)
    expect(await mismatches()).toMatchObject([{ sheet: 'Summary', cell: 'B3' }])
  })

  it('reports that tabs agree', async () => {
    const noi = [['Net Operating Income', { is: 2_964_000, look: 'money' as const }]]
    await plantModel(app, people().editor, deal, { ...propertySheets(), Memo: noi })
    const { noi: shown } = (await quality()).financial_highlights
    expect([shown.agreement, shown.sources.length]).toEqual(['agrees', 2])
  })

  it('serves stored quality results and recomputes them when they are missing or the model has changed', async () => {
    await plantModel(app, people().editor, deal)
    const first = await quality()
    const kept = { dealId: deal, kind: 'intelligence', id: 'data_quality' } as const
    const { value } = (await app.state.get(kept)) ?? {}
    const { snapshot } = value as { snapshot: object }
    await app.state.set(kept, { ...(value as object), snapshot: { ...snapshot, score: 12 } })
    expect(await quality()).toEqual({ ...first, model_integrity_score: 12 })
    expect(await app.state.deleteKinds([deal], ['intelligence'])).toMatchObject({ intelligence: 2 })
    expect(await quality()).toEqual(first)
    const preview = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, {
      metric_key: 'exit_cap_rate_pct',
      new_value: 6,
    })
    const { preview_token } = readFrames(preview.body).at(-1)?.data ?? {}
    await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token })
    const [moved, again] = await Promise.all([quality(), quality()])
    expect(moved).toMatchObject({ model_version: 2 })
    expect(moved.financial_highlights.exit_cap_rate_pct.value).toBe(6)
    expect(again).toEqual(moved)
  })

  it('returns the override and the values of the tabs even if the workbook cannot be recalculated', async () => {
    await plantModel(app, people().editor, deal, valuesSheets())
    const preview = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, {
      metric_key: 'noi',
      new_value: 3_500_000,
    })
    const { preview_token } = readFrames(preview.body).at(-1)?.data ?? {}
    await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token })
    const { financial_highlights: highlights } = await quality()
    expect(highlights.noi).toMatchObject({ value: 3_500_000, sources: [{ value: 2_964_000 }] })
    const metrics = await metricsOf(people().viewer, deal)
    for (const [key, { value }] of Object.entries(metrics)) expect([key, highlights[key].value]).toEqual([key, value])
  })

  it('shows data quality to every role on the deal and returns 404 to everyone else', async () => {
    for (const role of dealRoles) {
      expect((await people()[role].get(`/api/canvas/${deal}/data-quality`)).status).toBe(200)
    }
    expectRefusal(await people().outsider.get(`/api/canvas/${deal}/data-quality`), 404, 'deal_not_found')
  })
})
