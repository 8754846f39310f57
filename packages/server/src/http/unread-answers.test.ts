import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { anyone, operation, text } from '@deal-canvas/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bareDeps } from '../testing/bare-app.ts'
import { connectTo } from '../testing/listening.ts'
import { createApp } from './app.ts'
import { handleAnyone } from './handler.ts'
import { createUnreadWatch } from './unread-answers.ts'

describe('unread answer', () => {
  const size = 64 * 1024 * 1024
  let server: Server
  let client: Socket
  let here: Socket
  let at: number
  let look: () => void
  beforeEach(async () => {
    // Larger than all socket buffers together.
    server = createServer((_request, response) => response.end(Buffer.alloc(size, 'x'))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const connection = once(server, 'connection')
    client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    ;[here] = (await connection) as [Socket]
    at = 0
    const watch = createUnreadWatch(() => at)
    look = () => watch([here])
  })
  afterEach(() => {
    client.destroy()
    server.close()
  })
  const ask = async () => {
    client.pause()
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => here.writableLength).toBeGreaterThan(0)
  }
  /** Waits until all buffers for a client that does not read are full. */
  const settles = async () => {
    let before = -1
    await expect
      .poll(() => {
        const { writeQueueSize } = Reflect.get(here, '_handle') as { writeQueueSize: number }
        const isSame = writeQueueSize === before
        before = writeQueueSize
        return isSame
      })
      .toBe(true)
  }

  /** Reads a few MiB only: a fast client would have the whole answer before the next check. */
  const readSome = () =>
    new Promise<void>((resolve) => {
      let bytes = 0
      const take = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes < 4 * 1024 * 1024) return
        client.pause()
        client.off('data', take)
        resolve()
      }
      client.on('data', take)
      client.resume()
    })

  it('closes a connection whose client reads nothing for a minute', async () => {
    await ask()
    await settles()
    look()
    at = 59_999
    look()
    expect(here.destroyed).toBe(false)
    at = 60_000
    look()
    expect(here.destroyed).toBe(true)
  })

  it('keeps a connection open while the client reads at least 1 KiB per second', async () => {
    await ask()
    for (let minute = 0; minute < 5; minute++) {
      await settles()
      look()
      at += 59_000
      const before = (Reflect.get(here, '_handle') as { writeQueueSize: number }).writeQueueSize
      await readSome()
      await expect
        .poll(() => (Reflect.get(here, '_handle') as { writeQueueSize: number }).writeQueueSize)
        .toBeLessThan(before - 100_000)
      look()
      at += 59_000
      look()
      expect(here.destroyed).toBe(false)
    }
  })

  it('does not count time in which no answer is pending', () => {
    look()
    at = 3_600_000
    look()
    expect(here.destroyed).toBe(false)
  })
})

const large = operation({
  id: 'large',
  method: 'GET',
  path: '/api/test/large',
  tag: 'Test',
  summary: 'More than all buffers of the machine take',
  access: anyone,
  answer: text(),
})

it('closes a download that its client does not read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const route = handleAnyone(large, async () => 'x'.repeat(64 * 1024 * 1024))
  const app = await createApp({ ...bareDeps, extraRoutes: [route] })
  try {
    const accepted = once(app.server, 'connection')
    const client = await connectTo(app)
    const [here] = (await accepted) as [Socket]
    client.pause()
    client.write('GET /api/test/large HTTP/1.1\r\nHost: x\r\n\r\n')
    while (here.writableLength === 0) await new Promise((resolve) => setImmediate(resolve))
    const closed = once(here, 'close')
    vi.advanceTimersByTime(80_000)
    await closed
    client.destroy()
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})
