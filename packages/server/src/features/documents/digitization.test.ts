import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { InvalidInput } from '../../invalid-input.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createFolderBlobs } from '../../platform/blobs/folder-blobs.ts'
import { days, later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { onService } from '../../testing/service.ts'
import { pdfFile, wordFile, wordParagraph, workbookFile } from '../../testing/uploading.ts'
import { createDealBlobs } from './deal-blobs.service.ts'
import { createDealBlobsStore } from './deal-blobs.store.ts'
import type { Extract } from './digitize.worker.ts'
import { createDocumentReader, type DocumentReader } from './document-reader.ts'
import { createDocuments, type Documents, DocumentUnreadable, type UploadedFile } from './documents.service.ts'
import { createDocumentsStore } from './documents.store.ts'

async function* arriving(...files: [fileName: string, content: Uint8Array | string][]): AsyncIterable<UploadedFile> {
  for (const [fileName, content] of files) yield { fileName, content: once(Buffer.from(content)) }
}
async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

onService('document digitization', (app) => {
  const people = signInAll(app, 'editor')
  let folder: string
  let blobs: Blobs
  let reader: DocumentReader
  let documents: Documents
  let dealId: string
  let asked: string[] = []
  const errors: unknown[] = []
  const state = () => app.state
  const dealBlobs = (now: () => Date) => {
    const { database } = app.service
    return createDealBlobs({ store: createDealBlobsStore(database), database, blobs, now })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'))
    blobs = await createFolderBlobs({ folder })
    reader = createDocumentReader({ blobs, ocr: false, onError: (error) => errors.push(error) })
    documents = createDocuments({
      store: createDocumentsStore(app.service.database),
      database: app.service.database,
      blobs: dealBlobs(() => new Date()),
      state: state(),
      reader: {
        ...reader,
        digitize: (file, signal) => {
          asked.push(file.fileName)
          return reader.digitize(file, signal)
        },
        cellPages: (file) => {
          asked.push(`cells of ${file.fileName}`)
          return reader.cellPages(file)
        },
      },
      recognizer: {
        recognize: () => Promise.reject(new Error('No page of these documents is a scan')),
        close: async () => {},
      },
      changes: app.service.changes,
      quotas: { roomFor: async () => Number.POSITIVE_INFINITY, takeBytes: async () => undefined },
      onError: (error) => errors.push(error),
      now: () => new Date(),
    })
  })
  afterAll(async () => {
    await reader.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    dealId = newId()
    asked = []
    errors.length = 0
  })

  const add = async (fileName: string, content: Uint8Array | string) => {
    const [document] = await documents.store(actorOf(people().editor), dealId, arriving([fileName, content]))
    return document ?? expect.fail('Nothing was stored')
  }
  const rowOf = ({ id }: { id: string }) => documents.find(dealId, id)

  it.each<[string, Uint8Array | string, object, object]>([
    [
      'model.xlsx',
      workbookFile(),
      { kind: 'workbook', lines: [{ text: 'Cap rate | 5.25%' }, {}] },
      { title: 'Riverside Apartments', parts: 1 },
    ],
    [
      'rents.csv',
      'unit,rent\n1,1200\n',
      { kind: 'workbook', sheets: [{ name: 'rents', rows: 2 }] },
      { title: null, parts: 1 },
    ],
    [
      'memo.pdf',
      pdfFile(['One', 'Two'], { title: 'Offering' }),
      { kind: 'text', pages: [{ text: 'One' }, { page: 2 }] },
      { title: 'Offering', parts: 2 },
    ],
    [
      'memo.docx',
      wordFile(wordParagraph('Hello', 'Title')),
      { kind: 'text', pages: [{ text: '# Hello' }] },
      { title: 'Hello', parts: 1 },
    ],
    ['memo.md', '# Head\nText', { kind: 'text', pages: [{ text: '# Head\nText' }] }, { title: 'Head', parts: 1 }],
    ['memo.txt', 'First line\nText', { kind: 'text' }, { title: 'First line', parts: 1 }],
  ])('digitizes %s and marks its row', async (name, content, digitized, row) => {
    const document = await add(name, content)
    expect(await documents.digitize(document)).toMatchObject(digitized)
    expect(await rowOf(document)).toMatchObject({ state: 'digitized', problem: null, ...row })
  })

  it('extracts identical files of a deal once, and again if the stored result is missing', async () => {
    const document = await add('a.txt', 'The same')
    const copy = await add('b.txt', 'The same')
    const first = await documents.digitize(document)
    expect(await documents.digitize(copy)).toEqual(first)
    expect(await rowOf(copy)).toMatchObject({ state: 'digitized', parts: 1 })
    expect(asked).toEqual(['a.txt'])

    const [entry] = await state().list(dealId, 'digitization', { limit: 10 })
    const { blob } = (entry?.value ?? {}) as { blob?: string }
    await blobs.delete(blob ?? '')
    expect(await documents.digitize(document)).toEqual(first)
    await state().deleteKinds([dealId], ['digitization'])
    expect(await documents.digitize(document)).toEqual(first)
    expect(asked).toEqual(['a.txt', 'a.txt', 'a.txt'])
  })

  it('extracts identical files of different deals separately', async () => {
    await documents.digitize(await add('a.txt', 'The same'))
    dealId = newId()
    await documents.digitize(await add('a.txt', 'The same'))
    expect(asked.length).toBe(2)
  })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'a workbook with broken sheets',
      workbookFile({ parts: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' } }),
      /entit|damaged|declares/i,
    ],
    ['a PDF that contains only images', pdfFile(['']), /no text/],
  ])('fails to digitize %s and stores the reason in its row', async (_, content, problem) => {
    const document = await add('x.xlsx', content)
    await expect(documents.digitize(document)).rejects.toThrow(DocumentUnreadable)
    expect(await rowOf(document)).toMatchObject({ state: 'failed', problem: expect.stringMatching(problem) })
    expect(await documents.digitize(await add('fine.txt', 'fine'))).toMatchObject({ kind: 'text' })
    expect(errors).toEqual([])
  })

  /** Creates another process on the same stores, with its own reader. */
  const another = (own: Partial<DocumentReader>) =>
    createDocuments({
      store: createDocumentsStore(app.service.database),
      database: app.service.database,
      blobs: dealBlobs(() => new Date()),
      state: state(),
      reader: { ...reader, ...own },
      recognizer: {
        recognize: () => Promise.reject(new Error('No page of these documents is a scan')),
        close: async () => {},
      },
      changes: app.service.changes,
      quotas: { roomFor: async () => Number.POSITIVE_INFINITY, takeBytes: async () => undefined },
      onError: (error) => errors.push(error),
      now: () => new Date(),
    })

  it('fails to digitize a small workbook whose cells repeat one long text a thousand times', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`,
    )
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${randomBytes(16_000).toString('hex')}</t></si></sst>`
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const hostile = workbookFile({
      rows: rows.join(''),
      parts: {
        'xl/sharedStrings.xml': strings,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      },
    })
    expect(hostile.length).toBeLessThan(100_000)
    const document = await add('x.xlsx', hostile)
    await expect(documents.digitize(document)).rejects.toThrow(DocumentUnreadable)
    expect(await rowOf(document)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/more text than/) })
    expect(errors).toEqual([])
  })

  it.each<[string, Partial<Extract>]>([
    ['text', { content: new Uint8Array(1_100_000) }],
    ['cells', { cells: { indexBytes: 0, content: new Uint8Array(1_100_000) } }],
  ])('rejects extracted %s far larger than the file and stores the reason in the row', async (_, large) => {
    const document = await add('a.txt', 'Text')
    const answer = { title: null, parts: 1, content: new Uint8Array(), scanned: [], ...large }
    const { digitize } = another({ digitize: async () => ({ ok: true, answer }) })
    await expect(digitize(document)).rejects.toThrow(DocumentUnreadable)
    expect(await rowOf(document)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/more text than/) })
  })

  it('gives up on a document after three readings died with their process, and retries when it is uploaded again', async () => {
    const document = await add('a.txt', 'Deadly')
    const read: string[] = []
    const beginToRead = () =>
      new Promise<void>((begun) => {
        const dying = another({
          digitize: () => {
            read.push(document.id)
            begun()
            return new Promise(() => {})
          },
        })
        void dying.digitize(document)
      })
    for (let process = 0; process < 3; process++) await beginToRead()
    await expect(documents.digitize(document)).rejects.toThrow(DocumentUnreadable)
    expect(await rowOf(document)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/interrupted three times/),
    })
    expect([read.length, asked]).toEqual([3, []])

    const again = await add('a.txt', 'Deadly')
    expect(again).toMatchObject({ id: document.id, state: 'stored' })
    expect(await documents.digitize(again)).toMatchObject({ kind: 'text' })
  })

  it('keeps trying a document whose readings failed, were cancelled or run concurrently in one process', async () => {
    const document = await add('a.txt', 'Harmless')
    for (let time = 0; time < 5; time++) {
      const failing = another({ digitize: () => Promise.reject(new Error('No thread is free')) })
      await expect(failing.digitize(document)).rejects.toThrow('No thread is free')
    }
    const results = await Promise.all(Array.from({ length: 5 }, () => documents.digitize(document)))
    expect(results).toHaveLength(5)
    expect(await rowOf(document)).toMatchObject({ state: 'digitized' })
  })

  it('keeps a document indexed when it is digitized again', async () => {
    const document = await add('a.txt', 'Text')
    await documents.digitize(document)
    await documents.markIndexed(dealId, document.id)
    await documents.digitize(document)
    expect(await rowOf(document)).toMatchObject({ state: 'indexed', title: 'Text' })
  })

  describe('workbook cells', () => {
    const range = 'A1:B2'

    it('stores cells during digitization and does not read the workbook again for cell requests', async () => {
      const document = await add('model.xlsx', workbookFile())
      await documents.digitize(document)
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => documents.cells(dealId, document.id, { range })),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.cells.map(({ cell }) => cell)).toEqual(['A1', 'B1', 'A2', 'B2'])
      expect(asked).toEqual(['model.xlsx'])
    })

    it('reads a workbook once for concurrent cell requests if no cells are stored', async () => {
      const document = await add('model.xlsx', workbookFile())
      await Promise.all(Array.from({ length: 60 }, () => documents.cells(dealId, document.id, { range })))
      await documents.cells(dealId, document.id, { range: 'B2' })
      expect(asked).toEqual(['cells of model.xlsx'])
    })

    it('extracts cells again if their blob was collected', async () => {
      const document = await add('model.xlsx', workbookFile({ parts: { 'docProps/app.xml': `<a>${dealId}</a>` } }))
      const before = await documents.cells(dealId, document.id, { range })
      const kept = (await state().get({ dealId, kind: 'digitization', id: `cells-xlsx-${document.sha256}` }))?.value
      await blobs.delete((kept as { blob: string }).blob)
      // Another service instance, with no pages in memory.
      const other = another({})
      expect(await other.cells(dealId, document.id, { range })).toEqual(before)
    })

    it('does not retry a failed cell extraction for an hour', async () => {
      const document = await add('model.xlsx', workbookFile())
      const problem = 'The file takes too long to read'
      const other = another({
        cellPages: async () => {
          asked.push('in vain')
          return { ok: false, problem }
        },
      })
      for (let time = 0; time < 3; time++)
        await expect(other.cells(dealId, document.id, { range })).rejects.toBeInstanceOf(InvalidInput)
      expect(asked).toEqual(['in vain'])
    })

    it('rejects cell requests for an unreadable document without reading it again', async () => {
      const broken = workbookFile({
        parts: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' },
      })
      const document = await add('broken.xlsx', broken)
      await expect(documents.digitize(document)).rejects.toThrow(DocumentUnreadable)
      await expect(documents.cells(dealId, document.id, { range })).rejects.toBeInstanceOf(InvalidInput)
      const note = await add('a.txt', 'Text')
      await expect(documents.cells(dealId, note.id, { range })).rejects.toBeInstanceOf(InvalidInput)
      expect(asked).toEqual(['broken.xlsx'])
    })
  })

  it('rejects checks with workers_busy when too many are queued', async () => {
    const document = await add('a.txt', 'Text')
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => reader.judge(document)))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'workers_busy' } })
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(40)
  })

  describe('document blobs', () => {
    const sizesOf = (...sha256s: string[]) => Promise.all(sha256s.map((sha256) => blobs.size(sha256)))

    it('deletes a blob with the last document that refers to it, even across deals', async () => {
      const text = `Shared ${dealId}`
      const first = await add('a.txt', text)
      const firstDeal = dealId
      dealId = newId()
      const second = await add('b.txt', text)
      await documents.remove(firstDeal, first.id)
      expect(await sizesOf(second.sha256)).toEqual([text.length])
      await documents.remove(dealId, second.id)
      expect(await sizesOf(second.sha256)).toEqual([undefined])
    })

    it('keeps a blob during an upload of the same bytes and deletes it when that upload is rejected', async () => {
      const text = `Under way ${dealId}`
      const document = await add('a.txt', text)
      const claimed = await dealBlobs(() => new Date()).put(newId(), Buffer.from(text), { maxBytes: 1_000 })
      await documents.remove(dealId, document.id)
      expect(await sizesOf(claimed.sha256)).toEqual([text.length])
      await dealBlobs(() => new Date()).release([claimed])
      expect(await sizesOf(claimed.sha256)).toEqual([undefined])
    })

    it('leaves no blob of an upload in which another file was rejected', async () => {
      const fine = `Fine ${dealId}`
      const files = arriving(['fine.txt', fine], ['foreign.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3])])
      await expect(documents.store(actorOf(people().editor), dealId, files)).rejects.toThrow(InvalidInput)
      expect(await sizesOf(createHash('sha256').update(fine).digest('hex'))).toEqual([undefined])
      expect(await app.sql('SELECT 1 FROM blob_claims WHERE deal_id = $1', [dealId])).toEqual([])
    })

    it('collects blobs without a claim, or with an unsettled one, a day after a crash', async () => {
      const kept = await add('kept.txt', `Kept ${dealId}`)
      const maxBytes = 1_000
      const bare = await blobs.put(Buffer.from(`Bare ${dealId}`), { maxBytes })
      const claimed = await dealBlobs(() => new Date()).put(dealId, Buffer.from(`Claimed ${dealId}`), { maxBytes })
      const all = [kept.sha256, bare.sha256, claimed.sha256]
      await dealBlobs(() => new Date()).collect()
      expect(await sizesOf(...all)).toEqual([kept.size, bare.size, claimed.size])
      await dealBlobs(() => later(new Date(), days(1) + 60_000)).collect()
      expect(await sizesOf(...all)).toEqual([kept.size, undefined, undefined])
      expect(Buffer.from(await documents.bytes(kept)).toString()).toBe(`Kept ${dealId}`)
    })
  })
})
