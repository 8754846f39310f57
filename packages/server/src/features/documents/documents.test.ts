import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { dealRoles, limitRules, maxDealBytes } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { auditTrailOf, happenedTo } from '../../testing/deal-audit-trail.ts'
import { connectTo, readRaw, sayRaw } from '../../testing/listening.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, useUp } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { bombFile, type FormPart, formOf, pdfFile, upload, workbookFile } from '../../testing/uploading.ts'

const note = (text = 'A note', fileName = 'note.txt'): FormPart => ({ fileName, content: text })
const model: FormPart = { fileName: 'model.xlsx', content: workbookFile() }

onService('documents', (app) => {
  const people = signInAll(app, ...dealRoles, 'outsider')
  let deal: string
  let path: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, {
      members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])),
    })
    path = `/api/canvas/${deal}/documents`
  })
  const add = (...parts: FormPart[]) => upload(app, people().editor, path, parts)
  const listed = async () => (await people().viewer.get(path)).body.documents
  /** Inserts a document row of the given size without content. */
  const plant = (size: number, name = 'big.txt') =>
    app.sql(
      `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
        VALUES ($1, $2, $3, 'txt', $4, repeat('0', 64), 'stored', $5, now(), now())`,
      [newId(), deal, name, size, people().owner.userId],
    )
  const becomes = (id: string, state: string) =>
    vi.waitFor(async () => expect((await people().viewer.get(`${path}/${id}`)).body.state).toBe(state), {
      timeout: 20_000,
      interval: 50,
    })
  const expectNothing = async () => {
    expect(await listed()).toEqual([])
    expect(await happenedTo(app, deal)).toEqual([])
  }

  describe('document upload', () => {
    it('stores uploaded documents with their type and records one event for each', async () => {
      const { editor } = people()
      const { status, body } = await add(model, note())
      expect(status).toBe(201)
      expect(body.documents).toMatchObject([
        { file_name: 'model.xlsx', kind: 'xlsx', state: 'stored', problem: null, uploaded_by: { id: editor.userId } },
        { file_name: 'note.txt', kind: 'txt', size: 6, title: null, parts: null },
      ])
      // Leaves out the fields that change while the documents are read.
      const lasting = ({ state, title, parts, ...rest }: Record<string, unknown>) => rest
      expect((await listed()).map(lasting)).toEqual(body.documents.map(lasting))
      const shown = (await people().viewer.get(`${path}/${body.documents[1].id}`)).body
      expect(lasting(shown)).toEqual(lasting(body.documents[1]))
      expect(await auditTrailOf(app, deal)).toMatchObject(
        body.documents.map(({ id, sha256, size }: Record<string, unknown>) => ({
          type: 'document.added',
          actorId: editor.userId,
          data: { document_id: id, sha256, size },
        })),
      )
    })

    it.each([
      ['owner', 201],
      ['editor', 201],
      ['commenter', 403],
      ['viewer', 403],
      ['outsider', 404],
    ] as const)('accepts uploads from editors and above: %s gets %i', async (name, status) => {
      expect((await upload(app, people()[name], path, [note()])).status).toBe(status)
    })

    it('checks the user and role before it reads the upload body', async () => {
      const unread = { fileName: 'x.txt', content: neverRead() }
      expectRefusal(await upload(app, undefined, path, [unread]), 401, 'not_authenticated')
      expectRefusal(await upload(app, people().viewer, path, [unread]), 403, 'role_too_low')
      expectRefusal(await upload(app, people().outsider, path, [unread]), 404, 'deal_not_found')
    })

    it('counts an upload as a write and rejects it when the write limit is used up', async () => {
      await useUp(app, 'write', people().editor.userId)
      expectRefusal(await add(note()), 429, 'rate_limited')
      await forgetLimits(app)
      await expectNothing()
    })

    it('rejects an upload to a finalized deal with 409', async () => {
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await add(note()), 409, 'deal_finalized')
      await expectNothing()
    })

    it('accepts 20 files per upload and rejects 21 with 422', async () => {
      const notes = Array.from({ length: 21 }, (_, index) => note(`Note ${index}`, `${index}.txt`))
      const { status, body } = await add(...notes)
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ type: 'too_long', loc: ['body', 'files'], ctx: expect.anything() })],
      ])
      await expectNothing()
      expect((await add(...notes.slice(0, 20))).body.documents.length).toBe(20)
    })

    it('accepts 1,000 documents per deal and rejects more with 409', async () => {
      await app.sql(
        `INSERT INTO documents (id, deal_id, file_name, kind, size, sha256, state, uploaded_by, created_at, updated_at)
          SELECT gen_random_uuid(), $1, 'n' || n, 'txt', 1, repeat('0', 64), 'stored', $2, now(), now() FROM generate_series(1, 999) n`,
        [deal, people().owner.userId],
      )
      expectRefusal(await add(note('a'), note('b')), 409, 'too_many_documents')
      expect((await add(note('a'))).status).toBe(201)
      expectRefusal(await add(note('b')), 409, 'too_many_documents')
    })

    it('returns the existing document for the same file and name, and adds it under another name', async () => {
      const [first] = (await add(note())).body.documents
      const again = (await add(note(), note(), note('A note', 'copy.txt'))).body.documents
      expect(again.map(({ id }: { id: string }) => id)).toEqual([
        first.id,
        first.id,
        expect.not.stringMatching(first.id),
      ])
      expect(again[2].sha256).toBe(first.sha256)
      expect((await listed()).length).toBe(2)
      expect(await happenedTo(app, deal)).toEqual(['document.added', 'document.added'])
    })

    it('reads an unreadable file again when it is uploaded again', async () => {
      const [first] = (await add(note())).body.documents
      await becomes(first.id, 'indexed')
      await app.sql("UPDATE documents SET state = 'failed', problem = 'Broken' WHERE id = $1", [first.id])
      const [again] = (await add(note())).body.documents
      expect(again).toMatchObject({ id: first.id, state: 'stored', problem: null })
      await becomes(first.id, 'indexed')
      expect(await happenedTo(app, deal)).toEqual(['document.added'])
    })

    it('removes paths and control characters from file names', async () => {
      const { body } = await add(note('a', '../../../etc/pass\twd'), note('b', 'C:\\\\temp\\\\ü.txt'))
      expect(body.documents.map(({ file_name }: { file_name: string }) => file_name)).toEqual(['passwd', 'ü.txt'])
    })
  })

  describe('rejected files', () => {
    it('rejects an upload with an empty file and a zip bomb at their indexes and stores none [DOC-1]', async () => {
      const { status, body } = await add(
        note(),
        { fileName: 'empty.xlsx', content: '' },
        { fileName: 'bomb.xlsx', content: bombFile() },
      )
      expect(status).toBe(422)
      expect(body.detail).toEqual([
        expect.objectContaining({ type: 'value_error', loc: ['body', 'files', 1], input: 'empty.xlsx' }),
        expect.objectContaining({
          type: 'value_error',
          loc: ['body', 'files', 2],
          msg: expect.stringMatching(/decompresses/),
        }),
      ])
      await expectNothing()
    })

    it('rejects a document of more than 50 MiB with 413 [DOC-2]', async () => {
      const answer = await add({ fileName: 'big.txt', content: zeros(50 * 1024 * 1024 + 1) })
      expectRefusal(answer, 413, 'file_too_large')
      await expectNothing()
    })

    it('rejects files that exceed the remaining storage of the deal with 413', async () => {
      await plant(maxDealBytes - 10)
      expectRefusal(await add(note('eleven byte')), 413, 'file_too_large')
      expect((await add(note('ten bytes!'))).status).toBe(201)
      expectRefusal(await add(note('x')), 413, 'file_too_large')
    })

    it('accepts only as many concurrent uploads as fit into the deal', async () => {
      await plant(maxDealBytes - 100)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => add(note(String(index).repeat(40), `${index}.txt`))),
      )
      expect(answers.filter(({ status }) => status === 422).map(({ body }) => body)).toEqual([])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413, 413])
      const [row] = await app.sql<{ sum: string }>('SELECT sum(size) FROM documents WHERE deal_id = $1', [deal])
      expect(Number(row?.sum)).toBe(maxDealBytes - 20)
    })
  })

  describe('malformed upload bodies', () => {
    const send = (headers: Record<string, string>, body?: unknown) => people().editor.send('POST', path, body, headers)

    it('rejects an upload body that is not a form with 422', async () => {
      const { status, body } = await send({ 'content-type': 'application/json' }, '{"files": []}')
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ type: 'model_attributes_type', loc: ['body'] })],
      ])
    })

    it('reports files as missing for an empty body and for a form without files', async () => {
      const missing = [{ type: 'missing', loc: ['body', 'files'], msg: 'Field required', input: null }]
      expect((await send({})).body.detail).toEqual(missing)
      expect((await add({ name: 'other', value: 'x' })).body.detail).toEqual(missing)
      expect((await add({ name: 'other', fileName: 'x', content: 'ignored' })).body.detail).toEqual(missing)
    })

    it.each([
      ['without a boundary', 'multipart/form-data', 'x'],
      [
        'without a closing boundary',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx',
      ],
      ['with an empty body', 'multipart/form-data; boundary=b', 'nothing of a form'],
      [
        'with a field named like a prototype property',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
      ],
    ])('rejects a malformed form with 422: %s', async (_, type, body) => {
      const answer = await send({ 'content-type': type }, body)
      expect([answer.status, answer.body.detail[0].loc[0]]).toEqual([422, 'body'])
      await expectNothing()
    })
  })

  describe('interrupted uploads', () => {
    const head = (length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${people().editor.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`

    it('stores nothing of an interrupted upload', async () => {
      const socket = await connectTo(app.service.app)
      const arrived = once(app.service.app.server, 'request')
      socket.write(`${head(1_000_000)}${'x'.repeat(100_000)}`)
      const [request] = (await arrived) as [IncomingMessage]
      await expect.poll(() => request.readableFlowing).not.toBeNull()
      const over = new Promise((resolve) => request.once('close', resolve))
      socket.destroy()
      await over
      await expectNothing()
    })

    it('rejects an upload by its Content-Length without reading it', async () => {
      const answer = readRaw(
        await sayRaw(app.service.app, head(500_000_000).replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nConnection: close\r\n')),
      )
      expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
    })
  })

  describe('document content and cells', () => {
    it('returns the bytes of a document as an attachment that browsers never display', async () => {
      const [{ id, sha256, size }] = (await add(model)).body.documents
      const reply = await app.service.app.inject({
        url: `${path}/${id}/content`,
        headers: { authorization: `Bearer ${people().viewer.token}` },
      })
      expect(reply.rawPayload.equals(workbookFile())).toBe(true)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-length': String(size),
        'content-disposition': `attachment; filename="model.xlsx"; filename*=UTF-8''model.xlsx`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        etag: `"${sha256}"`,
      })
    })

    it('encodes non-ASCII file names in Content-Disposition', async () => {
      const [{ id }] = (await add(note('x', 'Köln "2026" (1).txt'.replaceAll('"', '%22')))).body.documents
      const { headers } = await people().viewer.get(`${path}/${id}/content`)
      expect(headers['content-disposition']).toMatch(/^attachment; filename="K_ln [^"]*"; filename\*=UTF-8''K%C3%B6ln/)
    })

    it('serves byte ranges and returns 304 for a matching ETag', async () => {
      const [{ id, sha256 }] = (await add(note('0123456789'))).body.documents
      const get = (headers: Record<string, string>) =>
        people().viewer.send('GET', `${path}/${id}/content`, undefined, headers)
      expect(await get({ range: 'bytes=2-4' })).toMatchObject({
        status: 206,
        body: '234',
        headers: { 'content-range': 'bytes 2-4/10' },
      })
      expect(await get({ range: 'bytes=-3' })).toMatchObject({ status: 206, body: '789' })
      expect(await get({ range: 'bytes=8-99' })).toMatchObject({ status: 206, body: '89' })
      expect(await get({ range: 'bytes=10-' })).toMatchObject({
        status: 416,
        body: { code: 'range_not_satisfiable' },
        headers: { 'content-range': 'bytes */10', 'content-type': 'application/json; charset=utf-8' },
      })
      expect(await get({ range: 'bytes=0-1,3-4' })).toMatchObject({ status: 200, body: '0123456789' })
      expect(await get({ 'if-none-match': `"${sha256}"` })).toMatchObject({ status: 304, body: '' })
    })

    it('returns cells of a workbook', async () => {
      const [{ id }] = (await add(model)).body.documents
      const { status, body } = await people().viewer.get(`${path}/${id}/cells?sheet=Returns&range=$B$2:B1`)
      expect([status, body]).toEqual([
        200,
        {
          sheet: 'Returns',
          range: 'B1:B2',
          sheets: ['Returns'],
          sheet_sizes: [{ name: 'Returns', rows: 2, columns: 2, hidden: false }],
          cells: [
            { cell: 'B1', type: 'number', value: 0.0525, text: '5.25%', formula: null, format: '0.00%' },
            { cell: 'B2', type: 'number', value: 0.105, text: '0.105', formula: '=B1*2', format: null },
          ],
        },
      ])
    })

    it('keeps uploads available during 60 concurrent cell requests of one user, and rejects excess requests with 429', async () => {
      const [{ id }] = (await add(model)).body.documents
      const flood = Array.from({ length: 60 }, () => people().viewer.get(`${path}/${id}/cells?range=A1:B2`))
      expect((await add({ fileName: 'note.txt', content: 'A note' })).status).toBe(201)
      const answers = await Promise.all(flood)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 429, 'rate_limited')
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4)
    })

    it.each([
      ['cells', 'cells?range=A1'],
      ['cells', 'find?q=rate'],
      ['cells', 'links?sheet=Returns&cell=A1'],
      ['content', 'content'],
    ] as const)('limits %s requests to 120 per minute and user', async (rule, rest) => {
      expect(limitRules[rule]).toEqual({ points: 120, seconds: 60 })
      const [{ id }] = (await add(model)).body.documents
      await useUp(app, rule, people().viewer.userId)
      expectRefusal(await people().viewer.get(`${path}/${id}/${rest}`), 429, 'rate_limited')
      expect((await people().editor.get(`${path}/${id}/${rest}`)).status).toBe(200)
    })

    it('returns cells of the first sheet if no sheet is given', async () => {
      const [{ id }] = (await add(model)).body.documents
      const { body } = await people().viewer.get(`${path}/${id}/cells?range=B1`)
      expect(body).toMatchObject({ sheet: 'Returns', sheets: ['Returns'], cells: [{ cell: 'B1' }] })
    })

    it.each([
      ['sheet=Rents&range=A1', 'sheet'],
      ['sheet=Returns&range=A0', 'range'],
      ['sheet=Returns&range=A1:B2:C3', 'range'],
      ['sheet=Returns&range=A1:A5001', 'range'],
    ])('rejects cell requests with %s', async (query, field) => {
      const [{ id }] = (await add(model)).body.documents
      const { status, body } = await people().viewer.get(`${path}/${id}/cells?${query}`)
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ type: 'value_error', loc: ['query', field] })],
      ])
    })

    it('rejects cell requests for a document without sheets', async () => {
      const [{ id }] = (await add(note())).body.documents
      expect((await people().viewer.get(`${path}/${id}/cells?sheet=A&range=A1`)).status).toBe(422)
    })
  })

  describe('documents of other deals', () => {
    it('returns 404 for a document of another deal [TENANT-9]', async () => {
      const [{ id }] = (await add(model)).body.documents
      const { outsider, editor } = people()
      const another = await plantDeal(app, { members: { [outsider.userId]: 'owner', [editor.userId]: 'editor' } })
      for (const rest of [
        '',
        '/content',
        '/cells?sheet=Returns&range=A1',
        '/find?q=rate',
        '/links?sheet=Returns&cell=A1',
      ]) {
        expectRefusal(await outsider.get(`${path}/${id}${rest}`), 404, 'deal_not_found')
        expectRefusal(await outsider.get(`/api/canvas/${another}/documents/${id}${rest}`), 404, 'document_not_found')
        expectRefusal(await outsider.get(`/api/canvas/${another}/documents/x${rest}`), 404, 'document_not_found')
      }
      expectRefusal(await editor.send('DELETE', `/api/canvas/${another}/documents/${id}`), 404, 'document_not_found')
      expect((await outsider.get(`/api/canvas/${another}/documents`)).body).toEqual({ documents: [] })
      expect((await listed()).length).toBe(1)
    })
  })

  describe('document removal', () => {
    it('removes a document once and records one event', async () => {
      const [{ id }] = (await add(note())).body.documents
      expectRefusal(await people().commenter.send('DELETE', `${path}/${id}`), 403, 'role_too_low')
      expect((await people().editor.send('DELETE', `${path}/${id}`)).status).toBe(204)
      expectRefusal(await people().editor.send('DELETE', `${path}/${id}`), 404, 'document_not_found')
      expect(await listed()).toEqual([])
      expect(await happenedTo(app, deal)).toEqual(['document.added', 'document.removed'])
    })

    it('deletes the extracted content of a removed document unless another document has the same file', async () => {
      const table = 'Rent,Area\n100,20\n'
      const added = [(await add(note(table, 'a.csv'))).body.documents[0]]
      await becomes(added[0].id, 'indexed')
      added.push((await add(note(table, 'b.csv'))).body.documents[0])
      await becomes(added[1].id, 'indexed')
      expect((await people().viewer.get(`${path}/${added[0].id}/cells?range=A1:B2`)).status).toBe(200)
      const kept = async () => (await app.state.list(deal, 'digitization', { limit: 10 })).length
      const claims = await app.sql<{ sha256: string }>('SELECT sha256 FROM blob_claims WHERE deal_id = $1', [deal])
      const blobFiles = async () => {
        const names = await readdir(join(app.dataDir, 'blobs'), { recursive: true })
        return names.filter((name) => claims.some(({ sha256 }) => name.endsWith(sha256)))
      }
      expect([await kept(), (await blobFiles()).length]).toEqual([2, 2])
      expect((await people().editor.send('DELETE', `${path}/${added[0].id}`)).status).toBe(204)
      expect([await kept(), (await blobFiles()).length]).toEqual([2, 2])
      expect((await people().editor.send('DELETE', `${path}/${added[1].id}`)).status).toBe(204)
      expect([await kept(), await blobFiles()]).toEqual([0, []])
    })

    it('refuses to remove the workbook that the numbers come from with 409', async () => {
      const [{ id, sha256 }] = (await add(model)).body.documents
      await app.sql(
        `INSERT INTO deal_models (deal_id, version, document_id, sha256, file_name, formulas, computed, agreeing, updated_at)
          VALUES ($1, 1, $2, $3, 'model.xlsx', 0, 0, 0, now())`,
        [deal, id, sha256],
      )
      expectRefusal(await people().editor.send('DELETE', `${path}/${id}`), 409, 'document_in_use')
      expect((await listed()).length).toBe(1)
    })
  })

  it('detects a PDF by its content regardless of the file name', async () => {
    const { body } = await add({ fileName: 'memo.xlsx', content: pdfFile(['Hello']) })
    expect(body.documents).toMatchObject([{ kind: 'pdf', file_name: 'memo.xlsx' }])
  })

  it('ignores the Idempotency-Key header for uploads', async () => {
    const keyed = () => upload(app, people().editor, path, [note('x', `${newId()}.txt`)], { 'idempotency-key': 'k' })
    expect([(await keyed()).status, (await keyed()).status]).toEqual([201, 201])
    expect((await listed()).length).toBe(2)
    expect(formOf([note()]).headers['content-type']).toMatch(/^multipart/)
  })
})

async function* neverRead(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(1024 * 1024)
  throw new Error('The body was read')
}

async function* zeros(size: number): AsyncIterable<Uint8Array> {
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length))
}
