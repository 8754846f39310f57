import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { WorkerFailure } from '../workers/workers.ts'
import { isEmbeddingsOutage } from './embeddings-outage.ts'
import { createEndpointEmbeddings } from './endpoint-embeddings.ts'
import { createSentenceEncoder } from './sentence-encoder.ts'

const nearness = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe('built-in sentence model', () => {
  const thrown: unknown[] = []
  const encoder = createSentenceEncoder({ onError: (error) => thrown.push(error) })
  afterAll(() => encoder.close())

  it('places sentences with the same meaning closer together than others, without a word in common', async () => {
    const [asked, meant, other] = await encoder.embed([
      'Is there a risk of high water?',
      'The site lies in a flood zone.',
      'Real estate taxes are assessed by the city.',
    ])
    expect(nearness(asked, meant)).toBeGreaterThan(nearness(asked, other) + 0.1)
    expect(nearness(asked, asked)).toBeCloseTo(1, 4)
    expect(thrown).toEqual([])
  }, 60_000)

  it('returns a zero vector for an empty text, in its place', async () => {
    const [said, nothing] = await encoder.embed(['roof', ' '])
    expect(nearness(nothing, nothing)).toBe(0)
    expect(nearness(said, said)).toBeCloseTo(1, 4)
  }, 60_000)

  it('is unavailable, like an endpoint that is away, when its thread fails', async () => {
    const workers = { run: () => Promise.reject(new WorkerFailure('crashed', 'out of memory')), close: async () => {} }
    const failing = createSentenceEncoder({ onError: () => {}, workers })
    await expect(failing.embed(['roof'])).rejects.toSatisfy(isEmbeddingsOutage)
  })
})

describe('embeddings from an endpoint', () => {
  let server: Server
  afterEach(() => void server?.close())
  const answering = async (answer: RequestListener): Promise<string> => {
    server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }
  const saying = (body: unknown, status = 200) =>
    answering((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  const embed = async (url: string, texts = ['one', 'two']) =>
    createEndpointEmbeddings({ url, model: 'm', key: 'secret-key' }).embed(texts)

  it('sends an OpenAI-style request and returns vectors in the order of the texts', async () => {
    let heard: unknown
    const url = await answering(async (request, response) => {
      heard = [request.method, request.url, request.headers.authorization, await json(request)]
      const data = [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [3, 4] },
      ]
      response.end(JSON.stringify({ data }))
    })
    const vectors = await embed(url)
    expect(heard).toEqual(['POST', '/v1/embeddings', 'Bearer secret-key', { model: 'm', input: ['one', 'two'] }])
    expect(vectors.map((vector) => [...vector].map((value) => Math.round(value * 10) / 10))).toEqual([
      [0.6, 0.8],
      [0, 1],
    ])
  })

  it.each([
    ['an error', { error: 'no' }, 500],
    ['too few vectors', { data: [{ index: 0, embedding: [1] }] }, 200],
    ['no data', {}, 200],
    ['a duplicate vector', { data: [0, 0].map((index) => ({ index, embedding: [1] })) }, 200],
    ['a vector for a text that was not sent', { data: [0, 7].map((index) => ({ index, embedding: [1] })) }, 200],
    ['vectors that are not numbers', { data: [0, 1].map((index) => ({ index, embedding: 'x' })) }, 200],
    ['vectors of different lengths', { data: [[1], [1, 2]].map((embedding, index) => ({ index, embedding })) }, 200],
  ])('rejects an endpoint that answers with %s', async (_, body, status) => {
    const failure = await embed(await saying(body, status)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnavailable)
    expect(String(failure)).not.toContain('secret-key')
  })

  it('rejects an endpoint that never stops answering', async () => {
    let sent = 0
    const url = await answering(async (_, response) => {
      const chunk = Buffer.alloc(4 * 1024 * 1024, ' ')
      while (!response.destroyed && sent < 256 * 1024 * 1024) {
        sent += chunk.length
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
      }
      response.end()
    })
    await expect(embed(url)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(sent).toBeLessThan(128 * 1024 * 1024)
  })

  it('rejects when the endpoint is unreachable', async () => {
    await expect(embed('http://127.0.0.1:1')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})
