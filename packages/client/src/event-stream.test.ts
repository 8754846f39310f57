import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvents, type StreamedEvent } from './event-stream.ts'

/** A response whose bytes arrive in the given chunks. */
const answer = (pieces: readonly Uint8Array[], type = 'text/event-stream; charset=utf-8') =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    }),
    { headers: { 'content-type': type } },
  )
const said = (text: string) => answer([new TextEncoder().encode(text)])
const all = async (response: Response): Promise<StreamedEvent[]> => {
  const events: StreamedEvent[] = []
  for await (const event of readEvents(response)) events.push(event)
  return events
}

test('parses the name, id and JSON data of events and ignores keep-alive lines', async () => {
  const text = 'event: unread\ndata: {"unread_count":2}\n\n: keep-alive\n\nid: 3\nevent: notification\ndata: {}\n\n'
  expect(await all(said(text))).toEqual([
    { event: 'unread', data: { unread_count: 2 }, id: undefined },
    { event: 'notification', data: {}, id: '3' },
  ])
})

test('ignores unknown fields and a retry value that is not a number', async () => {
  const text = 'priority: high\nretry: soon\nsomething\nevent: unread\ndata: {"unread_count":2}\n\ndata: {}\n\n'
  expect(await all(said(text))).toEqual([
    { event: 'unread', data: { unread_count: 2 }, id: undefined },
    { event: 'message', data: {}, id: undefined },
  ])
})

test('parses the same events wherever the bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1 }), fc.array(fc.nat()), async (values, cuts) => {
      const text = values.map((value, n) => `id: ${n}\nevent: é\ndata: ${JSON.stringify(value)}\n\n`).join('')
      const bytes = new TextEncoder().encode(text)
      const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
      const pieces = places.slice(1).map((end, n) => bytes.slice(places[n], end))
      const data = (await all(answer(pieces))).map((event) => event.data)
      expect(data).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))))
    }),
  )
})

describe('incomplete event stream', () => {
  test('rejects with the code of an error event', async () => {
    const text = 'event: progress\ndata: {}\n\nevent: error\ndata: {"code":"workers_busy","detail":"Busy"}\n\n'
    const events = readEvents(said(text))
    expect(await events.next()).toMatchObject({ value: { event: 'progress' } })
    await expect(events.next()).rejects.toMatchObject({ status: 0, code: 'workers_busy', detail: 'Busy' })
  })

  test('rejects when the service announces that it is shutting down', async () => {
    const text = 'event: bye\ndata: {"reason":"shutting_down"}\n\n'
    await expect(all(said(text))).rejects.toMatchObject({ status: 0, code: 'shutting_down' })
  })

  test('rejects event data that is not JSON', async () => {
    await expect(all(said('data: {\n\n'))).rejects.toMatchObject({ code: 'unreadable_answer' })
  })

  test('rejects an event that exceeds the size limit', async () => {
    const piece = new TextEncoder().encode(`data: ${'x'.repeat(1024 * 1024)}\n`)
    await expect(all(answer(Array.from({ length: 17 }, () => piece)))).rejects.toMatchObject({
      code: 'unreadable_answer',
    })
  })

  test('rejects an HTML page instead of a stream', async () => {
    const page = answer([new TextEncoder().encode('<html>')], 'text/html')
    await expect(all(page)).rejects.toMatchObject({ status: 200, code: 'unreadable_answer' })
  })
})
