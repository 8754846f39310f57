import { dealRoles, maxUncertaintyVersions, maxVaryingInputs } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { plantModel, valuesSheets } from '../../testing/workbooks.ts'

const cap = { metric_key: 'exit_cap_rate_pct', distribution: 'triangular', below: 0.5, above: 1 }
const interest = { metric_key: 'interest_rate_pct', distribution: 'uniform', below: 0.1, above: 0.1, is_relative: true }
const growth = { metric_key: 'rent_growth_pct', distribution: 'history', history: [2.1, 3.4, -0.8, 2.9] }

onService('uncertainty of scenarios', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (path = '') => `/api/canvas/${deal}/scenarios${path}`
  const show = async (id = 'base', person: Person = people().viewer, version?: number) =>
    (await person.get(at(`/${id}/uncertainty${version === undefined ? '' : `?version=${version}`}`))).body
  const seen = (version?: number) => ({ 'if-match': version === undefined ? '*' : `"${version}"` })
  const save = (body: object, id = 'base', person: Person = people().editor, version?: number) =>
    person.send('PUT', at(`/${id}/uncertainty`), body, seen(version))
  const saved = async (...given: Parameters<typeof save>) => {
    const { status, body } = await save(...given)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const reset = (id = 'base', person: Person = people().editor, version?: number) =>
    person.send('DELETE', at(`/${id}/uncertainty`), undefined, seen(version))
  const createScenario = async (body: object, person: Person = people().editor): Promise<string> =>
    (await person.send('POST', at(), body)).body.id
  const varying = ({ inputs }: { inputs: { metric_key: string; varies: boolean }[] }) =>
    inputs
      .filter(({ varies }) => varies)
      .map(({ metric_key }) => metric_key)
      .sort()
  const setting = ({ inputs }: { inputs: { metric_key: string }[] }, key: string) =>
    inputs.find(({ metric_key }) => metric_key === key)
  const simulate = async (body: object, person: Person = people().viewer) => {
    const answer = await person.send('POST', at('/simulate'), body)
    return answer.status === 200 ? readFrames(answer.body) : answer
  }
  const simulated = async (ids: string[], more: object = {}) => {
    const frames = await simulate({ scenario_ids: ids, samples: 1_000, seed: 7, ...more })
    if (!Array.isArray(frames)) throw new Error(`${frames.status} ${JSON.stringify(frames.body)}`)
    return frames.filter(({ event }) => event === 'scenario').map(({ data }) => data)
  }
  const outputOf = (scenario: { outputs: { metric_key: string }[] }, key: string): Record<string, never> =>
    scenario.outputs.find(({ metric_key }) => metric_key === key) as never

  describe('of a deal with a workbook', () => {
    beforeEach(() => plantModel(app, people().editor, deal))

    it('follows from the kind of metric by default; prices and signed terms are fixed [UNCERTAINTY-1]', async () => {
      const found = await show()
      expect(found).toMatchObject({ scenario_id: 'base', source: 'default', version: 0, can_edit: false, versions: [] })
      expect(varying(found)).toContain('exit_cap_rate_pct')
      expect(varying(found)).not.toContain('purchase_price')
      expect(varying(found)).not.toContain('loan_amount')
      expect(varying(found).length).toBeLessThanOrEqual(maxVaryingInputs)
      expect(setting(found, 'exit_cap_rate_pct')).toEqual({
        metric_key: 'exit_cap_rate_pct',
        label: 'Exit Cap Rate',
        unit: 'percentage_points',
        value: 5.5,
        varies: true,
        distribution: 'pert',
        below: 0.75,
        above: 0.75,
        is_relative: false,
        choices: null,
        history: null,
        low: 4.75,
        high: 6.25,
      })
      expect(found.correlations).toContainEqual({
        one: 'exit_cap_rate_pct',
        other: 'interest_rate_pct',
        correlation: 0.4,
      })
      expect(found.inputs.some(({ metric_key }: { metric_key: string }) => metric_key === 'dscr')).toBe(false)
    })

    it('is saved for the deal and used by every scenario without its own [UNCERTAINTY-2]', async () => {
      const correlations = [{ one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: -0.2 }]
      const ofDeal = await saved({ inputs: [cap, interest, growth], correlations })
      expect(ofDeal).toMatchObject({ source: 'deal', version: 1, can_edit: true, correlations })
      expect(varying(ofDeal)).toEqual(['exit_cap_rate_pct', 'interest_rate_pct', 'rent_growth_pct'])
      expect(setting(ofDeal, 'exit_cap_rate_pct')).toMatchObject({ ...cap, low: 5, high: 6.5 })
      expect(setting(ofDeal, 'interest_rate_pct')).toMatchObject({ ...interest, low: 5.4, high: 6.6 })
      expect(setting(ofDeal, 'rent_growth_pct')).toMatchObject({ ...growth, low: -0.8, high: 3.4 })

      const id = await createScenario({ name: 'Downside', overrides: [{ metric_key: 'exit_cap_rate_pct', value: 6 }] })
      const inherited = await show(id)
      expect(inherited).toMatchObject({ source: 'deal', version: 0, correlations })
      expect(setting(inherited, 'exit_cap_rate_pct')).toMatchObject({ value: 6, low: 5.5, high: 7 })

      await saved({ inputs: [interest] }, id)
      expect(varying(await show(id))).toEqual(['interest_rate_pct'])
      expect(await show(id)).toMatchObject({ source: 'scenario', version: 1 })
      expect(varying(await show())).toHaveLength(3)

      expect((await reset(id)).status).toBe(204)
      expect(await show(id)).toMatchObject({ source: 'deal', version: 2 })
      expect(await show(id, people().viewer, 2)).toMatchObject({ source: 'deal', correlations })
      expect((await reset()).status).toBe(204)
      expect(await show(id)).toMatchObject({ source: 'default' })
    })

    it('is taken over by a scenario based on another, and then its own [UNCERTAINTY-11]', async () => {
      const origin = await createScenario({ name: 'Downside', overrides: [] })
      await saved({ inputs: [cap], correlations: [] }, origin)
      const copy = await createScenario({ name: 'Deeper downside', based_on: origin, overrides: [] })
      expect(await show(copy)).toMatchObject({ source: 'scenario', version: 1, inputs: (await show(origin)).inputs })
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
        type: 'scenario.uncertainty_changed',
        data: { scenario_id: copy, uncertainty_version: 1, varying: ['exit_cap_rate_pct'] },
      })
      await saved({ inputs: [interest], correlations: [] }, copy)
      expect(varying(await show(origin))).toEqual(['exit_cap_rate_pct'])
      await reset(origin)
      expect(varying(await show(copy))).toEqual(['interest_rate_pct'])
      const later = await createScenario({ name: 'Based on one without its own', based_on: origin, overrides: [] })
      expect(await show(later)).toMatchObject({ source: 'default', version: 0 })
    })

    it('keeps earlier versions, which say who saved them and can be shown [UNCERTAINTY-3]', async () => {
      await saved({ inputs: [cap] })
      await saved({ inputs: [cap, interest] }, 'base', people().owner, 1)
      expect((await reset('base', people().editor, 2)).status).toBe(204)
      const { versions } = await show()
      expect(versions.map(({ version, is_reset }: Record<string, unknown>) => [version, is_reset])).toEqual([
        [3, true],
        [2, false],
        [1, false],
      ])
      expect(versions[1].saved_by).toEqual(expect.any(String))
      expect(varying(await show('base', people().viewer, 1))).toEqual(['exit_cap_rate_pct'])
      expect(varying(await show('base', people().viewer, 2))).toEqual(['exit_cap_rate_pct', 'interest_rate_pct'])
      expectRefusal(await people().viewer.get(at('/base/uncertainty?version=9')), 404, 'uncertainty_version_not_found')
      await app.sql('UPDATE uncertainty_settings SET version = version + 100 WHERE deal_id = $1', [deal])
      await saved({ inputs: [cap] })
      await app.sql('UPDATE uncertainty_settings SET version = version + $2 WHERE deal_id = $1 AND version = 104', [
        deal,
        maxUncertaintyVersions,
      ])
      await saved({ inputs: [interest] })
      expect((await show()).versions).toHaveLength(2)
    })

    it('refuses a stale version and loses nobody’s settings [UNCERTAINTY-4]', async () => {
      await saved({ inputs: [cap] }, 'base', people().editor, 0)
      expectRefusal(await save({ inputs: [interest] }, 'base', people().owner, 0), 409, 'stale_version')
      expectRefusal(await reset('base', people().owner, 0), 409, 'stale_version')
      expect(varying(await show())).toEqual(['exit_cap_rate_pct'])
      expectRefusal(
        await people().editor.send('PUT', at('/base/uncertainty'), { inputs: [cap] }),
        428,
        'if_match_required',
      )
    })

    it('is changed by editors, of a private scenario by its author, and seen by nobody else [UNCERTAINTY-5]', async () => {
      expectRefusal(await save({ inputs: [cap] }, 'base', people().commenter), 403, 'role_too_low')
      expectRefusal(await save({ inputs: [cap] }, 'base', people().viewer), 403, 'role_too_low')
      expectRefusal(await save({ inputs: [cap] }, 'base', people().outsider), 404, 'deal_not_found')
      const mine = await createScenario({ name: 'Mine' }, people().commenter)
      expect(await saved({ inputs: [cap] }, mine, people().commenter)).toMatchObject({ can_edit: true })
      expectRefusal(await people().owner.get(at(`/${mine}/uncertainty`)), 404, 'scenario_not_found')
      expectRefusal(await save({ inputs: [cap] }, mine, people().owner), 404, 'scenario_not_found')
      expectRefusal(
        (await simulate({ scenario_ids: [mine] }, people().owner)) as Parameters<typeof expectRefusal>[0],
        404,
        'scenario_not_found',
      )
      const trail = async () => (await auditTrailOf(app, deal)).map(({ type }) => type)
      expect(await trail()).not.toContain('scenario.uncertainty_changed')
      await saved({ inputs: [cap] })
      expect((await auditTrailOf(app, deal)).at(-1)).toMatchObject({
        type: 'scenario.uncertainty_changed',
        data: { scenario_id: null, uncertainty_version: 1, varying: ['exit_cap_rate_pct'] },
      })
    })

    it.each([
      ['an input twice', { inputs: [cap, cap] }, ['inputs', 1, 'metric_key']],
      ['an unknown input', { inputs: [{ ...cap, metric_key: 'exit_cap' }] }, ['inputs', 0, 'metric_key']],
      ['a computed metric', { inputs: [{ ...cap, metric_key: 'dscr' }] }, ['inputs', 0, 'metric_key']],
      ['a range without its end', { inputs: [{ ...cap, above: undefined }] }, ['inputs', 0, 'above']],
      ['an uneven normal distribution', { inputs: [{ ...cap, distribution: 'normal' }] }, ['inputs', 0, 'above']],
      ['no choices', { inputs: [{ ...cap, distribution: 'discrete' }] }, ['inputs', 0, 'choices']],
      [
        'choices that do not add up',
        { inputs: [{ ...cap, distribution: 'discrete', choices: [{ value: 5, probability: 0.4 }] }] },
        ['inputs', 0, 'choices'],
      ],
      ['a history of one value', { inputs: [{ ...growth, history: [1] }] }, ['inputs', 0, 'history']],
      [
        'a correlation with an input that does not vary',
        { inputs: [cap], correlations: [{ one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: 0.5 }] },
        ['correlations', 0, 'other'],
      ],
      [
        'contradicting correlations',
        {
          inputs: [cap, interest, growth],
          correlations: [
            { one: 'exit_cap_rate_pct', other: 'interest_rate_pct', correlation: 0.95 },
            { one: 'exit_cap_rate_pct', other: 'rent_growth_pct', correlation: 0.95 },
            { one: 'interest_rate_pct', other: 'rent_growth_pct', correlation: -0.95 },
          ],
        },
        ['correlations'],
      ],
    ])('refuses %s and changes nothing [UNCERTAINTY-6]', async (_, body, place) => {
      const { status, body: refusal } = await save(body)
      expect([status, refusal.detail[0].loc]).toEqual([422, ['body', ...place]])
      expect(await show()).toMatchObject({ version: 0, source: 'default' })
    })

    it('gives the same numbers for the same seed, and each threshold its probability of a breach [UNCERTAINTY-7]', async () => {
      await saved({ inputs: [cap, interest, growth] })
      const limit = { metric_key: 'dscr', side: 'at_least', value: 1.5, kind: 'covenant' }
      const covenant = (await people().editor.send('POST', `/api/canvas/${deal}/thresholds`, limit)).body.id
      const price = { metric_key: 'purchase_price', side: 'at_most', value: 40_000_000, kind: 'hurdle' }
      const ceiling = (await people().editor.send('POST', `/api/canvas/${deal}/thresholds`, price)).body.id
      const id = await createScenario({
        name: 'Dear debt',
        overrides: [{ metric_key: 'interest_rate_pct', value: 7 }],
      })
      const [base, dear] = await simulated(['base', id])
      expect(base).toMatchObject({ scenario_id: 'base', samples: 1_000, inputs: 3, error: null })
      expect(base).toMatchObject({ uncertainty_source: 'deal', uncertainty_version: 1 })
      const chance = (scenario: { probabilities: Record<string, unknown>[] }, threshold: string): number =>
        scenario.probabilities.find(({ threshold_id }) => threshold_id === threshold)?.[
          'probability_of_breach'
        ] as number
      // 2,964,000 of income cover 6 % of 32,500,000 by 1.52 and 7 % by 1.30; the rate varies by a tenth either way.
      expect(chance(base, covenant)).toBeGreaterThan(0.3)
      expect(chance(base, covenant)).toBeLessThan(0.6)
      expect(chance(dear, covenant)).toBe(1)
      expect([chance(base, ceiling), chance(dear, ceiling)]).toEqual([1, 1])
      expect(await simulated(['base', id])).toEqual([base, dear])
      expect(await simulated([id])).toEqual([dear])
      const { p5, p10, p50, p90, p95 } = outputOf(base, 'equity_multiple')
      expect([p5, p10, p50, p90, p95]).toEqual([p5, p10, p50, p90, p95].toSorted((a, b) => Number(a) - Number(b)))
    })

    it('moves each input alone in the tornado, as a what-if does [UNCERTAINTY-8]', async () => {
      await saved({ inputs: [cap, interest] })
      const [base] = await simulated(['base'])
      const bars: Record<string, number>[] = outputOf(base, 'equity_multiple')['tornado'] ?? []
      expect(bars.map(({ metric_key }) => metric_key)).toEqual(['exit_cap_rate_pct', 'interest_rate_pct'])
      const { input_p90, at_p90 } = bars[0] ?? {}
      const body = { metric_key: 'exit_cap_rate_pct', new_value: input_p90 }
      const preview = await people().viewer.send('POST', `/api/canvas/${deal}/ripple/preview`, body)
      const impacts: { metric_key: string; after: number }[] = readFrames(preview.body).at(-1)?.data['impacts'] ?? []
      expect(impacts.find(({ metric_key }) => metric_key === 'equity_multiple')?.after).toBeCloseTo(at_p90 ?? 0, 12)
    })

    it('says that nothing varies instead of a certain probability [UNCERTAINTY-9]', async () => {
      await saved({ inputs: [] })
      expect(await simulated(['base'])).toMatchObject([
        { error: expect.stringContaining('No input'), samples: 0, outputs: [], probabilities: [] },
      ])
    })

    it('refuses to simulate a scenario twice, an unknown one, or too many at once', async () => {
      expect(await simulate({ scenario_ids: ['base', 'base'] })).toMatchObject({ status: 422 })
      expect(await simulate({ scenario_ids: ['nothing'] })).toMatchObject({ status: 404 })
      expect(await simulate({ scenario_ids: ['a', 'b', 'c', 'd', 'e'] })).toMatchObject({ status: 422 })
    })

    it('is used by a what-if that asks for it, around the new value [UNCERTAINTY-10]', async () => {
      await saved({ inputs: [cap, interest, growth] })
      const ask = (simulation: object) =>
        people().viewer.send('POST', `/api/canvas/${deal}/ripple/preview`, {
          metric_key: 'exit_cap_rate_pct',
          new_value: 6,
          probabilistic: true,
          simulation: { samples: 500, seed: 1, ...simulation },
        })
      const { body } = await ask({ scenario_settings: true })
      const view = readFrames(body).find(({ event }) => event === 'probabilistic_view')?.data
      expect(Object.keys(view?.['uncertain'] ?? {})).toEqual([
        'exit_cap_rate_pct',
        'interest_rate_pct',
        'rent_growth_pct',
      ])
      expect(view?.['uncertain'].rent_growth_pct.kind).toBe('history')
      expect(view?.['uncertain'].exit_cap_rate_pct).toMatchObject({
        kind: 'triangular',
        parameters: { low: 5.5, mode: 6, high: 7 },
      })
      const both = await ask({ scenario_settings: true, uncertain: [{ metric_key: 'interest_rate_pct' }] })
      expect([both.status, both.body.detail[0].loc]).toEqual([422, ['body', 'simulation', 'uncertain']])
    })

    it('goes with a deleted scenario and with a purged deal', async () => {
      const id = await createScenario({ name: 'Downside' })
      await saved({ inputs: [cap] }, id)
      await saved({ inputs: [cap] })
      const left = async () =>
        (await app.sql<{ id: string }>('SELECT scenario_id AS id FROM uncertainty_settings WHERE deal_id = $1', [deal]))
          .map((row) => row.id)
          .sort()
      expect(await left()).toEqual([id, 'base'].sort())
      expect((await people().editor.send('DELETE', at(`/${id}`), undefined, seen())).status).toBe(204)
      expect(await left()).toEqual(['base'])
      const superadmin = await app.signIn('superadmin')
      expect((await superadmin.send('DELETE', `/api/deals/${deal}?purge=true`)).status).toBe(204)
      expect(await left()).toEqual([])
    })
  })

  it('cannot be simulated if the workbook has no formulas', async () => {
    await plantModel(app, people().editor, deal, valuesSheets())
    expect(await simulated(['base'])).toMatchObject([{ error: expect.stringContaining('recalculated'), samples: 0 }])
  })

  it('needs a workbook', async () => {
    expectRefusal(await people().viewer.get(at('/base/uncertainty')), 409, 'no_model')
    expect(await simulate({ scenario_ids: ['base'] })).toMatchObject({ status: 409 })
  })
})
