import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedFetch, GuardedFetchError } from './guarded-fetch.ts'
import type { ResolveName } from './resolve-name.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that speaks no HTTP; counts its connections. */
const serveBytes = async (onConnection: (socket: Socket) => void, { host = '127.0.0.1', port = 0 } = {}) => {
  const received: Buffer[] = []
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('data', (bytes) => received.push(bytes)).on('error', () => undefined)
    onConnection(socket)
  }).listen(port, host)
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets, received }
}

const unasked: ResolveName = () => Promise.reject(new Error('No name should be resolved'))
const guard = { allowLoopback: true, maxBytes: 1_000, timeoutMs: 5_000, resolve: unasked }
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'none',
    (error) => (error instanceof GuardedFetchError ? error.failure : error),
  )

describe('guarded fetch', () => {
  it('sends method, headers and body, and answers status, headers and body', async () => {
    const url = await serve(async (request, answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      answer.writeHead(202, { 'content-type': 'application/json', 'x-seen': request.headers['x-sent'] ?? '' })
      answer.end(JSON.stringify([request.method, request.headers.host, Buffer.concat(chunks).toString()]))
    })
    const response = await createGuardedFetch(guard)(`${url}/a?b=1`, {
      method: 'POST',
      headers: { 'x-sent': 'yes', host: 'elsewhere.example', 'transfer-encoding': 'chunked' },
      body: 'hello',
    })
    expect([response.status, response.headers.get('x-seen')]).toEqual([202, 'yes'])
    expect(await response.json()).toEqual(['POST', new URL(url).host, 'hello'])
  })

  it('sends form parameters as fetch does', async () => {
    const url = await serve(async (request, answer) => {
      let body = ''
      for await (const chunk of request) body += chunk
      answer.end(`${request.headers['content-type']} ${body}`)
    })
    const response = await createGuardedFetch(guard)(new URL(url), {
      method: 'POST',
      body: new URLSearchParams({ a: '1' }),
    })
    expect(await response.text()).toBe('application/x-www-form-urlencoded;charset=UTF-8 a=1')
  })

  it.each([
    ['ftp://example.com/', 'not_https'],
    ['http://example.com/', 'not_https'],
    ['https://user:word@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port'],
    ['https://10.0.0.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data', 'address'],
    ['https://[::ffff:10.0.0.1]/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://localhost/', 'address'],
    ['https://a.localhost/', 'address'],
    ['nonsense', 'not_a_url'],
  ])('refuses %s with %s before resolving a name', async (url, failure) => {
    expect(await failureOf(createGuardedFetch({ ...guard, allowLoopback: false })(url))).toBe(failure)
  })

  it('calls no loopback address unless that is allowed', async () => {
    const url = await serve((_, answer) => answer.end())
    expect(await failureOf(createGuardedFetch({ ...guard, allowLoopback: false })(url))).toBe('not_https')
    expect((await createGuardedFetch(guard)(url)).status).toBe(200)
  })

  it.each([
    ['only a private address', ['192.168.0.1'], 'address'],
    ['a public and a private address', ['1.1.1.1', '10.0.0.1'], 'address'],
    ['a loopback address, even where loopback is allowed', ['127.0.0.1'], 'address'],
    ['something that is not an address', ['localhost'], 'address'],
    ['no address', [], 'unresolved'],
  ])('refuses a name with %s', async (_, addresses, failure) => {
    const guarded = createGuardedFetch({ ...guard, resolve: async () => addresses })
    expect(await failureOf(guarded('https://name.example/'))).toBe(failure)
  })

  it('connects to the address that was checked, with the name for TLS, when the name answers another one later', async () => {
    // Both are loopback addresses, so that the test needs no network: one stands for a public, one for a private one.
    const open = await serveBytes((socket) => void socket.once('data', () => socket.end()), { host: '127.0.0.2' })
    const closed = await serveBytes((socket) => socket.end(), { port: open.port })
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    let asked = 0
    const guarded = createGuardedFetch({
      ...guard,
      resolve: async () => answers[Math.min(asked++, 1)] ?? [],
      isAllowed: (address) => address === '127.0.0.2',
    })
    const url = `https://rebinding.example:${open.port}/`
    expect(await failureOf(guarded(url))).toBe('unreachable')
    expect(asked).toBe(1)
    expect(Buffer.concat(open.received).includes('rebinding.example')).toBe(true)
    expect(await failureOf(guarded(url))).toBe('address')
    expect([open.sockets.length, closed.sockets.length]).toEqual([1, 0])
  })

  it('answers a redirect and does not follow it', async () => {
    const visited: string[] = []
    const url = await serve((request, answer) => {
      visited.push(request.url ?? '')
      answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    })
    const response = await createGuardedFetch(guard)(`${url}/start`)
    expect([response.status, visited]).toEqual([302, ['/start']])
  })

  it('fails a body beyond the limit and closes the connection', async () => {
    let isClosed = false
    const url = await serve((_, answer) => {
      answer.on('close', () => {
        isClosed = true
      })
      answer.write('x'.repeat(2_000))
    })
    const response = await createGuardedFetch(guard)(url)
    expect(await failureOf(response.text())).toBe('too_large')
    await expect.poll(() => isClosed).toBe(true)
  })

  it('ends a call whose name, answer or body does not come in time', async () => {
    const silent = await serve(() => undefined)
    const halting = await serve((_, answer) => void answer.write('begun'))
    const impatient = { ...guard, timeoutMs: 100 }
    const never: ResolveName = () => new Promise(() => undefined)
    expect(await failureOf(createGuardedFetch({ ...impatient, resolve: never })('https://name.example'))).toBe(
      'timeout',
    )
    expect(await failureOf(createGuardedFetch(impatient)(silent))).toBe('timeout')
    const response = createGuardedFetch(impatient)(halting)
    expect(await failureOf(response.then((answer) => answer.text()))).toBe('timeout')
  })

  it('ends a call when the caller gives up', async () => {
    const url = await serve(() => undefined)
    const stop = new AbortController()
    const call = failureOf(createGuardedFetch(guard)(url, { signal: stop.signal }))
    stop.abort()
    expect(await call).toBe('aborted')
  })

  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['an impossible status', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n'],
  ])('fails when the answer is %s', async (_, text) => {
    const { port } = await serveBytes((socket) => void socket.once('data', () => socket.end(text)))
    expect(await failureOf(createGuardedFetch(guard)(`http://127.0.0.1:${port}/`))).toBe('bad_answer')
  })

  it('fails when nothing listens', async () => {
    const url = await serve((_, answer) => answer.end())
    for (const close of closers.splice(0)) await close()
    expect(await failureOf(createGuardedFetch(guard)(url))).toBe('unreachable')
  })

  it('answers without a body where the status has none', async () => {
    const url = await serve((_, answer) => answer.writeHead(204).end())
    const response = await createGuardedFetch(guard)(url)
    expect([response.status, response.body]).toEqual([204, null])
  })
})
