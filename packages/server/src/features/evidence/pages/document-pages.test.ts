import { expect, it, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { plantDeal } from '../../../testing/planting.ts'
import { expectRefusal, onService } from '../../../testing/service.ts'
import { pdfFile, upload, workbookFile } from '../../../testing/uploading.ts'

const pages = ['The property has 212 units.', 'The roofs were replaced in 2019. The boilers are original.', 'Closing.']

onService('the pages of a document', (app) => {
  const people = signInAll(app, 'editor', 'viewer')
  const newDeal = () =>
    plantDeal(app, { members: { [people().editor.userId]: 'editor', [people().viewer.userId]: 'viewer' } })
  const add = async (deal: string, fileName: string, content: Uint8Array | string): Promise<string> => {
    const path = `/api/canvas/${deal}/documents`
    const { body } = await upload(app, people().editor, path, [{ fileName, content }])
    const id: string = body.documents[0].id
    await vi.waitFor(async () => expect((await people().viewer.get(`${path}/${id}`)).body.state).toBe('indexed'), {
      timeout: 30_000,
      interval: 50,
    })
    return `${path}/${id}/pages`
  }
  const read = async (path: string) => (await people().viewer.get(path)).body

  it('have their text, the place of each line on the paper, and the passages that a search finds [DOC-26]', async () => {
    const deal = await newDeal()
    const path = await add(deal, 'om.pdf', pdfFile(pages))
    const { page_count, pages: shown } = await read(`${path}?from=2&limit=5`)
    expect(page_count).toBe(3)
    expect(shown).toMatchObject([
      { page: 2, text: expect.stringContaining('replaced in 2019'), is_recognized: false },
      { page: 3 },
    ])
    const [{ text, lines, passages }] = shown
    const [line] = lines
    expect(text.slice(line.start, line.end)).toContain('roofs')
    expect(line.box).toHaveLength(4)
    for (const share of line.box) expect(share >= 0 && share <= 1).toBe(true)
    const { passages: found } = (await people().viewer.get(`/api/canvas/${deal}/evidence?q=roofs`)).body
    const passage = passages.find(({ passage_id: id }: { passage_id: string }) => id === found[0].passage_id)
    expect(text.slice(passage.start, passage.end)).toContain('roofs were replaced')
    // The same page by its passage.
    expect((await read(`${path}?passage_id=${passage.passage_id}`)).pages).toEqual([shown[0]])
  })

  it('are none of a workbook, beyond the last page, or while it is not read [DOC-26]', async () => {
    const deal = await newDeal()
    const workbook = await add(deal, 'model.xlsx', workbookFile())
    expect(await read(workbook)).toMatchObject({ pages: [] })
    const text = await add(deal, 'notes.txt', 'The seller pays.')
    expect(await read(`${text}?from=2`)).toEqual({ page_count: 1, pages: [] })
    expect((await read(`${text}?passage_id=nonsense`)).pages).toMatchObject([{ page: 1, lines: [] }])
  })

  it('are refused for a document of another deal [DOC-26]', async () => {
    const path = await add(await newDeal(), 'notes.txt', 'The seller pays.')
    const other = await newDeal()
    const id = path.split('/').at(-2)
    expectRefusal(await people().viewer.get(`/api/canvas/${other}/documents/${id}/pages`), 404, 'document_not_found')
    expectRefusal(
      await people().viewer.get(`/api/canvas/${other}/documents/${newId()}/pages`),
      404,
      'document_not_found',
    )
  })
})
