import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createEndpointEmbeddings } from './endpoint-embeddings.ts'
import { createLexicalEmbeddings } from './lexical-embeddings.ts'

const lengthOf = (vector: Float32Array | undefined): number => Math.hypot(...(vector ?? []))
const nearness = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe('built-in embeddings', () => {
  const { embed } = createLexicalEmbeddings()

  it('returns vectors of length 1, the same for the same text', async () => {
    const [one, again] = await embed(['The roofs were replaced', 'The roofs were replaced'])
    expect(lengthOf(one)).toBeCloseTo(1, 5)
    expect(one).toEqual(again)
  })

  it('places texts that share words or parts of words closer together', async () => {
    const [roof, roofs, taxes] = await embed(['a new roof', 'The roofs are new', 'Real estate taxes'])
    expect(nearness(roof, roofs)).toBeGreaterThan(nearness(roof, taxes) + 0.2)
  })

  it('returns a zero vector for a text without words', async () => {
    const [nothing] = await embed(['the of and …'])
    expect(lengthOf(nothing)).toBe(0)
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
