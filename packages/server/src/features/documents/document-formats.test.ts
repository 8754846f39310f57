import { beforeEach, expect, it, vi } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { slidesFile, upload, wordFile, wordParagraph } from '../../testing/uploading.ts'

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
})
