import { kindOf } from '@deal-canvas/engine'
import { beforeEach, expect, it, vi } from 'vitest'
import { readFrames } from '../../testing/event-reader.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { metricsOf, plantModel, propertySheets } from '../../testing/workbooks.ts'
import { headlineKeys, headlineKeysOf } from './headline-keys.ts'

onService('headlines of a deal', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'viewer')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { owner, editor, viewer } = people()
    deal = await plantDeal(app, {
      members: { [owner.userId]: 'owner', [editor.userId]: 'editor', [viewer.userId]: 'viewer' },
    })
  })
  const line = async () =>
    (await people().viewer.get('/api/deals?limit=100')).body.deals.find(
      ({ deal_id }: { deal_id: string }) => deal_id === deal,
    )
  const apply = async (metric_key: string, new_value: number) => {
    const { body } = await people().editor.send('POST', `/api/canvas/${deal}/ripple/preview`, { metric_key, new_value })
    const { preview_token } = readFrames(body).at(-1)?.data ?? {}
    expect((await people().editor.send('POST', `/api/canvas/${deal}/ripple/apply`, { preview_token })).status).toBe(200)
  }
  const put = (metric: string, value: number | null, more: object = {}) =>
    people().editor.send('PUT', `/api/canvas/${deal}/metrics/${metric}`, { value, ...more })
  const details = (body: object, version: number) =>
    people().owner.send('PATCH', `/api/canvas/${deal}/committee`, body, { 'if-match': `"${version}"` })

  it('follow an override, the presented scenario, a confirmed number and a new workbook [DEAL-9]', async () => {
    expect(await line()).toMatchObject({ size: null, return: null, multiple: null, deal_type: null, currency: 'USD' })
    await plantModel(app, people().editor, deal)
    const first = await line()
    expect(first).toMatchObject({
      deal_type: 'cre_multifamily',
      scenario_name: null,
      size: { metric_key: 'purchase_price', value: 50_000_000, unit: 'currency', origin: 'input' },
      multiple: { metric_key: 'equity_multiple', origin: 'computed' },
    })

    await apply('purchase_price', 52_400_000)
    const overridden = await line()
    const now = await metricsOf(people().viewer, deal)
    expect(overridden).toMatchObject({
      size: { value: 52_400_000, origin: 'overridden' },
      multiple: { value: now['equity_multiple']?.value },
      scenario_name: 'Current case',
    })
    expect(overridden.multiple.value).not.toBe(first.multiple.value)

    expect((await people().owner.send('POST', `/api/canvas/${deal}/scenarios/base/present`, {})).status).toBe(200)
    expect(await line()).toMatchObject({ size: first.size, multiple: first.multiple, scenario_name: null })

    const { version } = (await people().editor.get(`/api/canvas/${deal}/reading`)).body
    const confirmed = await people().editor.send(
      'PUT',
      `/api/canvas/${deal}/reading`,
      { settings: { currency: 'EUR' }, confirm: ['purchase_price'] },
      { 'if-match': `"${version}"` },
    )
    expect(confirmed.status).toBe(200)
    expect(await line()).toMatchObject({ currency: 'EUR', size: { confirmation: 'confirmed' } })

    await plantModel(app, people().editor, deal, propertySheets({ purchasePrice: 61_000_000 }))
    expect(await line()).toMatchObject({ size: { value: 61_000_000 } })
  })

  it('mark a number that nobody has confirmed as unconfirmed [DEAL-9]', async () => {
    await plantModel(app, people().editor, deal)
    await app.sql("UPDATE deal_metrics SET confidence = 0.4 WHERE deal_id = $1 AND metric_key = 'purchase_price'", [
      deal,
    ])
    await app.sql('UPDATE deal_headlines SET rule = 0 WHERE deal_id = $1', [deal])
    await vi.waitUntil(async () => (await line()).size?.confirmation === 'unconfirmed', { timeout: 30_000 })
    expect(await line()).toMatchObject({ size: { confirmation: 'unconfirmed', value: 50_000_000 } })
  })

  it('are those of the type that an owner sets, and of any metric with the unit of a headline otherwise [DEAL-9]', async () => {
    await put('enterprise_value', 118_000_000)
    await put('purchase_price', 40_000_000)
    await put('gross_irr_pct', 21.5)
    expect(await line()).toMatchObject({
      deal_type: null,
      size: { metric_key: 'purchase_price', origin: 'manual', confirmation: 'confirmed' },
      return: { metric_key: 'gross_irr_pct', value: 21.5 },
    })
    const { status, body } = await details({ deal_type: 'pe_lbo', city: '  Stuttgart ' }, 1)
    expect([status, body]).toMatchObject([200, { deal_type: 'pe_lbo', city: 'Stuttgart', version: 2 }])
    expect(await line()).toMatchObject({
      deal_type: 'pe_lbo',
      city: 'Stuttgart',
      size: { metric_key: 'enterprise_value', value: 118_000_000 },
    })
    await put('enterprise_value', null)
    expect((await line()).size).toBeNull()
    expect((await details({ deal_type: null, city: null }, 2)).body).toMatchObject({ deal_type: null, city: null })
    expect(await line()).toMatchObject({ city: null, deal_type: null, size: { metric_key: 'purchase_price' } })
    expect((await details({ city: 'x'.repeat(81) }, 3)).status).toBe(422)
    expect((await details({ deal_type: 'castle' }, 3)).status).toBe(422)
  })

  it('are recorded without the city, which is text of a person', async () => {
    await details({ deal_type: 'merger', city: 'Stuttgart' }, 1)
    const [event] = await app.sql<{ data: string }>(
      "SELECT data FROM journal WHERE deal_id = $1 AND type = 'deal.details_changed'",
      [deal],
    )
    expect(JSON.parse(event?.data ?? '{}')).toMatchObject({ deal_type: 'merger', city_changed: true })
    expect(event?.data).not.toContain('Stuttgart')
  })

  it('are written in the background for deals from before there were any, and change no number [DEAL-9]', async () => {
    await put('purchase_price', 40_000_000)
    const before = await metricsOf(people().viewer, deal)
    await app.sql(
      'UPDATE deal_headlines SET rule = 0, size = NULL, return_pct = NULL, headlines = NULL, deal_type = NULL',
    )
    await vi.waitUntil(async () => (await app.sql('SELECT 1 FROM deal_headlines WHERE rule = 0')).length === 0, {
      timeout: 30_000,
      interval: 50,
    })
    expect(await line()).toMatchObject({ size: { value: 40_000_000 } })
    expect(await metricsOf(people().viewer, deal)).toEqual(before)
  })

  it('are chosen among metrics that the catalogue knows, with the unit of the headline', () => {
    for (const key of headlineKeys) expect([key, kindOf(key)?.key]).toEqual([key, key])
    for (const type of [null, 'pe_lbo', 'saas_growth', 'cre_office', 'private_credit', 'development', 'merger']) {
      const keys = headlineKeysOf(type)
      for (const key of keys.size) expect([key, kindOf(key)?.unit]).toEqual([key, 'currency'])
      for (const key of keys.return) expect([key, kindOf(key)?.unit]).toEqual([key, 'percentage_points'])
      for (const key of keys.multiple) expect([key, kindOf(key)?.unit]).toEqual([key, 'multiple_x'])
    }
  })
})
