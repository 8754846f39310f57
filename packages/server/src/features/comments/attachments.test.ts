import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { days } from '../../platform/clock.ts'
import {
  auditTrailOf,
  expectFailedRule,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../testing/commenting.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { pngFile, upload } from '../../testing/uploading.ts'
import { createCropsStore } from '../image-crops/crops.store.ts'

onService('comment attachments', (app) => {
  let people: People
  let room: Room
  let superadmin: Person
  let { owner, editor, commenter, viewer } = {} as People
  beforeAll(async () => {
    people = await signInPeople(app)
    superadmin = await app.signIn('superadmin')
    ;({ owner, editor, commenter, viewer } = people)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
  })

  /** Uploads a picture of the given width in pixels and returns its id. */
  const cut = async (by: Person = commenter, width = 4, { deal }: Pick<Room, 'deal'> = room): Promise<string> => {
    const file = { name: 'file', fileName: 'cut.png', content: pngFile(width, 3) }
    const { status, body } = await upload(app, by, `/api/canvas/${deal}/image-crops`, [file])
    expect(status).toBe(201)
    return body.id
  }
  const urlOf = (id: string): string => `/api/canvas/${room.deal}/image-crops/${id}`
  const shown = (id: string, width = 4) => ({ id, media_type: 'image/png', width, height: 3, url: urlOf(id) })
  const statusOf = async (id: string) => (await viewer.get(urlOf(id))).status
  const attempt = (attachment_ids: unknown[], by: Person = commenter) =>
    by.send('POST', room.path, { content: 'Look', attachment_ids })
  const purge = () =>
    superadmin.send('POST', '/api/superadmin/purge_deals', { mode: 'by_deal', deal_id: room.deal, dry_run: false })

  it('returns the pictures of a comment, oldest first, in every response that contains it', async () => {
    await plantSection(app, room.deal, 'returns', 'Rents grow by 3.5 % a year.')
    const [first, second] = [await cut(commenter, 4), await cut(commenter, 5)]
    const attachments = [shown(first, 4), shown(second, 5)]
    const comment = await write(commenter, room, {
      comment_type: 'suggestion',
      section_key: 'returns',
      anchor_text: '3.5 %',
      suggestion_metadata: { replacement: '3.0 %', base_version: 1 },
      attachment_ids: [second, first],
    })
    expect(comment).toMatchObject({ attachments })
    expect(await auditTrailOf(app, room.deal)).toEqual([
      [
        'comment.created',
        {
          comment_id: comment.comment_id,
          section_key: 'returns',
          comment_type: 'suggestion',
          attachment_ids: [first, second],
        },
      ],
    ])

    const path = `${room.path}/${comment.comment_id}`
    const answers = [
      await viewer.get(path),
      await commenter.send('PUT', path, { content: 'Look again' }),
      await editor.send('POST', `${path}/replies`, { content: 'I see' }),
      await editor.send('PUT', `${path}/reactions/👍`),
      await editor.send('POST', `${path}/resolve`),
      await editor.send('POST', `${path}/reopen`),
    ]
    for (const { body } of answers) expect(body.attachments).toEqual(attachments)
    const { body } = await editor.send('POST', `${path}/accept`)
    expect(body.comment.attachments).toEqual(attachments)
  })

  it('returns only its own pictures with each comment of a list', async () => {
    const [first, second] = [await cut(), await cut()]
    await write(commenter, room, { attachment_ids: [first] })
    await write(commenter, room)
    await write(commenter, room, { attachment_ids: [second] })
    const { body } = await viewer.get(room.path)
    expect(body.comments.map(({ attachments }: { attachments: unknown }) => attachments)).toEqual([
      [shown(second)],
      [],
      [shown(first)],
    ])
  })

  it('serves the pictures of a comment at their addresses to everyone who can see the deal', async () => {
    const { attachments } = await write(commenter, room, { attachment_ids: [await cut()] })
    const [{ url }] = attachments
    const reply = await app.service.app.inject({ url, headers: { authorization: `Bearer ${viewer.token}` } })
    expect(reply.rawPayload.equals(pngFile(4, 3))).toBe(true)
    expectRefusal(await people.outsider.get(url), 404, 'deal_not_found')
  })

  it('attaches a picture once if its id is given twice', async () => {
    const id = await cut()
    expect(await write(commenter, room, { attachment_ids: [id, id.toUpperCase()] })).toMatchObject({
      attachments: [shown(id)],
    })
  })

  it('attaches a picture once for a comment repeated under one Idempotency-Key', async () => {
    const body = { content: 'Look', attachment_ids: [await cut()] }
    const key = { 'idempotency-key': randomUUID() }
    const first = await commenter.send('POST', room.path, body, key)
    const again = await commenter.send('POST', room.path, body, key)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  })

  describe('rejected attachments', () => {
    const expectRefused = async (strange: string) => {
      const own = await cut()
      expectFailedRule(await attempt([own, strange]), ['body', 'attachment_ids', 1], strange)
      expect((await attempt([strange, own, strange])).body.detail).toMatchObject([
        { type: 'value_error', loc: ['body', 'attachment_ids', 0] },
        { type: 'value_error', loc: ['body', 'attachment_ids', 2] },
      ])
      // The other picture of the rejected request is still free.
      expect((await attempt([own])).body.attachments).toEqual([shown(own)])
    }
    const commentsNow = async () => (await viewer.get(room.path)).body.comments.length

    it('rejects a comment with an unknown picture and writes nothing', async () => {
      await expectRefused(randomUUID())
      expect(await commentsNow()).toBe(1)
    })

    it('rejects a comment with a picture of another deal, even if the author can see both deals', async () => {
      const another = await openRoom(app, people)
      const theirs = await cut(commenter, 4, another)
      await expectRefused(theirs)
      expect((await write(commenter, another, { attachment_ids: [theirs] })).attachments).toHaveLength(1)
    })

    it('rejects a comment with a picture that another comment already has', async () => {
      const taken = await cut()
      const { comment_id } = await write(commenter, room, { attachment_ids: [taken] })
      await expectRefused(taken)
      expect((await viewer.get(`${room.path}/${comment_id}`)).body.attachments).toEqual([shown(taken)])
    })

    it('rejects a comment with a picture that another user uploaded, who can still attach it', async () => {
      const theirs = await cut(editor)
      await expectRefused(theirs)
      expectFailedRule(await attempt([theirs], owner), ['body', 'attachment_ids', 0], theirs)
      expect(await commentsNow()).toBe(1)
      expect((await attempt([theirs], editor)).status).toBe(201)
    })

    it('rejects a comment with a purged picture', async () => {
      const gone = await cut()
      await purge()
      await expectRefused(gone)
    })

    it('rejects a comment with more than ten pictures or with malformed picture ids', async () => {
      const ids = Array.from({ length: 11 }, () => randomUUID())
      expect((await attempt(ids)).body.detail).toMatchObject([{ type: 'too_long', loc: ['body', 'attachment_ids'] }])
      expect((await attempt(['x'])).body.detail).toMatchObject([
        { type: 'uuid_parsing', loc: ['body', 'attachment_ids', 0] },
      ])
      expect(await commentsNow()).toBe(0)
    })
  })

  it('attaches a picture to only one of several parallel comments and writes none of the others', async () => {
    const id = await cut()
    const answers = await Promise.all(Array.from({ length: 4 }, () => attempt([id])))
    const written = answers.filter(({ status }) => status === 201)
    expect(written).toHaveLength(1)
    for (const { status } of answers) expect([201, 404, 422]).toContain(status)
    const { body } = await viewer.get(room.path)
    expect(body.comments).toEqual([written[0]?.body])
  })

  it('keeps attached pictures when the deal is purged and when old pictures are swept', async () => {
    const [taken, free] = [await cut(), await cut()]
    const { comment_id } = await write(commenter, room, { attachment_ids: [taken] })
    expect((await purge()).body.totals).toMatchObject({ image_crop: 1 })
    expect([await statusOf(taken), await statusOf(free)]).toEqual([200, 404])
    await createCropsStore(app.service.database).sweep(new Date(Date.now() + days(30)))
    expect(await statusOf(taken)).toBe(200)
    expect((await viewer.get(`${room.path}/${comment_id}`)).body.attachments).toEqual([shown(taken)])
  })

  it('deletes the pictures of a deleted comment and keeps those of other comments', async () => {
    const [mine, other] = [await cut(), await cut(editor)]
    const { comment_id } = await write(commenter, room, { attachment_ids: [mine] })
    await write(editor, room, { attachment_ids: [other] })
    expectRefusal(await editor.send('DELETE', `${room.path}/${comment_id}`), 403, 'not_author')
    expect(await statusOf(mine)).toBe(200)
    expect((await commenter.send('DELETE', `${room.path}/${comment_id}`)).status).toBe(204)
    expect([await statusOf(mine), await statusOf(other)]).toEqual([404, 200])
    expect(await app.sql('SELECT id FROM image_crops WHERE deal_id = $1', [room.deal])).toEqual([{ id: other }])
    expectFailedRule(await attempt([mine]), ['body', 'attachment_ids', 0], mine)
  })
})
