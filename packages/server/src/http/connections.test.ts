import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { connectTo, readRaw, sayRaw } from '../testing/listening.ts'
import { onService } from '../testing/service.ts'
import { refuseConnection } from './refuse-connection.ts'

const lines: string[] = []

onService(
  'connection',
  (app) => {
    const say = (...head: string[]) => sayRaw(app.service.app, head.join('\r\n'))

    describe('malformed HTTP', () => {
      it.each([
        ['noise', '\x16\x03\x01\x02\x00\x01\x00 hello\r\n\r\n'],
        ['an unknown method', 'GRAB / HTTP/1.1\r\nHost: x\r\n\r\n'],
        ['an unknown HTTP version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
        ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
        ['a header with a control character', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
        ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b: c\r\n\r\n'],
        [
          'a content length that is not a number',
          'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n',
        ],
        ['a negative content length', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
        ['a request without a host', 'GET /healthz HTTP/1.1\r\n\r\n'],
        ['a broken chunk', 'POST /api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
      ])('answers %s with 400 as JSON and closes the connection', async (_, bytes) => {
        const { status, head, body } = readRaw(await sayRaw(app.service.app, bytes))
        expect([status, body]).toEqual([400, { detail: 'The request is malformed', code: 'bad_request' }])
        expect(head).toMatch(/^content-type: application\/json/im)
        expect(head).toMatch(/^connection: close/im)
      })

      it('rejects headers of more than 16 KiB with 431', async () => {
        const answer = await say('GET /healthz HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(17_000)}`, '', '')
        expect(readRaw(answer)).toMatchObject({ status: 431, body: { code: 'headers_too_large' } })
        const fits = await say(
          'GET /healthz HTTP/1.1',
          'Host: x',
          'Connection: close',
          `X-A: ${'a'.repeat(15_000)}`,
          '',
          '',
        )
        expect(readRaw(fits)).toMatchObject({ status: 200, body: { status: 'ok' } })
      })
    })

    it.each(['POST', 'GET'])(
      'closes the connection of a rejected %s upgrade after its client has left',
      async (method) => {
        const body = 'x'.repeat(300_000)
        const head = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', `Content-Length: ${body.length}`, '', '']
        const socket = await connectTo(app.service.app)
        socket.on('error', () => undefined)
        socket.write([`${method} /api/auth/me HTTP/1.1`, ...head].join('\r\n') + body)
        await once(socket, 'data')
        socket.destroy()
        const open = () =>
          new Promise<number>((resolve) => app.service.app.server.getConnections((_, count) => resolve(count)))
        await expect.poll(open, { timeout: 8_000 }).toBe(0)
      },
    )

    it('ignores an unknown Expect header', async () => {
      const answer = await say('GET /healthz HTTP/1.1', 'Host: x', 'Connection: close', 'Expect: the-moon', '', '')
      expect(readRaw(answer)).toMatchObject({ status: 200, body: { status: 'ok' } })
    })

    describe('request smuggling', () => {
      const inner = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
      const smuggled = (...headers: string[]) =>
        ['POST /api/auth/login HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n')

      it.each([
        [
          'Content-Length with Transfer-Encoding',
          `${smuggled(`Content-Length: ${inner.length + 5}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${inner}`,
        ],
        [
          'Transfer-Encoding with Content-Length',
          `${smuggled('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${inner}`,
        ],
        ['two different content lengths', smuggled('Content-Length: 0', `Content-Length: ${inner.length}`) + inner],
        ['a list of content lengths', smuggled('Content-Length: 0, 0') + inner],
        [
          'chunked before another transfer encoding',
          `${smuggled('Transfer-Encoding: chunked, identity')}0\r\n\r\n${inner}`,
        ],
        ['an obfuscated chunked encoding', `${smuggled('Transfer-Encoding : chunked')}0\r\n\r\n${inner}`],
        ['an unknown transfer encoding', `${smuggled('Transfer-Encoding: xchunked')}0\r\n\r\n${inner}`],
        ['a bare line feed', `POST /api/auth/login HTTP/1.1\nHost: x\nContent-Length: 0\n\n${inner}`],
        ['a chunk size with a sign', `${smuggled('Transfer-Encoding: chunked')}+0\r\n\r\n${inner}`],
      ])('rejects request smuggling by %s and does not answer the second request', async (_, bytes) => {
        const answer = await sayRaw(app.service.app, bytes)
        expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
      })
    })

    describe('slow client', () => {
      it('allows ten seconds for the headers and ten minutes for the longest upload', () => {
        const { headersTimeout, requestTimeout } = app.service.app.server
        expect([headersTimeout, requestTimeout]).toEqual([10_000, 600_000])
      })

      it('rejects a client that exceeds the header timeout with 408', async () => {
        const { server } = app.service.app
        server.headersTimeout = 50
        try {
          const answer = await sayRaw(app.service.app, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A')
          expect(readRaw(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
        } finally {
          server.headersTimeout = 10_000
        }
      })
    })

    describe('aborted request', () => {
      it('logs no error when a client disconnects in the middle of a body', async () => {
        lines.splice(0)
        const socket = await connectTo(app.service.app)
        const arrived = once(app.service.app.server, 'request')
        socket.write(
          'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em',
        )
        const [request] = (await arrived) as [IncomingMessage]
        const over = new Promise((resolve) => request.once('close', resolve))
        socket.destroy()
        await over
        await vi.waitFor(() =>
          expect(lines.map((line) => JSON.parse(line)).find(({ path }) => path === '/api/auth/login')).toMatchObject({
            status: 499,
          }),
        )
        expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
      })
    })
  },
  { onLog: (line) => lines.push(line) },
)

describe('refuseConnection', () => {
  /** The client side of a connection, and what it received. */
  const wire = () => {
    const heard: string[] = []
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk, _, done) => {
        heard.push(String(chunk))
        done()
      },
    })
    return { socket, heard: () => heard.join('') }
  }
  const fault = (code?: string) => Object.assign(new Error('x'), code === undefined ? {} : { code })

  it.each([
    ['HPE_HEADER_OVERFLOW', 431],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
    ['HPE_INVALID_METHOD', 400],
    [undefined, 400],
  ])('answers %s with %i and a Content-Length, and closes the connection', async (code, status) => {
    const { socket, heard } = wire()
    refuseConnection(fault(code), socket)
    await once(socket, 'finish')
    expect(readRaw(heard()).status).toBe(status)
    const [head = '', body = ''] = heard().split('\r\n\r\n')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  })

  it('sends nothing to a client that has disconnected', () => {
    const [reset, gone] = [wire(), wire()]
    refuseConnection(fault('ECONNRESET'), reset.socket)
    gone.socket.destroy()
    refuseConnection(fault(), gone.socket)
    expect([reset.socket.destroyed, reset.heard(), gone.heard()]).toEqual([true, '', ''])
  })
})
