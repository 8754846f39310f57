import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostHeads } from './post-heads.ts'

const head = (seq: number) => ({ deal_id: 'deal', seq, hash: 'ab', at: '2026-11-15T09:30:00.000Z', signature: 'cd' })

describe('timestamp service client', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  /** A server that answers each request with the next status and repeats the last one. */
  const listen = async (...statuses: number[]) => {
    const received: { seq: number }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push(JSON.parse(body))
        const status = statuses.length > 1 ? statuses.shift() : statuses[0]
        response.writeHead(status ?? 200, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(100_000))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/`, received }
  }

  it('posts heads in order and retries after a failure', async () => {
    const { url, received } = await listen(503, 500, 200)
    const errors: unknown[] = []
    const posting = createPostHeads({ url, onError: (error) => errors.push(error), pause: () => 0 })
    for (const seq of [1, 2, 3]) posting.post(head(seq))
    await posting.close()
    expect(received.map(({ seq }) => seq)).toEqual([1, 1, 1, 2, 3])
    expect(received[0]).toEqual(head(1))
    expect(errors).toEqual([])
  })

  it('gives up a head after eight attempts, reports it to the operator and sends the next one', async () => {
    const { url, received } = await listen(...Array.from({ length: 8 }, () => 500), 200)
    const errors: unknown[] = []
    const posting = createPostHeads({ url, onError: (error) => errors.push(error), pause: () => 0 })
    posting.post(head(1))
    posting.post(head(2))
    await posting.close()
    expect(received.map(({ seq }) => seq)).toEqual([...Array.from({ length: 8 }, () => 1), 2])
    expect(errors).toHaveLength(1)
  })

  it('follows no redirect when posting a head', async () => {
    const { url } = await listen(302)
    const errors: unknown[] = []
    const posting = createPostHeads({ url, onError: (error) => errors.push(error), pause: () => 0 })
    posting.post(head(1))
    await posting.close()
    expect(errors).toHaveLength(1)
  })

  it('bounds the queue of heads to post', async () => {
    const errors: unknown[] = []
    const { url } = await listen(200)
    const posting = createPostHeads({ url, onError: (error) => errors.push(error), graceMs: 0 })
    for (let seq = 1; seq <= 1_002; seq++) posting.post(head(seq))
    expect(errors).toHaveLength(1)
    await posting.close()
  })
})
