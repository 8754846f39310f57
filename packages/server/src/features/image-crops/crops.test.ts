import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, expect, it } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { signInAll } from '../../testing/noticing.ts'
import { actorOf } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService } from '../../testing/service.ts'
import { type FormPart, pngFile, upload } from '../../testing/uploading.ts'
import { createCrops } from './crops.service.ts'
import { createCropsStore } from './crops.store.ts'

onService('image crops', (app) => {
  const people = signInAll(app, ...dealRoles, 'outsider', 'superadmin')
  let deal: string
  let path: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, {
      members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])),
    })
    path = `/api/canvas/${deal}/image-crops`
  })
  const picture = (content: Uint8Array = pngFile()): FormPart => ({ name: 'file', fileName: 'x.exe', content })
  const add = (...parts: FormPart[]) => upload(app, people().commenter, path, parts)
  const crops = () =>
    createCrops({
      store: createCropsStore(app.service.database),
      database: app.service.database,
      changes: app.service.changes,
      blobs: { put: unused, open: unused, settle: unused, release: unused, deleteUnnamed: unused },
      state: app.state,
      documents: { find: unused },
      quotas: { roomFor: unused, takeBytes: unused },
      now: () => new Date(),
    })
  const attach = (id: string, commentId = newId()) =>
    app.service.changes.change(actorOf(people().commenter), deal, 'commenter', (changing) =>
      crops().attach(changing, id, commentId),
    )
  const statusOf = async (id: string) => (await people().viewer.get(`${path}/${id}`)).status
  const purge = () =>
    people().superadmin.send('POST', '/api/superadmin/purge_deals', { mode: 'by_deal', deal_id: deal, dry_run: false })

  it('stores image crops with the type and size from their headers and returns them unchanged', async () => {
    const documents = `/api/canvas/${deal}/documents`
    const [document] = (await upload(app, people().editor, documents, [{ fileName: 'a.txt', content: 'x' }])).body
      .documents
    const { status, body } = await add(
      picture(),
      { name: 'page', value: '3' },
      { name: 'document_id', value: document.id },
    )
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        media_type: 'image/png',
        width: 4,
        height: 3,
        page: 3,
        document_id: document.id,
        comment_id: null,
      }),
    ])
    const reply = await app.service.app.inject({
      url: `${path}/${body.id}`,
      headers: { authorization: `Bearer ${people().viewer.token}` },
    })
    expect(reply.rawPayload.equals(pngFile())).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: `"${body.sha256}"`,
    })
  })

  it.each([
    ['owner', 201],
    ['commenter', 201],
    ['viewer', 403],
    ['outsider', 404],
  ] as const)('accepts image crops from commenters and above: %s gets %i', async (name, status) => {
    expect((await upload(app, people()[name], path, [picture()])).status).toBe(status)
  })

  it('rejects files that are not images, missing, too many, too large or with an invalid source', async () => {
    const none = await add(picture(Buffer.from('<svg/>')))
    expect([none.status, none.body.detail]).toEqual([
      422,
      [expect.objectContaining({ type: 'value_error', loc: ['body', 'file'] })],
    ])
    expect((await add(picture(), picture())).body.detail).toMatchObject([{ type: 'too_long', loc: ['body', 'file'] }])
    expect((await add({ name: 'page', value: '1' })).body.detail).toMatchObject([
      { type: 'missing', loc: ['body', 'file'] },
    ])
    expect((await add(picture(), { name: 'page', value: '0' })).body.detail).toMatchObject([
      { type: 'greater_than_equal', loc: ['body', 'page'] },
    ])
    const large = await add(picture(Buffer.concat([pngFile(), Buffer.alloc(5 * 1024 * 1024)])))
    expectRefusal(large, 413, 'file_too_large')
    expect(large.body.detail).toBe('A file can have at most 5 MiB')
    expectRefusal(await add(picture(), { name: 'document_id', value: newId() }), 404, 'document_not_found')
    expect(await app.sql('SELECT id FROM image_crops WHERE deal_id = $1', [deal])).toEqual([])
  })

  it('returns 404 for an image crop of another deal, as for an unknown one', async () => {
    const { id } = (await add(picture())).body
    const another = await plantDeal(app, { members: { [people().outsider.userId]: 'owner' } })
    expectRefusal(await people().outsider.get(`${path}/${id}`), 404, 'deal_not_found')
    for (const other of [id, newId(), 'x'])
      expectRefusal(await people().outsider.get(`/api/canvas/${another}/image-crops/${other}`), 404, 'crop_not_found')
  })

  it('purges unused image crops and keeps those of comments', async () => {
    const [free, taken] = [(await add(picture())).body.id, (await add(picture())).body.id]
    await attach(taken)
    expect((await purge()).body.totals).toMatchObject({ image_crop: 1 })
    expect([await statusOf(free), await statusOf(taken)]).toEqual([404, 200])
    await expect(crops().assertFree(deal, [free, taken], ['body', 'attachment_ids'])).rejects.toMatchObject({
      objections: [{ at: ['body', 'attachment_ids', 0] }, { at: ['body', 'attachment_ids', 1] }],
    })
  })

  it('attaches an image crop to one comment only and deletes it with the comment', async () => {
    const { id } = (await add(picture())).body
    const comment = newId()
    await crops().assertFree(deal, [id], ['body'])
    await attach(id, comment)
    await attach(id, comment)
    await expect(attach(id)).rejects.toMatchObject({ code: 'crop_not_found' })
    expect(await crops().ofComments(deal, [comment])).toMatchObject([{ id, commentId: comment }])
    await app.service.changes.change(actorOf(people().commenter), deal, 'commenter', (changing) =>
      crops().erase(changing, comment),
    )
    expect(await statusOf(id)).toBe(404)
  })

  it('deletes image crops that no comment used within a day', async () => {
    const [free, taken] = [(await add(picture())).body.id, (await add(picture())).body.id]
    await attach(taken)
    await app.sql('UPDATE image_crops SET created_at = $1 WHERE deal_id = $2', [new Date(Date.now() - days(2)), deal])
    await crops().sweep()
    const rows = await app.sql<{ id: string }>('SELECT id FROM image_crops WHERE deal_id = $1', [deal])
    expect(rows).toEqual([{ id: taken }])
    expect(await statusOf(free)).toBe(404)
  })

  it('deletes the oldest unused image crops beyond 100 per deal', async () => {
    await app.sql(
      `INSERT INTO image_crops (id, deal_id, media_type, width, height, size, sha256, created_by, created_at)
        SELECT gen_random_uuid(), $1, 'image/png', 1, 1, 1, repeat('0', 64), $2, now() - interval '1 hour' FROM generate_series(1, 100)`,
      [deal, people().owner.userId],
    )
    const { id } = (await add(picture())).body
    const rows = await app.sql<{ id: string }>('SELECT id FROM image_crops WHERE deal_id = $1', [deal])
    expect(rows.length).toBe(100)
    expect(rows.map((row) => row.id)).toContain(id)
  })
})

const unused = async (): Promise<never> => {
  throw new Error('It is not needed here')
}
