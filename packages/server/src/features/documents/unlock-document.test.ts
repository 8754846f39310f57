import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { packageOf, pdfFile, upload, workbookFile } from '../../testing/uploading.ts'

const require = createRequire(import.meta.url)
const password = 'Open sesame, 7 times'

const lockedOffice = async (bytes: Uint8Array, type?: 'standard'): Promise<Uint8Array> =>
  require('officecrypto-tool').encrypt(Buffer.from(bytes), { password, ...(type && { type }) })

const lockedPdf = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const qpdf = await require('@neslinesli93/qpdf-wasm')({ noInitialRun: true })
  qpdf.FS.writeFile('/in.pdf', bytes)
  expect(qpdf.callMain(['--encrypt', password, 'owner', '256', '--', '/in.pdf', '/out.pdf'])).toBe(0)
  return qpdf.FS.readFile('/out.pdf')
}

onService('encrypted documents', (app) => {
  const people = signInAll(app, 'editor', 'viewer')
  let deal: string
  let path: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { editor, viewer } = people()
    deal = await plantDeal(app, { members: { [editor.userId]: 'editor', [viewer.userId]: 'viewer' } })
    path = `/api/canvas/${deal}/documents`
  })
  const add = async (fileName: string, content: Uint8Array) => {
    const { status, body } = await upload(app, people().editor, path, [{ fileName, content }])
    expect([status, body.detail]).toEqual([201, undefined])
    return body.documents[0]
  }
  const unlock = (id: string, given = password) =>
    people().editor.send('POST', `${path}/${id}/password`, { password: given })

  it.each<[string, string, () => Promise<Uint8Array>]>([
    ['xlsx', 'a workbook (agile encryption)', async () => lockedOffice(workbookFile())],
    ['xlsx', 'a workbook (standard encryption)', async () => lockedOffice(workbookFile(), 'standard')],
    ['pdf', 'a PDF', async () => lockedPdf(pdfFile(['The roofs were replaced in 2019, said the long report.']))],
  ])('keeps an encrypted %s until its password is given, then reads %s [DOC-13]', async (kind, _, make) => {
    const document = await add('secret', await make())
    expect(document).toMatchObject({ kind: 'unknown', state: 'password_needed', problem: expect.any(String) })
    const { status, body } = await unlock(document.id)
    expect([status, body]).toMatchObject([200, { id: document.id, kind, problem: null }])
    expect(body.sha256).not.toBe(document.sha256)
    await vi.waitFor(
      async () => expect((await people().editor.get(`${path}/${document.id}`)).body.state).toBe('indexed'),
      { timeout: 20_000, interval: 50 },
    )
    expect(await unlock(document.id)).toMatchObject({ status: 409, body: { code: 'password_not_needed' } })
    const rows = await app.sql<{ bytes: string }>(
      'SELECT coalesce(sum(size), 0) AS bytes FROM documents WHERE deal_id = $1',
      [deal],
    )
    expect(Number(rows[0]?.bytes)).toBe(body.size)
    const blobs = await readdir(join(app.dataDir, 'blobs'), { recursive: true })
    expect(blobs.some((name) => name.endsWith(document.sha256))).toBe(false)
    expect(blobs.some((name) => name.endsWith(body.sha256))).toBe(true)
  })

  it('rejects a wrong password with the tries left, five times at most, also at once [DOC-14]', async () => {
    const document = await add('model.xlsx', await lockedOffice(workbookFile()))
    const wrong = await unlock(document.id, 'wrong')
    expect(wrong).toMatchObject({
      status: 409,
      body: { code: 'wrong_password', detail: 'The password is wrong. 4 tries are left.', tries_left: 4 },
    })
    const more = await Promise.all(Array.from({ length: 6 }, () => unlock(document.id, 'wrong')))
    const codes = more.map(({ body }) => body.code).toSorted()
    expect(codes).toEqual([...Array(2).fill('password_tries_spent'), ...Array(4).fill('wrong_password')])
    expect(await unlock(document.id)).toMatchObject({ status: 409, body: { code: 'password_tries_spent' } })
    expect((await people().editor.get(`${path}/${document.id}`)).body.state).toBe('password_needed')
  })

  it('stores the password nowhere, and records which content replaced which [DOC-13]', async () => {
    const document = await add('model.xlsx', await lockedOffice(workbookFile()))
    const { body } = await unlock(document.id)
    const events = await app.sql<{ type: string; data: string }>(
      'SELECT type, data FROM journal WHERE deal_id = $1 ORDER BY seq DESC LIMIT 2',
      [deal],
    )
    expect(events.map(({ type, data }) => [type, JSON.parse(data).sha256])).toEqual(
      expect.arrayContaining([
        ['document.added', body.sha256],
        ['document.removed', document.sha256],
      ]),
    )
    const tables = await app.sql<{ name: string }>(
      'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables)
      expect([name, await app.sql(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%Open sesame%'`)]).toEqual([name, []])
  })

  it('goes on with the other files of an archive, and is refused to viewers [DOC-13]', async () => {
    const archive = packageOf({ 'locked.xlsx': await lockedOffice(workbookFile()), 'notes.txt': 'The roofs are new.' })
    const { body } = await upload(app, people().editor, path, [{ fileName: 'room.zip', content: archive }])
    const states = body.documents.map(({ file_name: name, state }: Record<string, string>) => [name, state])
    expect(states).toEqual([
      ['locked.xlsx', 'password_needed'],
      ['notes.txt', 'stored'],
    ])
    const answer = await people().viewer.send('POST', `${path}/${body.documents[0].id}/password`, { password })
    expect(answer.status).toBe(403)
  })

  it('unlocks a file of an intake that has no deal yet [DOC-13]', async () => {
    const { body: intake } = await people().editor.send('POST', '/api/intake', {})
    const own = `/api/intake/${intake.conversation_id}`
    const content = await lockedOffice(workbookFile())
    const { body } = await upload(app, people().editor, `${own}/files`, [{ fileName: 'model.xlsx', content }])
    const locked = body.files[0]
    expect(locked.state).toBe('password_needed')
    const tried = await people().editor.send('POST', `${own}/files/${locked.id}/password`, { password: 'wrong' })
    expect(tried).toMatchObject({ status: 409, body: { code: 'wrong_password', tries_left: 4 } })
    const unlocked = await people().editor.send('POST', `${own}/files/${locked.id}/password`, { password })
    expect([unlocked.status, unlocked.body.file]).toMatchObject([200, { id: locked.id, kind: 'xlsx', problem: null }])
  })
})
