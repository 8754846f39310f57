import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { type Frame, readFrames } from '../../testing/event-reader.ts'
import { portOf } from '../../testing/listening.ts'
import { forgetNotifications, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onEveryStore, type Person } from '../../testing/service.ts'
import {
  type MetricsByKey,
  metricsOf,
  plantModel,
  propertySheets,
  uploadWorkbook,
  valuesSheets,
} from '../../testing/workbooks.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const exitCap = { metric_key: 'exit_cap_rate_pct', new_value: 6 }

onEveryStore('what-if', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path: string) => `/api/canvas/${deal}/${path}`
  const ask = (body: unknown, person: Person = people().viewer) => person.send('POST', at('ripple/preview'), body)
  const previewed = async (body: unknown, person?: Person): Promise<Frame[]> => {
    const { status, body: text } = await ask(body, person)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(text)}`)
    return readFrames(text)
  }
  const preview = async (body: unknown, person?: Person) => {
    const last = (await previewed(body, person)).at(-1)
    if (last?.event !== 'ripple_preview') throw new Error(JSON.stringify(last))
    return last.data
  }
  const apply = (token: string, person: Person = people().editor) =>
    person.send('POST', at('ripple/apply'), { preview_token: token })
  const revert = (person: Person = people().editor) => person.send('POST', at('ripple/revert'))
  const metrics = (): Promise<MetricsByKey> => metricsOf(people().viewer, deal)
  const values = async () => Object.fromEntries(Object.entries(await metrics()).map(([key, { value }]) => [key, value]))
  const writeSection = (key: string, content: string) => people().editor.send('PUT', at(`sections/${key}`), { content })
  const setByHand = (key: string, value: number) => people().editor.send('PUT', at(`metrics/${key}`), { value })

  describe('preview with a formula graph', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('streams each stage of a what-if and ends with the whole impact, and changes nothing [PREVIEW-2]', async () => {
      await writeSection('returns', 'Sold for [[gross_exit_value]] at [[exit_cap_rate_pct]].')
      await writeSection('executive_summary', 'Bought for [[purchase_price]].')
      const before = await values()
      const frames = await previewed(exitCap)
      expect(frames.slice(0, -1)).toEqual([
        { event: 'progress', data: { stage: 'load', percent: 0 } },
        { event: 'progress', data: { stage: 'trace', percent: 30 } },
        { event: 'progress', data: { stage: 'recalculate', percent: 40 } },
        { event: 'progress', data: { stage: 'sections', percent: 70 } },
        { event: 'progress', data: { stage: 'done', percent: 100 } },
      ])
      expect(frames.at(-1)?.data).toEqual({
        preview_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: expect.stringMatching(instantForm),
        deal_id: deal,
        model_version: 1,
        method: 'workbook',
        hypothetical: false,
        metric: {
          key: 'exit_cap_rate_pct',
          label: 'Exit Cap Rate',
          unit: 'percentage_points',
          before: 5.5,
          after: 6,
          delta: 0.5,
          delta_pct: 9.09090909091,
        },
        impacts: [
          {
            metric_key: 'gross_exit_value',
            label: 'Gross Exit Value',
            unit: 'currency',
            before: 62_474_333.7495491,
            after: 57_268_139.27042,
            delta: -5_206_194.4791291,
            delta_pct: -8.33333333333,
            depth: 1,
            path: ['Exit Cap Rate', 'Gross Exit Value'],
          },
          expect.objectContaining({ metric_key: 'net_sale_proceeds', depth: 2 }),
          expect.objectContaining({ metric_key: 'equity_multiple', depth: 3 }),
        ],
        sections: [
          { section_key: 'returns', title: expect.any(String), metric_keys: ['gross_exit_value', 'exit_cap_rate_pct'] },
        ],
        warnings: [],
        integrity: { before: 94, after: 94, appeared: [], resolved: [] },
        stats: { formulas_recalculated: 3, duration_ms: expect.any(Number) },
      })
      expect(await values()).toEqual(before)
      expect((await people().viewer.get(at('sections/returns'))).body.stale).toBe(false)
    })

    it('names the findings that appear when a what-if changes the integrity score', async () => {
      const { integrity } = await preview({ metric_key: 'exit_cap_rate_pct', new_value: 90 })
      expect(integrity.after).toBeLessThan(integrity.before)
      expect(integrity.appeared).toContainEqual({
        check: 'implausible_value',
        severity: expect.any(String),
        message: expect.stringContaining('90'),
        sheet: 'Inputs',
        cell: 'B2',
      })
      expect(integrity.resolved).toEqual([])
    })

    it('names the inputs that move a computed metric most, both in its preview and when applying it is rejected', async () => {
      const { inputs, preview_token } = await preview({ metric_key: 'equity_multiple', new_value: 2.2 })
      expect(inputs.length).toBeGreaterThan(1)
      expect((await apply(preview_token)).body.inputs).toEqual(inputs)
      expect((await preview(exitCap)).inputs).toBeUndefined()
    })

    it('previews a computed metric as hypothetical and warns that it overrides a formula [PREVIEW-4]', async () => {
      const { impacts, warnings, metric, hypothetical } = await preview({ metric_key: 'noi', new_value: 1_800_000 })
      expect(metric).toMatchObject({ key: 'noi', before: 2_964_000, after: 1_800_000 })
      expect(hypothetical).toBe(true)
      expect(impacts.map((one: { metric_key: string }) => one.metric_key)).toContain('dscr')
      expect(warnings.map((one: { code: string }) => one.code).sort()).toEqual(['dscr_below_one', 'overrides_formula'])
      for (const warning of warnings) {
        expect(['high', 'medium', 'low']).toContain(warning.severity)
        expect(warning.message).toMatch(/^[A-Z].+\.$/)
      }
    })

    it('previews a date in days', async () => {
      const { metric } = await preview({ metric_key: 'closing_date', new_value: 46_031 })
      expect(metric).toMatchObject({ unit: 'date', before: 46_000, after: 46_031, delta: 31 })
    })

    it('sends the simulation with P5, P50 and P95 before the final what-if result [PREVIEW-6]', async () => {
      const frames = await previewed({ ...exitCap, probabilistic: true, simulation: { samples: 2_000, seed: 7 } })
      expect(frames.map(({ event, data }) => (event === 'progress' ? data.stage : event))).toEqual([
        'load',
        'trace',
        'recalculate',
        'sections',
        'deterministic_view',
        'simulate',
        'probabilistic_view',
        'done',
        'ripple_preview',
      ])
      const first = frames.find(({ event }) => event === 'deterministic_view')?.data
      const { preview_token, ...last } = frames.at(-1)?.data ?? {}
      expect(preview_token).toEqual(expect.any(String))
      expect(first).toEqual(last)
      const view = frames.find(({ event }) => event === 'probabilistic_view')?.data
      expect(view).toMatchObject({
        metric_key: 'exit_cap_rate_pct',
        distribution: { kind: 'pert', parameters: { low: 5.25, mode: 6, high: 6.75, floor: 1, ceiling: 20 } },
        samples: 2_000,
        seed: 7,
        duration_ms: expect.any(Number),
      })
      const multiple = view.metrics.equity_multiple
      expect(multiple.p5 < multiple.p50 && multiple.p50 < multiple.p95).toBe(true)
      expect(multiple).toMatchObject({
        after: expect.closeTo(1.6396, 3),
        mean: expect.any(Number),
        stdev: expect.any(Number),
        histogram: { from: expect.any(Number), to: expect.any(Number), counts: expect.any(Array) },
        standard_errors: { mean: expect.any(Number), p5: expect.any(Number) },
        probability_of: { below_1: 0 },
        change: { probability_better: expect.any(Number) },
      })
      expect(view.drivers.equity_multiple).toEqual([
        {
          metric_key: 'exit_cap_rate_pct',
          correlation: -1,
          when_low: expect.any(Number),
          when_high: expect.any(Number),
        },
      ])
      expect(view.invalid_draws.equity_multiple).toEqual({
        total: 0,
        not_a_number: 0,
        error: 0,
        not_converged: 0,
        reasons: {},
      })
      expect(view.dropped).toContainEqual({
        metric_key: 'dscr',
        reason: 'not_affected',
        detail: expect.stringMatching(/\.$/),
      })
    })

    it('draws each bar of the tornado as the what-if of that input alone [PREVIEW-10]', async () => {
      const uncertain = [{ metric_key: 'rent_growth_pct' }, { metric_key: 'interest_rate_pct' }]
      const frames = await previewed({
        ...exitCap,
        probabilistic: true,
        simulation: { samples: 200, seed: 7, uncertain },
      })
      const { tornado } = frames.find(({ event }) => event === 'probabilistic_view')?.data ?? {}
      const bars: Record<string, number | string>[] = tornado.equity_multiple
      expect(bars.map((bar) => bar['metric_key'])).toContain('exit_cap_rate_pct')
      const sizes = bars.map((bar) => Math.abs(Number(bar['at_p90']) - Number(bar['at_p10'])))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      const { equity_multiple: base } = await values()
      for (const bar of bars)
        for (const end of ['p10', 'p90']) {
          const { impacts } = await preview({ metric_key: bar['metric_key'], new_value: bar[`input_${end}`] })
          const after = impacts.find((one: { metric_key: string }) => one.metric_key === 'equity_multiple')?.after
          expect(bar[`at_${end}`]).toBeCloseTo(after ?? base, 12)
        }
    })

    it('runs 10,000 trials by default, with another seed for each value [PREVIEW-7]', async () => {
      const viewOf = async (new_value: number) => {
        const frames = await previewed({ ...exitCap, new_value, probabilistic: true })
        return frames.find(({ event }) => event === 'probabilistic_view')?.data
      }
      const [six, seven] = [await viewOf(6), await viewOf(7)]
      expect([six.samples, seven.samples]).toEqual([10_000, 10_000])
      expect(six.seed).not.toBe(seven.seed)
    })

    it('reports the probability that a requested threshold is crossed', async () => {
      const simulation = { samples: 2_000, seed: 7 }
      const viewWith = async (thresholds: object[]) => {
        const frames = await previewed({ ...exitCap, probabilistic: true, simulation: { ...simulation, thresholds } })
        return frames.find(({ event }) => event === 'probabilistic_view')?.data.metrics.equity_multiple
      }
      const { p50, p5 } = await viewWith([])
      const limits = [
        { metric_key: 'equity_multiple', side: 'below', value: p50 },
        { metric_key: 'equity_multiple', side: 'above', value: p5 },
        { metric_key: 'equity_multiple', side: 'below', value: 0.25 },
      ]
      const { probability_of } = await viewWith(limits)
      expect(Object.entries(probability_of)).toEqual(
        expect.arrayContaining([
          [expect.stringMatching(/^below_1\.\d/), expect.closeTo(0.5, 2)],
          [expect.stringMatching(/^above_1\.\d/), expect.closeTo(0.95, 2)],
          ['below_0.25', 0],
        ]),
      )
      const unknown = { ...simulation, thresholds: [{ metric_key: 'arr', side: 'below', value: 1 }] }
      expect((await ask({ ...exitCap, probabilistic: true, simulation: unknown })).status).toBe(422)
    })

    it('watches the hurdles and covenants of the deal unless the request names thresholds [THRESHOLD-9]', async () => {
      const add = async (metric_key: string, side: string, value: number) => {
        const body = { metric_key, side, value, kind: 'covenant' }
        const { status } = await people().editor.send('POST', `/api/canvas/${deal}/thresholds`, body)
        expect(status).toBe(201)
      }
      await add('equity_multiple', 'at_least', 0.25)
      await add('equity_multiple', 'at_most', 0.5)
      await app.sql("UPDATE deal_metrics SET value = NULL WHERE deal_id = $1 AND metric_key = 'net_sale_proceeds'", [
        deal,
      ])
      await add('net_sale_proceeds', 'at_least', 7)
      const metricsWith = async (more: object) => {
        const simulation = { samples: 500, seed: 7, ...more }
        const frames = await previewed({ ...exitCap, probabilistic: true, simulation })
        return frames.find(({ event }) => event === 'probabilistic_view')?.data.metrics
      }
      const { equity_multiple, net_sale_proceeds } = await metricsWith({})
      expect(equity_multiple.probability_of).toMatchObject({ 'below_0.25': 0, 'above_0.5': 1 })
      expect(net_sale_proceeds.probability_of).not.toHaveProperty('below_7')
      for (const thresholds of [[], [{ metric_key: 'equity_multiple', side: 'below', value: 0.75 }]]) {
        const { probability_of } = (await metricsWith({ thresholds })).equity_multiple
        expect(probability_of).not.toHaveProperty(['below_0.25'])
        expect(Object.hasOwn(probability_of, 'below_0.75')).toBe(thresholds.length > 0)
      }
    })

    it('leaves metrics that are the same in every trial out of the simulation', async () => {
      const frames = await previewed({ ...exitCap, probabilistic: true, simulation: { samples: 500, seed: 7 } })
      const view = frames.find(({ event }) => event === 'probabilistic_view')?.data
      const known = Object.keys(await values())
      expect(known).toEqual(expect.arrayContaining(['noi', 'dscr', 'equity_multiple']))
      for (const part of [view.metrics, view.drivers, view.invalid_draws]) {
        expect(part).toHaveProperty('equity_multiple')
        for (const still of ['noi', 'dscr']) expect(part).not.toHaveProperty(still)
      }
    })

    it('compares a simulation with the current numbers even if a computed metric is among the uncertain ones', async () => {
      const frames = await previewed({
        metric_key: 'noi',
        new_value: 1_800_000,
        probabilistic: true,
        simulation: { samples: 500, seed: 7, uncertain: [{ metric_key: 'exit_cap_rate_pct' }] },
      })
      const { metrics: simulated } = frames.find(({ event }) => event === 'probabilistic_view')?.data ?? {}
      const { dscr } = await values()
      expect(simulated.dscr).toMatchObject({
        before: expect.closeTo(dscr ?? 0, 9),
        after: expect.closeTo(1_800 / 1_950, 9),
      })
      expect(simulated.dscr.change).toMatchObject({ probability_better: 0, probability_worse: 1 })
    })

    it('gives the same simulation for the same seed, except its duration [PREVIEW-8]', async () => {
      const viewOf = async (simulation: object) => {
        const asked = { ...exitCap, probabilistic: true, simulation: { samples: 500, ...simulation } }
        const frame = (await previewed(asked)).find(({ event }) => event === 'probabilistic_view')
        return JSON.stringify({ ...frame?.data, duration_ms: 0 })
      }
      const uncertain = {
        seed: 3,
        uncertain: [{ metric_key: 'rent_growth_pct', distribution: 'normal', spread: 0.3 }],
        correlations: [{ one: 'exit_cap_rate_pct', other: 'rent_growth_pct', correlation: 0.5 }],
      }
      for (const simulation of [{ seed: 1 }, {}, uncertain]) {
        expect(await viewOf(simulation)).toBe(await viewOf(simulation))
      }
      expect(await viewOf({ seed: 1 })).not.toBe(await viewOf({ seed: 2 }))
    })

    it.each([
      ['an unknown metric', { metric_key: 'exit_cap_rate', new_value: 6 }, ['exit_cap_rate_pct']],
      ['one that only others have', { metric_key: 'arr', new_value: 6 }, []],
    ])('rejects %s before any stream starts and suggests the nearest keys [PREVIEW-3]', async (_, body, nearest) => {
      const answer = await ask(body)
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'value_error', loc: ['body', 'metric_key'], input: body.metric_key }] },
      })
      const { ctx } = answer.body.detail[0]
      expect(ctx.nearest.length).toBeGreaterThan(0)
      expect(ctx.nearest).toEqual(expect.arrayContaining(nearest))
    })

    it('rejects a preview of a metric without a value', async () => {
      await app.sql('UPDATE deal_metrics SET value = NULL WHERE deal_id = $1 AND metric_key = $2', [deal, 'noi'])
      expect(await ask({ metric_key: 'noi', new_value: 1 })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'metric_key'] }] },
      })
    })

    it.each([
      ['no number', '{"metric_key":"noi","new_value":"6"}', ['body', 'new_value']],
      ['an infinite one', '{"metric_key":"noi","new_value":1e999}', ['body', 'new_value']],
      ['no day', '{"metric_key":"closing_date","new_value":-5}', ['body', 'new_value']],
      [
        'too many samples',
        '{"metric_key":"noi","new_value":1,"simulation":{"samples":100001}}',
        ['body', 'simulation', 'samples'],
      ],
      [
        'an uncertain metric that is not there',
        '{"metric_key":"noi","new_value":1,"simulation":{"uncertain":[{"metric_key":"arr"}]}}',
        ['body', 'simulation', 'uncertain', 0, 'metric_key'],
      ],
      [
        'a correlation of what is not uncertain',
        '{"metric_key":"noi","new_value":1,"simulation":{"correlations":[{"one":"noi","other":"dscr","correlation":0.5}]}}',
        ['body', 'simulation', 'correlations', 0, 'other'],
      ],
    ])('rejects a preview with %s', async (_, payload, loc) => {
      const { token } = people().viewer
      const answer = await app.send('POST', at('ripple/preview'), {
        token,
        body: payload,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(422)
      expect(answer.body.detail[0].loc).toEqual(loc)
    })

    it('queues a third what-if of a user, and stops counting an interrupted one after its time limit', async () => {
      const underWay = (age: string) =>
        app.sql(
          `INSERT INTO ripple_previews (id, deal_id, model_version, metric_key, value, after, created_by, created_at, expires_at)
            SELECT gen_random_uuid(), $1, 1, 'noi', 1, '{}', $2, now(), now() + $3::interval FROM generate_series(1, 2)`,
          [deal, people().viewer.userId, age],
        )
      await underWay('-1 second')
      expect((await ask(exitCap)).status).toBe(200)
      await underWay('1 minute')
      const waiting = ask(exitCap)
      expect((await ask(exitCap, people().editor)).status).toBe(200)
      await app.sql('DELETE FROM ripple_previews WHERE created_by = $1', [people().viewer.userId])
      expect((await waiting).status).toBe(200)
    })

    it('lets every role on the deal preview a what-if, and nobody else [PREVIEW-1]', async () => {
      for (const role of dealRoles) expect((await ask(exitCap, people()[role])).status).toBe(200)
      expectRefusal(await ask(exitCap, people().outsider), 404, 'deal_not_found')
    })

    /** A preview that takes a while. */
    const askLong = async (person: Person, signal: AbortSignal | null = null) =>
      fetch(`http://127.0.0.1:${await portOf(app.service.app)}${at('ripple/preview')}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...exitCap,
          probabilistic: true,
          simulation: {
            samples: 100_000,
            uncertain: [{ metric_key: 'rent_growth_pct' }, { metric_key: 'interest_rate_pct' }],
          },
        }),
        signal,
      })

    it('does not send the result of a what-if to a user who loses the role while it is computed', async () => {
      const { body } = await askLong(people().viewer)
      let heard = ''
      for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        heard += text
        if (heard.includes('"simulate"'))
          await app.sql('DELETE FROM deal_members WHERE deal_id = $1 AND user_id = $2', [deal, people().viewer.userId])
      }
      expect(readFrames(heard).at(-1)).toMatchObject({ event: 'error', data: { code: 'deal_not_found' } })
      expect(heard).not.toContain('preview_token')
      expect(heard).not.toContain('probabilistic_view')
    })

    it('cancels the what-if of a client that disconnects and deletes its preview', async () => {
      const leaving = new AbortController()
      const response = await askLong(people().owner, leaving.signal)
      const reader = response.body?.getReader()
      await reader?.read()
      leaving.abort()
      const left = () =>
        app.sql('SELECT 1 AS x FROM ripple_previews WHERE deal_id = $1 AND created_by = $2', [
          deal,
          people().owner.userId,
        ])
      await expect.poll(left, { timeout: 5_000 }).toEqual([])
      // The worker threads are free again.
      expect((await ask(exitCap)).status).toBe(200)
    })
  })

  describe('preview without a formula graph', () => {
    it('previews a values-only deal by the catalogue formulas and skips the simulation [PREVIEW-5]', async () => {
      await plantModel(app, people().editor, deal, valuesSheets())
      const frames = await previewed({ metric_key: 'noi', new_value: 3_500_000, probabilistic: true })
      expect(frames.map(({ event }) => event)).not.toContain('probabilistic_view')
      const { method, impacts, integrity } = frames.at(-1)?.data ?? {}
      expect(method).toBe('catalogue')
      expect(impacts).toContainEqual(
        expect.objectContaining({ metric_key: 'going_in_cap_rate_pct', before: 5.928, after: 7, depth: 1 }),
      )
      expect(integrity).toEqual({ before: expect.any(Number), after: integrity.before, appeared: [], resolved: [] })
    })

    it('previews numbers that were entered by hand by the catalogue formulas', async () => {
      await setByHand('noi', 2_500_000)
      await setByHand('purchase_price', 50_000_000)
      await setByHand('going_in_cap_rate_pct', 5)
      const { method, impacts, integrity, model_version } = await preview({ metric_key: 'noi', new_value: 3_000_000 })
      expect({ method, integrity, model_version }).toEqual({
        method: 'catalogue',
        integrity: { before: null, after: null, appeared: [], resolved: [] },
        model_version: 3,
      })
      expect(impacts).toEqual([expect.objectContaining({ metric_key: 'going_in_cap_rate_pct', before: 5, after: 6 })])
    })

    it('applies and reverts a what-if on a deal without a formula graph', async () => {
      await setByHand('noi', 2_500_000)
      await setByHand('purchase_price', 50_000_000)
      await setByHand('going_in_cap_rate_pct', 5)
      const before = await values()
      const { preview_token } = await preview({ metric_key: 'noi', new_value: 3_000_000 })
      expect((await apply(preview_token)).body).toMatchObject({ applied: true, model_version: 4 })
      expect(await values()).toMatchObject({ noi: 3_000_000, going_in_cap_rate_pct: 6 })
      expect((await revert()).status).toBe(200)
      expect(await values()).toEqual(before)
    })

    it('keeps a value entered by hand over an override, and rejects reverting that override', async () => {
      await setByHand('noi', 2_500_000)
      const { preview_token } = await preview({ metric_key: 'noi', new_value: 3_000_000 })
      await apply(preview_token)
      await setByHand('noi', 2_700_000)
      expectRefusal(await revert(), 409, 'nothing_to_revert')
      expect(await values()).toMatchObject({ noi: 2_700_000 })
    })

    it('rejects a preview as stale after a value was entered by hand', async () => {
      await setByHand('noi', 2_500_000)
      const { preview_token } = await preview({ metric_key: 'noi', new_value: 3_000_000 })
      await setByHand('noi', 2_600_000)
      expectRefusal(await apply(preview_token), 409, 'model_changed')
    })
  })

  describe('applying a what-if', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('applies a what-if as previewed, marks sections stale, and notifies the members [APPLY-2]', async () => {
      await forgetNotifications(app)
      await writeSection('returns', 'Sold for [[gross_exit_value]].')
      const told = await preview(exitCap)
      const { status, body } = await apply(told.preview_token)
      expect([status, body]).toEqual([
        200,
        {
          applied: true,
          model_version: 2,
          changes: expect.arrayContaining([
            { metric_key: 'exit_cap_rate_pct', label: 'Exit Cap Rate', before: 5.5, after: 6 },
          ]),
          stale_sections: ['returns'],
        },
      ])
      const now = await values()
      for (const { metric_key, after } of told.impacts) expect(now[metric_key]).toBe(after)
      expect((await metrics())['exit_cap_rate_pct']).toMatchObject({ value: 6, source: { cell: 'B2' } })
      expect((await people().viewer.get(at('sections/returns'))).body.stale).toBe(true)
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
        type: 'ripple.applied',
        actorId: people().editor.userId,
        data: { metric_key: 'exit_cap_rate_pct', before: 5.5, after: 6, version: 2, moved_count: 4 },
      })
      const notices = await app.sql<{ type: string; userId: string }>(
        'SELECT type, user_id AS "userId" FROM notifications WHERE deal_id = $1',
        [deal],
      )
      expect(notices.map(({ userId }) => userId).sort()).toEqual(
        [people().owner, people().commenter, people().viewer].map(({ userId }) => userId).sort(),
      )
      expect(new Set(notices.map(({ type }) => type))).toEqual(new Set(['ripple_applied']))
      expect((await people().viewer.get(at('model'))).body.overrides).toEqual([
        {
          metric_key: 'exit_cap_rate_pct',
          value: 6,
          model_version: 2,
          workbook_value: 5.5,
          replaces_formula: false,
          reason: null,
          applied_by: people().editor.userId,
          applied_at: expect.stringMatching(instantForm),
        },
      ])
    })

    it('notifies with values and units when an override is applied and when it is reverted', async () => {
      await apply((await preview(exitCap)).preview_token)
      await people().editor.send('POST', at('ripple/revert'))
      const notices = await app.sql<{ snippet: string }>(
        'SELECT snippet FROM notifications WHERE deal_id = $1 AND user_id = $2 ORDER BY id',
        [deal, people().viewer.userId],
      )
      expect(notices.map(({ snippet }) => snippet)).toEqual([
        'Exit Cap Rate: 5.50% → 6.00% (override)',
        'Exit Cap Rate: 6.00% → 5.50% (override reverted)',
      ])
    })

    it('starts the next preview from the applied values', async () => {
      await apply((await preview(exitCap)).preview_token)
      const next = await preview({ metric_key: 'exit_cap_rate_pct', new_value: 5.5 })
      const now = await values()
      expect(next.metric).toMatchObject({ before: 6, after: 5.5 })
      for (const { metric_key, before } of next.impacts) expect(before).toBe(now[metric_key])
      expect(next.impacts[0]).toMatchObject({ metric_key: 'gross_exit_value', after: 62_474_333.7495491 })
    })

    it('refuses to apply a computed metric with 409 and names the inputs that move it most [APPLY-5]', async () => {
      const before = await values()
      const { preview_token } = await preview({ metric_key: 'equity_multiple', new_value: 2.2 })
      const answer = await apply(preview_token)
      expectRefusal(answer, 409, 'metric_is_computed')
      const { inputs } = answer.body
      expect(inputs.length).toBeGreaterThan(0)
      expect(inputs.length).toBeLessThanOrEqual(5)
      expect(inputs).toContainEqual({
        metric_key: 'exit_cap_rate_pct',
        label: 'Exit Cap Rate',
        elasticity: expect.toSatisfy((elasticity: number) => elasticity < 0),
      })
      const sizes = inputs.map(({ elasticity }: { elasticity: number }) => Math.abs(elasticity))
      expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
      expect(await values()).toEqual(before)
    })

    it("shows the workbook's value, the person, the time and the reason of an override [APPLY-7]", async () => {
      const { preview_token } = await preview(exitCap)
      const reason = 'Broker quote of 12 November'
      await people().editor.send('POST', at('ripple/apply'), { preview_token, reason })
      await apply((await preview({ ...exitCap, new_value: 6.25 })).preview_token)
      expect((await metrics())['exit_cap_rate_pct']?.provenance).toEqual({
        origin: 'overridden',
        confirmation: 'read',
        confirmed: null,
        frozen: null,
        override: {
          value: 6.25,
          workbook_value: 5.5,
          applied_by: people().editor.userId,
          applied_by_name: expect.any(String),
          applied_at: expect.stringMatching(instantForm),
          reason: null,
          replaces_formula: false,
        },
      })
      expect((await metrics())['gross_exit_value']?.provenance.origin).toBe('computed')
      expect((await auditTrailOf(app, deal)).filter(({ type }) => type === 'ripple.applied')).toMatchObject([
        { data: { reason } },
        { data: { before: 6, after: 6.25 } },
      ])
      await revert()
      expect((await metrics())['exit_cap_rate_pct']?.provenance.override).toMatchObject({ value: 6, reason })
      await revert()
      expect((await metrics())['exit_cap_rate_pct']?.provenance).toEqual({
        origin: 'input',
        confirmation: 'read',
        confirmed: null,
        frozen: null,
        override: null,
      })
    })

    it.each([
      ['a share typed for a percentage', 0.055, 5.5],
      ['a negative rate', -5, 5],
      ['a rate a hundred times too large', 500, 5],
    ])(
      'requires a confirmation for %s and suggests what was probably meant [APPLY-6]',
      async (_what, new_value, suggested_value) => {
        const { preview_token, warnings } = await preview({ metric_key: 'exit_cap_rate_pct', new_value })
        expect(warnings).toContainEqual(
          expect.objectContaining({ code: 'value_questionable', metric_key: 'exit_cap_rate_pct', suggested_value }),
        )
        const answer = await apply(preview_token)
        expectRefusal(answer, 409, 'confirmation_required')
        expect(answer.body.suggested_value).toBe(suggested_value)
        expect((await metrics())['exit_cap_rate_pct']?.value).toBe(5.5)
      },
    )

    it('applies a questionable value that was confirmed [APPLY-6]', async () => {
      const { preview_token } = await preview({ metric_key: 'exit_cap_rate_pct', new_value: 25 })
      const { status } = await people().editor.send('POST', at('ripple/apply'), { preview_token, confirm: true })
      expect(status).toBe(200)
      expect((await metrics())['exit_cap_rate_pct']?.value).toBe(25)
    })

    it('applies a preview once when fifty requests arrive at the same time [APPLY-3]', async () => {
      const { preview_token } = await preview(exitCap)
      const answers = await Promise.all(Array.from({ length: 50 }, () => apply(preview_token)))
      const outcomes = answers.map(({ status, body }) => (status === 200 ? 'applied' : body.code))
      expect(outcomes.filter((one) => one === 'applied')).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(['applied', 'preview_applied']))
      expect(await app.sql('SELECT 1 AS x FROM model_overrides WHERE deal_id = $1', [deal])).toHaveLength(1)
    })

    it('rejects a preview after the model changed, after 15 minutes, and on another deal [APPLY-4]', async () => {
      const [first, second] = [await preview(exitCap), await preview({ metric_key: 'unit_count', new_value: 210 })]
      await apply(first.preview_token)
      expectRefusal(await apply(second.preview_token), 409, 'model_changed')
      expectRefusal(await apply(first.preview_token), 409, 'preview_applied')
      expectRefusal(await apply('never-given'), 410, 'preview_expired')
      const late = await preview({ metric_key: 'unit_count', new_value: 210 })
      app.advance(15 * 60_000)
      expectRefusal(await apply(late.preview_token), 410, 'preview_expired')
      const mine = deal
      const third = await preview({ metric_key: 'unit_count', new_value: 210 })
      deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
      expectRefusal(await apply(third.preview_token), 410, 'preview_expired')
      deal = mine
      expect((await apply(third.preview_token)).status).toBe(200)
    })

    it('refuses to apply or revert a what-if for viewers and commenters and on a finalized deal [APPLY-1]', async () => {
      const { preview_token } = await preview(exitCap)
      expectRefusal(await apply(preview_token, people().viewer), 403, 'role_too_low')
      expectRefusal(await revert(people().commenter), 403, 'role_too_low')
      expectRefusal(await apply(preview_token, people().outsider), 404, 'deal_not_found')
      await people().owner.send('POST', at('finalize'), { decision: 'approved', rationale: 'Good' })
      expectRefusal(await apply(preview_token), 409, 'deal_finalized')
    })

    it('stores no preview token in the database', async () => {
      const { preview_token } = await preview(exitCap)
      const rows = await app.sql('SELECT * FROM ripple_previews WHERE deal_id = $1', [deal])
      expect(JSON.stringify(rows)).not.toContain(preview_token)
    })
  })

  describe('reverting a what-if', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('restores every metric exactly when what-ifs are reverted, the last one first [APPLY-8]', async () => {
      const stands = [await values()]
      for (const [metric_key, new_value] of [
        ['exit_cap_rate_pct', 6.1],
        ['purchase_price', 48_333_333.333],
        ['exit_cap_rate_pct', 5.9],
      ]) {
        await apply((await preview({ metric_key, new_value })).preview_token)
        stands.push(await values())
      }
      for (const stand of stands.slice(0, -1).reverse()) {
        expect((await revert()).status).toBe(200)
        expect(await values()).toEqual(stand)
      }
      expectRefusal(await revert(), 409, 'nothing_to_revert')
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({ type: 'ripple.reverted', data: { version: 7 } })
    })

    it('keeps the overrides of other metrics when one metric is reverted', async () => {
      const workbook = await values()
      await apply((await preview(exitCap)).preview_token)
      await apply((await preview({ metric_key: 'purchase_price', new_value: 48_000_000 })).preview_token)
      const { status, body } = await people().editor.send('POST', at('ripple/revert'), {
        metric_key: 'exit_cap_rate_pct',
      })
      expect([status, body.metric_key]).toEqual([200, 'exit_cap_rate_pct'])
      const now = await metrics()
      expect(now['exit_cap_rate_pct']).toMatchObject({ value: 5.5, provenance: { origin: 'input' } })
      expect(now['purchase_price']).toMatchObject({ value: 48_000_000, provenance: { origin: 'overridden' } })
      expect(now['gross_exit_value']?.value).toBe(workbook['gross_exit_value'])
      await revert()
      expect(await values()).toEqual(workbook)
    })

    it('reverts an older override with the newer workbook and keeps the later override', async () => {
      await apply((await preview(exitCap)).preview_token)
      await apply((await preview({ metric_key: 'purchase_price', new_value: 48_000_000 })).preview_token)
      const sheets = propertySheets({ rents: 6_000_000 })
      const document = await uploadWorkbook(app, people().editor, deal, sheets, 'New.xlsx')
      expect((await people().editor.send('POST', at('model'), { document_id: document })).status).toBe(200)
      const { status } = await people().editor.send('POST', at('ripple/revert'), { metric_key: 'exit_cap_rate_pct' })
      expect(status).toBe(200)
      const reverted = await values()
      deal = await plantDeal(app, {
        members: { [people().editor.userId]: 'editor', [people().viewer.userId]: 'viewer' },
      })
      await plantModel(app, people().editor, deal, sheets)
      await apply((await preview({ metric_key: 'purchase_price', new_value: 48_000_000 })).preview_token)
      expect(reverted).toEqual(await values())
    })

    it('keeps an audit trail that verifies the numbers and detects changes made behind it', async () => {
      const problems = async () => (await people().viewer.get(at('audit-trail/verify'))).body.problems
      await apply((await preview(exitCap)).preview_token)
      expect(await problems()).toEqual([])
      await revert()
      await apply((await preview(exitCap)).preview_token)
      expect(await problems()).toEqual([])
      for (const [change, back, code] of [
        ['model_overrides SET value = value + 1', 'model_overrides SET value = value - 1', 'numbers_changed'],
        ["deal_models SET sha256 = 'x' || sha256", 'deal_models SET sha256 = substr(sha256, 2)', 'numbers_changed'],
        ["documents SET sha256 = 'x' || sha256", 'documents SET sha256 = substr(sha256, 2)', 'documents_changed'],
      ]) {
        await app.sql(`UPDATE ${change} WHERE deal_id = $1`, [deal])
        expect([change, (await problems()).map((one: { code: string }) => one.code)]).toEqual([change, [code]])
        await app.sql(`UPDATE ${back} WHERE deal_id = $1`, [deal])
      }
    })

    it('restores the values of a newer workbook when an override is reverted', async () => {
      await apply((await preview(exitCap)).preview_token)
      const document = await uploadWorkbook(
        app,
        people().editor,
        deal,
        propertySheets({ rents: 6_000_000 }),
        'New.xlsx',
      )
      const { body } = await people().editor.send('POST', at('model'), { document_id: document })
      // The override is kept over the newer workbook.
      expect(body.lost).toEqual([])
      expect((await values())['exit_cap_rate_pct']).toBe(6)
      expect((await revert()).body).toMatchObject({ reverted: true, metric_key: 'exit_cap_rate_pct', model_version: 4 })
      const restored = await values()
      expect(restored).toMatchObject({ exit_cap_rate_pct: 5.5, gross_potential_rent: 6_000_000 })
      const fresh = await plantDeal(app, {
        members: { [people().editor.userId]: 'editor', [people().viewer.userId]: 'viewer' },
      })
      deal = fresh
      await plantModel(app, people().editor, fresh, propertySheets({ rents: 6_000_000 }))
      expect(await values()).toEqual(restored)
    })

    it("restores the newer workbook's values even if that workbook dropped the last overridden metric", async () => {
      await apply((await preview(exitCap)).preview_token)
      await apply((await preview({ metric_key: 'unit_count', new_value: 210 })).preview_token)
      const { Inputs = [], ...others } = propertySheets({ rents: 6_000_000 })
      const { Summary = [], ...more } = others
      const sheets = {
        ...more,
        Inputs: Inputs.map((row) => (row[0] === 'Units' ? [null, null] : row)),
        Summary: Summary.filter(([label]) => label !== 'Price per Unit'),
      }
      const document = await uploadWorkbook(app, people().editor, deal, sheets, 'New.xlsx')
      const { body } = await people().editor.send('POST', at('model'), { document_id: document })
      expect(body.lost).toContain('unit_count')
      expect((await revert()).body).toMatchObject({ reverted: true, metric_key: 'exit_cap_rate_pct' })
      const restored = await values()
      expect(restored).toMatchObject({ exit_cap_rate_pct: 5.5, gross_potential_rent: 6_000_000 })
      deal = await plantDeal(app, {
        members: { [people().editor.userId]: 'editor', [people().viewer.userId]: 'viewer' },
      })
      await plantModel(app, people().editor, deal, sheets)
      expect(restored).toMatchObject(await values())
    })

    it('marks sections stale that cite a reverted metric', async () => {
      await apply((await preview(exitCap)).preview_token)
      await writeSection('returns', 'Sold for [[gross_exit_value]].')
      expect((await revert()).body).toMatchObject({ stale_sections: ['returns'] })
      expect((await people().viewer.get(at('sections/returns'))).body.stale).toBe(true)
    })

    it('reverts an override once when many requests arrive concurrently', async () => {
      const before = await values()
      await apply((await preview(exitCap)).preview_token)
      const answers = await Promise.all(Array.from({ length: 10 }, () => revert()))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await values()).toEqual(before)
    })
  })

  describe('goal seek', () => {
    const seek = (body: unknown, person: Person = people().viewer) => person.send('POST', at('goal-seek'), body)

    it('finds the input that gives the target of a goal seek [APPLY-9]', async () => {
      await plantModel(app, people().editor, deal)
      const { impacts } = await preview({ metric_key: 'exit_cap_rate_pct', new_value: 6.3 })
      const target = impacts.find((one: { metric_key: string }) => one.metric_key === 'equity_multiple').after
      const { status, body } = await seek({ metric_key: 'equity_multiple', target, input: 'exit_cap_rate_pct' })
      expect([status, body]).toEqual([
        200,
        {
          metric_key: 'equity_multiple',
          input: 'exit_cap_rate_pct',
          target,
          from: 1,
          to: 20,
          solutions: [{ input_value: expect.closeTo(6.3, 6), metric_value: expect.closeTo(target, 8) }],
          nearest: null,
          reason: null,
        },
      ])
    })

    it('explains why a goal seek has no solution and returns the nearest value', async () => {
      await plantModel(app, people().editor, deal)
      const { body: none } = await seek({ metric_key: 'purchase_price', target: 1, input: 'exit_cap_rate_pct' })
      expect(none).toMatchObject({ solutions: [], reason: 'does_not_depend' })
      const { body: far } = await seek({ metric_key: 'equity_multiple', target: 900, input: 'exit_cap_rate_pct' })
      expect(far).toMatchObject({
        solutions: [],
        reason: 'out_of_reach',
        nearest: { input_value: expect.closeTo(1, 3) },
      })
    })

    it('uses the catalogue formulas for a goal seek on numbers entered by hand', async () => {
      await setByHand('noi', 1_000_000)
      await setByHand('purchase_price', 20_000_000)
      await setByHand('going_in_cap_rate_pct', 5)
      const { body } = await seek({ metric_key: 'going_in_cap_rate_pct', target: 6.25, input: 'purchase_price' })
      expect(body.solutions).toEqual([
        { input_value: expect.closeTo(16_000_000, 0), metric_value: expect.closeTo(6.25, 6) },
      ])
    })

    it('ends a goal seek although the range of an integer input exceeds the safe integers', async () => {
      await setByHand('unit_count', 100)
      await setByHand('purchase_price', 10_000_000)
      await setByHand('price_per_unit', 100_000)
      const range = { from: 1, to: 142_857_142_857_142_860 }
      const asked = { metric_key: 'price_per_unit', input: 'unit_count', target: 1.637e-10, ...range }
      const { status, body } = await seek(asked)
      expect([status, body]).toMatchObject([
        200,
        { solutions: [], reason: 'out_of_reach', from: 1, to: Number.MAX_SAFE_INTEGER },
      ])
    })

    it('rejects a goal seek range in which nothing can be computed', async () => {
      await setByHand('unit_count', 1)
      await setByHand('purchase_price', 10_000_000)
      await setByHand('price_per_unit', 10_000_000)
      const asked = { metric_key: 'price_per_unit', input: 'purchase_price', target: 1.333e308 }
      for (const range of [
        { from: -1.7e308, to: 1.7e308 },
        { from: 1e308, to: 1.7e308 },
      ]) {
        const { status, body } = await seek({ ...asked, ...range })
        expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'to'] }] }])
      }
    })

    it.each([
      ['an input that the model computes', { metric_key: 'equity_multiple', target: 2, input: 'noi' }, 'input'],
      ['the metric itself', { metric_key: 'equity_multiple', target: 2, input: 'equity_multiple' }, 'input'],
      ['a date', { metric_key: 'equity_multiple', target: 2, input: 'closing_date' }, 'input'],
      [
        'a metric that the deal does not have',
        { metric_key: 'arr', target: 2, input: 'exit_cap_rate_pct' },
        'metric_key',
      ],
      [
        'a range that ends before it starts',
        { metric_key: 'equity_multiple', target: 2, input: 'exit_cap_rate_pct', from: 9, to: 3 },
        'to',
      ],
      [
        'a range that is too wide to be divided',
        { metric_key: 'equity_multiple', target: 2, input: 'exit_cap_rate_pct', from: -1.7e308, to: 1.7e308 },
        'to',
      ],
    ])('rejects a goal seek with %s and gives the reason at its field', async (_what, body, field) => {
      await plantModel(app, people().editor, deal)
      const answer = await seek(body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toMatchObject([{ loc: ['body', field] }])
    })

    it('rejects an unknown metric of a goal seek and suggests the nearest keys', async () => {
      await plantModel(app, people().editor, deal)
      const asked = { metric_key: 'exit_cap_rate', new_value: 6 }
      const previewed = await people().viewer.send('POST', at('ripple/preview'), asked)
      const sought = await seek({ metric_key: 'exit_cap_rate', target: 2, input: 'noi' })
      const [unknown] = sought.body.detail
      expect(unknown).toEqual(previewed.body.detail[0])
      expect(unknown).toMatchObject({
        msg: 'Value error, This deal does not have this metric, or it has no value',
        ctx: { nearest: expect.arrayContaining(['exit_cap_rate_pct']) },
      })
    })

    it('lets every role on the deal run a goal seek, nobody else, and changes nothing [APPLY-10]', async () => {
      await plantModel(app, people().editor, deal)
      const before = await metrics()
      const asked = { metric_key: 'equity_multiple', target: 2, input: 'exit_cap_rate_pct' }
      expect((await seek(asked)).status).toBe(200)
      expectRefusal(await seek(asked, people().outsider), 404, 'deal_not_found')
      expect(await metrics()).toEqual(before)
    })
  })
})
