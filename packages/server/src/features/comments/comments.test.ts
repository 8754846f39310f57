import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  auditTrailOf,
  expectFailedRule,
  notificationsAbout,
  openRoom,
  type People,
  plantSection,
  type Room,
  signInPeople,
  write,
} from '../../testing/commenting.ts'
import { orgNamed, readAll } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg, useUp } from '../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../testing/service.ts'

const memo = 'Rents grow by 3.5 % a year until the exit in 2031. Vacancy stays at five per cent of all units.'

onEachService('comments', (app) => {
  let people: People
  let room: Room
  let { owner, editor, commenter, viewer, outsider } = {} as People
  beforeAll(async () => {
    people = await signInPeople(app)
    ;({ owner, editor, commenter, viewer, outsider } = people)
  })
  beforeEach(async () => {
    await forgetLimits(app)
    room = await openRoom(app, people)
    await plantSection(app, room.deal, 'returns', memo)
  })

  describe('writing comments', () => {
    it('returns a new comment with every field', async () => {
      const before = Date.now()
      const { status, body } = await commenter.send('POST', room.path, { content: ' Why?\n' })
      expect(status).toBe(201)
      expect(body).toEqual({
        comment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        deal_id: room.deal,
        section_key: null,
        metric_key: null,
        cell: null,
        passage: null,
        comment_type: 'comment',
        author_id: commenter.userId,
        author_name: 'Daniel Reyes',
        author_email_verified: true,
        author_avatar_url: null,
        content: ' Why?\n',
        status: 'open',
        created_at: expect.any(String),
        updated_at: body.created_at,
        edited_at: null,
        resolved_by: null,
        resolved_at: null,
        anchor_text: null,
        anchor_status: 'none',
        anchor_place: null,
        replies: [],
        reply_count: 0,
        older_replies_cursor: null,
        mentioned_user_ids: [],
        reactions: {},
        suggestion_metadata: null,
        attachments: [],
        version: 1,
      })
      expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before)
      expect((await viewer.get(`${room.path}/${body.comment_id}`)).body).toEqual(body)
    })

    it.each(['comment', 'question', 'blocker', 'request'])('creates a comment of type %s', async (comment_type) => {
      const comment = await write(editor, room, { comment_type, section_key: 'returns' })
      expect(comment).toMatchObject({ comment_type, section_key: 'returns', anchor_status: 'none' })
      expect(await auditTrailOf(app, room.deal)).toEqual([
        ['comment.created', { comment_id: comment.comment_id, section_key: 'returns', comment_type }],
      ])
    })

    it('anchors a comment to a quoted passage of a section', async () => {
      const quote = 'Vacancy stays at five per cent'
      const quoting = { section_key: 'returns', anchor_text: quote, anchor: { prefix: 'in 2031. ', suffix: ' of all' } }
      const comment = await write(commenter, room, quoting)
      expect(comment).toMatchObject({ anchor_text: quote, anchor_status: 'anchored' })
      const { start, prefix, suffix } = comment.anchor_place
      expect(start).toBe(memo.indexOf(quote))
      expect(memo).toContain(prefix + quote + suffix)
      expect(prefix).toMatch(/in 2031. $/)
    })

    it('moves the anchor of a comment to its passage after the passage was reworded', async () => {
      const quote = 'Vacancy stays at five per cent of all units.'
      const { comment_id } = await write(commenter, room, { section_key: 'returns', anchor_text: quote })
      const reworded = 'Vacancy stays at four per cent of all units.'
      const content = `🏢 ${memo.replace(quote, reworded)}`
      await editor.send('PUT', `/api/canvas/${room.deal}/sections/returns`, { content })
      const { body } = await viewer.get(`${room.path}/${comment_id}`)
      expect(body).toMatchObject({ anchor_text: quote, anchor_status: 'moved' })
      const { start, suffix } = body.anchor_place
      expect(content.slice(start, content.indexOf(suffix, start))).toContain('four per cent')
      expect(start).toBe(content.indexOf(reworded))
    })

    it('detaches a comment whose quote is not in the section', async () => {
      const comment = await write(commenter, room, {
        section_key: 'returns',
        anchor_text: 'There is no such sentence.',
      })
      expect(comment).toMatchObject({ anchor_status: 'orphaned', anchor_place: null })
    })

    it('ignores an empty quote', async () => {
      expect(await write(commenter, room, { anchor_text: '  ' })).toMatchObject({ anchor_text: null })
    })

    it('accepts null for every optional field of a comment', async () => {
      const nothing = { section_key: null, anchor_text: null, anchor: null, suggestion_metadata: null }
      expect(await write(commenter, room, nothing)).toMatchObject({ section_key: null, suggestion_metadata: null })
    })

    it.each([' ', '\n\t \u{a0}'])('rejects a comment of white space alone [COMMENT-3]', async (content) => {
      expectFailedRule(await commenter.send('POST', room.path, { content }), ['body', 'content'], content)
    })

    it('requires comment content of 1 to 2000 characters [COMMENT-2]', async () => {
      expect((await commenter.send('POST', room.path, { content: '👍'.repeat(2000) })).status).toBe(201)
      for (const [content, type] of Object.entries({ '': 'string_too_short', ['a'.repeat(2001)]: 'string_too_long' })) {
        const { status, body } = await commenter.send('POST', room.path, { content })
        expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, type, ['body', 'content']])
      }
    })

    it('returns 404 for a comment on a section that the deal does not have', async () => {
      const other = await openRoom(app, people)
      await plantSection(app, other.deal, 'elsewhere', memo)
      for (const section_key of ['elsewhere', '', 'Returns']) {
        expectRefusal(await commenter.send('POST', room.path, { content: 'x', section_key }), 404, 'section_not_found')
      }
    })

    it('rejects a comment with a quote but no section with 422', async () => {
      const answer = await commenter.send('POST', room.path, { content: 'x', anchor_text: 'Rents' })
      expectFailedRule(answer, ['body', 'anchor_text'], 'Rents')
    })

    it('rejects a proposed text on a comment that is not a suggestion with 422', async () => {
      const suggestion_metadata = { replacement: 'x', base_version: 1 }
      const answer = await commenter.send('POST', room.path, { content: 'x', suggestion_metadata })
      expectFailedRule(answer, ['body', 'suggestion_metadata'], suggestion_metadata)
    })

    it('reports every missing field of a suggestion in one 422 [SUGGESTION-1]', async () => {
      const { status, body } = await commenter.send('POST', room.path, { content: 'x', comment_type: 'suggestion' })
      expect(status).toBe(422)
      expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
        'section_key',
        'anchor_text',
        'suggestion_metadata',
      ])
    })

    it('rejects a comment by a viewer with 403 and by a stranger with 404 [COMMENT-1]', async () => {
      for (const person of [owner, editor, commenter]) await write(person, room)
      expectRefusal(await viewer.send('POST', room.path, { content: 'x' }), 403, 'role_too_low')
      expectRefusal(await outsider.send('POST', room.path, { content: 'x' }), 404, 'deal_not_found')
      expectRefusal(await app.send('POST', room.path, { body: { content: 'x' } }), 401, 'not_authenticated')
    })

    it('refuses a comment on a finalized deal with 409 [COMMENT-14]', async () => {
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [room.deal])
      expectRefusal(await owner.send('POST', room.path, { content: 'x' }), 409, 'deal_finalized')
    })

    it('writes a comment once under one Idempotency-Key', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const [first, again] = [
        await commenter.send('POST', room.path, { content: 'Once' }, key),
        await commenter.send('POST', room.path, { content: 'Once' }, key),
      ]
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect((await viewer.get(room.path)).body.comments).toHaveLength(1)
    })
  })

  describe('mentions', () => {
    const mentioning = (...mentioned_user_ids: string[]) => ({ content: 'See this', mentioned_user_ids })

    it('stores each mentioned user once and notifies them', async () => {
      const [first, second] = [viewer.userId, editor.userId]
      const comment = await write(commenter, room, mentioning(first, second.toUpperCase(), first, second))
      expect(comment.mentioned_user_ids).toEqual([first, second])
      expect(await notificationsAbout(app, comment.comment_id)).toEqual([
        'comment owner: See this',
        'mention editor: See this',
        'mention viewer: See this',
      ])
    })

    it('rejects a mention of a user who cannot see the deal and reports its index [COMMENT-5]', async () => {
      const nobody = randomUUID()
      const people = [viewer.userId, outsider.userId, editor.userId, nobody]
      const { status, body } = await commenter.send('POST', room.path, mentioning(...people))
      expect(status).toBe(422)
      expect(body.detail).toEqual(
        [1, 3].map((index) =>
          expect.objectContaining({
            type: 'value_error',
            loc: ['body', 'mentioned_user_ids', index],
            input: people[index],
          }),
        ),
      )
      expect((await viewer.get(room.path)).body.comments).toEqual([])
    })

    it('allows mentions of users who see the deal through a team or as organization admin, and of no other member', async () => {
      const orgId = await plantOrg(app, {
        [editor.userId]: 'admin',
        [viewer.userId]: 'member',
        [outsider.userId]: 'member',
      })
      const deal = await plantDeal(app, { orgId, members: { [commenter.userId]: 'commenter' } })
      const teamId = randomUUID()
      await app.sql(
        "INSERT INTO teams (id, org_id, name, created_at, updated_at) VALUES ($1, $2, 'Team', now(), now())",
        [teamId, orgId],
      )
      await app.sql('INSERT INTO team_members (team_id, org_id, user_id, created_at) VALUES ($1, $2, $3, now())', [
        teamId,
        orgId,
        viewer.userId,
      ])
      await app.sql("INSERT INTO deal_teams (deal_id, team_id, role, created_at) VALUES ($1, $2, 'viewer', now())", [
        deal,
        teamId,
      ])
      const path = `/api/canvas/${deal}/comments`
      const { status } = await commenter.send('POST', path, mentioning(editor.userId, viewer.userId))
      expect(status).toBe(201)
      const refused = await commenter.send('POST', path, mentioning(outsider.userId))
      expectFailedRule(refused, ['body', 'mentioned_user_ids', 0], outsider.userId)
    })

    it('rejects a comment with more than 50 mentions [COMMENT-6]', async () => {
      const { status, body } = await commenter.send('POST', room.path, mentioning(...Array(51).fill(viewer.userId)))
      expect([status, body.detail[0].type]).toEqual([422, 'too_long'])
      expect((await commenter.send('POST', room.path, mentioning(...Array(50).fill(viewer.userId)))).status).toBe(201)
    })
  })

  describe('notifications of new comments', () => {
    it('notifies deal owners and authors in the section of a new comment [NOTIFY-4]', async () => {
      await write(editor, room, { section_key: 'returns' })
      const { comment_id } = await write(commenter, room, { section_key: 'returns', content: 'Second  one' })
      expect(await notificationsAbout(app, comment_id)).toEqual([
        'comment editor: Second one',
        'comment owner: Second one',
      ])
      const mine = await write(owner, room, { section_key: 'returns', content: 'Third' })
      expect(await notificationsAbout(app, mine.comment_id)).toEqual([
        'comment commenter: Third',
        'comment editor: Third',
      ])
    })

    it('notifies users who replied in the section of a new comment', async () => {
      const first = await write(commenter, room, { section_key: 'returns' })
      await editor.send('POST', `${room.path}/${first.comment_id}/replies`, { content: 'Because' })
      const next = await write(owner, room, { section_key: 'returns', content: 'Next' })
      expect(await notificationsAbout(app, next.comment_id)).toEqual([
        'comment commenter: Next',
        'comment editor: Next',
      ])
    })

    it('notifies only the owners of a comment without a section', async () => {
      await write(editor, room)
      const { comment_id } = await write(commenter, room, { content: 'On all of it' })
      expect(await notificationsAbout(app, comment_id)).toEqual(['comment owner: On all of it'])
    })
  })

  describe('missing comments', () => {
    it('answers 404 for a comment that is unknown, malformed, deleted or of another deal [TENANT-8]', async () => {
      const other = await openRoom(app, people)
      const elsewhere = await write(commenter, other)
      const gone = await write(commenter, room)
      await commenter.send('DELETE', `${room.path}/${gone.comment_id}`)
      const ids = [elsewhere.comment_id, gone.comment_id, randomUUID(), 'nothing', '%00', "'; --"]
      for (const id of ids) {
        const at = `${room.path}/${encodeURIComponent(id)}`
        const calls = [
          owner.get(at),
          owner.get(`${at}/history`),
          owner.send('PUT', at, { content: 'x' }),
          owner.send('DELETE', at),
          owner.send('POST', `${at}/resolve`),
          owner.send('POST', `${at}/reopen`),
          owner.send('POST', `${at}/accept`),
          owner.send('POST', `${at}/reject`),
          owner.send('POST', `${at}/replies`, { content: 'x' }),
          owner.send('PUT', `${at}/replies/${randomUUID()}`, { content: 'x' }),
          owner.send('DELETE', `${at}/replies/${randomUUID()}`),
          owner.send('PUT', `${at}/reactions/👍`),
          owner.send('DELETE', `${at}/reactions/👍`),
        ]
        for (const answer of await Promise.all(calls)) expectRefusal(answer, 404, 'comment_not_found')
      }
      expect((await owner.get(`${other.path}/${elsewhere.comment_id}`)).body).toEqual(elsewhere)
    })

    it('returns 404 for the comments of a deal to users of another organization', async () => {
      const { comment_id } = await write(commenter, room)
      for (const path of [room.path, `${room.path}/${comment_id}`, `${room.path}/${comment_id}/history`]) {
        expectRefusal(await outsider.get(path), 404, 'deal_not_found')
      }
      expectRefusal(await outsider.send('DELETE', `${room.path}/${comment_id}`), 404, 'deal_not_found')
    })
  })

  describe('comment list', () => {
    const ids = async (query = '', person: Person = viewer): Promise<string[]> => {
      const { status, body } = await person.get(`${room.path}${query}`)
      expect([status, status === 200 ? '' : body]).toEqual([200, ''])
      return body.comments.map(({ comment_id }: { comment_id: string }) => comment_id)
    }
    const idOf = async (person: Person, more?: Record<string, unknown>): Promise<string> =>
      (await write(person, room, more)).comment_id

    it('returns an empty list for a deal without comments', async () => {
      expect((await viewer.get(room.path)).body).toEqual({ comments: [], next_cursor: null, has_more: false })
    })

    it('lists comments page by page, each once, newest first [COMMENT-13]', async () => {
      const written = []
      for (let nth = 0; nth < 5; nth++) written.unshift(await write(commenter, room, { content: `No. ${nth}` }))
      expect(await readAll(viewer, room.path, 'comments', 2)).toEqual(written)
      expect(await readAll(viewer, room.path, 'comments', 5)).toEqual(written)
    })

    it('pages through comments with the same timestamp without losing any', async () => {
      const written = [await idOf(commenter), await idOf(commenter), await idOf(commenter)]
      await app.sql("UPDATE comments SET created_at = '2026-01-01T00:00:00Z' WHERE deal_id = $1", [room.deal])
      const read = await readAll(viewer, room.path, 'comments', 1)
      expect(read.map((comment) => (comment as { comment_id: string }).comment_id)).toEqual(written.sort().reverse())
    })

    it('filters comments by section, status, type and author', async () => {
      const question = await idOf(editor, { comment_type: 'question', section_key: 'returns' })
      const blocker = await idOf(commenter, { comment_type: 'blocker' })
      await editor.send('POST', `${room.path}/${blocker}/resolve`)
      expect(await ids('?section_key=returns')).toEqual([question])
      expect(await ids('?section_key=nothing')).toEqual([])
      expect(await ids('?status=resolved')).toEqual([blocker])
      expect(await ids('?status=open')).toEqual([question])
      expect(await ids('?status=accepted')).toEqual([])
      expect(await ids('?comment_type=question')).toEqual([question])
      expect(await ids(`?author_id=${commenter.userId}`)).toEqual([blocker])
      expect(await ids(`?author_id=${commenter.userId}&comment_type=question`)).toEqual([])
    })

    it('filters comments by mentions of the caller, in comments and replies', async () => {
      const inComment = await idOf(commenter, { mentioned_user_ids: [viewer.userId] })
      const inReply = await idOf(commenter)
      await idOf(commenter, { mentioned_user_ids: [editor.userId] })
      const reply = { content: 'And you?', mentioned_user_ids: [viewer.userId] }
      await editor.send('POST', `${room.path}/${inReply}/replies`, reply)
      expect(await ids('?mentions_me=true')).toEqual([inReply, inComment])
      expect(await ids('?mentions_me=true', owner)).toEqual([])
      expect(await ids('?mentions_me=false')).toHaveLength(3)
    })

    it('finds comments that contain all search words in the comment or in one of its replies', async () => {
      const rents = await idOf(commenter, { content: 'Rents grow too fast, I think.' })
      const yields = await idOf(commenter, { content: 'Yields' })
      await editor.send('POST', `${room.path}/${yields}/replies`, { content: 'They GROW with rents' })
      const other = await openRoom(app, people)
      await write(commenter, other, { content: 'Rents grow elsewhere' })
      expect(await ids('?q=rents')).toEqual([yields, rents])
      expect(await ids('?q=Grow%20rents')).toEqual([yields, rents])
      expect(await ids('?q=rents%20fast')).toEqual([rents])
      expect(await ids('?q=yields%20rents')).toEqual([])
      expect(await ids('?q=rent')).toEqual([])
      for (const odd of ['%21%21', '%26', "'", '%25', '(%7C)', '%3A%2A', '%5C'])
        expect(await ids(`?q=${odd}`)).toEqual([])
    })

    it('rate-limits comment searches, but not comment lists', async () => {
      await useUp(app, 'search', viewer.userId)
      expectRefusal(await viewer.get(`${room.path}?q=rents`), 429, 'rate_limited')
      expect(await ids()).toEqual([])
    })

    it('lists the comments changed since a time, including changed replies and reactions', async () => {
      const first = await write(commenter, room)
      app.advance(1000)
      const second = await write(commenter, room)
      const since = `?updated_since=${second.created_at}`
      expect(await ids(since)).toEqual([second.comment_id])
      app.advance(1000)
      await editor.send('PUT', `${room.path}/${first.comment_id}/reactions/👍`)
      expect(await ids(since)).toEqual([second.comment_id, first.comment_id])
      expect(await ids('?updated_since=2999-01-01T00:00:00%2B02:00')).toEqual([])
      expect(await ids('?updated_since=0001-01-01T00:00Z')).toHaveLength(2)
      for (const wrong of ['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', '']) {
        expectFailedRule(await viewer.get(`${room.path}?updated_since=${wrong}`), ['query', 'updated_since'], wrong)
      }
    })

    it.each([
      'limit=0',
      'limit=101',
      'status=closed',
      'comment_type=note',
      'author_id=me',
      'q=',
      'mentions_me=maybe',
      'cursor=x',
    ])('rejects a comment list with %s with 422', async (query) =>
      expect((await viewer.get(`${room.path}?${query}`)).status).toBe(422),
    )

    it('lists and finds no deleted comments', async () => {
      const id = await idOf(commenter, { content: 'rents' })
      await commenter.send('DELETE', `${room.path}/${id}`)
      expect(await ids()).toEqual([])
      expect(await ids('?q=rents')).toEqual([])
    })
  })

  describe('editing comments', () => {
    it('keeps the former text of an edited comment in its history [COMMENT-8]', async () => {
      const { comment_id, ...first } = await write(commenter, room, { content: 'One' })
      app.advance(1000)
      const second = await commenter.send(
        'PUT',
        `${room.path}/${comment_id}`,
        { content: 'Two' },
        { 'if-match': '"1"' },
      )
      expect(second).toMatchObject({
        status: 200,
        body: {
          ...first,
          content: 'Two',
          version: 2,
          edited_at: expect.any(String),
          updated_at: second.body.edited_at,
        },
      })
      expect(second.body.edited_at > first.created_at).toBe(true)
      app.advance(1000)
      const third = await commenter.send('PUT', `${room.path}/${comment_id}`, { content: 'Three' })
      expect((await viewer.get(`${room.path}/${comment_id}`)).body).toEqual(third.body)
      expect((await viewer.get(`${room.path}/${comment_id}/history`)).body).toEqual({
        revisions: [
          { version: 2, content: 'Two', at: second.body.edited_at },
          { version: 1, content: 'One', at: first.created_at },
        ],
        next_cursor: null,
        has_more: false,
      })
      expect((await auditTrailOf(app, room.deal)).slice(1)).toEqual([
        ['comment.edited', { comment_id, version: 2 }],
        ['comment.edited', { comment_id, version: 3 }],
      ])
    })

    it('changes nothing when an edit has the same text and mentions', async () => {
      const comment = await write(commenter, room, { content: 'One', mentioned_user_ids: [viewer.userId] })
      app.advance(1000)
      for (const mentions of [{}, { mentioned_user_ids: [viewer.userId, viewer.userId] }]) {
        const same = await commenter.send('PUT', `${room.path}/${comment.comment_id}`, { content: 'One', ...mentions })
        expect([same.status, same.body]).toEqual([200, comment])
      }
      expect(await auditTrailOf(app, room.deal)).toHaveLength(1)
      expect((await viewer.get(`${room.path}/${comment.comment_id}/history`)).body.revisions).toEqual([])
    })

    it('notifies only newly mentioned users of an edited comment', async () => {
      const { comment_id } = await write(commenter, room, { content: 'One', mentioned_user_ids: [viewer.userId] })
      const path = `${room.path}/${comment_id}`
      const both = { content: 'One', mentioned_user_ids: [editor.userId, viewer.userId] }
      const { body } = await commenter.send('PUT', path, both)
      expect(body).toMatchObject({ mentioned_user_ids: both.mentioned_user_ids, version: 2 })
      await commenter.send('PUT', path, { content: 'Two' })
      expect((await viewer.get(path)).body).toMatchObject({ mentioned_user_ids: both.mentioned_user_ids, version: 3 })
      expect(await notificationsAbout(app, comment_id)).toEqual([
        'comment owner: One',
        'mention editor: One',
        'mention viewer: One',
      ])
      const refused = await commenter.send('PUT', path, { content: 'Three', mentioned_user_ids: [outsider.userId] })
      expectFailedRule(refused, ['body', 'mentioned_user_ids', 0], outsider.userId)
      const none = await commenter.send('PUT', path, { content: 'Three', mentioned_user_ids: [] })
      expect(none.body).toMatchObject({ mentioned_user_ids: [], content: 'Three', version: 4 })
    })

    it('keeps a mention of a user who can no longer see the deal in an edited comment', async () => {
      const { comment_id } = await write(commenter, room, { mentioned_user_ids: [viewer.userId] })
      await app.sql('DELETE FROM deal_members WHERE deal_id = $1 AND user_id = $2', [room.deal, viewer.userId])
      const kept = { content: 'Two', mentioned_user_ids: [viewer.userId] }
      expect((await commenter.send('PUT', `${room.path}/${comment_id}`, kept)).status).toBe(200)
    })

    it('refuses to let anybody but the author edit a comment [COMMENT-7]', async () => {
      const { comment_id } = await write(commenter, room)
      for (const person of [owner, editor]) {
        expectRefusal(await person.send('PUT', `${room.path}/${comment_id}`, { content: 'x' }), 403, 'not_author')
      }
      expectRefusal(await viewer.send('PUT', `${room.path}/${comment_id}`, { content: 'x' }), 403, 'role_too_low')
    })

    it('rejects an edit of an older version of a comment with 409 and the current version [COMMENT-9]', async () => {
      const { comment_id } = await write(commenter, room)
      const path = `${room.path}/${comment_id}`
      await commenter.send('PUT', path, { content: 'Two' })
      const stale = await commenter.send('PUT', path, { content: 'Three' }, { 'if-match': '"1"' })
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(2)
      expect((await commenter.send('PUT', path, { content: 'Three' }, { 'if-match': '"2"' })).status).toBe(200)
      expect((await commenter.send('PUT', path, { content: 'x' }, { 'if-match': 'two' })).status).toBe(422)
    })

    it('refuses a blank edit, and every change of a comment on a finalized deal [COMMENT-14]', async () => {
      const { comment_id } = await write(commenter, room)
      const path = `${room.path}/${comment_id}`
      expectFailedRule(await commenter.send('PUT', path, { content: ' ' }), ['body', 'content'], ' ')
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [room.deal])
      for (const call of [
        commenter.send('PUT', path, { content: 'x' }),
        commenter.send('DELETE', path),
        commenter.send('POST', `${path}/resolve`),
        commenter.send('POST', `${path}/replies`, { content: 'x' }),
        commenter.send('PUT', `${path}/reactions/👍`),
        commenter.send('DELETE', `${path}/reactions/👍`),
      ]) {
        expectRefusal(await call, 409, 'deal_finalized')
      }
    })

    it('increments the version for each of many parallel edits and keeps every former text', async () => {
      const { comment_id } = await write(commenter, room, { content: 'Edit 0' })
      const path = `${room.path}/${comment_id}`
      const texts = Array.from({ length: 20 }, (_, nth) => `Edit ${nth + 1}`)
      const answers = await Promise.all(texts.map((content) => commenter.send('PUT', path, { content })))
      const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b)
      expect(versions).toEqual(texts.map((_, nth) => nth + 2))
      const kept = (await readAll(viewer, `${path}/history`, 'revisions', 7)) as { version: number; content: string }[]
      expect(kept.map(({ version }) => version)).toEqual(texts.map((_, nth) => texts.length - nth))
      const last = (await viewer.get(path)).body
      expect([...kept.map(({ content }) => content), last.content].sort()).toEqual(['Edit 0', ...texts].sort())
      expect(last.version).toBe(21)
      for (const { body } of answers) {
        const text = body.version === 21 ? last : kept.find(({ version }) => version === body.version)
        expect(text?.content).toBe(body.content)
      }
    })

    it('lets only one of many parallel edits with the same version succeed', async () => {
      const { comment_id } = await write(commenter, room)
      const edit = (nth: number) =>
        commenter.send('PUT', `${room.path}/${comment_id}`, { content: `Edit ${nth}` }, { 'if-match': '"1"' })
      const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => edit(nth)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409, 'stale_version')
    })
  })

  describe('comment history', () => {
    it('rejects a comment history with an invalid cursor with 422', async () => {
      const { comment_id } = await write(commenter, room)
      const answer = await viewer.get(`${room.path}/${comment_id}/history?cursor=x`)
      expectFailedRule(answer, ['query', 'cursor'], 'x')
    })
  })

  describe('resolving comments', () => {
    it('records who resolved a comment and when, once, and clears it on reopening [COMMENT-10]', async () => {
      const { comment_id, ...comment } = await write(commenter, room, { content: 'Done?' })
      const path = `${room.path}/${comment_id}`
      app.advance(1000)
      const resolved = await editor.send('POST', `${path}/resolve`)
      const at = resolved.body.updated_at
      expect(at > comment.created_at).toBe(true)
      const settled = { status: 'resolved', resolved_by: editor.userId, resolved_at: at, updated_at: at }
      expect([resolved.status, resolved.body]).toEqual([200, { comment_id, ...comment, ...settled }])
      expect((await owner.send('POST', `${path}/resolve`)).body).toEqual(resolved.body)
      const reopened = await commenter.send('POST', `${path}/reopen`)
      expect(reopened.body).toMatchObject({ status: 'open', resolved_by: null, resolved_at: null, version: 1 })
      expect((await commenter.send('POST', `${path}/reopen`)).body).toEqual(reopened.body)
      expect((await viewer.get(path)).body).toEqual(reopened.body)
      expect((await auditTrailOf(app, room.deal)).slice(1)).toEqual([
        ['comment.resolved', { comment_id }],
        ['comment.reopened', { comment_id }],
      ])
    })

    it('notifies the author, repliers and mentioned users when a comment is resolved or reopened', async () => {
      const { comment_id } = await write(commenter, room, { content: 'Done?', mentioned_user_ids: [viewer.userId] })
      const path = `${room.path}/${comment_id}`
      await app.sql('DELETE FROM notifications')
      await editor.send('POST', `${path}/resolve`)
      await commenter.send('POST', `${path}/reopen`)
      expect(await notificationsAbout(app, comment_id)).toEqual([
        'reopened viewer: Done?',
        'resolved commenter: Done?',
        'resolved viewer: Done?',
      ])
    })

    it('does not follow the passage of a resolved comment, and finds it again when the comment is reopened', async () => {
      const quote = 'Vacancy stays at five per cent of all units.'
      const section = `/api/canvas/${room.deal}/sections/returns`
      const { comment_id } = await write(commenter, room, { section_key: 'returns', anchor_text: quote })
      const path = `${room.path}/${comment_id}`
      for (const [content, anchor_status] of [
        [`Put in before. ${memo}`, 'anchored'],
        ['All of it is gone', 'orphaned'],
        [memo, 'anchored'],
      ] as const) {
        await commenter.send('POST', `${path}/resolve`)
        await editor.send('PUT', section, { content })
        expect((await commenter.send('POST', `${path}/reopen`)).body.anchor_status).toBe(anchor_status)
        const { body } = await viewer.get(path)
        expect(body.anchor_status).toBe(anchor_status)
        expect(body.anchor_place?.start).toBe(anchor_status === 'anchored' ? content.indexOf(quote) : undefined)
      }
    })

    it('lets only commenters and higher roles resolve or reopen a comment', async () => {
      const { comment_id } = await write(commenter, room)
      for (const verb of ['resolve', 'reopen']) {
        expectRefusal(await viewer.send('POST', `${room.path}/${comment_id}/${verb}`), 403, 'role_too_low')
      }
    })
  })

  it('counts open blockers of a deal until they are resolved or deleted', async () => {
    const orgId = await orgNamed(app, 'Northwind Capital')
    const deal = await plantDeal(app, { orgId, members: { [commenter.userId]: 'commenter' } })
    const count = async () => (await commenter.get(`/api/canvas/${deal}`)).body.counts.open_blockers
    const at = { path: `/api/canvas/${deal}/comments` }
    const blockers = [
      await write(commenter, at, { comment_type: 'blocker' }),
      await write(commenter, at, { comment_type: 'blocker' }),
    ]
    await write(commenter, at, { comment_type: 'question' })
    expect(await count()).toBe(2)
    await commenter.send('POST', `${at.path}/${blockers[0].comment_id}/resolve`)
    expect(await count()).toBe(1)
    await commenter.send('DELETE', `${at.path}/${blockers[1].comment_id}`)
    expect(await count()).toBe(0)
  })
})
