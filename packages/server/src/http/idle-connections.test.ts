import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo } from '../testing/listening.ts'
import { onService } from '../testing/service.ts'
import { boundIdleConnections } from './idle-connections.ts'

describe('idle connections', () => {
  let server: Server
  const clients: Socket[] = []
  /** Requests that have not been answered yet. */
  const held: (() => void)[] = []
  beforeEach(async () => {
    server = createServer((_request, response) => held.push(() => response.end('ok'))).listen(0, '127.0.0.1')
    boundIdleConnections(server, 3)
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
    held.splice(0)
    server.closeAllConnections()
    server.close()
  })
  const open = async (): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    clients.push(client)
    await accepted
    return client
  }
  const request = async (client: Socket): Promise<void> => {
    const asked = held.length
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => held.length).toBe(asked + 1)
  }

  it('closes the longest idle connection when a network exceeds its limit', async () => {
    const first = await open()
    const closed = once(first, 'close')
    for (let n = 0; n < 3; n++) await open()
    await closed
    expect(clients.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false])
  })

  it('does not count a connection while a request is under way, and counts it again afterwards', async () => {
    const busy = await open()
    await request(busy)
    const others = [await open(), await open(), await open()]
    expect(busy.destroyed).toBe(false)
    const [longest] = others
    const closed = once(longest ?? busy, 'close')
    for (const answer of held) answer()
    await once(busy, 'data')
    await closed
    expect([busy, ...others].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false])
  })

  it('does not count an upgraded connection', async () => {
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const channel = await open()
    channel.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await once(channel, 'data')
    for (let n = 0; n < 3; n++) await open()
    const [, next] = clients
    const closed = once(next ?? channel, 'close')
    await open()
    await closed
    expect(channel.destroyed).toBe(false)
  })
})

onService(
  'service with a limit on idle connections',
  (app) => {
    it('closes the longest idle connection when MAX_IDLE_CONNECTIONS is exceeded', async () => {
      const clients = [await connectTo(app.service.app), await connectTo(app.service.app)]
      const closed = Promise.race(clients.map((client, place) => once(client.resume(), 'close').then(() => place)))
      clients.push(await connectTo(app.service.app))
      expect(await closed).toBe(0)
      for (const client of clients) client.destroy()
    })
  },
  { env: { MAX_IDLE_CONNECTIONS: '2' } },
)
