import { dealRoles, maxScenarios } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { companySheets, metricsOf, plantModel, propertySheets, valuesSheets } from '../../testing/workbooks.ts'

const downside = [
  { metric_key: 'exit_cap_rate_pct', value: 6, reason: 'Two recent sales' },
  { metric_key: 'interest_rate_pct', value: 6.5 },
]

onService('scenarios', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path = '') => `/api/canvas/${deal}/scenarios${path}`
  const create = (body: object, person: Person = people().editor) => person.send('POST', at(), body)
  const created = async (body: object, person?: Person) => {
    const { status, body: scenario } = await create(body, person)
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(scenario)}`)
    return scenario
  }
  const edit = (id: string, body: object, person: Person = people().editor, version?: number) =>
    person.send('PATCH', at(`/${id}`), body, { 'if-match': version === undefined ? '*' : `"${version}"` })
  const post = (id: string, action: string, person: Person = people().owner, body: object = {}) =>
    person.send('POST', at(`/${id}/${action}`), body)
  const listed = async (person: Person = people().viewer) => (await person.get(at())).body
  const compare = async (ids: string[], person: Person = people().viewer) =>
    (await person.get(at(`/compare?ids=${ids.join(',')}`))).body
  const row = (compared: { metrics: { metric_key: string; values: (number | null)[] }[] }, key: string) =>
    compared.metrics.find(({ metric_key }) => metric_key === key)?.values
  const numbers = async (): Promise<Record<string, number | null>> =>
    Object.fromEntries(Object.entries(await metricsOf(people().viewer, deal)).map(([key, { value }]) => [key, value]))
  const apply = async (metric_key: string, new_value: number, person: Person = people().editor) => {
    const { body } = await person.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    return person.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token })
  }
  const trail = async (): Promise<string[]> =>
    (await app.sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1 ORDER BY seq', [deal])).map(
      ({ type }) => type,
    )

  describe('of a deal with a workbook', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('are Base alone at first, and Base is what the memo presents [SCENARIO-1]', async () => {
      const { scenarios, presented_id, needs_approval } = await listed()
      expect(scenarios.map(({ id, kind }: Record<string, unknown>) => [id, kind])).toEqual([['base', 'base']])
      expect([presented_id, needs_approval]).toEqual(['base', false])
      for (const action of [
        edit('base', { name: 'Mine' }),
        people().owner.send('DELETE', at('/base'), undefined, { 'if-match': '*' }),
      ])
        expectRefusal(await action, 409, 'scenario_read_only')
    })

    it('state who set which input, why and when, and leave the numbers of the memo alone [SCENARIO-2]', async () => {
      const before = await numbers()
      const scenario = await created({ name: '  Downside  case ', note: 'Recession', overrides: downside })
      expect(scenario).toMatchObject({
        kind: 'shared',
        name: 'Downside case',
        note: 'Recession',
        is_presented: false,
        version: 1,
        author: { user_id: people().editor.userId },
        proposal: null,
      })
      expect(scenario.overrides).toMatchObject([
        {
          metric_key: 'exit_cap_rate_pct',
          label: 'Exit Cap Rate',
          unit: 'percentage_points',
          value: 6,
          reason: 'Two recent sales',
          is_detached: false,
          set_by: { user_id: people().editor.userId },
        },
        { metric_key: 'interest_rate_pct', value: 6.5, reason: null },
      ])
      expect(await numbers()).toEqual(before)
      expect((await people().viewer.get(at(`/${scenario.id}`))).body).toEqual(scenario)
      expect((await trail()).at(-1)).toBe('scenario.created')
    })

    it('start with the inputs of the scenario they are based on', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      const lender = await created({
        name: 'Lender case',
        based_on: id,
        overrides: [{ metric_key: 'exit_cap_rate_pct', value: 5.75 }],
      })
      expect(lender).toMatchObject({ based_on: id })
      expect(lender.overrides.map(({ metric_key, value }: Record<string, unknown>) => [metric_key, value])).toEqual([
        ['exit_cap_rate_pct', 5.75],
        ['interest_rate_pct', 6.5],
      ])
      expect((await people().editor.send('DELETE', at(`/${id}`), undefined, { 'if-match': '*' })).status).toBe(204)
      expect((await people().viewer.get(at(`/${lender.id}`))).body).toMatchObject({
        based_on: null,
        overrides: lender.overrides,
      })
    })

    it('are compared side by side: each metric is that of a memo that presents the scenario [SCENARIO-3]', async () => {
      const base = await numbers()
      const { id } = await created({ name: 'Downside', overrides: downside })
      const compared = await compare(['base', id])
      expect(compared.scenarios.map(({ id, error }: Record<string, unknown>) => [id, error])).toEqual([
        ['base', null],
        [id, null],
      ])
      for (const [key, value] of Object.entries(base)) expect(row(compared, key)?.[0] ?? null).toBe(value)
      expect(compared.metrics.find(({ metric_key }: { metric_key: string }) => metric_key === 'dscr')).toMatchObject({
        is_computed: true,
      })
      expect((await post(id, 'present')).status).toBe(200)
      const presented = await numbers()
      expect(presented['dscr']).toBeLessThan(base['dscr'] ?? 0)
      for (const [key, value] of Object.entries(presented)) expect(row(compared, key)?.[1] ?? null).toBe(value)
    })

    it('are presented by an owner, and presenting Base restores every number to the last digit [SCENARIO-4]', async () => {
      const before = await numbers()
      const downsideId = (await created({ name: 'Downside', overrides: downside })).id
      const lenderId = (
        await created({ name: 'Lender case', overrides: [{ metric_key: 'loan_amount', value: 30_000_000 }] })
      ).id
      expectRefusal(await post(downsideId, 'present', people().editor), 403, 'role_too_low')
      const { body } = await post(downsideId, 'present')
      expect(body.scenario).toMatchObject({ id: downsideId, is_presented: true })
      expect(body.changes).toEqual(
        expect.arrayContaining([{ metric_key: 'exit_cap_rate_pct', label: 'Exit Cap Rate', before: 5.5, after: 6 }]),
      )
      const { overrides } = (await people().viewer.get(`/api/canvas/${deal}/model`)).body
      expect(overrides.map(({ metric_key, value }: Record<string, unknown>) => [metric_key, value]).sort()).toEqual([
        ['exit_cap_rate_pct', 6],
        ['interest_rate_pct', 6.5],
      ])
      await post(lenderId, 'present')
      expect(await numbers()).toMatchObject({ exit_cap_rate_pct: 5.5, interest_rate_pct: 6, loan_amount: 30_000_000 })
      expectRefusal(
        await people().owner.send('DELETE', at(`/${lenderId}`), undefined, { 'if-match': '*' }),
        409,
        'scenario_presented',
      )
      await post('base', 'present')
      expect(await numbers()).toEqual(before)
      expect((await listed()).presented_id).toBe('base')
      const { body: verified } = await people().viewer.get(`/api/canvas/${deal}/audit-trail/verify`)
      expect(verified.valid).toBe(true)
    })

    it('change the numbers of the memo at once while they are presented, and keep their version [SCENARIO-5]', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      await post(id, 'present')
      const { body } = await edit(id, { overrides: [{ metric_key: 'exit_cap_rate_pct', value: 6.25 }] }, undefined, 1)
      expect(body.scenario.version).toBe(2)
      expect(body.changes.map(({ metric_key }: { metric_key: string }) => metric_key)).toContain('equity_multiple')
      expect(await numbers()).toMatchObject({ exit_cap_rate_pct: 6.25, interest_rate_pct: 6 })
      expectRefusal(await edit(id, { name: 'Late' }, undefined, 1), 409, 'stale_version')
    })

    it('take up applied and reverted what-ifs: in "Current case" where Base was presented', async () => {
      const before = await numbers()
      expect((await apply('exit_cap_rate_pct', 6)).body).toMatchObject({ applied: true })
      const [, current] = (await listed()).scenarios
      expect(current).toMatchObject({ name: 'Current case', is_presented: true, overrides: [{ value: 6 }] })
      await apply('loan_amount', 30_000_000)
      expect((await listed()).scenarios[1].overrides).toMatchObject([{ value: 6 }, { value: 30_000_000 }])
      await people().editor.send('POST', `/api/canvas/${deal}/ripple/revert`, { metric_key: 'exit_cap_rate_pct' })
      expect((await listed()).scenarios[1].overrides).toMatchObject([{ metric_key: 'loan_amount' }])
      await people().editor.send('POST', `/api/canvas/${deal}/ripple/revert`)
      expect(await numbers()).toEqual(before)
      expect((await listed()).scenarios[1].overrides).toEqual([])
    })

    it('keep what-ifs exact when scenarios are presented in between', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      await apply('exit_cap_rate_pct', 5.75)
      const applied = await numbers()
      const [, , current] = (await listed()).scenarios
      await post(id, 'present')
      await apply('interest_rate_pct', 7)
      await people().editor.send('POST', `/api/canvas/${deal}/ripple/revert`)
      expect(await numbers()).toMatchObject({ interest_rate_pct: 6.5, exit_cap_rate_pct: 6 })
      await post(current.id, 'present')
      expect(await numbers()).toEqual(applied)
    })

    it('are private for commenters until they propose them, and nobody else can tell that they exist [SCENARIO-7]', async () => {
      const { commenter, editor, owner, viewer } = people()
      expectRefusal(await create({ name: 'Mine', visibility: 'shared' }, commenter), 403, 'role_too_low')
      expectRefusal(await create({ name: 'Mine' }, viewer), 403, 'role_too_low')
      const length = (await trail()).length
      const mine = await created({ name: 'Mine', overrides: downside }, commenter)
      expect(mine.kind).toBe('private')
      await edit(mine.id, { note: 'A thought' }, commenter)
      for (const person of [editor, owner, viewer]) {
        expect((await listed(person)).scenarios).toHaveLength(1)
        expectRefusal(await person.get(at(`/${mine.id}`)), 404, 'scenario_not_found')
        expectRefusal(await person.get(at(`/compare?ids=base,${mine.id}`)), 404, 'scenario_not_found')
      }
      expectRefusal(await edit(mine.id, { name: 'Ours' }, editor), 404, 'scenario_not_found')
      expect((await trail()).length).toBe(length)
      expect((await created({ name: 'Mine' }, editor)).name).toBe('Mine')

      const { body } = await post(mine.id, 'propose', commenter, { reason: 'The lender asked' })
      expect(body.proposal).toMatchObject({ proposed_by: { user_id: commenter.userId }, reason: 'The lender asked' })
      expect((await viewer.get(at(`/${mine.id}`))).status).toBe(200)
      expectRefusal(await post(mine.id, 'present', owner), 409, 'scenario_private')
      const { notifications } = (await owner.get('/api/canvas/notifications')).body
      expect(notifications[0]).toMatchObject({ type: 'scenario_proposed', snippet: 'Mine: 2 inputs' })
      expectRefusal(await people().editor.send('DELETE', at(`/${mine.id}/propose`)), 403, 'not_author')
      await commenter.send('DELETE', at(`/${mine.id}/propose`))
      expectRefusal(await viewer.get(at(`/${mine.id}`)), 404, 'scenario_not_found')
    })

    it('are adopted input by input: what others changed meanwhile stays [SCENARIO-6]', async () => {
      const { commenter, owner } = people()
      const mine = await created({ name: 'Mine', overrides: downside }, commenter)
      await post(mine.id, 'propose', commenter)
      await apply('loan_amount', 30_000_000)
      expectRefusal(await post(mine.id, 'adopt', people().editor), 403, 'role_too_low')
      const { body } = await post(mine.id, 'adopt', owner)
      expect(body.scenario).toMatchObject({ name: 'Current case', is_presented: true })
      expect(await numbers()).toMatchObject({
        exit_cap_rate_pct: 6,
        interest_rate_pct: 6.5,
        loan_amount: 30_000_000,
      })
      // It is the private scenario of the commenter again.
      expectRefusal(await post(mine.id, 'adopt', owner), 404, 'scenario_not_found')
    })

    it('conflict where an input was changed since: base, current and proposed value are named, nothing changes', async () => {
      const { commenter, owner } = people()
      const mine = await created({ name: 'Mine', overrides: downside }, commenter)
      await post(mine.id, 'propose', commenter)
      await apply('exit_cap_rate_pct', 5.75)
      const before = await numbers()
      const refused = await post(mine.id, 'adopt', owner)
      expectRefusal(refused, 409, 'scenario_conflict')
      expect(refused.body.conflicts).toEqual([
        { metric_key: 'exit_cap_rate_pct', label: 'Exit Cap Rate', base: null, current: 5.75, proposed: 6 },
      ])
      expect(await numbers()).toEqual(before)
      await post(mine.id, 'propose', commenter)
      expect((await post(mine.id, 'adopt', owner)).status).toBe(200)
      expect(await numbers()).toMatchObject({ exit_cap_rate_pct: 6 })
    })

    it('keep the inputs that a new workbook has, and say which are not applied [SCENARIO-8]', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      await post(id, 'present')
      const { Inputs = [], ...rest } = propertySheets({ purchasePrice: 51_000_000 })
      const without = Inputs.map((cells) =>
        cells[0] === 'Exit Cap Rate' ? ['Sale yield used', cells[1] ?? null] : cells,
      )
      await plantModel(app, people().editor, deal, { Inputs: without, ...rest })
      const found = (await people().viewer.get(at(`/${id}`))).body
      expect(
        found.overrides.map(({ metric_key, is_detached }: Record<string, unknown>) => [metric_key, is_detached]),
      ).toEqual([
        ['exit_cap_rate_pct', true],
        ['interest_rate_pct', false],
      ])
      expect(await numbers()).toMatchObject({ interest_rate_pct: 6.5, purchase_price: 51_000_000 })
    })

    it('refuse computed metrics, unknown and repeated inputs, taken names, and more than their number [SCENARIO-9]', async () => {
      const computed = await create({ name: 'Wishes', overrides: [{ metric_key: 'dscr', value: 2 }] })
      expectRefusal(computed, 409, 'metric_is_computed')
      const twice = [...downside, { metric_key: 'exit_cap_rate_pct', value: 5 }, { metric_key: 'exit_cap', value: 5 }]
      const { status, body } = await create({ name: 'Wishes', overrides: twice })
      expect(status).toBe(422)
      expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual([
        ['body', 'overrides', 2, 'metric_key'],
        ['body', 'overrides', 3, 'metric_key'],
      ])
      await created({ name: 'Downside' })
      expectRefusal(await create({ name: ' downside ' }), 409, 'scenario_name_taken')
      expectRefusal(await create({ name: 'base' }), 409, 'scenario_name_taken')
      expect((await create({ name: ' - ' })).status).toBe(422)
      expectRefusal(await create({ name: 'Other', based_on: 'nothing' }), 404, 'scenario_not_found')
      await app.sql(
        `INSERT INTO scenarios (id, deal_id, name, color, visibility, overrides, version, created_by, created_at, updated_at)
          SELECT gen_random_uuid(), $1, 'Case ' || n, 'blue', 'shared', '[]', 1, $2, now(), now()
          FROM generate_series(2, $3::int) AS n`,
        [deal, people().editor.userId, maxScenarios],
      )
      expectRefusal(await create({ name: 'One more' }), 409, 'too_many_scenarios')
    })

    it('are what tables and goal seeks start from, if one is named [SCENARIO-13]', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      const compared = await compare([id])
      const table = async (scenario_id?: string) => {
        const { body } = await people().viewer.send('POST', `/api/canvas/${deal}/tables/two-way`, {
          metric_key: 'equity_multiple',
          rows: { metric_key: 'exit_cap_rate_pct', values: [5.5, 6] },
          columns: { metric_key: 'loan_amount', values: [32_500_000] },
          scenario_id,
        })
        return readFrames(body).map(({ data }) => data)
      }
      const [axes, , six] = await table(id)
      expect(axes).toMatchObject({ base: row(compared, 'equity_multiple')?.[0], rows: { base: 6 } })
      expect(six.values[0]).toBeCloseTo(axes.base, 9)
      const [memo, , memoSix] = await table()
      expect(memo.rows.base).toBe(5.5)
      expect(memoSix.values[0]).toBeGreaterThan(six.values[0])
      const seek = async (scenario_id?: string) => {
        const goal = { metric_key: 'dscr', target: 1.5, input: 'loan_amount', scenario_id }
        return (await people().viewer.send('POST', `/api/canvas/${deal}/goal-seek`, goal)).body.solutions[0].input_value
      }
      // Debt service is loan times rate: at 6.5 % instead of 6 % the same DSCR allows less debt.
      expect((await seek(id)) / (await seek('base'))).toBeCloseTo(6 / 6.5, 6)
      expectRefusal(
        await people().viewer.send('POST', `/api/canvas/${deal}/goal-seek`, {
          metric_key: 'dscr',
          target: 1.5,
          input: 'loan_amount',
          scenario_id: 'nothing',
        }),
        404,
        'scenario_not_found',
      )
    })

    it('are among what changed since somebody last looked, except those they cannot see', async () => {
      const news = async (person: Person) =>
        (await person.get(`/api/canvas/${deal}/since`)).body.scenarios.map(
          ({ name, change }: Record<string, unknown>) => [name, change],
        )
      const { id } = await created({ name: 'Downside', overrides: downside })
      const mine = await created({ name: 'Mine', overrides: downside }, people().commenter)
      await post(mine.id, 'propose', people().commenter)
      await post(id, 'present')
      await post('base', 'present')
      expect(await news(people().viewer)).toEqual([
        ['Base', 'presented'],
        ['Downside', 'presented'],
        ['Mine', 'proposed'],
      ])
      await people().commenter.send('DELETE', at(`/${mine.id}/propose`))
      expect((await news(people().viewer)).map(([name]: string[]) => name)).toEqual(['Base', 'Downside'])
    })

    it('are compared at most ten at a time, each once', async () => {
      for (const ids of [['base', 'base'], Array.from({ length: 11 }, (_, n) => `case-${n}`)])
        expect((await people().viewer.get(at(`/compare?ids=${ids.join(',')}`))).status).toBe(422)
      expectRefusal(await people().viewer.get(at('/compare?ids=base,case-1')), 404, 'scenario_not_found')
    })

    it('cannot be changed after the decision', async () => {
      const { id } = await created({ name: 'Downside', overrides: downside })
      await people().owner.send('POST', `/api/canvas/${deal}/finalize`, { decision: 'approved', rationale: 'Good' })
      for (const refused of [create({ name: 'Late' }), edit(id, { name: 'Late' }), post(id, 'present')])
        expectRefusal(await refused, 409, 'deal_finalized')
      expect((await compare(['base', id])).scenarios).toHaveLength(2)
    })
  })

  it('include the cases of the workbook, which can be compared and not changed [SCENARIO-10]', async () => {
    await plantModel(app, people().editor, deal, companySheets())
    const { scenarios } = await listed()
    expect(scenarios.map(({ id, kind, name }: Record<string, unknown>) => [id, kind, name])).toEqual([
      ['base', 'base', 'Base'],
      ['case-1', 'workbook', 'Scenario 1'],
      ['case-3', 'workbook', 'Scenario 3'],
    ])
    expect(row(await compare(['base', 'case-1', 'case-3']), 'exit_multiple')).toEqual([9, 8, 10])
    const { body } = await people().viewer.send('POST', `/api/canvas/${deal}/tables/two-way`, {
      metric_key: 'exit_multiple',
      rows: { metric_key: 'entry_multiple', values: [9] },
      columns: { metric_key: 'revenue', values: [50_000_000] },
      scenario_id: 'case-3',
    })
    expect(readFrames(body)[1]?.data.values).toEqual([10])
    expectRefusal(await edit('case-1', { name: 'Mine' }), 409, 'scenario_read_only')
    expectRefusal(await post('case-1', 'present'), 409, 'scenario_read_only')
  })

  it('use the formulas of the catalogue where the workbook cannot be recalculated', async () => {
    await plantModel(app, people().editor, deal, valuesSheets())
    const { id } = await created({
      name: 'Less debt',
      overrides: [{ metric_key: 'annual_debt_service', value: 1_482_000 }],
    })
    expect(row(await compare(['base', id]), 'dscr')).toEqual([1.52, 2])
  })

  it('need a workbook', async () => {
    expect((await listed()).scenarios).toHaveLength(1)
    expectRefusal(await create({ name: 'Downside' }), 409, 'no_model')
    expectRefusal(await people().viewer.get(at('/compare?ids=base')), 409, 'no_model')
    expectRefusal(await post('base', 'present'), 409, 'no_model')
  })
})
