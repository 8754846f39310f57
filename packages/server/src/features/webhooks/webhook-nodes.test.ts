import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices } from '../../testing/two-services.ts'
import { type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'

onTwoServices('webhooks', ['by PostgreSQL', 'not at all'], (app) => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.stop())

  it('get the events of each deal in order and one at a time, whichever node sends them [HOOK-13]', async () => {
    const { token } = await app.signIn('owner')
    const [org] = await app.sql<{ id: string }>("SELECT id FROM orgs WHERE name = 'Northwind Capital'")
    const orgId = org?.id ?? ''
    const payload = { name: 'Tracker', url: receiver.url }
    const headers = { authorization: `Bearer ${token}` }
    const url = `/api/orgs/${orgId}/webhooks`
    expect((await app.here.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(201)
    const deals = await Promise.all(
      [1, 2, 3, 4].map(() => plantDeal({ sql: app.sql, service: app.here }, { orgId, members: {} })),
    )
    const running = new Set<string>()
    let overlaps = 0
    receiver.reactWith(({ message }, answer) => {
      const id = message.data.deal_id
      if (running.has(id)) overlaps += 1
      running.add(id)
      setImmediate(() => {
        running.delete(id)
        answer.writeHead(200).end()
      })
    })
    const changing = deals.flatMap((dealId) =>
      [app.here, app.there, app.here, app.there].map((node) =>
        node.changes.changeAsService(dealId, async ({ record }) => {
          for (let n = 0; n < 5; n++) record('canvas.invalidated', { epoch: randomUUID() })
        }),
      ),
    )
    await Promise.all([...changing, app.here.deliverWebhooks(), app.there.deliverWebhooks()])
    await Promise.all([app.here.deliverWebhooks(), app.there.deliverWebhooks()])
    await expect.poll(() => receiver.accepted.length, { timeout: 60_000 }).toBe(80)
    for (const dealId of deals) {
      const ofDeal = receiver.accepted.filter(({ message }) => message.data.deal_id === dealId)
      expect(ofDeal.map(({ message }) => message.data.seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    }
    expect(overlaps).toBe(0)
  })
})
