import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { systemSleep } from '../clock.ts'
import { ChatFailure } from './chat.ts'
import { createEndpointChat } from './endpoint-chat.ts'

const request = { system: 'Answer from the passages.', user: 'DO-NOT-SHOW: what is the price?', maxAnswerTokens: 200 }
const good = {
  choices: [{ message: { role: 'assistant', content: 'The price is $41.2 million.' } }],
  usage: { prompt_tokens: 31, completion_tokens: 9 },
}

describe('a model provider over HTTP', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  const answering = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }
  const saying = (body: string, status = 200) => answering((_, response) => response.writeHead(status).end(body))
  const pauses: number[] = []
  const chat = (url: string, more: { deadlineMs?: number; key?: string } = {}) =>
    createEndpointChat({
      url,
      model: 'small',
      key: 'secret-key',
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      ...more,
    })
  const failure = async (working: Promise<unknown>): Promise<ChatFailure> => {
    const error: unknown = await working.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ChatFailure)
    for (const hidden of ['secret-key', 'DO-NOT-SHOW', '127.0.0.1', 'SECRET-ANSWER'])
      expect(inspect(error, { depth: 9 })).not.toContain(hidden)
    return error as ChatFailure
  }

  it('sends an OpenAI-style request below the configured address and returns text and usage', async () => {
    let heard: unknown
    const url = await answering(async (incoming, response) => {
      heard = [incoming.method, incoming.url, incoming.headers.authorization, await json(incoming)]
      response.end(JSON.stringify(good))
    })
    expect(await chat(`${url}/?api-version=2`).complete(request)).toEqual({
      text: 'The price is $41.2 million.',
      promptTokens: 31,
      answerTokens: 9,
    })
    expect(heard).toEqual([
      'POST',
      '/v1/chat/completions?api-version=2',
      'Bearer secret-key',
      {
        model: 'small',
        messages: [
          { role: 'system', content: request.system },
          { role: 'user', content: request.user },
        ],
        max_tokens: 200,
        temperature: 0,
        stream: false,
      },
    ])
  })

  it.each([
    ['no usage', { choices: good.choices }],
    ['a negative usage', { ...good, usage: { prompt_tokens: -5, completion_tokens: 1e300 } }],
    ['a usage in words', { ...good, usage: { prompt_tokens: 'few' } }],
  ])('estimates the tokens of an answer with %s', async (_, body) => {
    const { promptTokens, answerTokens } = await chat(await saying(JSON.stringify(body))).complete(request)
    expect(promptTokens).toBeGreaterThan(10)
    expect(answerTokens).toBeGreaterThan(5)
  })

  it.each([429, 500, 503])('repeats a request that was answered %i, after a pause', async (status) => {
    pauses.length = 0
    let calls = 0
    const url = await answering((_, response) => {
      calls += 1
      if (calls === 1) response.writeHead(status).end('SECRET-ANSWER')
      else if (calls === 2) response.writeHead(status, { 'retry-after': '3' }).end()
      else response.end(JSON.stringify(good))
    })
    expect((await chat(url).complete(request)).text).toBe('The price is $41.2 million.')
    expect(calls).toBe(3)
    expect(pauses[0]).toBeGreaterThanOrEqual(750)
    expect(pauses[1]).toBe(3_000)
  })

  it('gives up after two repetitions, and waits 10 seconds at most', async () => {
    pauses.length = 0
    let calls = 0
    const url = await answering((_, response) => {
      calls += 1
      response.writeHead(503, { 'retry-after': '86400' }).end('SECRET-ANSWER')
    })
    expect(await failure(chat(url).complete(request))).toMatchObject({ problem: 'busy', status: 503 })
    expect(calls).toBe(3)
    expect(pauses).toEqual([10_000, 10_000])
  })

  it.each([400, 401, 404, 422])('does not repeat a request that was refused with %i', async (status) => {
    let calls = 0
    const url = await answering((_, response) => {
      calls += 1
      response.writeHead(status).end('SECRET-ANSWER')
    })
    expect(await failure(chat(url).complete(request))).toMatchObject({ problem: 'refused', status })
    expect(calls).toBe(1)
  })

  it.each([
    ['no JSON', 'SECRET-ANSWER'],
    ['JSON that is cut off', JSON.stringify(good).slice(0, -9)],
    ['no choices', '{}'],
    ['a text that is a number', '{"choices":[{"message":{"content":7}}]}'],
    ['null', 'null'],
    ['a deep nest', '['.repeat(50_000)],
  ])('reports an answer with %s as malformed', async (_, body) => {
    expect(await failure(chat(await saying(body)).complete(request))).toMatchObject({ problem: 'malformed' })
  })

  it('stops reading an answer that is too large', async () => {
    let isCut = false
    const url = await answering((_, response) => {
      response.on('close', () => {
        isCut = !response.writableFinished
      })
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    expect(await failure(chat(url).complete(request))).toMatchObject({ problem: 'too_large' })
    await expect.poll(() => isCut).toBe(true)
  })

  it.each([
    ['never answers', () => {}],
    ['stops in the middle', (response: { write(text: string): unknown }) => void response.write('{"choices":')],
  ])('ends at the deadline if the endpoint %s', async (_, act) => {
    const url = await answering((_incoming, response) => act(response))
    expect(await failure(chat(url, { deadlineMs: 300 }).complete(request))).toMatchObject({ problem: 'timeout' })
  })

  it('ends a pause at the deadline', async () => {
    const url = await saying('', 503)
    const patient = createEndpointChat({ url, model: 'small', key: undefined, sleep: systemSleep, deadlineMs: 300 })
    expect(await failure(patient.complete(request))).toMatchObject({ problem: 'timeout' })
  })

  it('follows no redirect, so that no other address hears the key or the text', async () => {
    let heard = 0
    const other = await answering((_, response) => {
      heard += 1
      response.end(JSON.stringify(good))
    })
    const url = await answering((_, response) => response.writeHead(307, { location: `${other}/x` }).end())
    expect(await failure(chat(url).complete(request))).toMatchObject({ problem: 'unreachable' })
    expect(heard).toBe(0)
  })

  it('reports a connection that is refused or breaks', async () => {
    const url = await answering((incoming) => incoming.socket.destroy())
    expect(await failure(chat(url).complete(request))).toMatchObject({ problem: 'unreachable' })
    expect(await failure(chat('http://127.0.0.1:1/v1').complete(request))).toMatchObject({ problem: 'unreachable' })
  })

  it('does not show a key that cannot be sent', async () => {
    expect(await failure(chat(await saying('{}'), { key: 'secret-key\n' }).complete(request))).toBeDefined()
  })

  it('stops when the caller cancels', async () => {
    const cancel = new AbortController()
    let isClosed = false
    const url = await answering((incoming) => {
      incoming.on('close', () => {
        isClosed = true
      })
      cancel.abort(new Error('cancelled by the caller'))
    })
    await expect(chat(url).complete(request, cancel.signal)).rejects.toThrow('cancelled by the caller')
    await expect.poll(() => isClosed).toBe(true)
  })
})
