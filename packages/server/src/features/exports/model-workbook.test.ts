import { dealRoles } from '@deal-canvas/contract'
import { formatCell, readWorkbook } from '@deal-canvas/engine'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { exportDeal, fileOf, partsOf } from '../../testing/exporting.ts'
import { hasLibreOfficeCalc, recalculated } from '../../testing/libreoffice.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { reportMissing } from '../../testing/report-missing.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { type MetricsByKey, metricsOf, plantModel, propertySheets, workbookOf } from '../../testing/workbooks.ts'

onService('exports of a deal with a workbook', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
    await plantModel(app, people().editor, deal)
  })
  const downside = {
    name: 'Downside',
    overrides: [
      { metric_key: 'exit_cap_rate_pct', value: 6.25, reason: '=2+2' },
      { metric_key: 'interest_rate_pct', value: 6.5 },
    ],
  }
  const addScenario = async (body: object = downside) =>
    (await people().editor.send('POST', `/api/canvas/${deal}/scenarios`, body)).body.id
  const apply = async (metric_key: string, new_value: number) => {
    const { body } = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token, reason: 'Broker quote' })
  }
  const exported = async (body: object) => {
    const ended = await exportDeal(people().editor, deal, body)
    if (ended.status !== 'ready') throw new Error(ended.problem)
    return { ...ended, ...(await fileOf(app, people().editor, deal, ended.id)) }
  }
  const json = async (body: object = {}) => JSON.parse(strFromU8((await exported({ format: 'json', ...body })).bytes))

  it('returns the original workbook byte by byte while nothing is overridden [EXPORT-10]', async () => {
    const { bytes, file_name, headers } = await exported({ format: 'xlsx_model' })
    expect(Buffer.from(bytes).equals(Buffer.from(workbookOf(propertySheets())))).toBe(true)
    expect(file_name).toMatch(/, Model, .*\.xlsx$/)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  it('writes the presented overrides, or those of a scenario, into the input cells [EXPORT-10]', async () => {
    await apply('exit_cap_rate_pct', 6)
    const sheet = async (body: object) =>
      partsOf((await exported({ format: 'xlsx_model', ...body })).bytes)['xl/worksheets/sheet1.xml']
    expect(await sheet({})).toContain('<c r="B2" s="1"><v>0.06</v></c>')
    const id = await addScenario()
    const inScenario = await sheet({ scenario_id: id })
    expect(inScenario).toContain('<c r="B2" s="1"><v>0.0625</v></c>')
    expect(inScenario).toContain('<c r="B3" s="1"><v>0.065</v></c>')
    expect(await sheet({ scenario_id: 'base' })).toContain('<c r="B2" s="1"><v>0.055</v></c>')
    const events = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'export.created')
    expect(events.map(({ data }) => data)).toMatchObject([
      { scenario_id: null, scenario_version: null, format: 'xlsx_model' },
      { scenario_id: id, scenario_version: 1 },
      { scenario_id: 'base', scenario_version: 1 },
    ])
  })

  it('is refused at once, with the reason, where an override cannot be written or its results not be recalculated [EXPORT-10]', async () => {
    const id = await addScenario()
    const ask = (scenario_id: string) =>
      people().editor.send('POST', `/api/canvas/${deal}/exports`, { format: 'xlsx_model', scenario_id })
    await app.sql("UPDATE deals SET tier = 'values_only' WHERE id = $1", [deal])
    const refused = await ask(id)
    expectRefusal(refused, 409, 'format_not_writable')
    expect(refused.body.detail).toContain('cannot be recalculated')
    expect(await app.sql('SELECT id FROM deal_exports WHERE deal_id = $1', [deal])).toEqual([])
    expect((await ask('base')).status).toBe(202)
  })

  it('states the numbers with their cell, origin, workbook value and override [EXPORT-11]', async () => {
    await apply('exit_cap_rate_pct', 6)
    const presented = await json()
    const shown = await metricsOf(people().viewer, deal)
    const metric = (numbers: { metrics: Record<string, unknown>[] }, wanted: string) =>
      numbers.metrics.find(({ key }) => key === wanted)
    expect(
      Object.fromEntries(presented.metrics.map(({ key, value }: { key: string; value: number }) => [key, value])),
    ).toEqual(Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value])))
    expect(metric(presented, 'exit_cap_rate_pct')).toMatchObject({
      unit: 'percentage_points',
      value: 6,
      workbook_value: 5.5,
      origin: 'overridden',
      source: { sheet: 'Inputs', cell: 'B2' },
      override: { value: 6, reason: 'Broker quote', by: expect.any(String), at: expect.any(String) },
    })
    const id = await addScenario()
    const other = await json({ scenario_id: id })
    expect(other.scenario).toEqual({ id, name: 'Downside' })
    expect(metric(other, 'exit_cap_rate_pct')).toMatchObject({
      value: 6.25,
      workbook_value: 5.5,
      override: { reason: '=2+2' },
    })
    const compared = (await people().viewer.get(`/api/canvas/${deal}/scenarios/compare?ids=base,${id}`)).body
    for (const { metric_key, values } of compared.metrics) {
      expect(metric(other, metric_key)).toMatchObject({ value: values[1] })
      for (const [n, scenario] of ['base', id].entries())
        expect(other.scenarios.find((one: { id: string }) => one.id === scenario).values[metric_key]).toBe(values[n])
    }
  })

  it('leaves out private scenarios unless their author asks for one [EXPORT-3]', async () => {
    const secret = { ...downside, name: 'Secret', visibility: 'private' }
    const id = await addScenario(secret)
    const names = ({ scenarios }: { scenarios: { name: string }[] }) => scenarios.map(({ name }) => name)
    expect(names(await json())).toEqual(['Base'])
    expect(names(await json({ scenario_id: id }))).toEqual(['Base', 'Secret'])
    const asked = await people().owner.send('POST', `/api/canvas/${deal}/exports`, { format: 'json', scenario_id: id })
    expectRefusal(asked, 404, 'scenario_not_found')
  })

  it('contains comments with their anchors and replies, findings and sources [EXPORT-11]', async () => {
    const at = `/api/canvas/${deal}/comments`
    const { body } = await people().commenter.send('POST', at, { content: 'Too low?', metric_key: 'exit_cap_rate_pct' })
    await people().editor.send('POST', `${at}/${body.comment_id}/replies`, { content: 'Checked' })
    await people().editor.send('POST', `${at}/${body.comment_id}/resolve`)
    const numbers = await json()
    expect(numbers.comments).toMatchObject([
      {
        thread: 1,
        is_reply: false,
        text: 'Too low?',
        status: 'resolved',
        anchor: { metric: 'Exit Cap Rate' },
        resolved: { by: expect.any(String) },
      },
      { thread: 1, is_reply: true, text: 'Checked' },
    ])
    expect(numbers.sources).toMatchObject([{ file: 'Model.xlsx', kind: 'xlsx', is_model: true }])
    const quality = (await people().viewer.get(`/api/canvas/${deal}/data-quality`)).body.data_quality_summary
    expect(numbers.findings).toHaveLength(quality.findings.length)
    const files = unzipSync((await exported({ format: 'csv', watermark: true })).bytes)
    expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('editor@example.com')
    expect(strFromU8(files['comments.csv'] ?? new Uint8Array())).toContain('Too low?')
  })

  if (!hasLibreOfficeCalc) reportMissing('exported workbooks in LibreOffice', 'LibreOffice Calc is not installed')
  else
    describe('in LibreOffice', () => {
      /** The number in the cell of each metric, and the one that the service states, in the unit of the cell. */
      const numbersIn = (bytes: Uint8Array, metrics: MetricsByKey) => {
        const { sheets } = readWorkbook(bytes)
        return Object.values(metrics).flatMap(({ source, value, unit, metric_key }) => {
          if (source === null || value === null) return []
          const cells = sheets.find(({ name }) => name === source.sheet)?.cells ?? []
          const held = cells.find(({ row, column }) => formatCell({ row, column }) === source.cell)?.value
          return [{ metric_key, held: Number(held), stated: unit === 'percentage_points' ? value / 100 : value }]
        })
      }

      it('are recalculated to the numbers that the service states [EXPORT-10]', async () => {
        await apply('exit_cap_rate_pct', 6)
        await apply('interest_rate_pct', 7)
        const { bytes } = await exported({ format: 'xlsx_model', watermark: true })
        const numbers = numbersIn(await recalculated(bytes), await metricsOf(people().viewer, deal))
        expect(numbers.length).toBeGreaterThan(10)
        for (const { metric_key, held, stated } of numbers)
          expect([metric_key, held]).toEqual([
            metric_key,
            expect.closeTo(stated, 9 - Math.ceil(Math.log10(1 + Math.abs(stated)))),
          ])
        const before = numbersIn(workbookOf(propertySheets()), await metricsOf(people().viewer, deal))
        expect(before.some(({ held, stated }) => Math.abs(held - stated) > 1e-6)).toBe(true)
      })

      it('open as a numbers workbook with every list', async () => {
        const { bytes } = await exported({ format: 'xlsx_numbers' })
        const { sheets } = readWorkbook(await recalculated(bytes))
        expect(sheets.map(({ name }) => name)).toEqual(readWorkbook(bytes).sheets.map(({ name }) => name))
        expect(sheets[0]?.cells.map(({ value }) => value)).toEqual(
          readWorkbook(bytes).sheets[0]?.cells.map(({ value }) => value),
        )
      })
    })
})
