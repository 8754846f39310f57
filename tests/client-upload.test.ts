import { expect, it } from 'vitest'
import { createSend, type Send } from '../packages/client/src/send.ts'
import { addDocuments, addImageCrop, documents } from '../packages/contract/src/index.ts'
import { portOf } from '../packages/server/src/testing/listening.ts'
import { plantDeal } from '../packages/server/src/testing/planting.ts'
import { onEachService, type Person } from '../packages/server/src/testing/service.ts'
import { pngFile } from '../packages/server/src/testing/uploading.ts'

onEachService('client uploads', (app) => {
  const given = async (): Promise<{ send: Send['answer']; editor: Person; deal: string }> => {
    const editor = await app.signIn('editor')
    const deal = await plantDeal(app, { members: { [editor.userId]: 'editor' } })
    return { editor, deal, send: createSend(`http://127.0.0.1:${await portOf(app.service.app)}`, fetch).answer }
  }

  it('uploads documents to a deal with their exact bytes and file names', async () => {
    const { send, editor, deal } = await given()
    const form = new FormData()
    form.append('files', new Blob(['Rents grow by 3.5 % a year — “as of right”.']), 'Mémo Q3.txt')
    form.append('files', new Blob(['unit,rent\nA1,1200\n']), 'rents.csv')
    const params = { deal_id: deal }
    await send(addDocuments, { params, body: form }, editor.token)
    const answer = (await send(documents, { params }, editor.token)) as { documents: { id: string; size: number }[] }
    expect(answer.documents).toMatchObject([
      { file_name: 'Mémo Q3.txt', kind: 'txt' },
      { file_name: 'rents.csv', kind: 'csv', size: 18 },
    ])
    const { body } = await editor.get(`/api/canvas/${deal}/documents/${answer.documents[0]?.id}/content`)
    expect(body).toBe('Rents grow by 3.5 % a year — “as of right”.')
  })

  it('uploads an image with its text fields', async () => {
    const { send, editor, deal } = await given()
    const form = new FormData()
    form.append('page', '12')
    form.append('file', new Blob([new Uint8Array(pngFile(640, 360))]), 'cut.png')
    expect(await send(addImageCrop, { params: { deal_id: deal }, body: form }, editor.token)).toMatchObject({
      media_type: 'image/png',
      width: 640,
      page: 12,
    })
  })

  it('rejects an upload with the position of the failing file and the reason', async () => {
    const { send, editor, deal } = await given()
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array([0, 1, 2, 3])]), 'setup.exe')
    await expect(send(addDocuments, { params: { deal_id: deal }, body: form }, editor.token)).rejects.toMatchObject({
      status: 422,
      failures: [{ type: 'value_error', loc: ['body', 'files', 0] }],
    })
  })
})
