import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  auditTrailOf,
  notificationsAbout,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../../testing/commenting.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { expectRefusal, onService } from '../../../testing/service.ts'

onService('comment erasure', (app) => {
  let people: People
  let room: Room
  let { owner, editor, commenter, viewer } = {} as People
  beforeAll(async () => {
    people = await signInPeople(app)
    ;({ owner, editor, commenter, viewer } = people)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
    await plantSection(app, room.deal, 'returns', 'The memo says that rents grow by four per cent.')
  })

  /** The tables that contain the text. */
  const tablesWith = async (text: string): Promise<string[]> => {
    const tables = await app.sql<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    )
    const found: string[] = []
    for (const { name } of tables) {
      const [row] = await app.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM "${name}" t WHERE strpos(to_jsonb(t)::text, $1) > 0`,
        [text],
      )
      if (row !== undefined && row.n > 0) found.push(name)
    }
    return found
  }
  const keyed = () => ({ 'idempotency-key': randomUUID() })

  it('erases every text of a deleted comment from every table [COMMENT-12]', async () => {
    const key = keyed()
    const body = {
      content: 'Zanzibar is what I wrote',
      comment_type: 'suggestion',
      section_key: 'returns',
      anchor_text: 'Zanzibar quoted',
      anchor: { prefix: 'Zanzibar before', suffix: 'Zanzibar after' },
      mentioned_user_ids: [viewer.userId],
      suggestion_metadata: { replacement: 'Zanzibar proposed', base_version: 1 },
    }
    const { comment_id } = (await commenter.send('POST', room.path, body, key)).body
    const path = `${room.path}/${comment_id}`
    await commenter.send('PUT', path, { content: 'Zanzibar is what I meant' })
    await editor.send('POST', `${path}/replies`, { content: 'Zanzibar, really?' }, keyed())
    await owner.send('POST', `${path}/resolve`, undefined, keyed())
    await editor.send('POST', `${path}/reopen`, undefined, keyed())
    await editor.send('PUT', `${path}/reactions/👍`)
    expect(await tablesWith('Zanzibar')).toEqual([
      'comment_replies',
      'comment_revisions',
      'comments',
      'idempotency_keys',
      'notifications',
    ])
    const notifiedBefore = (await notificationsAbout(app, comment_id)).length

    const answer = await commenter.send('DELETE', path)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(await tablesWith('Zanzibar')).toEqual([])
    expect(await tablesWith('👍')).toEqual(['journal'])
    expect(await notificationsAbout(app, comment_id)).toHaveLength(notifiedBefore)
    expect((await auditTrailOf(app, room.deal)).at(-1)).toEqual(['comment.deleted', { comment_id }])

    // A repeat of the first request neither shows nor recreates the comment.
    expectRefusal(await commenter.send('POST', room.path, body, key), 404, 'comment_not_found')
    expectRefusal(await viewer.get(path), 404, 'comment_not_found')
    expect((await viewer.get(room.path)).body.comments).toEqual([])
    expectRefusal(await commenter.send('DELETE', path), 404, 'comment_not_found')
  })

  it('erases nothing else when a comment is deleted', async () => {
    const key = keyed()
    const kept = await commenter.send('POST', room.path, { content: 'Kept', mentioned_user_ids: [viewer.userId] }, key)
    const path = `${room.path}/${kept.body.comment_id}`
    await commenter.send('PUT', path, { content: 'Kept too' })
    await editor.send('POST', `${path}/replies`, { content: 'And this' })
    await editor.send('PUT', `${path}/reactions/👍`)
    const before = [
      (await viewer.get(path)).body,
      (await viewer.get(`${path}/history`)).body,
      await notificationsAbout(app, kept.body.comment_id),
    ]
    const { comment_id } = await write(commenter, room)
    await commenter.send('DELETE', `${room.path}/${comment_id}`)
    expect([
      (await viewer.get(path)).body,
      (await viewer.get(`${path}/history`)).body,
      await notificationsAbout(app, kept.body.comment_id),
    ]).toEqual(before)
    const again = await commenter.send('POST', room.path, { content: 'Kept', mentioned_user_ids: [viewer.userId] }, key)
    expect(again.body).toEqual(kept.body)
  })

  it('lets only the author or a deal owner delete a comment [COMMENT-11]', async () => {
    const [mine, theirs] = [await write(commenter, room), await write(commenter, room)]
    expectRefusal(await editor.send('DELETE', `${room.path}/${mine.comment_id}`), 403, 'not_author')
    expectRefusal(await viewer.send('DELETE', `${room.path}/${mine.comment_id}`), 403, 'role_too_low')
    expect((await commenter.send('DELETE', `${room.path}/${mine.comment_id}`)).status).toBe(204)
    expect((await owner.send('DELETE', `${room.path}/${theirs.comment_id}`)).status).toBe(204)
  })

  describe('deleted reply', () => {
    it('erases the current and former text of a deleted reply from every table', async () => {
      const { comment_id } = await write(commenter, room, { content: 'The question' })
      const path = `${room.path}/${comment_id}`
      const key = keyed()
      const first = { content: 'Zanzibar at first', mentioned_user_ids: [owner.userId] }
      const { body } = await editor.send('POST', `${path}/replies`, first, key)
      await editor.send('POST', `${path}/replies`, { content: 'Another one' })
      const reply = `${path}/replies/${body.replies[0].reply_id}`
      await editor.send('PUT', reply, { content: 'Zanzibar later', mentioned_user_ids: [owner.userId, viewer.userId] })
      expect((await editor.send('DELETE', reply)).status).toBe(204)
      expect(await tablesWith('Zanzibar')).toEqual([])
      expectRefusal(await editor.send('POST', `${path}/replies`, first, key), 404, 'reply_not_found')
      expect(await notificationsAbout(app, comment_id)).toEqual([
        'comment owner: The question',
        'mention owner: ',
        'mention viewer: ',
        'reply commenter: ',
        'reply commenter: Another one',
        'reply owner: Another one',
      ])
    })
  })
})
