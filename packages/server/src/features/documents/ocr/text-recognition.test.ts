import { beforeEach, expect, it, vi } from 'vitest'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { onService } from '../../../testing/service.ts'
import { pngFile, upload } from '../../../testing/uploading.ts'
import { drawText, grayPicture, jpegOf, pngOf, scannedPdf, tiffOf, webpOf } from '../fixtures/scans.mjs'

const lines = ['The roofs were replaced in 2019.', 'Purchase price: $24,600,000']
const page = drawText(lines, { width: 1_000, height: 500 })
const other = drawText(['The elevators were inspected in 2021.'], { width: 1_000, height: 500 })
const sheet = drawText(['The elevators were inspected in 2021.'])
const damaged = {
  dictionary:
    '<</Type/XObject/Subtype/Image/Width 100/Height 100/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length 4>>',
  stream: Buffer.from('none'),
}

/** Uploads documents to a deal and waits until they are read. */
const onDeal = (app: Parameters<Parameters<typeof onService>[1]>[0]) => {
  const people = signInAll(app, 'editor')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
  })
  const add = (fileName: string, content: Uint8Array) =>
    upload(app, people().editor, `/api/canvas/${deal}/documents`, [{ fileName, content }])
  return {
    people,
    dealId: () => deal,
    add,
    addAndRead: async (fileName: string, content: Uint8Array) => {
      const { status, body } = await add(fileName, content)
      expect([status, body.detail]).toEqual([201, undefined])
      return vi.waitFor(
        async () => {
          const { body: shown } = await people().editor.get(`/api/canvas/${deal}/documents/${body.documents[0].id}`)
          expect(['indexed', 'failed']).toContain(shown.state)
          return shown
        },
        { timeout: 60_000, interval: 100 },
      )
    },
    found: async (question: string) => {
      const { body } = await people().editor.get(`/api/canvas/${deal}/evidence?q=${encodeURIComponent(question)}`)
      return body.passages
    },
  }
}

onService('text recognition', (app) => {
  const { add, addAndRead, dealId, found, people } = onDeal(app)

  it('finds what the scanned pages of a PDF say, beside those with text [DOC-10]', async () => {
    const text = 'This page of the offering memorandum has text of its own.'
    const read = await addAndRead('scan.pdf', scannedPdf([text, drawText(lines), sheet]))
    expect(read).toMatchObject({ kind: 'pdf', state: 'indexed', problem: null, parts: 3, ocr: { pages: 2, read: 2 } })
    const [passage] = await found('elevators inspected')
    expect(passage).toMatchObject({ page: 3, text: expect.stringContaining('The elevators were inspected in 2021.') })
    const [own] = await found('memorandum text of its own')
    expect(own).toMatchObject({ page: 1 })
  })

  it.each<[string, Uint8Array, number]>([
    ['png', pngOf(page), 1],
    ['jpg', jpegOf(page), 1],
    ['webp', webpOf(page), 1],
    ['tiff', tiffOf([grayPicture(other), grayPicture(page)]), 2],
  ])('finds what a %s picture says [DOC-10]', async (kind, content, parts) => {
    const read = await addAndRead('letter', content)
    expect(read).toMatchObject({ kind, state: 'indexed', problem: null, parts, ocr: { pages: parts, read: parts } })
    const [passage] = await found('roofs replaced')
    expect(passage).toMatchObject({ page: parts, text: expect.stringContaining('$24,600,000') })
  })

  it.each([0, 0.005])(
    'reads a scanned table between rules as a table, turned by %s radians [DOC-27]',
    async (turned) => {
      const rows = [
        ['Unit', 'Type', 'Area', 'Tenant', 'Rent', 'From', 'To'],
        ['101', '1BR/1BA', '702', 'Alvarez', '1,395.00', '02/01/2026', '01/31/2027'],
        ['102', '1BR/1BA', '702', 'Boone', '1,410.00', '05/15/2026', '05/14/2027'],
        ['103', '2BR/2BA', '1048', 'Carver', '1,790.00', '11/01/2025', '10/31/2026'],
      ]
      const ruled = drawText(
        rows.map((row) => row.join('\t')),
        { width: 1_300, height: 900, size: 24, turned, hasRules: true },
      )
      const { id } = await addAndRead('rent-roll.png', pngOf(ruled))
      const { body } = await people().editor.get(`/api/canvas/${dealId()}/documents/${id}/pages`)
      expect(body.pages[0].tables.map(({ rows: shown }: { rows: string[][] }) => shown)).toEqual([rows])
    },
  )

  it('keeps the other pages of a scan if one cannot be read, and names that one [DOC-11]', async () => {
    const read = await addAndRead('scan.pdf', scannedPdf([drawText(lines), damaged, sheet]))
    const problem = expect.stringMatching(/^Page 2 could not be read: /)
    expect(read).toMatchObject({ state: 'indexed', problem, parts: 3, ocr: { pages: 3, read: 2 } })
    expect((await found('elevators inspected'))[0]).toMatchObject({ page: 3 })
  })

  it('says so if no text is recognized', async () => {
    const problem = 'No text was recognized. The pages may be empty, photos or handwriting.'
    expect(await addAndRead('empty.png', pngOf(drawText([])))).toMatchObject({ state: 'failed', problem })
  })

  it('survives a picture that crashes its decoder [DOC-11]', async () => {
    const [whole, end] = [jpegOf(page), Uint8Array.from([0xff, 0xd9])]
    const read = await addAndRead('crash.jpg', Buffer.concat([whole.subarray(0, 700), end]))
    expect(read).toMatchObject({ state: 'failed', problem: expect.stringMatching(/^(Page 1 could|No text was)/) })
    expect(await addAndRead('next.jpg', whole)).toMatchObject({ state: 'indexed' })
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['a PNG that claims a billion pixels', pngFile(40_000, 25_000), /40,000 x 25,000 pixels. At most 50 million/],
    [
      'a TIFF that claims a billion pixels',
      tiffOf([{ tags: { 256: [40_000], 257: [25_000] }, data: Buffer.from('x') }]),
      /At most 50 million pixels/,
    ],
    [
      'a TIFF of 300 pictures',
      tiffOf(Array.from({ length: 300 }, () => grayPicture(drawText([], { width: 9, height: 9 })))),
      /more than 200 pages/,
    ],
    ['a PNG that was cut off', pngOf(page).subarray(0, 3_000), /incomplete: its end is missing/],
    ['a JPEG that was cut off', jpegOf(page).subarray(0, 700), /incomplete: its end is missing/],
    ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /HEIC or AVIF photo.*Save it as JPEG/],
  ])('rejects %s before it is decoded [DOC-1]', async (_, content, reason) => {
    const { status, body } = await add('picture', content)
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'files', 0]])
    expect(body.detail[0].msg).toMatch(reason)
  })
})

onService(
  'text recognition that is switched off',
  (app) => {
    const { add, addAndRead } = onDeal(app)

    it('rejects pictures, and keeps scans with the reason why they are not read [DOC-12]', async () => {
      const { status, body } = await add('letter.png', pngOf(page))
      expect([status, body.detail[0].msg]).toEqual([422, expect.stringContaining('text recognition is switched off')])
      const read = await addAndRead('scan.pdf', scannedPdf([page]))
      expect(read).toMatchObject({ state: 'failed', problem: expect.stringContaining('The PDF contains no text') })
      expect(read).not.toHaveProperty('ocr')
    })
  },
  { env: { OCR: 'off' } },
)
