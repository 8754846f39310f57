import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Service } from '../../compose.ts'
import { onDatabase, type TestPlace } from '../../testing/databases.ts'
import { startService } from '../../testing/start.ts'
import { formOf } from '../../testing/uploading.ts'
import { demoPassword } from '../demo/demo.ts'

const soon = { timeout: 60_000, interval: 100 }

/** A word that the endpoint rejects. */
const refused = 'unembeddable'

/** An embeddings endpoint that can stop and restart at the same address. */
const createEndpoint = () => {
  let server: Server | undefined
  let port = 0
  const texts: string[] = []
  const vectorOf = (text: string) => [text.length, [...text].filter((letter) => letter === 'e').length + 1, 1]
  return {
    texts,
    get url() {
      return `http://127.0.0.1:${port}/v1`
    },
    /** `answers: false`: it accepts requests and never responds. */
    open: async ({ answers = true } = {}): Promise<void> => {
      server = createServer(async (request, response) => {
        const { input } = (await json(request)) as { input: string[] }
        if (!answers) return
        if (input.some((text) => text.includes(refused))) return void response.writeHead(400).end()
        texts.push(...input)
        response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }))
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    close: async (): Promise<void> => {
      if (server === undefined) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      server = undefined
    },
  }
}

onDatabase('search during an embeddings outage', (kind) => {
  let place: TestPlace
  let endpoint: ReturnType<typeof createEndpoint>
  const running: Service[] = []
  const start = async (model = 'test-3'): Promise<Service> => {
    const env = { ...place.env, DEMO: 'on', EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: model }
    const service = await startService(env)
    running.push(service)
    return service
  }
  beforeEach(async () => {
    place = await kind.place()
    endpoint = createEndpoint()
    await endpoint.open()
    await endpoint.close()
  })
  afterEach(async () => {
    for (const service of running.splice(0)) await service.drain()
    await endpoint.close()
    await place.remove()
  })

  const asOwner = async ({ app }: Service) => {
    const payload = { email: 'owner@example.com', password: demoPassword }
    const { access_token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const get = async (url: string) => (await app.inject({ method: 'GET', url, headers })).json()
    return {
      get,
      newDeal: async (): Promise<string> => {
        const body = { name: 'Riverside' }
        const answer = await app.inject({ method: 'POST', url: '/api/deals', headers, payload: body })
        expect(answer.statusCode).toBe(201)
        return answer.json().deal_id
      },
      upload: async (deal: string, ...files: [fileName: string, content: string][]): Promise<void> => {
        const form = formOf(files.map(([fileName, content]) => ({ fileName, content })))
        const url = `/api/canvas/${deal}/documents`
        const answer = await app.inject({
          method: 'POST',
          url,
          headers: { ...headers, ...form.headers },
          payload: form.payload,
        })
        expect(answer.statusCode).toBe(201)
        await vi.waitFor(async () => {
          const { documents } = await get(`/api/canvas/${deal}/documents`)
          expect(documents.map(({ state }: { state: string }) => state)).toEqual(documents.map(() => 'indexed'))
        }, soon)
      },
      search: (deal: string, q: string) => get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent(q)}`),
    }
  }
  const pendingIn = async ({ database }: Service): Promise<number> =>
    (await database.query<{ n: number }>({ text: 'SELECT count(*)::int AS n FROM pending_embeddings' })).rows[0]?.n ??
    -1
  const makeDue = ({ database }: Service) =>
    database.query({ text: "UPDATE pending_embeddings SET due_at = now() - interval '1 second'" })

  it('embeds other documents although the endpoint rejects the text of one', async () => {
    const service = await start()
    const owner = await asOwner(service)
    const [first, second] = [await owner.newDeal(), await owner.newDeal()]
    await owner.upload(first, ['bad.txt', `This text is ${refused}.`])
    await owner.upload(second, ['roofs.txt', 'The roofs were replaced in 2019.'])
    expect(await pendingIn(service)).toBe(2)
    await endpoint.open()
    await makeDue(service)
    await vi.waitFor(async () => expect(await pendingIn(service)).toBe(1), soon)
    expect(endpoint.texts).toContain('The roofs were replaced in 2019.')
  }, 180_000)

  it('finds a new document by words during an outage, reports it, and embeds it once the endpoint is back', async () => {
    const service = await start()
    const owner = await asOwner(service)
    const deal = await owner.newDeal()
    await owner.upload(deal, ['roofs.txt', 'The roofs were replaced in 2019.'])
    const away = await owner.search(deal, 'roofs')
    expect(away).toMatchObject({ degraded: 'words_only', passages: [{ file_name: 'roofs.txt' }] })
    expect(await pendingIn(service)).toBe(1)

    await endpoint.open()
    await makeDue(service)
    await vi.waitFor(async () => expect(await pendingIn(service)).toBe(0), soon)
    expect(endpoint.texts).toContain('The roofs were replaced in 2019.')
    const back = await owner.search(deal, 'no word of it')
    expect(back.degraded).toBeUndefined()
    expect(back.passages).toMatchObject([{ file_name: 'roofs.txt' }])

    await owner.upload(deal, ['boilers.txt', 'The boilers are original.'])
    await endpoint.close()
    const again = await owner.search(deal, 'boilers')
    expect(again).toMatchObject({ degraded: 'words_only', passages: [{ file_name: 'boilers.txt' }] })
  }, 180_000)

  it('reports that some documents are found by words only until they are embedded', async () => {
    const service = await start()
    const owner = await asOwner(service)
    const deal = await owner.newDeal()
    await endpoint.open()
    await owner.upload(deal, ['roofs.txt', 'The roofs were replaced in 2019.'])
    await vi.waitFor(async () => expect(await pendingIn(service)).toBe(0), soon)
    await endpoint.close()
    await owner.upload(deal, ['boilers.txt', 'The boilers are original.'])
    await service.database.query({ text: "UPDATE pending_embeddings SET due_at = now() + interval '1 hour'" })
    await endpoint.open()
    expect(await owner.search(deal, 'boilers')).toMatchObject({ degraded: 'some_documents_words_only' })
  }, 180_000)

  it('embeds a deal again after a change of the model, and finds it by words until it is complete', async () => {
    await endpoint.open()
    const before = await start()
    const owner = await asOwner(before)
    const deal = await owner.newDeal()
    await owner.upload(deal, ['roofs.txt', 'The roofs were replaced in 2019.'], ['taxes.txt', 'Taxes are high.'])
    await vi.waitFor(async () => expect(await pendingIn(before)).toBe(0), soon)
    for (const service of running.splice(0)) await service.drain()
    await endpoint.close()

    const after = await start('test-4')
    const again = await asOwner(after)
    await vi.waitFor(async () => expect(await pendingIn(after)).toBe(2), soon)
    const words = await again.search(deal, 'roofs')
    expect(words).toMatchObject({ degraded: 'words_only', passages: [{ file_name: 'roofs.txt' }] })
    endpoint.texts.length = 0
    await endpoint.open()
    await makeDue(after)
    await vi.waitFor(async () => expect(await pendingIn(after)).toBe(0), soon)
    expect((await again.search(deal, 'roofs')).degraded).toBeUndefined()
    expect(endpoint.texts.filter((text) => text === 'Taxes are high.')).toHaveLength(1)
  }, 180_000)

  it('stops embedding when the node drains, even if the endpoint never responds', async () => {
    const service = await start()
    const owner = await asOwner(service)
    const deal = await owner.newDeal()
    await owner.upload(deal, ['roofs.txt', 'The roofs were replaced in 2019.'])
    await endpoint.open({ answers: false })
    await makeDue(service)
    const { database } = service
    await vi.waitFor(async () => {
      const text = 'SELECT due_at > now() AS taken FROM pending_embeddings'
      expect((await database.query<{ taken: boolean }>({ text })).rows).toEqual([{ taken: true }])
    }, soon)
    const begun = performance.now()
    await service.drain()
    running.splice(0)
    expect(performance.now() - begun).toBeLessThan(15_000)
  }, 180_000)

  if (kind.name === 'postgres')
    it('embeds each passage once when two nodes look for pending documents', async () => {
      const [here, there] = [await start(), await start()]
      const owner = await asOwner(here)
      const deal = await owner.newDeal()
      const files = Array.from({ length: 8 }, (_, n): [string, string] => [`${n}.txt`, `Passage number ${n}`])
      await owner.upload(deal, ...files)
      expect(await pendingIn(there)).toBe(8)
      // Every document was tried once: making it due must not take away a lease that is in use.
      await vi.waitFor(async () => {
        const text = 'SELECT count(*)::int AS n FROM pending_embeddings WHERE due_at <= now()'
        expect((await here.database.query<{ n: number }>({ text })).rows).toEqual([{ n: 0 }])
      }, soon)
      await endpoint.open()
      await makeDue(here)
      await vi.waitFor(async () => expect(await pendingIn(here)).toBe(0), soon)
      expect(endpoint.texts.toSorted()).toEqual(files.map(([, content]) => content).toSorted())
    }, 180_000)
})
