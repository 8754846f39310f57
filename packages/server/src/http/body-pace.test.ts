import { fastify } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { connectTo, readRaw } from '../testing/listening.ts'
import { watchPace } from './body-pace.ts'

describe('slow request body', () => {
  const apps: ReturnType<typeof fastify>[] = []
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })

  const given = (isUpload: boolean) => {
    const app = fastify({ forceCloseConnections: true })
    apps.push(app)
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.addHook('onRequest', async (request, reply) => watchPace(request, reply, { isUpload, ms: 150 }))
    app.post('/', async (request) => String((request.body as Buffer).length))
    return app
  }

  /** Sends the pieces one at a time; returns the answer and how many pieces were sent before it. */
  const drip = async (app: ReturnType<typeof fastify>, pieces: number, everyMs: number, size = 1) => {
    const socket = await connectTo(app)
    const heard: Buffer[] = []
    let sent = 0
    const over = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => heard.push(chunk)).on('close', () => resolve())
    })
    socket.on('error', () => undefined)
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: ${pieces * size}\r\n\r\n`,
    )
    const timer = setInterval(() => {
      if (sent < pieces && socket.writable) {
        socket.write('x'.repeat(size))
        sent += 1
      }
    }, everyMs)
    await over
    clearInterval(timer)
    return { answer: Buffer.concat(heard).toString(), sent }
  }

  it('rejects an ordinary body that takes longer than its time limit with 408', async () => {
    const { answer } = await drip(given(false), 50, 20)
    expect(readRaw(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
  })

  it('accepts a longer upload while at least 1 KiB per second arrives', async () => {
    const { answer, sent } = await drip(given(true), 20, 20, 1_000)
    expect([answer.split('\r\n')[0], sent]).toEqual(['HTTP/1.1 200 OK', 20])
  })

  it('rejects an upload that arrives one byte at a time with 408', async () => {
    const { answer } = await drip(given(true), 200, 20)
    expect(readRaw(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
  })

  it('rejects an upload that stalls with 408', async () => {
    const { answer } = await drip(given(true), 50, 10_000)
    expect(readRaw(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
  })
})
