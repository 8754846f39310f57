import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFences, createGivenFences } from '../../../platform/key-value/fences.ts'
import { expectFailedRule } from '../../../testing/commenting.ts'
import { auditTrailOf } from '../../../testing/deal-audit-trail.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { actorOf } from '../../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../../testing/service.ts'
import { createFollowAnchors } from '../anchors/follow-anchors.ts'
import { createSections } from './sections.service.ts'
import { createSectionsStore } from './sections.store.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onEachService('memo sections', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
  })
  const at = (key: string) => `/api/canvas/${deal}/sections/${key}`
  const put = (key: string, body: unknown, seen?: number | string, person: Person = people().editor) =>
    person.send('PUT', at(key), body, seen === undefined ? {} : { 'if-match': `"${seen}"` })
  const show = (key: string) => people().viewer.get(at(key))
  const history = (key: string, query = '') => people().viewer.get(`${at(key)}/history${query}`)
  const journal = async () => (await auditTrailOf(app, deal)).map(({ type, data }) => [type, data])
  const stored = async (key: string) =>
    (await app.sql('SELECT * FROM sections WHERE deal_id = $1 AND section_key = $2', [deal, key]))[0]
  const sections = () => {
    const store = createSectionsStore(app.service.database)
    return createSections({
      store,
      changes: app.service.changes,
      anchors: createFollowAnchors({ store, thread: { plan: async () => [] } }),
      quotas: { takeBytes: async () => undefined },
      wasGiven: createGivenFences(app.service),
    })
  }
  const change = <Result>(work: Parameters<typeof app.service.changes.change<Result>>[3]) =>
    app.service.changes.change(actorOf(people().owner), deal, 'editor', work)

  describe('writing a section', () => {
    it('appends a new section to the end of the memo', async () => {
      const { status, body } = await put('executive_summary', { content: 'Cap rate of [[cap_rate]].' })
      expect(status).toBe(200)
      expect(body).toEqual({
        section_key: 'executive_summary',
        title: 'Executive Summary',
        content: 'Cap rate of [[cap_rate]].',
        version: 1,
        stale: false,
        updated_by: people().editor.userId,
        updated_by_name: expect.any(String),
        updated_by_email_verified: true,
        updated_at: expect.stringMatching(instantForm),
      })
      expect((await show('executive_summary')).body).toEqual(body)
      await put('a', { content: '' })
      expect((await sections().all(deal)).map(({ sectionKey, position }) => [sectionKey, position])).toEqual([
        ['executive_summary', 0],
        ['a', 1],
      ])
      expect(await stored('executive_summary')).toMatchObject({ cited: ['cap_rate'], fence: '0' })
    })

    it.each([
      ['rent_roll_notes', 'Rent roll notes'],
      ['risks_mitigants', 'Risks & Mitigants'],
      ['q3_2026', 'Q3 2026'],
      ['___', '___'],
    ])('gives the section %s the default title "%s"', async (key, title) => {
      expect((await put(key, { content: 'x' })).body.title).toBe(title)
    })

    it('replaces title and content, and keeps the title if none is given', async () => {
      await put('a', { title: 'One', content: 'x' })
      app.advance(1_000)
      const second = (await put('a', { content: 'y' }, undefined, people().owner)).body
      expect(second).toMatchObject({ title: 'One', content: 'y', version: 2, updated_by: people().owner.userId })
      expect((await put('a', { title: 'Two', content: 'y' })).body).toMatchObject({ title: 'Two', version: 3 })
      expect(await journal()).toEqual([
        ['section.created', { section_key: 'a', version: 1, digest: expect.any(String) }],
        ['section.updated', { section_key: 'a', version: 2, digest: expect.any(String) }],
        ['section.updated', { section_key: 'a', version: 3, digest: expect.any(String) }],
      ])
    })

    it('changes nothing when a section is written with the same text', async () => {
      const first = (await put('a', { title: 'One', content: 'x' })).body
      app.advance(1_000)
      expect((await put('a', { title: 'One', content: 'x' }, undefined, people().owner)).body).toEqual(first)
      expect((await put('a', { content: 'x' }, 1)).body).toEqual(first)
      expect((await history('a')).body.versions).toHaveLength(1)
      expect(await journal()).toHaveLength(1)
    })

    it('stores HTML, emoji and a text of maximum length unchanged', async () => {
      for (const content of ['', '<script>alert(1)</script> & "quotes" 🏢\r\n', '🏢'.repeat(100_000)]) {
        expect((await put('a', { content })).status).toBe(200)
        expect((await show('a')).body.content).toBe(content)
      }
    })

    it.each([
      ['a', {}, 'content'],
      ['a', { content: null }, 'content'],
      ['a', { content: 'x'.repeat(100_001) }, 'content'],
      ['a', { content: 'a\u0000b' }, 'content'],
      ['a', { content: 'x', title: '' }, 'title'],
      ['a', { content: 'x', title: 'x'.repeat(201) }, 'title'],
      ['a', { content: 'x', fence: 0 }, 'fence'],
      ['a', { content: 'x', fence: 1.5 }, 'fence'],
      ['a', { content: 'x', fence: 1e300 }, 'fence'],
      ['A', { content: 'x' }, 'section_key'],
      ['a-b', { content: 'x' }, 'section_key'],
      ['x'.repeat(65), { content: 'x' }, 'section_key'],
    ])('rejects a section with 422: %s %j', async (key, body, field) => {
      const answer = await put(key, body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([field])
      expect(await sections().all(deal)).toEqual([])
    })

    it('accepts a title of 200 and a key of 64 characters', async () => {
      expect((await put('k'.repeat(64), { content: 'x', title: 't'.repeat(200) })).status).toBe(200)
    })

    it('rejects a 201st section of a memo, but still updates existing ones', async () => {
      await app.sql(
        `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
          SELECT $1, 's' || n, 't', '', 1, n, '{}', false, 0, now() FROM generate_series(0, 198) n`,
        [deal],
      )
      expect((await put('last', { content: 'x' })).status).toBe(200)
      expectRefusal(await put('one_more', { content: 'x' }), 409, 'too_many_sections')
      expect((await put('s7', { content: 'x' })).body.version).toBe(2)
    })

    it('rejects a change to a section of a finalized deal with 409 [SECTION-6]', async () => {
      await put('a', { content: 'x' })
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await put('a', { content: 'y' }), 409, 'deal_finalized')
      expect((await show('a')).body.content).toBe('x')
    })

    it('rejects a section written by a commenter with 403 and by an outsider with 404 [SECTION-1]', async () => {
      expectRefusal(await put('a', { content: 'x' }, undefined, people().commenter), 403, 'role_too_low')
      expectRefusal(await put('a', { content: 'x' }, undefined, people().outsider), 404, 'deal_not_found')
      expect((await put('a', { content: 'x' }, undefined, people().owner)).status).toBe(200)
      expectRefusal(await people().outsider.get(at('a')), 404, 'deal_not_found')
      expectRefusal(await people().outsider.get(`${at('a')}/history`), 404, 'deal_not_found')
    })

    it('does not change the section with the same key in another deal', async () => {
      await put('a', { content: 'x' })
      const other = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
      const { body } = await people().editor.send('PUT', `/api/canvas/${other}/sections/a`, { content: 'y' })
      expect([body.version, (await show('a')).body.content]).toEqual([1, 'x'])
    })
  })

  describe('If-Match on a section', () => {
    it('rejects a write based on an older section version with 409 and returns the current version [SECTION-2]', async () => {
      await put('a', { content: 'x' })
      expect((await put('a', { content: 'y' }, 1)).body.version).toBe(2)
      const stale = await put('a', { content: 'z' }, 1)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(2)
      expect((await show('a')).body.content).toBe('y')
    })

    it('treats a section that does not exist as version 0', async () => {
      const stale = await put('a', { content: 'x' }, 3)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(0)
      expect((await put('a', { content: 'x' }, 0)).body.version).toBe(1)
      expectRefusal(await put('a', { content: 'y' }, 0), 409, 'stale_version')
    })

    it('rejects an If-Match header that is not a version number with 422', async () => {
      expect((await put('a', { content: 'x' }, 'abc')).status).toBe(422)
    })
  })

  describe('concurrent writers', () => {
    it('stores every concurrently written text in the history', async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`)
      const answers = await Promise.all(texts.map((content) => put('a', { content })))
      expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(texts.map((_, index) => index + 1))
      const { versions } = (await history('a', '?limit=100')).body
      expect(new Set(versions.map(({ content }: { content: string }) => content))).toEqual(new Set(texts))
      expect((await show('a')).body.content).toBe(versions[0].content)
      expect(await journal()).toHaveLength(12)
    })

    it('accepts exactly one of several writes based on the same version', async () => {
      await put('a', { content: 'x' })
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => put('a', { content: `${number}` }, 1)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    })

    it('adds concurrently created sections at different positions', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((key) => put(key, { content: key })))
      expect((await sections().all(deal)).map(({ position }) => position)).toEqual([0, 1, 2, 3])
    })
  })

  describe('fence', () => {
    beforeEach(() => app.sql("SELECT nextval('key_value_numbers') FROM generate_series(1, 10)"))

    it('rejects a fence that was never issued, without locking out anyone', async () => {
      const last = await createFences(app.service)()
      for (const fence of [last + 1, Number.MAX_SAFE_INTEGER]) {
        expectFailedRule(await put('a', { content: 'x', fence }), ['body', 'fence'], fence)
        expectRefusal(await show('a'), 404, 'section_not_found')
      }
      expect((await put('a', { content: 'x', fence: last })).status).toBe(200)
      expectFailedRule(await put('a', { content: 'y', fence: last + 1 }), ['body', 'fence'], last + 1)
      const next = await createFences(app.service)()
      expect((await put('a', { content: 'y', fence: next })).body.version).toBe(2)
    })

    it('rejects a section written under a lower fence with 409 lock_lost [SECTION-4]', async () => {
      await put('a', { content: 'x', fence: 5 })
      expectRefusal(await put('a', { content: 'y', fence: 4 }), 409, 'lock_lost')
      expect((await put('a', { content: 'y', fence: 5 })).status).toBe(200)
      expect((await put('a', { content: 'z', fence: 9 })).status).toBe(200)
      expectRefusal(await put('a', { content: 'w', fence: 8 }), 409, 'lock_lost')
      expect((await show('a')).body).toMatchObject({ content: 'z', version: 3 })
    })

    it('updates the fence even if the text is unchanged', async () => {
      await put('a', { content: 'x', fence: 5 })
      expect((await put('a', { content: 'x', fence: 6 })).body.version).toBe(1)
      expectRefusal(await put('a', { content: 'y', fence: 5 }), 409, 'lock_lost')
      expect(await journal()).toHaveLength(1)
    })

    it('keeps the last fence when a write has none', async () => {
      await put('a', { content: 'x', fence: 5 })
      await put('a', { content: 'y' })
      expectRefusal(await put('a', { content: 'z', fence: 4 }), 409, 'lock_lost')
    })
  })

  describe('reading a section', () => {
    it('returns 404 for a section that does not exist', async () => {
      expectRefusal(await show('nothing'), 404, 'section_not_found')
      expectRefusal(await history('nothing'), 404, 'section_not_found')
      expectRefusal(
        await history('nothing', `?cursor=${Buffer.from('n3').toString('base64url')}`),
        404,
        'section_not_found',
      )
      expectRefusal(await show(encodeURIComponent("a' OR 1=1")), 404, 'section_not_found')
    })
  })

  describe('section history', () => {
    it('returns every version, newest first, with its author and time', async () => {
      const first = (await put('a', { title: 'One', content: 'x' })).body
      app.advance(60_000)
      const second = (await put('a', { title: 'Two', content: 'y' }, undefined, people().owner)).body
      const { body } = await history('a')
      const shown = ({ section_key: _, stale: __, ...version }: Record<string, unknown>) => version
      expect(body).toEqual({ versions: [shown(second), shown(first)], next_cursor: null, has_more: false })
    })

    it('returns the history in pages of 20 or of the requested size', async () => {
      await put('a', { content: '0' })
      await app.sql(
        `INSERT INTO section_versions (deal_id, section_key, version, title, content, updated_at)
          SELECT $1, 'a', n, 't', n::text, now() FROM generate_series(2, 25) n`,
        [deal],
      )
      const numbers = (body: { versions: { version: number }[] }) => body.versions.map(({ version }) => version)
      const first = (await history('a')).body
      expect([numbers(first).length, numbers(first)[0], first.has_more]).toEqual([20, 25, true])
      expect(first.versions[0]).toMatchObject({ updated_by: null, updated_by_name: null })
      const rest = (await history('a', `?cursor=${first.next_cursor}`)).body
      expect([numbers(rest), rest.next_cursor, rest.has_more]).toEqual([[5, 4, 3, 2, 1], null, false])
      expect(numbers((await history('a', '?limit=2')).body)).toEqual([25, 24])
      const beyond = (await history('a', `?cursor=${Buffer.from('n1').toString('base64url')}`)).body
      expect(beyond).toEqual({ versions: [], next_cursor: null, has_more: false })
    })

    it.each([
      'limit=0',
      'limit=101',
      'limit=x',
      'cursor=%20',
      'cursor=abc',
      'cursor=LTE',
      'cursor=MWUz',
      'cursor=MDE',
      'cursor=',
    ])('rejects the history query %s with 422', async (query) => {
      await put('a', { content: 'x' })
      expect((await history('a', `?${query}`)).status).toBe(422)
    })
  })

  describe('stale section', () => {
    const markStale = (...keys: string[]) => change((changing) => sections().markStale(changing, keys))

    it('marks the sections that cite a changed metric as stale [SECTION-5]', async () => {
      await put('a', { content: '[[noi]] and [[cap_rate]]' })
      await put('b', { content: '[[noi]]' })
      await put('c', { content: 'noi [noi] [[NOI]]' })
      expect(await markStale('noi', 'dscr')).toEqual(['a', 'b'])
      expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await show(key)).body.stale))).toEqual([
        true,
        true,
        false,
      ])
      expect((await journal()).at(-1)).toEqual([
        'section.marked_stale',
        { section_keys: ['a', 'b'], metric_keys: ['noi', 'dscr'] },
      ])
    })

    it('marks a section as stale only once, and records no event if nothing was marked', async () => {
      await put('a', { content: '[[noi]]' })
      await markStale('noi')
      const before = await journal()
      expect([await markStale('noi'), await markStale('dscr'), await markStale()]).toEqual([[], [], []])
      expect(await journal()).toEqual(before)
    })

    it('clears the stale mark when a section is written, even with the same text', async () => {
      await put('a', { content: '[[noi]]' })
      await markStale('noi')
      const { body } = await put('a', { content: '[[noi]]' })
      expect([body.stale, body.version]).toEqual([false, 1])
      expect((await journal()).at(-1)).toEqual(['section.updated', { section_key: 'a', version: 1 }])
      await markStale('noi')
      expect((await put('a', { content: '[[noi]] again' })).body).toMatchObject({ stale: false, version: 2 })
    })

    it('considers only the metrics cited in the latest text of a section', async () => {
      await put('a', { content: '[[noi]]' })
      await put('a', { content: '[[dscr]]' })
      expect([await markStale('noi'), await markStale('dscr')]).toEqual([[], ['a']])
    })
  })

  describe('inside another change', () => {
    it('reads and writes sections within another change of the deal', async () => {
      await put('a', { content: 'x' })
      const written = await change(async (changing) => {
        const section = await sections().lockRow(deal, 'a')
        expect(await sections().lockRow(deal, 'b')).toBeUndefined()
        await sections().addDraft(changing, actorOf(people().owner), { sectionKey: 'b', position: 0, content: 'new' })
        if (section === undefined) throw new Error('There is no section')
        return sections().rewrite(changing, actorOf(people().owner), { section, content: 'y', plan: undefined })
      })
      expect(written).toMatchObject({
        version: 2,
        content: 'y',
        updatedBy: people().owner.userId,
        updatedByName: expect.any(String),
      })
      expect((await journal()).slice(1)).toEqual([
        ['section.created', { section_key: 'b', version: 1, digest: expect.any(String) }],
        ['section.updated', { section_key: 'a', version: 2, digest: expect.any(String) }],
      ])
    })

    it('rolls back a section write when the surrounding change fails', async () => {
      await put('a', { content: 'x' })
      const failing = change(async (changing) => {
        const section = await sections().lockRow(deal, 'a')
        if (section === undefined) throw new Error('There is no section')
        await sections().rewrite(changing, actorOf(people().owner), { section, content: 'y', plan: undefined })
        throw new Error('Something else failed')
      })
      await expect(failing).rejects.toThrow('Something else failed')
      expect((await show('a')).body).toMatchObject({ content: 'x', version: 1 })
      expect((await history('a')).body.versions).toHaveLength(1)
    })
  })
})
