import { dealRoles } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFences, createGivenFences } from '../../../platform/key-value/fences.ts'
import { expectFailedRule } from '../../../testing/commenting.ts'
import { journalOf } from '../../../testing/deal-journal.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { actorOf } from '../../../testing/org-people.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../../testing/service.ts'
import { createFollowAnchors } from '../anchors/follow-anchors.ts'
import { createSections } from './sections.service.ts'
import { createSectionsStore } from './sections.store.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onEachService('sections of a memo', (app) => {
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
  const journal = async () => (await journalOf(app, deal)).map(({ type, data }) => [type, data])
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

  describe('writing', () => {
    it('adds an unknown section at the end of the memo', async () => {
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
    ])('calls %s "%s" until it is given a title', async (key, title) => {
      expect((await put(key, { content: 'x' })).body.title).toBe(title)
    })

    it('replaces title and content, and keeps the title where none is given', async () => {
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

    it('of what stands there already changes nothing', async () => {
      const first = (await put('a', { title: 'One', content: 'x' })).body
      app.advance(1_000)
      expect((await put('a', { title: 'One', content: 'x' }, undefined, people().owner)).body).toEqual(first)
      expect((await put('a', { content: 'x' }, 1)).body).toEqual(first)
      expect((await history('a')).body.versions).toHaveLength(1)
      expect(await journal()).toHaveLength(1)
    })

    it('keeps HTML, emoji and the longest text as they are', async () => {
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
    ])('is refused as 422: %s %j', async (key, body, field) => {
      const answer = await put(key, body)
      expect(answer.status).toBe(422)
      expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([field])
      expect(await sections().all(deal)).toEqual([])
    })

    it('takes a title of 200 and a key of 64 characters', async () => {
      expect((await put('k'.repeat(64), { content: 'x', title: 't'.repeat(200) })).status).toBe(200)
    })

    it('is refused where the memo has 200 sections, unless it is one of them', async () => {
      await app.sql(
        `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
          SELECT $1, 's' || n, 't', '', 1, n, '{}', false, 0, now() FROM generate_series(0, 198) n`,
        [deal],
      )
      expect((await put('last', { content: 'x' })).status).toBe(200)
      expectRefusal(await put('one_more', { content: 'x' }), 409, 'too_many_sections')
      expect((await put('s7', { content: 'x' })).body.version).toBe(2)
    })

    it('is refused where the deal is decided', async () => {
      await put('a', { content: 'x' })
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await put('a', { content: 'y' }), 409, 'deal_finalized')
      expect((await show('a')).body.content).toBe('x')
    })

    it('is for editors; reading for everybody on the deal', async () => {
      expectRefusal(await put('a', { content: 'x' }, undefined, people().commenter), 403, 'role_too_low')
      expectRefusal(await put('a', { content: 'x' }, undefined, people().outsider), 404, 'deal_not_found')
      expect((await put('a', { content: 'x' }, undefined, people().owner)).status).toBe(200)
      expectRefusal(await people().outsider.get(at('a')), 404, 'deal_not_found')
      expectRefusal(await people().outsider.get(`${at('a')}/history`), 404, 'deal_not_found')
    })

    it('leaves the section of the same key in another deal alone', async () => {
      await put('a', { content: 'x' })
      const other = await plantDeal(app, { members: { [people().editor.userId]: 'editor' } })
      const { body } = await people().editor.send('PUT', `/api/canvas/${other}/sections/a`, { content: 'y' })
      expect([body.version, (await show('a')).body.content]).toEqual([1, 'x'])
    })
  })

  describe('a version that was seen', () => {
    it('must be the present one', async () => {
      await put('a', { content: 'x' })
      expect((await put('a', { content: 'y' }, 1)).body.version).toBe(2)
      const stale = await put('a', { content: 'z' }, 1)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(2)
      expect((await show('a')).body.content).toBe('y')
    })

    it('is 0 for a section that is not there', async () => {
      const stale = await put('a', { content: 'x' }, 3)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(0)
      expect((await put('a', { content: 'x' }, 0)).body.version).toBe(1)
      expectRefusal(await put('a', { content: 'y' }, 0), 409, 'stale_version')
    })

    it('is a version in quotes', async () => {
      expect((await put('a', { content: 'x' }, 'abc')).status).toBe(422)
    })
  })

  describe('many writers at once', () => {
    it('lose nothing: every text is in the history', async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`)
      const answers = await Promise.all(texts.map((content) => put('a', { content })))
      expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(texts.map((_, index) => index + 1))
      const { versions } = (await history('a', '?limit=100')).body
      expect(new Set(versions.map(({ content }: { content: string }) => content))).toEqual(new Set(texts))
      expect((await show('a')).body.content).toBe(versions[0].content)
      expect(await journal()).toHaveLength(12)
    })

    it('who have seen the same version: one of them writes', async () => {
      await put('a', { content: 'x' })
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => put('a', { content: `${number}` }, 1)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    })

    it('add their sections at different places', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((key) => put(key, { content: key })))
      expect((await sections().all(deal)).map(({ position }) => position)).toEqual([0, 1, 2, 3])
    })
  })

  describe('a fence', () => {
    beforeEach(() => app.sql("SELECT nextval('key_value_numbers') FROM generate_series(1, 10)"))

    it('that no lock was ever given is refused, and shuts nobody out', async () => {
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

    it('lower than the last is refused; an equal or higher one stays', async () => {
      await put('a', { content: 'x', fence: 5 })
      expectRefusal(await put('a', { content: 'y', fence: 4 }), 409, 'lock_lost')
      expect((await put('a', { content: 'y', fence: 5 })).status).toBe(200)
      expect((await put('a', { content: 'z', fence: 9 })).status).toBe(200)
      expectRefusal(await put('a', { content: 'w', fence: 8 }), 409, 'lock_lost')
      expect((await show('a')).body).toMatchObject({ content: 'z', version: 3 })
    })

    it('counts even where the text is what stands there already', async () => {
      await put('a', { content: 'x', fence: 5 })
      expect((await put('a', { content: 'x', fence: 6 })).body.version).toBe(1)
      expectRefusal(await put('a', { content: 'y', fence: 5 }), 409, 'lock_lost')
      expect(await journal()).toHaveLength(1)
    })

    it('that is not given leaves the last one', async () => {
      await put('a', { content: 'x', fence: 5 })
      await put('a', { content: 'y' })
      expectRefusal(await put('a', { content: 'z', fence: 4 }), 409, 'lock_lost')
    })
  })

  describe('reading', () => {
    it('finds no section that is not there', async () => {
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

  describe('the history', () => {
    it('has every version, the newest first, with who wrote it and when', async () => {
      const first = (await put('a', { title: 'One', content: 'x' })).body
      app.advance(60_000)
      const second = (await put('a', { title: 'Two', content: 'y' }, undefined, people().owner)).body
      const { body } = await history('a')
      const shown = ({ section_key: _, stale: __, ...version }: Record<string, unknown>) => version
      expect(body).toEqual({ versions: [shown(second), shown(first)], next_cursor: null, has_more: false })
    })

    it('comes in pages of 20, or as many as asked for', async () => {
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
    ])('is refused with %s', async (query) => {
      await put('a', { content: 'x' })
      expect((await history('a', `?${query}`)).status).toBe(422)
    })
  })

  describe('a stale section', () => {
    const markStale = (...keys: string[]) => change((changing) => sections().markStale(changing, keys))

    it('is one that cites a metric that has changed', async () => {
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

    it('is marked once, and without a section or metric nothing is recorded', async () => {
      await put('a', { content: '[[noi]]' })
      await markStale('noi')
      const before = await journal()
      expect([await markStale('noi'), await markStale('dscr'), await markStale()]).toEqual([[], [], []])
      expect(await journal()).toEqual(before)
    })

    it('is no longer stale once it is written, even with the same text', async () => {
      await put('a', { content: '[[noi]]' })
      await markStale('noi')
      const { body } = await put('a', { content: '[[noi]]' })
      expect([body.stale, body.version]).toEqual([false, 1])
      expect((await journal()).at(-1)).toEqual(['section.updated', { section_key: 'a', version: 1 }])
      await markStale('noi')
      expect((await put('a', { content: '[[noi]] again' })).body).toMatchObject({ stale: false, version: 2 })
    })

    it('cites what its newest text cites', async () => {
      await put('a', { content: '[[noi]]' })
      await put('a', { content: '[[dscr]]' })
      expect([await markStale('noi'), await markStale('dscr')]).toEqual([[], ['a']])
    })
  })

  describe('inside another change', () => {
    it('a section is read and written together with the rest', async () => {
      await put('a', { content: 'x' })
      const written = await change(async (changing) => {
        const section = await sections().lockRow(deal, 'a')
        expect(await sections().lockRow(deal, 'b')).toBeUndefined()
        await sections().addDraft(changing, actorOf(people().owner), { sectionKey: 'b', content: 'new' })
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

    it('nothing is left of it where the change fails', async () => {
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
