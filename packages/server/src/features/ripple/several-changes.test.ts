import { maxChanges } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { metricsOf, plantModel } from '../../testing/workbooks.ts'

const capAndRate = [
  { metric_key: 'exit_cap_rate_pct', new_value: 6 },
  { metric_key: 'interest_rate_pct', new_value: 6.5 },
]

onService('what-if with several changes', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { owner, editor, viewer } = people()
    const members = { [owner.userId]: 'owner', [editor.userId]: 'editor', [viewer.userId]: 'viewer' } as const
    deal = await plantDeal(app, { members })
    await plantModel(app, editor, deal)
  })
  const ask = (body: object) => people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, body)
  const preview = async (body: object) => readFrames((await ask(body)).body).at(-1)?.data
  const send = (action: string, body: object) =>
    people().editor.send('POST', `/api/canvas/${deal}/ripple/${action}`, body)
  const values = async (): Promise<Record<string, number | null>> =>
    Object.fromEntries(Object.entries(await metricsOf(people().viewer, deal)).map(([key, { value }]) => [key, value]))
  const locations = ({ body }: { body: { detail: { loc: unknown[] }[] } }) => body.detail.map(({ loc }) => loc)

  it('states what applying one change after the other leads to [PREVIEW-11]', async () => {
    const found = await preview({ changes: capAndRate })
    expect(found.metric).toMatchObject({ key: 'exit_cap_rate_pct', before: 5.5, after: 6 })
    expect(found.further_metrics).toMatchObject([{ key: 'interest_rate_pct', before: 6, after: 6.5 }])
    for (const { metric_key, new_value } of capAndRate)
      await send('apply', { preview_token: (await preview({ metric_key, new_value })).preview_token })
    const applied = await values()
    for (const { metric_key, after } of found.impacts) expect(applied[metric_key]).toBeCloseTo(after, 9)
  })

  it('applies all of them at once, and reverts each by itself to the last digit', async () => {
    const before = await values()
    const { preview_token, impacts } = await preview({ changes: capAndRate })
    const { body } = await send('apply', { preview_token, reason: 'Term sheet' })
    expect(body).toMatchObject({ applied: true, model_version: 2 })
    const applied = await values()
    expect(applied).toMatchObject({ exit_cap_rate_pct: 6, interest_rate_pct: 6.5 })
    for (const { metric_key, after } of impacts) expect(applied[metric_key]).toBe(after)
    await send('revert', { metric_key: 'exit_cap_rate_pct' })
    expect(await values()).toMatchObject({ exit_cap_rate_pct: 5.5, interest_rate_pct: 6.5 })
    await send('revert', { metric_key: 'interest_rate_pct' })
    expect(await values()).toEqual(before)
    const types = await app.sql<{ type: string }>(
      "SELECT type FROM journal WHERE deal_id = $1 AND type LIKE 'ripple.%' ORDER BY seq",
      [deal],
    )
    expect(types.map(({ type }) => type)).toEqual([
      'ripple.applied',
      'ripple.applied',
      'ripple.reverted',
      'ripple.reverted',
    ])
  })

  it('simulates around all of them, and gives the same trials for the same request', async () => {
    const simulation = { samples: 500 }
    const view = async (body: object) =>
      readFrames((await ask({ ...body, probabilistic: true, simulation })).body).find(
        ({ event }) => event === 'probabilistic_view',
      )?.data
    const [both, again, one] = [
      await view({ changes: capAndRate }),
      await view({ changes: capAndRate }),
      await view(capAndRate[0] ?? {}),
    ]
    const median = ({ metrics }: { metrics: Record<string, { p50: number }> }) => metrics['equity_multiple']?.p50
    expect(median(both)).toBe(median(again))
    expect(median(both)).toBeLessThan(median(one) ?? Number.NaN)
  })

  it('keeps the form with one metric to the letter, and names what is wrong with each change', async () => {
    const { status, body } = await ask({ probabilistic: true })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      { type: 'missing', loc: ['body', 'metric_key'], msg: 'Field required' },
      { type: 'missing', loc: ['body', 'new_value'], msg: 'Field required' },
    ])
    const unknown = await ask({ changes: [...capAndRate, { metric_key: 'exit_cap', new_value: 5 }] })
    expect(locations(unknown)).toEqual([['body', 'changes', 2, 'metric_key']])
    const twice = await ask({ ...capAndRate[0], changes: capAndRate })
    expect(locations(twice)).toEqual([['body', 'changes', 0, 'metric_key']])
    const many = Array.from({ length: maxChanges + 1 }, () => capAndRate[0])
    for (const changes of [[], many]) expect((await ask({ changes })).status).toBe(422)
  })

  it('applies nothing where one of the metrics is computed', async () => {
    const before = await values()
    const { preview_token, hypothetical } = await preview({
      changes: [...capAndRate, { metric_key: 'dscr', new_value: 2 }],
    })
    expect(hypothetical).toBe(true)
    expectRefusal(await send('apply', { preview_token }), 409, 'metric_is_computed')
    expect(await values()).toEqual(before)
  })
})
