import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'
import { isPublicAddress } from './private-addresses.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const fetch = createGuardedFetch({ allowLoopback: true, maxBytes: 1000, timeoutMs: 60_000 })
const refused = (reason: string) => expect.objectContaining({ name: 'OutboundRefused', reason })

describe('guarded fetch', () => {
  it('sends method, headers and body, and answers status, headers and body', async () => {
    const url = await serve(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      response.writeHead(418, { 'x-method': request.method ?? '', 'x-type': request.headers['content-type'] ?? '' })
      response.end(Buffer.concat(chunks))
    })
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
    expect(answer.status).toBe(418)
    expect(answer.headers.get('x-method')).toBe('POST')
    expect(answer.headers.get('x-type')).toContain('application/x-www-form-urlencoded')
    expect(await answer.text()).toBe('a=b+c')
  })

  it('refuses redirects and answers that are too large, whatever their declared size', async () => {
    const redirecting = await serve((_, response) => response.writeHead(302, { location: '/x' }).end())
    await expect(fetch(redirecting)).rejects.toEqual(refused('redirected'))
    const large = await serve((_, response) => response.end('x'.repeat(1001)))
    await expect(fetch(large)).rejects.toEqual(refused('too_large'))
    const fits = await serve((_, response) => response.end('x'.repeat(1000)))
    expect(await (await fetch(fits)).text()).toHaveLength(1000)
  })

  it('gives up on an answer that does not come, and stops when the caller does', async () => {
    const url = await serve(() => {})
    const hasty = createGuardedFetch({ allowLoopback: true, maxBytes: 1000, timeoutMs: 20 })
    await expect(hasty(url)).rejects.toEqual(refused('timeout'))
    const stop = new AbortController()
    const asked = fetch(url, { signal: stop.signal })
    stop.abort(new Error('stopped by the caller'))
    await expect(asked).rejects.toThrow('stopped by the caller')
  })

  it('gives up on an answer that does not end', async () => {
    const url = await serve((_, response) => void response.writeHead(200).write('begun'))
    const hasty = createGuardedFetch({ allowLoopback: true, maxBytes: 1000, timeoutMs: 200 })
    await expect(hasty(url)).rejects.toEqual(refused('timeout'))
  })

  it('calls this machine only if that is allowed, and others only over https', async () => {
    const url = await serve((_, response) => response.end('hello'))
    const strict = createGuardedFetch({ allowLoopback: false, maxBytes: 1000, timeoutMs: 60_000 })
    await expect(strict(url)).rejects.toEqual(refused('not_https'))
    await expect(strict(url.replace('http:', 'https:'))).rejects.toEqual(refused('blocked_address'))
    await expect(strict(new URL('https://localhost/'))).rejects.toEqual(refused('blocked_address'))
    await expect(fetch('http://example.com/')).rejects.toEqual(refused('not_https'))
  })

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://0/',
  ])('sees through the spelling %s of a private address', async (url) => {
    const strict = createGuardedFetch({ allowLoopback: false, maxBytes: 1000, timeoutMs: 60_000 })
    await expect(strict(url)).rejects.toEqual(refused('blocked_address'))
  })
})

describe('public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('is none of the private networks, also written as IPv6', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    const closed = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
      fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
    )
    fc.assert(
      fc.property(closed, (bytes) => {
        const address = bytes.join('.')
        return !isPublicAddress(address) && !isPublicAddress(`::ffff:${address}`)
      }),
    )
  })
})
