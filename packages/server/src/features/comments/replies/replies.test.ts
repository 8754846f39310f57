import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  auditTrailOf,
  expectFailedRule,
  notificationsAbout,
  openRoom,
  type People,
  type Room,
  signInPeople,
  write,
} from '../../../testing/commenting.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../../testing/service.ts'

onService('replies and reactions', (app) => {
  let people: People
  let room: Room
  let path: string
  let commentId: string
  let { owner, editor, commenter, viewer, outsider } = {} as People
  beforeAll(async () => {
    people = await signInPeople(app)
    ;({ owner, editor, commenter, viewer, outsider } = people)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
    commentId = (await write(commenter, room, { content: 'The question' })).comment_id
    path = `${room.path}/${commentId}`
    await app.sql('DELETE FROM notifications')
  })
  const shown = async (): Promise<Answer['body']> => (await viewer.get(path)).body
  const reply = (person: Person, more: Record<string, unknown> = {}) =>
    person.send('POST', `${path}/replies`, { content: 'An answer', ...more })
  const replyId = async (person: Person): Promise<string> => (await reply(person)).body.replies.at(-1).reply_id

  describe('replying', () => {
    it('answers a reply with the whole comment, oldest reply first', async () => {
      app.advance(1000)
      const first = await reply(editor, { content: 'One', mentioned_user_ids: [viewer.userId, viewer.userId] })
      expect(first.status).toBe(201)
      expect(first.body).toMatchObject({ comment_id: commentId, content: 'The question', reply_count: 1, version: 1 })
      expect(first.body.replies).toEqual([
        {
          reply_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          author_id: editor.userId,
          author_name: 'Priya Nair',
          author_email_verified: true,
          author_avatar_url: null,
          content: 'One',
          created_at: first.body.updated_at,
          edited_at: null,
          mentioned_user_ids: [viewer.userId],
        },
      ])
      const second = await reply(owner, { content: 'Two' })
      expect(second.body.replies.map(({ content }: { content: string }) => content)).toEqual(['One', 'Two'])
      expect(await shown()).toEqual(second.body)
      expect((await viewer.get(room.path)).body.comments).toEqual([second.body])
      expect((await auditTrailOf(app, room.deal)).slice(1)).toEqual(
        second.body.replies.map(({ reply_id }: { reply_id: string }) => [
          'comment.replied',
          { comment_id: commentId, reply_id },
        ]),
      )
    })

    it('notifies mentioned users and thread participants of a reply, each once', async () => {
      await reply(editor, { content: 'One', mentioned_user_ids: [viewer.userId, commenter.userId] })
      await reply(commenter, { content: 'Two' })
      expect(await notificationsAbout(app, commentId)).toEqual([
        'mention commenter: One',
        'mention viewer: One',
        'reply editor: Two',
        'reply viewer: Two',
      ])
    })

    it('rejects a blank reply and one that mentions a user who cannot see the deal', async () => {
      expectFailedRule(await reply(editor, { content: '\n' }), ['body', 'content'], '\n')
      const refused = await reply(editor, { mentioned_user_ids: [viewer.userId, outsider.userId] })
      expectFailedRule(refused, ['body', 'mentioned_user_ids', 1], outsider.userId)
      for (const content of ['', 'a'.repeat(2001)]) expect((await reply(editor, { content })).status).toBe(422)
      expect((await shown()).replies).toEqual([])
    })

    it('rejects a reply by a viewer with 403 and by a stranger with 404 [REPLY-1]', async () => {
      expectRefusal(await reply(viewer), 403, 'role_too_low')
      expectRefusal(await reply(outsider), 404, 'deal_not_found')
    })

    it('refuses the 501st reply with 409, also when several arrive at the same time [REPLY-2]', async () => {
      await app.sql(
        `INSERT INTO comment_replies (id, comment_id, deal_id, author_id, content, created_at, mentioned)
          SELECT gen_random_uuid(), id, deal_id, $2, 'Planted', now() - interval '1 hour', '{}'
          FROM comments, generate_series(1, 498) WHERE id = $1`,
        [commentId, editor.userId],
      )
      await app.sql('UPDATE comments SET reply_count = 498 WHERE id = $1', [commentId])
      const answers = await Promise.all(Array.from({ length: 5 }, () => reply(editor)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
      for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 409, 'too_many_replies')
      const comment = await shown()
      expect([comment.reply_count, comment.replies.length]).toEqual([500, 50])
      expect(comment.replies.slice(-2).map(({ content }: { content: string }) => content)).toEqual([
        'An answer',
        'An answer',
      ])
    })
  })

  describe('editing a reply', () => {
    it('edits a reply without changing its position', async () => {
      const id = await replyId(editor)
      await replyId(commenter)
      app.advance(1000)
      const { status, body } = await editor.send('PUT', `${path}/replies/${id}`, { content: 'Better' })
      expect(status).toBe(200)
      expect(body.replies).toMatchObject([
        { reply_id: id, content: 'Better', edited_at: body.updated_at },
        { content: 'An answer', edited_at: null },
      ])
      expect(await shown()).toEqual(body)
      expect((await auditTrailOf(app, room.deal)).at(-1)).toEqual([
        'reply.edited',
        { comment_id: commentId, reply_id: id },
      ])
      const entries = await auditTrailOf(app, room.deal)
      expect((await editor.send('PUT', `${path}/replies/${id}`, { content: 'Better' })).body).toEqual(body)
      expect(await auditTrailOf(app, room.deal)).toEqual(entries)
    })

    it('notifies newly mentioned users of an edited reply and updates earlier notifications', async () => {
      const id = await replyId(editor)
      const edited = { content: 'Better', mentioned_user_ids: [viewer.userId] }
      const { body } = await editor.send('PUT', `${path}/replies/${id}`, edited)
      expect(body.replies[0].mentioned_user_ids).toEqual([viewer.userId])
      expect(await notificationsAbout(app, commentId)).toEqual(['mention viewer: Better', 'reply commenter: Better'])
      const refused = await editor.send('PUT', `${path}/replies/${id}`, {
        content: 'x',
        mentioned_user_ids: [viewer.userId, outsider.userId],
      })
      expectFailedRule(refused, ['body', 'mentioned_user_ids', 1], outsider.userId)
    })

    it('lets only the author edit a reply', async () => {
      const id = await replyId(editor)
      for (const person of [owner, commenter]) {
        expectRefusal(await person.send('PUT', `${path}/replies/${id}`, { content: 'x' }), 403, 'not_author')
      }
      expectRefusal(await viewer.send('PUT', `${path}/replies/${id}`, { content: 'x' }), 403, 'role_too_low')
      expectFailedRule(await editor.send('PUT', `${path}/replies/${id}`, { content: ' ' }), ['body', 'content'], ' ')
    })
  })

  describe('deleting a reply', () => {
    it('lets only the author or a deal owner delete a reply [REPLY-3]', async () => {
      const [first, second] = [await replyId(editor), await replyId(editor)]
      expectRefusal(await commenter.send('DELETE', `${path}/replies/${first}`), 403, 'not_author')
      expectRefusal(await viewer.send('DELETE', `${path}/replies/${first}`), 403, 'role_too_low')
      const answer = await editor.send('DELETE', `${path}/replies/${first}`)
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect(await shown()).toMatchObject({ reply_count: 1, replies: [{ reply_id: second }] })
      expect((await owner.send('DELETE', `${path}/replies/${second}`)).status).toBe(204)
      expect(await shown()).toMatchObject({ reply_count: 0, replies: [] })
      expect((await auditTrailOf(app, room.deal)).slice(-2)).toEqual(
        [first, second].map((reply_id) => ['reply.deleted', { comment_id: commentId, reply_id }]),
      )
      expectRefusal(await owner.send('DELETE', `${path}/replies/${second}`), 404, 'reply_not_found')
    })
  })

  it('returns 404 for an unknown reply or one of another comment', async () => {
    const other = (await write(commenter, room)).comment_id
    const elsewhere = await editor.send('POST', `${room.path}/${other}/replies`, { content: 'x' })
    for (const id of [elsewhere.body.replies[0].reply_id, randomUUID(), 'nothing', '%00']) {
      const at = `${path}/replies/${encodeURIComponent(id)}`
      expectRefusal(await editor.send('PUT', at, { content: 'x' }), 404, 'reply_not_found')
      expectRefusal(await owner.send('DELETE', at), 404, 'reply_not_found')
    }
  })

  describe('reactions', () => {
    const at = (emoji: string) => `${path}/reactions/${encodeURIComponent(emoji)}`

    it('adds the reaction of a user once, even if it is requested repeatedly', async () => {
      app.advance(1000)
      const first = await editor.send('PUT', at('👍'))
      expect([first.status, first.body.reactions]).toEqual([200, { '👍': [editor.userId] }])
      app.advance(1000)
      expect((await editor.send('PUT', at('👍'))).body).toEqual(first.body)
      await owner.send('PUT', at('👍'))
      app.advance(1000)
      const { body } = await editor.send('PUT', at('👩🏽‍💻'))
      expect(body.reactions).toEqual({ '👍': [editor.userId, owner.userId], '👩🏽‍💻': [editor.userId] })
      expect(Object.keys(body.reactions)).toEqual(['👍', '👩🏽‍💻'])
      expect(await shown()).toEqual(body)
      expect((await auditTrailOf(app, room.deal)).slice(1)).toEqual([
        ['comment.reacted', { comment_id: commentId, emoji: '👍' }],
        ['comment.reacted', { comment_id: commentId, emoji: '👍' }],
        ['comment.reacted', { comment_id: commentId, emoji: '👩🏽‍💻' }],
      ])
      expect(await notificationsAbout(app, commentId)).toEqual(Array(3).fill('reaction commenter: The question'))
    })

    it("removes only the caller's own reaction, even if it is requested repeatedly", async () => {
      await editor.send('PUT', at('👍'))
      await owner.send('PUT', at('👍'))
      const { status, body } = await editor.send('DELETE', at('👍'))
      expect([status, body.reactions]).toEqual([200, { '👍': [owner.userId] }])
      expect((await editor.send('DELETE', at('👍'))).body).toEqual(body)
      expect((await owner.send('DELETE', at('👍'))).body.reactions).toEqual({})
      expect((await shown()).reactions).toEqual({})
      expect((await auditTrailOf(app, room.deal)).slice(3)).toEqual(
        Array(2).fill(['comment.unreacted', { comment_id: commentId, emoji: '👍' }]),
      )
    })

    it.each(['a', '👍👍', '1', ':+1:', '❤', '👍x', '__proto__'])(
      'rejects %s as a reaction with 422 [REPLY-4]',
      async (emoji) => {
        expectFailedRule(await editor.send('PUT', at(emoji)), ['path', 'emoji'], emoji)
        expectFailedRule(await editor.send('DELETE', at(emoji)), ['path', 'emoji'], emoji)
      },
    )

    it('lets only commenters and higher roles add or remove reactions', async () => {
      expectRefusal(await viewer.send('PUT', at('👍')), 403, 'role_too_low')
      expectRefusal(await viewer.send('DELETE', at('👍')), 403, 'role_too_low')
    })

    it('rejects the 51st different emoji with 409 but accepts more users on existing ones', async () => {
      await app.sql(
        `INSERT INTO comment_reactions (comment_id, emoji, user_id, created_at)
          SELECT $1, chr(128512 + n), $2, now() FROM generate_series(0, 49) n`,
        [commentId, editor.userId],
      )
      expectRefusal(await commenter.send('PUT', at('👍')), 409, 'too_many_reactions')
      expect((await commenter.send('PUT', at('😀'))).body.reactions['😀']).toEqual([editor.userId, commenter.userId])
    })

    it('counts each user once when many react in parallel', async () => {
      const everyone = [owner, editor, commenter].flatMap((person) => [person, person, person])
      await Promise.all(everyone.map((person) => person.send('PUT', at('🎉'))))
      expect([...(await shown()).reactions['🎉']].sort()).toEqual(
        [owner, editor, commenter].map(({ userId }) => userId).sort(),
      )
    })
  })
})
