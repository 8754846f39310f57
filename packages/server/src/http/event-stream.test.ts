import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFrames } from '../testing/event-reader.ts'
import { type StreamEvent, sendEventStream } from './event-stream.ts'

interface Sent {
  socket: Socket
  response: ServerResponse
  over: Promise<void>
  headed: () => boolean
  end: AbortController
  /** All that the client has heard so far. */
  heard: () => string
}

describe('a stream of events', () => {
  const open: (() => void)[] = []
  afterEach(() => {
    for (const close of open.splice(0)) close()
  })

  /** Sends the events to a client over a real connection. */
  const send = async (
    events: AsyncIterable<StreamEvent>,
    { heartbeatMs = 60_000, reading = true, end = new AbortController() } = {},
  ): Promise<Sent> => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    open.push(
      () => socket.destroy(),
      () => server.close(),
    )
    let heard = ''
    if (reading) {
      socket.on('data', (chunk) => {
        heard += chunk
      })
    }
    socket.write('GET / HTTP/1.0\r\n\r\n')
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    response.once('close', () => end.abort('client_left'))
    let headed = false
    const over = sendEventStream({
      response,
      headers: { 'x-request-id': 'mine' },
      events,
      signal: end.signal,
      heartbeatMs,
      onHead: () => {
        headed = true
      },
      describe: (error) => ({ code: 'told', detail: String(error) }),
    })
    return { socket, response, over, headed: () => headed, end, heard: () => heard }
  }

  /** All that the client hears until the connection closes, head and body apart. */
  const whole = async ({ socket, over, heard }: Sent): Promise<[head: string, body: string]> => {
    const closed = once(socket, 'close')
    await over
    await closed
    const [head = '', ...body] = heard().split('\r\n\r\n')
    return [head, body.join('\r\n\r\n')]
  }

  const event = (n: number): StreamEvent => ({ event: 'count', data: { n } })
  const never = () => new Promise<never>(() => undefined)

  describe('what is sent', () => {
    it('arrives in order, each with its name, its data on one line, and its id if it has one', async () => {
      const [, body] = await whole(
        await send(
          (async function* () {
            yield { event: 'hello', data: { text: 'two\nlines\r\n\u2028and three' }, id: '7' }
            yield event(1)
            yield event(2)
            yield { event: 'none', data: null }
          })(),
        ),
      )
      expect(body).toBe(
        [
          'id: 7\nevent: hello\ndata: {"text":"two\\nlines\\r\\n\u2028and three"}\n\n',
          'event: count\ndata: {"n":1}\n\n',
          'event: count\ndata: {"n":2}\n\n',
          'event: none\ndata: null\n\n',
        ].join(''),
      )
    })

    it('has a head that no proxy keeps, holds back or alters, with what was set before', async () => {
      const [head] = await whole(await send((async function* () {})()))
      expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      for (const line of [
        'x-request-id: mine',
        'content-type: text/event-stream; charset=utf-8',
        'cache-control: no-store, no-transform',
        'x-accel-buffering: no',
      ]) {
        expect(head).toContain(line)
      }
    })
  })

  describe('a fault', () => {
    it('before the first event is thrown, and nothing has been sent', async () => {
      const { over, headed, response } = await send(
        // biome-ignore lint/correctness/useYield: it fails before it could
        (async function* (): AsyncGenerator<StreamEvent> {
          throw new Error('at the door')
        })(),
      )
      await expect(over).rejects.toThrow('at the door')
      expect([headed(), response.headersSent]).toEqual([false, false])
    })

    it('after it is an event of its own, and the end', async () => {
      const [, body] = await whole(
        await send(
          (async function* () {
            yield event(1)
            throw new Error('later')
          })(),
        ),
      )
      expect(readFrames(body)).toEqual([event(1), { event: 'error', data: { code: 'told', detail: 'Error: later' } }])
    })
  })

  describe('while nothing happens', () => {
    it('a comment keeps the connection awake, and the next event still comes', async () => {
      const silence = new AbortController()
      const sent = await send(
        (async function* () {
          yield event(1)
          await once(silence.signal, 'abort')
          yield event(2)
        })(),
        { heartbeatMs: 5 },
      )
      await vi.waitFor(() => expect(sent.heard().split(': keep-alive\n\n').length).toBeGreaterThan(3))
      silence.abort()
      const [, body] = await whole(sent)
      expect(body).toMatch(/^event: count\ndata: \{"n":1\}\n\n(: keep-alive\n\n)+event: count\ndata: \{"n":2\}\n\n$/)
    })

    it('so does it for a stream whose first event is long in coming', async () => {
      const sent = await send({ [Symbol.asyncIterator]: () => ({ next: never }) }, { heartbeatMs: 5 })
      await vi.waitFor(() => expect(sent.heard()).toMatch(/200 OK[\s\S]+: keep-alive\n\n: keep-alive\n\n/))
      sent.end.abort('enough')
      const [, body] = await whole(sent)
      expect(readFrames(body)).toEqual([{ event: 'bye', data: { reason: 'enough' } }])
    })
  })

  describe('a client that does not read', () => {
    const big = 'x'.repeat(1024 * 1024)
    const flood = () => {
      const state = { pulls: 0, ended: false }
      const events = (async function* () {
        try {
          for (; state.pulls < 500; ) {
            state.pulls += 1
            yield { event: 'big', data: big }
          }
        } finally {
          state.ended = true
        }
      })()
      return { state, events }
    }
    /** Waits until the source has been left alone for a while. */
    const settled = async (state: { pulls: number }): Promise<number> => {
      const seen = [-1, -2, -3]
      const same = () => {
        seen.unshift(state.pulls)
        return new Set(seen.slice(0, 4)).size === 1
      }
      await vi.waitUntil(same, { interval: 50, timeout: 10_000 })
      return state.pulls
    }

    it('stops the source from being asked, until it reads again', async () => {
      const { state, events } = flood()
      const { socket } = await send(events, { reading: false })
      const stopped = await settled(state)
      expect(stopped).toBeGreaterThan(0)
      expect(stopped).toBeLessThan(100)
      socket.on('data', () => undefined)
      await vi.waitFor(() => expect(state.pulls).toBeGreaterThan(stopped + 3), { timeout: 10_000 })
    })

    it('costs no further work once the stream is ended', async () => {
      const { state, events } = flood()
      const { end, over } = await send(events, { reading: false })
      const stopped = await settled(state)
      end.abort('session_ended')
      await over
      await vi.waitFor(() => expect(state.ended).toBe(true))
      expect(state.pulls).toBe(stopped)
    })
  })

  describe('the end', () => {
    it('that is asked for is a farewell with its reason, and ends the source', async () => {
      let ended = false
      const sent = await send(
        (async function* () {
          try {
            for (let n = 1; ; n++) {
              yield event(n)
              await new Promise(setImmediate)
            }
          } finally {
            ended = true
          }
        })(),
      )
      await vi.waitFor(() => expect(sent.heard()).toContain('"n":2'))
      sent.end.abort('token_expired')
      const [, body] = await whole(sent)
      expect(readFrames(body).at(-1)).toEqual({ event: 'bye', data: { reason: 'token_expired' } })
      await vi.waitFor(() => expect(ended).toBe(true))
    })

    it('does not wait for a source that is stuck', async () => {
      const sent = await send({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) })
      sent.end.abort('shutting_down')
      const [, body] = await whole(sent)
      expect(readFrames(body)).toEqual([{ event: 'bye', data: { reason: 'shutting_down' } }])
    })

    it('that came before the beginning is only a farewell', async () => {
      const end = new AbortController()
      end.abort('session_ended')
      const [, body] = await whole(
        await send(
          (async function* () {
            yield event(1)
          })(),
          { end },
        ),
      )
      expect(readFrames(body)).toEqual([{ event: 'bye', data: { reason: 'session_ended' } }])
    })

    it('of the client ends the source', async () => {
      let ended = false
      const end = new AbortController()
      const { socket, over } = await send(
        (async function* () {
          try {
            yield event(1)
            await once(end.signal, 'abort')
            yield event(2)
          } finally {
            ended = true
          }
        })(),
        { end },
      )
      socket.destroy()
      await over
      expect(end.signal.reason).toBe('client_left')
      await vi.waitFor(() => expect(ended).toBe(true))
    })

    it('is not told of a source that fails because it was ended', async () => {
      const end = new AbortController()
      const sent = await send(
        (async function* () {
          yield event(1)
          await once(end.signal, 'abort')
          throw new Error('aborted')
        })(),
        { end },
      )
      await vi.waitFor(() => expect(sent.heard()).toContain('"n":1'))
      end.abort('session_ended')
      const [, body] = await whole(sent)
      expect(readFrames(body)).toEqual([event(1), { event: 'bye', data: { reason: 'session_ended' } }])
    })
  })
})
