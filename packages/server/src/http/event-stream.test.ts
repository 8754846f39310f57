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
  /** Everything the client has received so far. */
  heard: () => string
}

describe('event stream', () => {
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

  /** Everything the client receives until the connection closes, as head and body. */
  const whole = async ({ socket, over, heard }: Sent): Promise<[head: string, body: string]> => {
    const closed = once(socket, 'close')
    await over
    await closed
    const [head = '', ...body] = heard().split('\r\n\r\n')
    return [head, body.join('\r\n\r\n')]
  }

  const event = (n: number): StreamEvent => ({ event: 'count', data: { n } })
  const never = () => new Promise<never>(() => undefined)

  describe('sent events', () => {
    it('sends events in order, each with its name, its data on one line, and its id if it has one', async () => {
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

    it('sends headers that keep proxies from caching, buffering or altering the stream', async () => {
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

  describe('failing source', () => {
    it('throws an error before the first event without sending anything', async () => {
      const { over, headed, response } = await send(
        // biome-ignore lint/correctness/useYield: it fails before it could
        (async function* (): AsyncGenerator<StreamEvent> {
          throw new Error('at the door')
        })(),
      )
      await expect(over).rejects.toThrow('at the door')
      expect([headed(), response.headersSent]).toEqual([false, false])
    })

    it('sends an error event and ends the stream after a failure past the first event', async () => {
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

  describe('idle stream', () => {
    it('sends keep-alive comments while the source is idle, and then the next event', async () => {
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

    it('sends keep-alive comments before a late first event', async () => {
      const sent = await send({ [Symbol.asyncIterator]: () => ({ next: never }) }, { heartbeatMs: 5 })
      await vi.waitFor(() => expect(sent.heard()).toMatch(/200 OK[\s\S]+: keep-alive\n\n: keep-alive\n\n/))
      sent.end.abort('enough')
      const [, body] = await whole(sent)
      expect(readFrames(body)).toEqual([{ event: 'bye', data: { reason: 'enough' } }])
    })
  })

  describe('client that does not read', () => {
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
    /** Waits until the source has not been pulled for a while. */
    const settled = async (state: { pulls: number }): Promise<number> => {
      const seen = [-1, -2, -3]
      const same = () => {
        seen.unshift(state.pulls)
        return new Set(seen.slice(0, 4)).size === 1
      }
      await vi.waitUntil(same, { interval: 50, timeout: 10_000 })
      return state.pulls
    }

    it('stops pulling the source while the client does not read, and resumes when it does', async () => {
      const { state, events } = flood()
      const { socket } = await send(events, { reading: false })
      const stopped = await settled(state)
      expect(stopped).toBeGreaterThan(0)
      expect(stopped).toBeLessThan(100)
      socket.on('data', () => undefined)
      await vi.waitFor(() => expect(state.pulls).toBeGreaterThan(stopped + 3), { timeout: 10_000 })
    })

    it('stops pulling the source once the stream has ended', async () => {
      const { state, events } = flood()
      const { end, over } = await send(events, { reading: false })
      const stopped = await settled(state)
      end.abort('session_ended')
      await over
      await vi.waitFor(() => expect(state.ended).toBe(true))
      expect(state.pulls).toBe(stopped)
    })
  })

  describe('end of the stream', () => {
    it('sends bye with the reason and ends the source when the stream is aborted', async () => {
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

    it('does not wait for a stuck source when the stream is aborted', async () => {
      const sent = await send({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) })
      sent.end.abort('shutting_down')
      const [, body] = await whole(sent)
      expect(readFrames(body)).toEqual([{ event: 'bye', data: { reason: 'shutting_down' } }])
    })

    it('sends only bye if the stream was aborted before it started', async () => {
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

    it('ends the source when the client disconnects', async () => {
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

    it('does not report an error of a source that fails because it was aborted', async () => {
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
