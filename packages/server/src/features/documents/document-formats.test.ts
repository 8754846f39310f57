import { beforeEach, expect, it, vi } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import {
  packageOf,
  pdfFile,
  slidesFile,
  upload,
  wordFile,
  wordParagraph,
  workbookOfKind,
} from '../../testing/uploading.ts'

const text = (content: string): Uint8Array => new Uint8Array(Buffer.from(content))

onService('document formats', (app) => {
  const people = signInAll(app, 'editor')
  let path: string
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
    path = `/api/canvas/${deal}/documents`
  })
  const add = async (fileName: string, content: Uint8Array) => {
    const { status, body } = await upload(app, people().editor, path, [{ fileName, content }])
    expect([status, body.detail]).toEqual([201, undefined])
    return body.documents[0]
  }
  const read = (id: string) =>
    vi.waitFor(
      async () => {
        const { body } = await people().editor.get(`${path}/${id}`)
        expect(['indexed', 'failed']).toContain(body.state)
        return body
      },
      { timeout: 20_000, interval: 50 },
    )
  const found = async (question: string) => {
    const { body } = await people().editor.get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent(question)}`)
    return body.passages
  }

  it.each<[string, string, Uint8Array, object]>([
    [
      'pptx',
      'deck.pptx',
      slidesFile([{ title: 'Summary' }, { title: 'Roofs', notes: 'The roofs were replaced in 2019.' }]),
      { page: 2, text: expect.stringContaining('The roofs were replaced in 2019.') },
    ],
    ['docx', 'memo.docx', wordFile(wordParagraph('The roofs were replaced in 2019.')), { page: 1 }],
    ['rtf', 'memo.doc', text('{\\rtf1\\ansi\\pard The roofs {\\b were} replaced in 2019.\\par}'), { page: 1 }],
    ['html', 'page.htm', text('<html><body><p>The roofs <b>were</b> replaced in 2019.</p></body></html>'), { page: 1 }],
    ['tsv', 'roofs', text('what\twhen\nThe roofs were replaced\t2019\nThe lifts\t2020\n'), { sheet: 'roofs' }],
  ])('finds what a %s file says by a search [DOC-6]', async (kind, fileName, content, place) => {
    const document = await add(fileName, content)
    expect(document.kind).toBe(kind)
    expect(await read(document.id)).toMatchObject({ state: 'indexed', problem: null })
    const [passage] = await found('roofs replaced')
    expect(passage).toMatchObject({ document_id: document.id, ...place })
    expect(passage.text).toMatch(/The roofs were replaced/)
    expect(passage.text).not.toMatch(/[<>{}\\]/)
  })

  const addAll = async (fileName: string, content: Uint8Array) => {
    const { status, body } = await upload(app, people().editor, path, [{ fileName, content }])
    expect([status, body.detail]).toEqual([201, undefined])
    return body.documents
  }

  it('keeps the files of an archive with their folders, and one that cannot be read does not hide the others [DOC-8]', async () => {
    const room = packageOf({
      'Legal/Leases/lease.pdf': pdfFile(['The roofs were replaced in 2019.']),
      '../../etc/notes.txt': 'The seller pays for the lifts.',
      'Legal/program.exe': new Uint8Array([0x4d, 0x5a, 0x90, 0, 1, 2, 3]),
      'older.zip': packageOf({ 'a.txt': 'x' }),
      '__MACOSX/._lease.pdf': 'x',
    })
    const documents = await addAll('Data room.zip', room)
    expect(documents).toMatchObject([
      { file_name: 'lease.pdf', kind: 'pdf', path: 'Data room/Legal/Leases' },
      { file_name: 'notes.txt', kind: 'txt', path: 'Data room/etc' },
      {
        file_name: 'program.exe',
        kind: 'unknown',
        path: 'Data room/Legal',
        state: 'failed',
        problem: expect.stringMatching(/not supported/),
      },
      {
        file_name: 'older.zip',
        kind: 'unknown',
        state: 'failed',
        problem: expect.stringMatching(/archive inside an archive/),
      },
    ])
    expect(documents).toHaveLength(4)
    expect(await read(documents[0].id)).toMatchObject({ state: 'indexed' })
    const [passage] = await found('roofs replaced')
    expect(passage).toMatchObject({ document_id: documents[0].id, page: 1 })
    const listed = (await people().editor.get(path)).body.documents
    expect(listed.map(({ path: folder }: { path: string }) => folder)).toEqual(
      documents.map(({ path: folder }: { path: string }) => folder),
    )
    // The same archive again adds nothing.
    expect((await addAll('Data room.zip', room)).map(({ id }: { id: string }) => id)).toEqual(
      documents.map(({ id }: { id: string }) => id),
    )
  })

  it('reads a mail and keeps its attachments as documents that belong to it [DOC-9]', async () => {
    const mail = [
      'From: Ada Broker <ada@example.com>',
      'To: team@example.com',
      'Subject: =?utf-8?Q?Riverside_=E2=80=93_rent_roll?=',
      'Date: Mon, 02 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>The roofs were replaced in 2019.</p><table><tr><td>Units</td><td>104</td></tr></table>',
      '--x',
      'Content-Type: text/csv; name="rents.csv"',
      'Content-Disposition: attachment; filename="rents.csv"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('unit,rent\n101,1200\n102,1250\n').toString('base64'),
      '--x--',
      '',
    ].join('\r\n')
    const [message, rents, ...others] = await addAll('offer.eml', text(mail))
    expect(others).toEqual([])
    expect(message).toMatchObject({ kind: 'eml', file_name: 'offer.eml' })
    expect(rents).toMatchObject({ kind: 'csv', file_name: 'rents.csv', parent_id: message.id })
    expect(await read(message.id)).toMatchObject({ state: 'indexed', title: 'Riverside – rent roll' })
    const [passage] = await found('roofs replaced')
    expect(passage.text).toMatch(/From: Ada Broker <ada@example\.com>/)
    expect(passage.text).toMatch(/Attachments: rents\.csv\n.*The roofs were replaced in 2019\.\nUnits \| 104/s)
    expect((await people().editor.get(`${path}/${rents.id}/cells?range=B2`)).body.cells).toMatchObject([
      { value: 1200 },
    ])
  })

  it.each(['xls', 'ods', 'fods'] as const)(
    'shows the cells of an %s workbook with formulas and takes it as the model [DOC-7]',
    async (kind) => {
      const { editor } = people()
      const document = await add(`model.${kind}`, workbookOfKind(kind))
      expect(await read(document.id)).toMatchObject({ kind, state: 'indexed', parts: 3 })
      const { body } = await editor.get(`${path}/${document.id}/cells?sheet=Returns&range=B1:B3`)
      expect(body.cells).toMatchObject([
        { cell: 'B1', value: 0.0525, text: '5.25%', formula: null },
        { cell: 'B2', value: 46_000 },
        { cell: 'B3', value: 2_347_632, formula: "='Unit Mix'!C4*'Unit Mix'!$B$4*12" },
      ])
      const taken = await editor.send('POST', `/api/canvas/${deal}/model`, { document_id: document.id })
      expect(taken).toMatchObject({ status: 200, body: { tier: 'full' } })
    },
  )
})
