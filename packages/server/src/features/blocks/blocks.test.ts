import { type Block, type BlockView, writeBlock } from '@deal-canvas/memo'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { plantModel, propertySheets } from '../../testing/workbooks.ts'

onService('blocks of a section', (app) => {
  const people = signInAll(app, 'owner', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: { [people().owner.userId]: 'owner', [people().viewer.userId]: 'viewer' } })
  })
  const at = () => `/api/canvas/${deal}/sections/returns`
  const write = async (...blocks: Block[]) => {
    const content = ['Before.', ...blocks.map(writeBlock), 'After.'].join('\n\n')
    expect((await people().owner.send('PUT', at(), { content })).status).toBe(200)
  }
  const views = async (...blocks: Block[]): Promise<BlockView[]> => {
    await write(...blocks)
    const { status, body } = await people().viewer.get(`${at()}/blocks`)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.blocks
  }
  const view = async (block: Block) => (await views(block))[0] as BlockView
  const apply = async (metric_key: string, new_value: number) => {
    const { body } = await people().owner.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    const { status } = await people().owner.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token })
    expect(status).toBe(200)
  }
  const limit = (body: object) => people().owner.send('POST', `/api/canvas/${deal}/thresholds`, body)
  const summary: Block = {
    block: 'model_table',
    title: 'Summary',
    sheet: 'Summary',
    range: 'A1:B11',
    header_rows: 0,
    rows: [
      { row: 1, label: 'Effective Gross Income' },
      { row: 3, label: 'Net Operating Income', total: true },
      { row: 6, label: 'DSCR' },
    ],
  }

  describe('of a deal with a workbook', () => {
    beforeEach(() => plantModel(app, people().owner, deal))

    it('are answered in order, with the version of the section and of the model [MEMO-2]', async () => {
      await write({ block: 'kpis', metrics: ['dscr'] }, summary)
      const { body } = await people().viewer.get(`${at()}/blocks`)
      expect(body.version).toBe(1)
      expect(body.model_version).toBeGreaterThan(0)
      expect(body.blocks.map((one: BlockView) => one.view)).toEqual(['kpis', 'table'])
    })

    it('are offered as tables of the workbook with all their rows, and previewed without being stored [MEMO-5]', async () => {
      const found = await people().owner.get(`/api/canvas/${deal}/model/tables`)
      expect([found.status, found.body.model_version > 0]).toEqual([200, true])
      for (const block of found.body.tables) expect(block).toMatchObject({ block: 'model_table' })
      const before = (await auditTrailOf(app, deal)).length
      const preview = (block: unknown) => people().owner.send('POST', `/api/canvas/${deal}/blocks/preview`, { block })
      expect((await preview(summary)).body).toEqual({ view: await view(summary) })
      const missing = await preview({ block: 'model_table', sheet: 'No such sheet', range: 'A1:B2' })
      expect(missing.body).toMatchObject({ view: { view: 'unavailable' } })
      const wrong = await preview({ block: 'model_table', sheet: 'Summary', range: 'nonsense' })
      expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'block']])
      expect((await auditTrailOf(app, deal)).length).toBe(before + 1)
    })

    it('show key figures with their limits, and what is not in the model as not found', async () => {
      await limit({ metric_key: 'dscr', side: 'at_least', value: 2, kind: 'covenant' })
      expect(await view({ block: 'kpis', metrics: ['dscr', 'exit_cap_rate_pct', 'levered_irr_pct'] })).toEqual({
        view: 'kpis',
        items: [
          expect.objectContaining({ metric: 'dscr', value: '1.52x', note: 'Covenant 2.00x', breached: true }),
          expect.objectContaining({ metric: 'exit_cap_rate_pct', value: '5.50%' }),
          expect.objectContaining({ metric: 'levered_irr_pct', value: 'Not found' }),
        ],
      })
    })

    it('show chosen rows of the workbook as its cells show them, with their source', async () => {
      expect(await view(summary)).toEqual({
        view: 'table',
        title: 'Summary',
        columns: [{ label: '' }],
        rows: [
          { label: 'Effective Gross Income', cells: [{ text: '$4,940,000' }] },
          { label: 'Net Operating Income', cells: [{ text: '$2,964,000' }], total: true },
          { label: 'DSCR', cells: [{ text: '1.52x' }] },
        ],
        source: 'Summary!A1:B11',
      })
    })

    it('show tables with the overrides of the memo applied, and mark what they changed [MEMO-2]', async () => {
      await apply('interest_rate_pct', 5)
      const table = await view(summary)
      expect(table).toMatchObject({
        rows: [
          { label: 'Effective Gross Income', cells: [{ text: '$4,940,000' }] },
          { label: 'Net Operating Income', cells: [{ text: '$2,964,000' }] },
          { label: 'DSCR', cells: [{ text: '1.82x', changed: true }] },
        ],
      })
      expect(JSON.stringify(table).match(/"changed"/g)).toHaveLength(1)
    })

    it('find a chosen row by its label after rows were inserted, and say if it is gone', async () => {
      const sheets = propertySheets()
      const summarySheet = [
        ['Results of the model', null],
        ['All amounts in dollars', null],
        ...(sheets['Summary'] ?? []),
      ]
      // The formulas of this sheet refer to cells of their own sheet, so they are replaced by values.
      const values = [4_940_000, 1_976_000, 2_964_000, 0.059, 1_950_000, 1.52]
      const moved = summarySheet.map((row, n) => (n < 2 ? row : [row[0] ?? null, values[n - 2] ?? 1]))
      await plantModel(app, people().owner, deal, { ...sheets, Summary: moved })
      const rows = [{ row: 3, label: 'Net Operating Income' }]
      const shown = await view({ block: 'model_table', sheet: 'Summary', range: 'A1:B13', header_rows: 0, rows })
      expect(shown).toMatchObject({ rows: [{ label: 'Net Operating Income', cells: [{ text: '2964000' }] }] })
      const gone = await view({ ...summary, rows: [{ row: 3, label: 'Ground rent' }] } as Block)
      expect(gone).toEqual({
        view: 'unavailable',
        title: 'Summary',
        reason: 'Row 3 of Summary no longer reads Ground rent.',
      })
    })

    it('compute a sensitivity table around the present values', async () => {
      await limit({ metric_key: 'equity_multiple', side: 'at_least', value: 1.5, kind: 'hurdle' })
      const grid = await view({
        block: 'sensitivity',
        metric: 'equity_multiple',
        rows: { metric: 'exit_cap_rate_pct', values: [5, 5.5, 6] },
        columns: { metric: 'interest_rate_pct', values: [5, 6] },
      })
      expect(grid).toMatchObject({
        view: 'grid',
        rows: ['5.0%', '5.5%', '6.0%'],
        columns: ['5.0%', '6.0%'],
        present: { row: 1, column: 1 },
        limit: { label: '1.50x hurdle' },
      })
      if (grid.view !== 'grid') throw new Error('No grid')
      const present = await view({ block: 'kpis', metrics: ['equity_multiple'] })
      expect(present).toMatchObject({ items: [{ value: grid.texts[1]?.[1] }] })
      grid.values.forEach((row, r) => {
        row.forEach((value, c) => {
          expect(grid.limit?.breached[r]?.[c]).toBe(value !== null && value < 1.5)
        })
      })
    })

    it('compare shared scenarios and never show a private one', async () => {
      const create = (body: object) => people().owner.send('POST', `/api/canvas/${deal}/scenarios`, body)
      const overrides = [{ metric_key: 'exit_cap_rate_pct', value: 6 }]
      const { body: shared } = await create({ name: 'Downside', overrides, visibility: 'shared' })
      const { body: hidden } = await create({ name: 'Secret', overrides, visibility: 'private' })
      const block: Block = { block: 'scenarios', metrics: ['exit_cap_rate_pct', 'equity_multiple'] }
      const table = await view(block)
      expect(table).toMatchObject({
        view: 'table',
        columns: [{ label: 'Base' }, { label: 'Downside' }],
        rows: [{ cells: [{ text: '5.50%' }, { text: '6.00%', changed: true }] }, {}],
      })
      await write({ ...block, scenarios: [shared.id, hidden.id] })
      for (const person of [people().owner, people().viewer])
        expect(JSON.stringify((await person.get(`${at()}/blocks`)).body)).not.toContain('Secret')
    })

    it('draw what moves a metric and how likely its values are, from one simulation', async () => {
      const [tornado, histogram] = await views(
        { block: 'tornado', metric: 'equity_multiple' },
        { block: 'histogram', metric: 'equity_multiple' },
      )
      if (tornado?.view !== 'tornado' || histogram?.view !== 'histogram') throw new Error('Not computed')
      expect(tornado.higherIsBetter).toBe(true)
      expect(tornado.bars.map(({ label }) => label)).toContain('Exit Cap Rate')
      const widths = tornado.bars.map(({ low, high }) => Math.abs(high - low))
      expect(widths).toEqual(widths.toSorted((a, b) => b - a))
      expect(histogram.bins.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
      expect(histogram.note).toMatch(/^10,000 trials, \d+ uncertain inputs$/)
    })

    it('draw rows of the workbook over time, and reject rows of another length', async () => {
      const chart: Block = {
        block: 'chart',
        kind: 'bar',
        sheet: 'Monthly',
        categories: 'B1:M1',
        series: [{ label: 'Rent', range: 'B2:M2' }],
      }
      const series = await view(chart)
      if (series.view !== 'series') throw new Error('No chart')
      expect(series.categories).toEqual(Array.from({ length: 12 }, (_, n) => `${n + 1}`))
      expect(series.series[0]?.values[0]).toBeCloseTo(5_200_000 / 12)
      const short = await view({ ...chart, series: [{ label: 'Rent', range: 'B2:L2' }] })
      expect(short).toEqual({ view: 'unavailable', reason: 'Rent has 11 cells, but there are 12 periods.' })
    })

    it.each([
      ['a sheet that does not exist', { ...summary, sheet: 'Gone' }, 'The workbook no longer has the sheet Gone.'],
      [
        'a range that is too large',
        { ...summary, range: 'A1:ZZ9999' },
        'The range A1:ZZ9999 has more than 20,000 cells.',
      ],
      ['an empty range', { ...summary, range: 'X1:Z4', rows: undefined }, 'The range X1:Z4 of Summary is empty.'],
      [
        'an input that the model computes',
        { block: 'sensitivity', metric: 'dscr', rows: { metric: 'noi' }, columns: { metric: 'interest_rate_pct' } },
        'computed',
      ],
      [
        'a metric that the deal does not have',
        { block: 'tornado', metric: 'levered_irr_pct' },
        'no value for Levered IRR',
      ],
    ])('say why nothing is shown for %s, and leave the other blocks', async (_, block, reason) => {
      const { rows, ...rest } = block as Record<string, unknown>
      const [first, second] = await views((rows === undefined ? rest : block) as unknown as Block, {
        block: 'kpis',
        metrics: ['dscr'],
      })
      expect(first).toMatchObject({ view: 'unavailable', reason: expect.stringContaining(reason) })
      expect(second?.view).toBe('kpis')
    })
  })

  it('of a deal without a workbook show typed numbers, and say why a table of the model is missing', async () => {
    await people().owner.send('PUT', `/api/canvas/${deal}/metrics/dscr`, { value: 1.4 })
    const [figures, table] = await views({ block: 'kpis', metrics: ['dscr'] }, summary)
    expect(figures).toMatchObject({ items: [{ value: '1.40x' }] })
    expect(table).toMatchObject({ view: 'unavailable', reason: 'This deal has no workbook to show cells of.' })
  })

  it('cite facts and risks with the names of their documents and values', async () => {
    await people().owner.send('PUT', `/api/canvas/${deal}/metrics/dscr`, { value: 1.1 })
    const gone = '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f'
    const [fact, risk] = await views(
      { block: 'fact', document: gone, page: 4, quote: '216 homes' },
      { block: 'risk', statement: 'Thin coverage', severity: 'high', evidence: [{ metric: 'dscr' }] },
    )
    expect(fact).toEqual({
      view: 'fact',
      documentId: gone,
      document: 'A document that is no longer in this deal',
      page: 4,
      quote: '216 homes',
    })
    expect(risk).toEqual({
      view: 'risk',
      statement: 'Thin coverage',
      severity: 'high',
      evidence: [{ kind: 'metric', metric: 'dscr', label: 'Debt Service Coverage Ratio', value: '1.10x' }],
    })
  })

  it('are hidden from people without access to the deal, and unknown for an unknown section', async () => {
    await write({ block: 'kpis', metrics: ['dscr'] })
    expectRefusal(await people().outsider.get(`${at()}/blocks`), 404, 'deal_not_found')
    const other = await people().viewer.get(`/api/canvas/${deal}/sections/other/blocks`)
    expectRefusal(other, 404, 'section_not_found')
  })
})
