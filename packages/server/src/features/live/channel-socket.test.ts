import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createChannelSocket } from './channel-socket.ts'

describe('channel socket', () => {
  let server: WebSocketServer
  let client: WebSocket
  let here: WebSocket
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    ;[here] = (await once(server, 'connection')) as [WebSocket]
    if (client.readyState !== WebSocket.OPEN) await once(client, 'open')
  })
  afterEach(() => {
    client.terminate()
    server.close()
  })
  const lengths = (count: number) =>
    new Promise<number[]>((resolve) => {
      const heard: number[] = []
      client.on('message', (data) => {
        if (heard.push(data.toString().length) === count) resolve(heard)
      })
    })

  it('does not treat a client as slow because of one large frame', async () => {
    const heard = lengths(2)
    const socket = createChannelSocket(here)
    socket.tell('x'.repeat(8 * 1024 * 1024))
    await expect.poll(() => here.bufferedAmount).toBe(0)
    socket.tell('y')
    expect(await heard).toEqual([8 * 1024 * 1024, 1])
  })

  it('closes a client with 4408 if more than 1 MiB is unread before the next frame', async () => {
    const socket = createChannelSocket(here)
    client.pause()
    // Larger than all socket buffers of the machine.
    socket.tell('x'.repeat(64 * 1024 * 1024))
    expect(here.readyState).toBe(WebSocket.OPEN)
    socket.tell('y')
    client.resume()
    const [code] = await once(client, 'close')
    expect(code).toBe(4408)
  })

  it('sends missed events in bursts and waits for each burst to be flushed', async () => {
    const socket = createChannelSocket(here)
    client.pause()
    const texts = Array.from({ length: 200 }, (_, n) => 'x'.repeat(100_000 + n))
    const heard = lengths(texts.length)
    const caughtUp = socket.catchUp(texts)
    for (let turn = 0; turn < 1_000; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(here.bufferedAmount).toBeLessThan(260 * 1024)
    }
    client.resume()
    await caughtUp
    expect(await heard).toEqual(texts.map(({ length }) => length))
  })

  it('stops waiting when the connection breaks during catch-up', async () => {
    const socket = createChannelSocket(here)
    client.pause()
    const caughtUp = socket.catchUp(Array.from({ length: 500 }, () => 'x'.repeat(200_000)))
    here.terminate()
    await caughtUp
  })
})
