import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Frame, readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { metricsOf, plantModel } from '../../testing/workbooks.ts'

const exitCaps = { metric_key: 'exit_cap_rate_pct', values: [6, 5, 5.5] }
const loans = { metric_key: 'loan_amount', values: [20_000_000, 25_000_000] }
const example = { metric_key: 'equity_multiple', rows: exitCaps, columns: loans }

onService('two-way table', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const ask = (body: unknown, person = people().viewer) =>
    person.send('POST', `/api/canvas/${deal}/tables/two-way`, body)
  const framesOf = async (body: unknown): Promise<Frame[]> => {
    const { status, body: text } = await ask(body)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(text)}`)
    return readFrames(text)
  }
  const rowsIn = (frames: readonly Frame[]): (number | null)[][] =>
    frames.filter(({ event }) => event === 'row').map(({ data }) => data.values)
  const whatIf = async (metric_key: string, new_value: number, output: string): Promise<number> => {
    const { body } = await people().viewer.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { impacts } = readFrames(body).at(-1)?.data ?? {}
    return impacts.find((impact: { metric_key: string }) => impact.metric_key === output).after
  }

  describe('of a deal with a workbook', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('streams its axes in ascending order, each row in turn, and the number of recalculations', async () => {
      const { loan_amount, equity_multiple } = await metricsOf(people().viewer, deal)
      const frames = await framesOf(example)
      expect(frames.map(({ event }) => event)).toEqual(['table', 'row', 'row', 'row', 'done'])
      expect(frames[0]?.data).toEqual({
        metric_key: 'equity_multiple',
        label: 'Equity Multiple',
        unit: 'multiple_x',
        base: equity_multiple?.value,
        model_version: 1,
        rows: {
          metric_key: 'exit_cap_rate_pct',
          label: 'Exit Cap Rate',
          unit: 'percentage_points',
          base: 5.5,
          values: [5, 5.5, 6],
        },
        columns: {
          metric_key: 'loan_amount',
          label: 'Loan Amount',
          unit: 'currency',
          base: loan_amount?.value,
          values: [20_000_000, 25_000_000],
        },
      })
      expect(frames.slice(1, 4).map(({ data }) => data.row)).toEqual([0, 1, 2])
      expect(frames.at(-1)?.data).toEqual({ recalculations: 6, duration_ms: expect.any(Number) })
    })

    it('states what the what-if of one input states where the other has its present value, and changes nothing [TABLE-2]', async () => {
      const before = await metricsOf(people().viewer, deal)
      const { loan_amount } = before
      const columns = { metric_key: 'loan_amount', values: [loan_amount?.value] }
      const [low, present, high] = rowsIn(await framesOf({ ...example, columns }))
      expect(low).toEqual([await whatIf('exit_cap_rate_pct', 5, 'equity_multiple')])
      expect(present).toEqual([before['equity_multiple']?.value])
      expect(high).toEqual([await whatIf('exit_cap_rate_pct', 6, 'equity_multiple')])
      expect(await metricsOf(people().viewer, deal)).toEqual(before)
    })

    it('takes values around the present ones if none are given', async () => {
      const rows = { metric_key: 'exit_cap_rate_pct' }
      const [table, ...rest] = await framesOf({ ...example, rows })
      expect(table?.data.rows.values).toEqual([4.75, 5, 5.25, 5.5, 5.75, 6, 6.25])
      expect(rowsIn(rest)).toHaveLength(7)
    })

    it('states for each row the value of the column input that reaches a target, as goal seek finds it [TABLE-4]', async () => {
      const frames = await framesOf({ ...example, rows: { ...exitCaps, values: [5.5] }, target: 2 })
      const { body } = await people().viewer.send('POST', `/api/canvas/${deal}/goal-seek`, {
        metric_key: 'equity_multiple',
        target: 2,
        input: 'loan_amount',
      })
      expect(frames[1]?.data.break_even).toBeCloseTo(body.solutions[0].input_value, 0)
      expect((await framesOf(example))[1]?.data.break_even).toBeNull()
      const unreachable = await framesOf({ ...example, target: 1e9 })
      expect(unreachable.slice(1, 4).map(({ data }) => data.break_even)).toEqual([null, null, null])
    })

    it('computes a table of 41 by 41 values, and rejects a larger one [TABLE-3]', async () => {
      const values = (count: number) => Array.from({ length: count }, (_, n) => 3 + n / 10)
      const axis = (count: number) => ({ metric_key: 'exit_cap_rate_pct', values: values(count) })
      const columns = { metric_key: 'loan_amount', values: values(41).map((value) => value * 1e6) }
      expect(rowsIn(await framesOf({ ...example, rows: axis(41), columns })).flat()).toHaveLength(41 * 41)
      expect((await ask({ ...example, rows: axis(42), columns })).body.detail).toMatchObject([
        { type: 'too_long', loc: ['body', 'rows', 'values'] },
      ])
    })

    it.each([
      ['an unknown metric', { ...example, metric_key: 'levered_irr' }, ['body', 'metric_key']],
      ['a metric that is also an input', { ...example, metric_key: 'loan_amount' }, ['body', 'metric_key']],
      ['a date as the metric', { ...example, metric_key: 'closing_date' }, ['body', 'metric_key']],
      ['a computed input', { ...example, rows: { metric_key: 'noi' } }, ['body', 'rows', 'metric_key']],
      [
        'a date as an input',
        { ...example, columns: { metric_key: 'closing_date' } },
        ['body', 'columns', 'metric_key'],
      ],
      ['the same input twice', { ...example, columns: exitCaps }, ['body', 'columns', 'metric_key']],
      ['a repeated value', { ...example, rows: { ...exitCaps, values: [5, 5] } }, ['body', 'rows', 'values', 1]],
    ])('rejects %s and names the field', async (_what, body, loc) => {
      const { status, body: answer } = await ask(body)
      expect([status, answer.detail[0].loc]).toEqual([422, loc])
    })
  })

  it('is computed by the formulas of the catalog for a deal without a workbook', async () => {
    const put = (key: string, value: number) =>
      people().editor.send('PUT', `/api/canvas/${deal}/metrics/${key}`, { value })
    await put('noi', 1_000_000)
    await put('purchase_price', 20_000_000)
    await put('going_in_cap_rate_pct', 5)
    const rows = { metric_key: 'noi', values: [1_000_000, 1_200_000] }
    const columns = { metric_key: 'purchase_price', values: [20_000_000, 24_000_000] }
    const found = rowsIn(await framesOf({ metric_key: 'going_in_cap_rate_pct', rows, columns }))
    expect(found.map((row) => row.map((value) => value?.toFixed(2)))).toEqual([
      ['5.00', '4.17'],
      ['6.00', '5.00'],
    ])
  })

  it('is not found by outsiders', async () => {
    expectRefusal(await ask(example, people().outsider), 404, 'deal_not_found')
  })
})
