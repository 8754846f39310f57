import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('feedback', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  const plantSection = (key: string, { position = 1, version = 1 } = {}) =>
    app.sql(
      `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
        VALUES ($1, $2, $2, '', $3, $4, '{}', false, 0, now())`,
      [deal, key, version, position],
    )
  beforeEach(async () => {
    const members = Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role]))
    deal = await plantDeal(app, { members })
    await plantSection('returns', { position: 2 })
    await plantSection('executive_summary', { position: 1, version: 3 })
  })
  const give = (person: Person, body: unknown, headers?: Record<string, string>) =>
    person.send('POST', `/api/canvas/${deal}/feedback`, body, headers)
  const summary = async (person = people().viewer) => (await person.get(`/api/canvas/${deal}/feedback`)).body.sections
  const rated = (rating: number, more: object = {}) => ({ section_key: 'executive_summary', rating, ...more })
  const kept = () => app.sql('SELECT * FROM feedback WHERE deal_id = $1 ORDER BY created_at, id', [deal])
  const unrated = { count: 0, mean: null, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 }, tags: {} }

  describe('section rating', () => {
    it('stores a rating with the section version and records it without its text', async () => {
      const { commenter } = people()
      const answer = await give(
        commenter,
        rated(4, { comment: '  Clear.\n', tags: [' clear ', 'short', 'clear', '  '] }),
      )
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, feedback_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ])
      expect(await kept()).toMatchObject([
        {
          id: answer.body.feedback_id,
          user_id: commenter.userId,
          section_key: 'executive_summary',
          section_version: 3,
          rating: 4,
          comment: 'Clear.',
          tags: ['clear', 'short'],
          counts: true,
        },
      ])
      const [entry] = await app.sql<{ data: string }>(
        'SELECT type, kind, actor_id, data FROM journal WHERE deal_id = $1',
        [deal],
      )
      expect(entry).toMatchObject({ type: 'feedback.given', kind: 'activity', actor_id: commenter.userId })
      expect(JSON.parse(entry?.data ?? '')).toEqual({
        section_key: 'executive_summary',
        rating: 4,
        feedback_id: answer.body.feedback_id,
      })
    })

    it.each([{}, { comment: null, tags: null }, { comment: ' \n ', tags: [] }])(
      'accepts a rating without comment and tags (%j)',
      async (more) => {
        expect((await give(people().commenter, rated(1, more))).status).toBe(200)
        expect(await kept()).toMatchObject([{ comment: null, tags: [] }])
      },
    )

    it('rejects ratings outside 1 to 5, long comments and too many tags with 422 [FEEDBACK-1]', async () => {
      const { commenter } = people()
      const tags = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(40, 'é'))
      expect((await give(commenter, rated(5, { comment: '🏠'.repeat(500), tags }))).status).toBe(200)
      const wrong: [object, (string | number)[]][] = [
        [rated(0), ['body', 'rating']],
        [rated(6), ['body', 'rating']],
        [rated(4.5), ['body', 'rating']],
        [{ ...rated(3), rating: '3' }, ['body', 'rating']],
        [{ section_key: 'returns' }, ['body', 'rating']],
        [{ rating: 3 }, ['body', 'section_key']],
        [{ ...rated(3), section_key: null }, ['body', 'section_key']],
        [rated(3, { comment: 'x'.repeat(501) }), ['body', 'comment']],
        [rated(3, { tags: [...tags, 'one more'] }), ['body', 'tags']],
        [rated(3, { tags: ['x'.repeat(41)] }), ['body', 'tags', 0]],
        [rated(3, { tags: ['ok', ''] }), ['body', 'tags', 1]],
        [rated(3, { tags: 'clear' }), ['body', 'tags']],
      ]
      for (const [body, loc] of wrong) {
        const answer = await give(commenter, body)
        expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, loc])
      }
      expect(await kept()).toHaveLength(1)
    })

    it('rejects a rating of an unknown section with 404 and stores nothing', async () => {
      expectRefusal(await give(people().owner, rated(3, { section_key: 'unknown' })), 404, 'section_not_found')
      expect(await kept()).toEqual([])
      expect(await app.sql('SELECT seq FROM journal WHERE deal_id = $1', [deal])).toEqual([])
    })

    it('rejects a rating of a section of another deal with 404', async () => {
      const elsewhere = await plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
      const answer = await people().owner.send('POST', `/api/canvas/${elsewhere}/feedback`, rated(3))
      expectRefusal(answer, 404, 'section_not_found')
    })

    it('rejects a rating on a finalized deal with 409', async () => {
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await give(people().owner, rated(3)), 409, 'deal_finalized')
    })

    it('rejects feedback by a viewer with 403 and by a user without a role with 404 [FEEDBACK-2]', async () => {
      const { viewer, outsider, ...others } = people()
      for (const person of Object.values(others)) expect((await give(person, rated(3))).status).toBe(200)
      expectRefusal(await give(viewer, rated(3)), 403, 'role_too_low')
      expectRefusal(await give(outsider, rated(3)), 404, 'deal_not_found')
      expectRefusal(
        await app.send('POST', `/api/canvas/${deal}/feedback`, { body: rated(3) }),
        401,
        'not_authenticated',
      )
    })

    it('stores one rating for repeated requests with the same idempotency key', async () => {
      const headers = { 'idempotency-key': 'the-same' }
      const [first, second] = [
        await give(people().owner, rated(3), headers),
        await give(people().owner, rated(3), headers),
      ]
      expect(second.body).toEqual(first.body)
      expect(await kept()).toHaveLength(1)
    })
  })

  describe('feedback summary', () => {
    it('lists every section in memo order, including unrated ones', async () => {
      const { owner, editor, commenter } = people()
      await give(owner, rated(5, { tags: ['clear', 'bold'] }))
      await give(editor, rated(4, { tags: ['clear'] }))
      await give(commenter, rated(5))
      expect(await summary()).toEqual([
        {
          section_key: 'executive_summary',
          count: 3,
          mean: 4.67,
          distribution: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 2 },
          tags: { clear: 2, bold: 1 },
        },
        { section_key: 'returns', ...unrated },
      ])
    })

    it('counts the latest rating of a user for a section and keeps the earlier ones [FEEDBACK-3]', async () => {
      const { owner, editor } = people()
      await give(owner, rated(1, { tags: ['vague'] }))
      await give(editor, rated(2))
      await give(owner, { section_key: 'returns', rating: 3 })
      await app.sql("UPDATE sections SET version = 4 WHERE deal_id = $1 AND section_key = 'executive_summary'", [deal])
      await give(owner, rated(5, { tags: ['clear'] }))
      expect(await summary()).toMatchObject([
        { count: 2, mean: 3.5, distribution: { '1': 0, '2': 1, '5': 1 }, tags: { clear: 1 } },
        { count: 1, mean: 3 },
      ])
      expect(await kept()).toMatchObject([
        { rating: 1, counts: false, section_version: 3 },
        { rating: 2, counts: true },
        { rating: 3, counts: true, section_key: 'returns' },
        { rating: 5, counts: true, section_version: 4 },
      ])
    })

    it('counts one rating of a user who sends several at once', async () => {
      const { commenter } = people()
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => give(commenter, rated((n % 5) + 1))))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect((await summary())[0].count).toBe(1)
      expect(await kept()).toHaveLength(10)
    })

    it('shows the 20 most frequent tags, including names like __proto__', async () => {
      const { owner, editor } = people()
      const tags = ['__proto__', 'constructor', ...Array.from({ length: 18 }, (_, n) => `tag ${n}`)]
      await give(owner, rated(3, { tags }))
      await give(editor, rated(3, { tags: ['__proto__', 'zebra'] }))
      const { body } = await app.service.app.inject({
        url: `/api/canvas/${deal}/feedback`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
      const shown = Object.entries(JSON.parse(body).sections[0].tags)
      expect(shown).toHaveLength(20)
      expect(shown[0]).toEqual(['__proto__', 2])
      expect(shown.map(([tag]) => tag)).toContain('constructor')
      expect(shown.map(([tag]) => tag)).not.toContain('zebra')
    })

    it('shows the feedback summary to every role of the deal and includes no other deal', async () => {
      const { outsider, owner } = people()
      await give(owner, rated(3))
      for (const role of dealRoles) expect((await summary(people()[role]))[0].count).toBe(1)
      expectRefusal(await outsider.get(`/api/canvas/${deal}/feedback`), 404, 'deal_not_found')
      const empty = await plantDeal(app, { members: { [owner.userId]: 'viewer' } })
      expect((await owner.get(`/api/canvas/${empty}/feedback`)).body).toEqual({ sections: [] })
    })
  })
})
