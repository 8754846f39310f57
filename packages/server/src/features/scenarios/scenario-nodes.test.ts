import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'
import { propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('scenarios on two nodes', ['by PostgreSQL', 'by Redis'], (app) => {
  let owner: Someone
  let deal: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
  })
  beforeEach(async () => {
    deal = await plantDeal(app, { members: { [owner.userId]: 'owner' } })
    const document = await uploadWorkbook({ service: app.here }, owner, deal, propertySheets())
    expect((await send(app.here, 'POST', 'model', { document_id: document })).statusCode).toBe(200)
  })
  const send = (service: Service, method: 'GET' | 'POST', path: string, payload?: object) =>
    service.app.inject({
      method,
      url: `/api/canvas/${deal}/${path}`,
      headers: { authorization: `Bearer ${owner.token}` },
      ...(payload === undefined ? {} : { payload }),
    })
  const proposed = async (service: Service, name: string, overrides: object[]): Promise<string> => {
    const { id } = (await send(service, 'POST', 'scenarios', { name, overrides })).json()
    expect((await send(service, 'POST', `scenarios/${id}/propose`)).statusCode).toBe(200)
    return id
  }
  const adopt = (service: Service, id: string) => send(service, 'POST', `scenarios/${id}/adopt`)
  const inputs = async (service: Service): Promise<Record<string, number>> => {
    const { scenarios } = (await send(service, 'GET', 'scenarios')).json()
    const presented = scenarios.find(({ is_presented }: { is_presented: boolean }) => is_presented)
    return Object.fromEntries(
      presented.overrides.map(({ metric_key, value }: { metric_key: string; value: number }) => [metric_key, value]),
    )
  }

  it('adopts one of two competing proposals, and names what differs to the other [SCENARIO-6]', async () => {
    const six = await proposed(app.here, 'Six', [{ metric_key: 'exit_cap_rate_pct', value: 6 }])
    const seven = await proposed(app.there, 'Seven', [{ metric_key: 'exit_cap_rate_pct', value: 7 }])
    const answers = await Promise.all([adopt(app.here, six), adopt(app.there, seven)])
    const won = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [value, other] = won === 0 ? [6, 7] : [7, 6]
    expect(answers[1 - won]?.json()).toMatchObject({
      code: 'scenario_conflict',
      conflicts: [{ metric_key: 'exit_cap_rate_pct', base: null, current: value, proposed: other }],
    })
    expect([await inputs(app.here), await inputs(app.there)]).toEqual([
      { exit_cap_rate_pct: value },
      { exit_cap_rate_pct: value },
    ])
  })

  it('merges proposals about different inputs, whichever comes first', async () => {
    const cap = await proposed(app.here, 'Cap', [{ metric_key: 'exit_cap_rate_pct', value: 6 }])
    const loan = await proposed(app.there, 'Loan', [{ metric_key: 'loan_amount', value: 30_000_000 }])
    expect((await adopt(app.there, loan)).statusCode).toBe(200)
    expect((await adopt(app.here, cap)).statusCode).toBe(200)
    expect(await inputs(app.there)).toEqual({ exit_cap_rate_pct: 6, loan_amount: 30_000_000 })
  })
})
