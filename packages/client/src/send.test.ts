import { addDocuments, createComment } from '@deal-canvas/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createSend } from './send.ts'
import { playService } from './testing/service.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const given = async () => {
  const service = await playService(() => ({ status: 201, json: {} }))
  stops.push(service.stop)
  return { service, send: createSend(service.baseUrl, fetch).answer }
}

const params = { deal_id: 'riverside' }

describe('request body', () => {
  test('sends an upload as multipart form data with its boundary', async () => {
    const { service, send } = await given()
    const form = new FormData()
    form.append('files', new Blob(['The rent roll']), 'rents.txt')
    await send(addDocuments, { params, body: form }, 't1')
    const [received] = service.received
    expect(received).toMatchObject({
      method: 'POST',
      url: '/api/canvas/riverside/documents',
      headers: { authorization: 'Bearer t1', accept: 'application/json' },
    })
    const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(received?.headers['content-type'] ?? '') ?? []
    expect(boundary).toBeDefined()
    expect(received?.body.startsWith(`--${boundary}\r\n`)).toBe(true)
    expect(received?.body).toContain('name="files"; filename="rents.txt"')
    expect(received?.body).toContain('\r\n\r\nThe rent roll\r\n')
  })

  test('sends the whole upload again when the call is repeated', async () => {
    const { service, send } = await given()
    const form = new FormData()
    form.append('files', new Blob(['The rent roll']), 'rents.txt')
    for (const token of ['t1', 't2']) await send(addDocuments, { params, body: form }, token)
    for (const { body } of service.received) expect(body).toContain('The rent roll')
    expect(service.received).toHaveLength(2)
  })
})

test('sends any other body as JSON', async () => {
  const { service, send } = await given()
  await send(createComment, { params, body: { content: 'Why?' } })
  expect(service.received).toMatchObject([
    { headers: { 'content-type': 'application/json' }, body: '{"content":"Why?"}' },
  ])
})

test('sends the known version, the last event id and the wanted bytes as headers', async () => {
  const { service, send } = await given()
  const range = { start: 1_024, end: 2_047 }
  await send(createComment, { params, body: { content: 'Why?' }, ifMatch: 3, lastEventId: '17', range })
  expect(service.received).toMatchObject([
    { headers: { 'if-match': '"3"', 'last-event-id': '17', range: 'bytes=1024-2047' } },
  ])
})
