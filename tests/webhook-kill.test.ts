import { call, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startReceiver } from '../packages/server/src/testing/webhook-receiver.ts'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const patient = { timeout: 60_000, interval: 20 }

describeOnPostgres('killed delivery to a webhook', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it('is sent again with the same id, and leaves no gap in the events of the deal [HOOK-12]', async () => {
    const receiver = await startReceiver()
    const { env, ...others } = await services.place({ databaseUrl: database.url })
    const place = { ...others, env: { ...env, EMBEDDINGS: 'words' } }
    let server = await services.start(place)
    const { token } = await signIn(server.url, 'owner@example.com')
    const [org] = await database.rows("SELECT id FROM orgs WHERE name = 'Northwind Capital'")
    const orgId = String(org?.['id'])
    const made = await call(server.url, 'POST', '/api/deals', { token, body: { name: 'A deal', org_id: orgId } })
    const dealId = (made.body as { deal_id: string }).deal_id
    const hook = { name: 'Tracker', url: receiver.url, deal_ids: [dealId] }
    const added = await call(server.url, 'POST', `/api/orgs/${orgId}/webhooks`, { token, body: hook })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    const write = async (n: number) => {
      const { status } = await call(server.url, 'PUT', `/api/canvas/${dealId}/sections/section_${n}`, {
        token,
        body: { title: `Section ${n}`, content: 'A text.' },
      })
      expect(status).toBe(200)
    }
    const seqs = (items: typeof receiver.received) => items.map(({ message }) => message.data.seq as number)

    await write(1)
    await vi.waitUntil(() => receiver.accepted.length > 0, patient)
    // The receiver has the event, and the node is killed before it hears so.
    const before = receiver.received.length
    receiver.reactWith(() => undefined)
    await write(2)
    await write(3)
    await vi.waitUntil(() => receiver.received.length > before, patient)
    const unheard = receiver.received.at(-1)
    await server.kill()
    receiver.reactWith((_, answer) => void answer.writeHead(204).end())
    // As if the lease had ended.
    await database.rows("UPDATE webhook_cursors SET leased_until = now() - interval '1 second'")
    server = await services.start(place)
    const [head] = await database.rows('SELECT seq::int AS seq FROM journal_heads WHERE deal_id = $1', [dealId])
    const last = Number(head?.['seq'])
    await vi.waitUntil(() => seqs(receiver.accepted).at(-1) === last, patient)
    const first = seqs(receiver.accepted)[0] ?? 0
    expect(seqs(receiver.accepted)).toEqual(Array.from({ length: last - first + 1 }, (_, n) => first + n))
    const again = receiver.accepted.find(({ message }) => message.data.seq === unheard?.message.data.seq)
    expect([again?.headers['webhook-id'], again?.body]).toEqual([unheard?.headers['webhook-id'], unheard?.body])
    await server.kill()
    await receiver.stop()
  }, 240_000)
})
