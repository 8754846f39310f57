import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { readFrames } from '../../testing/event-reader.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'
import { propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('what-ifs on two nodes', ['by PostgreSQL', 'by Redis'], (app) => {
  let editor: Someone
  let deal: string
  beforeAll(async () => {
    editor = await app.signIn('editor')
  })
  beforeEach(async () => {
    deal = await plantDeal(app, { members: { [editor.userId]: 'editor' } })
    const document = await uploadWorkbook({ service: app.here }, editor, deal, propertySheets())
    expect((await send(app.here, 'POST', 'model', { document_id: document })).statusCode).toBe(200)
  })
  const send = (service: Service, method: 'GET' | 'POST', path: string, payload?: object) =>
    service.app.inject({
      method,
      url: `/api/canvas/${deal}/${path}`,
      headers: { authorization: `Bearer ${editor.token}` },
      ...(payload === undefined ? {} : { payload }),
    })
  const preview = async (service: Service, newValue: number) => {
    const { body } = await send(service, 'POST', 'ripple/preview', {
      metric_key: 'exit_cap_rate_pct',
      new_value: newValue,
    })
    return readFrames(body).at(-1)?.data
  }
  /** Removes the fields that differ between two previews of the same change. */
  const content = ({ preview_token: _, expires_at: __, stats: ___, ...rest }: Record<string, unknown>) => rest

  it('applies a preview of one node on the other, and both continue from the same numbers', async () => {
    await preview(app.here, 5.75)
    await preview(app.there, 5.75)
    const { preview_token } = await preview(app.here, 6)
    expect((await send(app.there, 'POST', 'ripple/apply', { preview_token })).statusCode).toBe(200)
    expect((await send(app.here, 'POST', 'ripple/apply', { preview_token })).json().code).toBe('preview_applied')
    const [one, other] = [await preview(app.here, 5.25), await preview(app.there, 5.25)]
    expect(one.metric).toMatchObject({ before: 6, after: 5.25 })
    expect(content(other)).toEqual(content(one))
    const [here, there] = [await send(app.here, 'GET', 'data-quality'), await send(app.there, 'GET', 'data-quality')]
    expect(here.json()).toMatchObject({ status: 'assessed', model_version: 2 })
    expect(there.json()).toEqual(here.json())
  })

  it('rejects a preview as stale after the other node changed the model', async () => {
    const first = await preview(app.here, 6)
    const second = await preview(app.there, 5)
    await send(app.there, 'POST', 'ripple/apply', { preview_token: second.preview_token })
    const late = await send(app.here, 'POST', 'ripple/apply', { preview_token: first.preview_token })
    expect(late.json().code).toBe('model_changed')
    expect((await send(app.here, 'POST', 'ripple/revert')).statusCode).toBe(200)
    expect((await preview(app.there, 5)).metric.before).toBe(5.5)
  })
})
