import { beforeEach, expect, it } from 'vitest'
import { auditTrailOf } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'
import { lockedPdfFile, packageOf, upload } from '../../testing/uploading.ts'

const archive = (files: Record<string, string | Uint8Array>) => ({ fileName: 'room.zip', content: packageOf(files) })

onService('documents that could not be read', (app) => {
  const people = signInAll(app, 'editor', 'viewer')
  let deal: string
  let path: string
  beforeEach(async () => {
    await forgetLimits(app)
    const { editor, viewer } = people()
    deal = await plantDeal(app, { members: { [editor.userId]: 'editor', [viewer.userId]: 'viewer' } })
    path = `/api/canvas/${deal}/documents`
  })
  const add = async (files: Record<string, string | Uint8Array>) => {
    const { status, body } = await upload(app, people().editor, path, [archive(files)])
    expect([status, body.detail]).toEqual([201, undefined])
    return body.documents
  }
  const dismiss = (id: string, person = people().editor) => person.send('POST', `${path}/${id}/problem/dismiss`)

  it('are pointed out to every member until an editor dismisses them, which is recorded once', async () => {
    const [failed, locked] = await add({ 'Odds/empty.txt': '', 'Odds/locked.pdf': lockedPdfFile() })
    expect([failed, locked]).toMatchObject([
      { state: 'failed', problem: expect.any(String) },
      { state: 'password_needed', problem: expect.any(String) },
    ])
    expect(failed.problem_dismissed_at).toBeUndefined()
    for (const { id } of [failed, locked]) expect((await dismiss(id)).status).toBe(200)
    const again = await dismiss(failed.id)
    expect(again.body).toMatchObject({ problem: failed.problem, problem_dismissed_at: expect.any(String) })
    const shown = (await people().viewer.get(`${path}/${failed.id}`)).body
    expect(shown).toEqual(again.body)
    const recorded = (await auditTrailOf(app, deal)).filter(({ type }) => type === 'document.problem_dismissed')
    expect(recorded.map(({ data }) => data.document_id)).toEqual([failed.id, locked.id])
  })

  it('are dismissed by editors only, and only if nothing of them was read', async () => {
    const [failed, note] = await add({ 'empty.txt': '', 'note.txt': 'The roofs were replaced in 2019.' })
    expect((await dismiss(failed.id, people().viewer)).status).toBe(403)
    expect(await dismiss(note.id)).toMatchObject({ status: 409, body: { code: 'document_readable' } })
    expect((await people().viewer.get(`${path}/${failed.id}`)).body.problem_dismissed_at).toBeUndefined()
  })

  it('are pointed out again if the same file is sent again', async () => {
    const [note] = await add({ 'note.txt': 'The roofs were replaced in 2019.' })
    await app.sql("UPDATE documents SET state = 'failed', problem = 'Broken' WHERE id = $1", [note.id])
    expect((await dismiss(note.id)).body.problem_dismissed_at).toEqual(expect.any(String))
    const [again] = await add({ 'note.txt': 'The roofs were replaced in 2019.' })
    expect(again.id).toBe(note.id)
    expect(again.problem_dismissed_at).toBeUndefined()
  })
})
