import { beforeEach, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'
import { propertySheets, uploadWorkbook } from '../../testing/workbooks.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('readings on two nodes', ['by PostgreSQL', 'by Redis', 'not at all'], (app) => {
  let editor: Someone
  let deal: string
  beforeEach(async () => {
    editor = await app.signIn('editor')
    deal = await plantDeal(app, { members: { [editor.userId]: 'editor' } })
    const document_id = await uploadWorkbook({ service: app.here }, editor, deal, propertySheets())
    expect((await send(app.here, 'POST', 'model', { payload: { document_id } })).statusCode).toBe(200)
  })
  const send = (
    service: Service,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { payload, version }: { payload?: object; version?: number } = {},
  ) =>
    service.app.inject({
      method,
      url: `/api/canvas/${deal}/${path}`,
      headers: {
        authorization: `Bearer ${editor.token}`,
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
  const readingAt = async (service: Service) => (await send(service, 'GET', 'reading')).json()
  const noi = (cell: string) => ({ choices: [{ metric_key: 'noi', cell: { sheet: 'Summary', cell } }] })
  const noiIn = (reading: { metrics: { key: string; value: number }[] }) =>
    reading.metrics.find(({ key }) => key === 'noi')?.value

  it('shows a changed reading on the other node immediately, with the same version', async () => {
    const { version } = await readingAt(app.there)
    const changed = await send(app.here, 'PUT', 'reading', { payload: noi('B1'), version })
    expect(changed.statusCode).toBe(200)
    const [here, there] = [await readingAt(app.here), await readingAt(app.there)]
    expect(there).toEqual(here)
    expect([there.version, noiIn(there)]).toEqual([changed.json().version, 4_940_000])
  })

  it('rejects a change on the other node that is based on an older version, and changes nothing', async () => {
    const { version } = await readingAt(app.there)
    await send(app.here, 'PUT', 'reading', { payload: noi('B1'), version })
    const stale = await send(app.there, 'PUT', 'reading', { payload: noi('B2'), version })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version'])
    expect(noiIn(await readingAt(app.there))).toBe(4_940_000)
  })

  it('accepts one of two changes sent to both nodes with the same version', async () => {
    const { version } = await readingAt(app.here)
    const answers = await Promise.all([
      send(app.here, 'PUT', 'reading', { payload: noi('B1'), version }),
      send(app.there, 'PUT', 'reading', { payload: noi('B2'), version }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await readingAt(app.there)).toEqual(await readingAt(app.here))
  })
})
