import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Files, integer, model, operation, optional, signedIn, text } from '@deal-canvas/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Blobs } from '../platform/blobs/blobs.ts'
import { createFolderBlobs } from '../platform/blobs/folder-blobs.ts'
import { bareDeps } from '../testing/bare-app.ts'
import { connectTo, portOf, readRaw, sayRaw } from '../testing/listening.ts'
import { actorOf } from '../testing/org-people.ts'
import { type FormPart, formOf } from '../testing/uploading.ts'
import { createApp } from './app.ts'
import { handleFiles } from './handler.ts'

const mebibyte = 1024 * 1024

const files = {
  field: 'files',
  maxFiles: 2,
  maxBytes: 45 * mebibyte,
  maxBytesTogether: 60 * mebibyte,
  description: 'Anything.',
  fields: model({ page: optional(integer({ minimum: 1 })), word: optional(text({ max: 5 })) }),
} as const satisfies Files

const put = operation({
  id: 'put',
  method: 'POST',
  path: '/put',
  tag: 'Test',
  summary: 'Put',
  access: signedIn,
  files,
  answer: model({ sizes: text(), page: optional(integer()), word: optional(text()) }),
})

describe('file upload', () => {
  let app: FastifyInstance
  let folder: string
  let blobs: Blobs
  let held: number[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'))
    blobs = await createFolderBlobs({ folder })
    const route = handleFiles(put, async ({ files: arriving, fields }) => {
      const sizes: number[] = []
      for await (const { content } of arriving) sizes.push((await blobs.put(watched(content), { maxBytes: 1e9 })).size)
      return { sizes: sizes.join(' '), ...fields() }
    })
    app = await createApp({ ...bareDeps, extraRoutes: [route], enter: async () => actorOf({ userId: 'me' }) })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function* watched(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let count = 0
    for await (const chunk of content) {
      if (++count % 64 === 0) held.push(heldNow())
      yield chunk
    }
  }
  const temporary = () => readdir(join(folder, 'temp'))
  const send = async (...parts: FormPart[]) => {
    const reply = await app.inject({ method: 'POST', url: '/put', ...formOf(parts) })
    return { status: reply.statusCode, body: JSON.parse(reply.body) }
  }
  const file = (content: string): FormPart => ({ fileName: 'f', content })

  it('passes on files in order and validated text fields, wherever they are in the form', async () => {
    const parts = [file('one'), { name: 'page', value: '3' }, file('three'), { name: 'unknown', value: 'x' }]
    expect(await send(...parts)).toEqual({ status: 200, body: { sizes: '3 5', page: 3 } })
    expect(await send({ name: 'word', value: '' }, file(''))).toEqual({ status: 200, body: { sizes: '0' } })
  })

  it('rejects text fields of a form like query parameters', async () => {
    const { status, body } = await send(file('x'), { name: 'page', value: 'two' }, { name: 'word', value: 'toolong' })
    expect([status, body.detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc])]).toEqual([
      422,
      [
        ['int_parsing', ['body', 'page']],
        ['string_too_long', ['body', 'word']],
      ],
    ])
    const long = await send({ name: 'word', value: 'x'.repeat(20_000) }, file('x'))
    expect(long.body.detail).toMatchObject([{ type: 'string_too_long', loc: ['body', 'word'] }])
  })

  it('rejects a form with thousands of parts', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `n${index}`, value: 'x' }))
    expect((await send(...many, file('x'))).status).toBe(422)
  })

  it('never holds a whole upload in memory, and leaves nothing of one that is too large', async () => {
    held = []
    const before = heldNow()
    const sent = await post(await portOf(app), blocks(40))
    expect(sent).toMatchObject({ status: 200, body: { sizes: String(40 * mebibyte) } })
    expect(held.length).toBeGreaterThan(5)
    expect(Math.max(...held) - before).toBeLessThan(10 * mebibyte)
    const refused = await send({ fileName: 'f', content: blocks(46) })
    expect(refused).toMatchObject({
      status: 413,
      body: { code: 'file_too_large', detail: 'A file can have at most 45 MiB' },
    })
    const together = await send(
      { fileName: 'f', content: blocks(40) },
      { name: 'other', fileName: 'f', content: blocks(21) },
    )
    expect(together).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    expect(await temporary()).toEqual([])
  })

  it('rejects a truncated form with too many parts without crashing the process', async () => {
    const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="n${n}"\r\n\r\nx\r\n`
    for (const count of [1, 30, 60, 200]) {
      const payload = `${Array.from({ length: count }, (_, n) => part(n)).join('')}--b\r\nContent-Disposition: form-data; na`
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      expect((await app.inject({ method: 'POST', url: '/put', headers, payload })).statusCode).toBe(422)
    }
  })

  const sendRaw = async (payload: string) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const reply = await app.inject({ method: 'POST', url: '/put', headers, payload })
    return { status: reply.statusCode, body: JSON.parse(reply.body) }
  }
  const rawFile = '--b\r\nContent-Disposition: form-data; name="files"; filename="f"\r\n\r\nabc\r\n'

  it('rejects a form that is truncated after too many parts without a name', async () => {
    const { status, body } = await sendRaw(`${'--b\r\nX: y\r\n\r\nx\r\n'.repeat(200)}--b\r\nX`)
    expect([status, body.detail[0].ctx.error]).toEqual([422, 'The form is malformed or incomplete'])
  })

  it('rejects a form with a field named like a property of every object', async () => {
    const text = '--b\r\nContent-Disposition: form-data; name="toString"\r\n\r\nx\r\n'
    const { status, body } = await sendRaw(`${text}${rawFile}--b--\r\n`)
    expect([status, body.detail[0].ctx.error]).toEqual([422, 'The form is malformed or incomplete'])
  })

  it('ignores a form field without a name', async () => {
    const text = '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n'
    expect(await sendRaw(`${text}${rawFile}--b--\r\n`)).toEqual({ status: 200, body: { sizes: '3' } })
  })

  it('ignores what follows the end of the form', async () => {
    expect(await sendRaw(`${rawFile}--b--\r\n${'epilogue '.repeat(20_000)}`)).toEqual({
      status: 200,
      body: { sizes: '3' },
    })
  })

  it('leaves no temporary file of an aborted upload', async () => {
    const socket = await connectTo(app)
    socket.write(`${head(1_000_000)}${'x'.repeat(200_000)}`)
    await expect.poll(temporary).toHaveLength(1)
    socket.destroy()
    await expect.poll(temporary).toEqual([])
  })

  it('answers with the reason while a rejected upload is still being sent', async () => {
    const port = await portOf(app)
    const answer = await post(port, blocks(70))
    expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  })

  it('treats a form as a body of another type if the operation takes no files', async () => {
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', ...formOf([file('x')]) })
    expect(reply.json().detail).toMatchObject([{ type: 'model_attributes_type', loc: ['body'] }])
  })

  const head = (length: number) =>
    `POST /put HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`

  it('rejects an upload whose Content-Length exceeds all limits before reading it', async () => {
    const answer = await sayRaw(app, head(1e12).replace('Host: x', 'Host: x\r\nConnection: close'))
    expect(readRaw(answer)).toMatchObject({ status: 413 })
  })
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory still referenced, after garbage collection. */
const heldNow = (): number => {
  collect()
  return process.memoryUsage().arrayBuffers
}

async function* blocks(count: number): AsyncIterable<Uint8Array> {
  const block = Buffer.alloc(mebibyte, 'a')
  for (let n = 0; n < count; n++) yield block
}

/** Uploads over a real connection, with its backpressure. */
const post = (port: number, content: AsyncIterable<Uint8Array>) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const { headers, payload } = formOf([{ fileName: 'f', content }])
    const sending = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/put', headers }, (answer) => {
      const heard: Buffer[] = []
      answer
        .on('data', (chunk) => heard.push(chunk))
        .on('end', () => {
          payload.destroy()
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(heard).toString()) })
        })
    })
    sending.on('error', reject)
    payload.on('error', () => sending.destroy())
    payload.pipe(sending)
  })
