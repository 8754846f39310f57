import { dealRoles, maxSections } from '@deal-canvas/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectFailedRule } from '../../../testing/commenting.ts'
import { auditTrailOf } from '../../../testing/deal-audit-trail.ts'
import { openLive } from '../../../testing/live-client.ts'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { expectRefusal, onEachService, type Person } from '../../../testing/service.ts'

onEachService('order and removal of memo sections', (app) => {
  const people = signInAll(app, 'owner', 'editor', 'commenter', 'viewer', 'outsider')
  let deal: string
  beforeEach(async () => {
    await forgetLimits(app)
    deal = await plantDeal(app, { members: Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role])) })
    for (const key of ['alpha', 'beta', 'gamma']) await put(key, `Text of ${key}.`)
  })
  const canvas = () => `/api/canvas/${deal}`
  const at = (key: string) => `${canvas()}/sections/${key}`
  const put = (key: string, content: string, person: Person = people().editor) =>
    person.send('PUT', at(key), { content })
  const seen = (version: number | string) => ({ 'if-match': `"${version}"` })
  const remove = (key: string, version: number | string = 1, person: Person = people().editor) =>
    person.send('DELETE', at(key), undefined, seen(version))
  const restore = (key: string, person: Person = people().editor) => person.send('POST', `${at(key)}/restore`)
  const rename = (key: string, title: string, version: number | string = 1, person: Person = people().editor) =>
    person.send('PATCH', at(key), { title }, seen(version))
  const order = (from: string[], sectionKeys: string[], person: Person = people().editor) =>
    person.send('PUT', `${canvas()}/memo/order`, { from, section_keys: sectionKeys })
  const add = (body: unknown, person: Person = people().editor) => person.send('POST', `${canvas()}/sections`, body)
  const keys = async (): Promise<string[]> =>
    (await people().viewer.get(canvas())).body.sections.map(({ section_key }: { section_key: string }) => section_key)
  const removed = async (query = '') => (await people().viewer.get(`${canvas()}/memo/removed-sections${query}`)).body
  const events = async () => (await auditTrailOf(app, deal)).map(({ type, data }) => [type, data])
  const memoVersion = async () => (await people().viewer.get(`${canvas()}/memo/versions`)).body.versions[0]
  const expectValid = async () =>
    expect((await people().viewer.get(`${canvas()}/audit-trail/verify`)).body).toMatchObject({ valid: true })
  const comment = async (body: object) => {
    const answer = await people().commenter.send('POST', `${canvas()}/comments`, { content: 'Sure?', ...body })
    expect([answer.status, answer.body]).toEqual([201, answer.body])
    return answer.body.comment_id
  }
  const listed = async () =>
    (await people().viewer.get(`${canvas()}/comments`)).body.comments.map(
      ({ comment_id }: { comment_id: string }) => comment_id,
    )

  describe('order', () => {
    it('puts the sections into another order, as one version of the memo and one event [SECTION-9]', async () => {
      const { version } = await memoVersion()
      const { status, body } = await order(['alpha', 'beta', 'gamma'], ['gamma', 'alpha', 'beta'])
      expect([status, body]).toEqual([200, { section_keys: ['gamma', 'alpha', 'beta'] }])
      expect(await keys()).toEqual(['gamma', 'alpha', 'beta'])
      expect((await events()).at(-1)).toEqual(['section.ordered', { section_keys: ['gamma', 'alpha', 'beta'] }])
      expect((await memoVersion()).version).toBe(version + 1)
      await expectValid()
    })

    it('rejects an order made from another one than the present with 409 and moves nothing [SECTION-9]', async () => {
      const seenBefore = ['alpha', 'beta', 'gamma']
      await order(seenBefore, ['beta', 'alpha', 'gamma'])
      expectRefusal(await order(seenBefore, ['gamma', 'beta', 'alpha']), 409, 'sections_changed')
      await put('delta', 'New.')
      expectRefusal(await order(['beta', 'alpha', 'gamma'], ['gamma', 'beta', 'alpha']), 409, 'sections_changed')
      expect(await keys()).toEqual(['beta', 'alpha', 'gamma', 'delta'])
    })

    it('rejects an order that leaves out, repeats or invents a section with 422', async () => {
      const from = ['alpha', 'beta', 'gamma']
      for (const wrong of [
        ['alpha', 'beta'],
        ['alpha', 'beta', 'beta'],
        ['alpha', 'beta', 'other'],
        [...from, 'beta'],
      ])
        expectFailedRule(await order(from, wrong), ['body', 'section_keys'], wrong)
      expect(
        (
          await order(
            from,
            Array.from({ length: maxSections + 1 }, () => 'alpha'),
          )
        ).status,
      ).toBe(422)
      expect(await keys()).toEqual(from)
    })

    it('records nothing when the order stays the same', async () => {
      const before = (await events()).length
      expect((await order(['alpha', 'beta', 'gamma'], ['alpha', 'beta', 'gamma'])).status).toBe(200)
      expect((await events()).length).toBe(before)
    })

    it('lets exactly one of two concurrent orders through', async () => {
      const from = ['alpha', 'beta', 'gamma']
      const answers = await Promise.all([
        order(from, ['beta', 'alpha', 'gamma']),
        order(from, ['gamma', 'beta', 'alpha'], people().owner),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await expectValid()
    })

    it('finds an order that was changed in the database without an event', async () => {
      await app.sql("UPDATE sections SET position = 9 WHERE deal_id = $1 AND section_key = 'alpha'", [deal])
      expect((await people().viewer.get(`${canvas()}/audit-trail/verify`)).body).toMatchObject({ valid: false })
    })
  })

  describe('renaming', () => {
    it('gives a section another title as a new version with the same text [SECTION-10]', async () => {
      const { status, body } = await rename('beta', 'Second part')
      expect([status, body]).toMatchObject([200, { title: 'Second part', version: 2, content: 'Text of beta.' }])
      expect((await events()).at(-1)).toEqual([
        'section.renamed',
        { section_key: 'beta', version: 2, digest: expect.any(String) },
      ])
      expect((await memoVersion()).sections_changed).toEqual(['beta'])
      await expectValid()
    })

    it('rejects a rename without If-Match with 428 and of an older version with 409 [SECTION-10]', async () => {
      expect((await people().editor.send('PATCH', at('beta'), { title: 'x' })).status).toBe(428)
      expectRefusal(await rename('beta', 'x', 7), 409, 'stale_version')
    })

    it('leaves a stale section stale, and changes nothing for the same title', async () => {
      await app.sql("UPDATE sections SET stale = true WHERE deal_id = $1 AND section_key = 'beta'", [deal])
      expect((await rename('beta', 'Second part')).body).toMatchObject({ stale: true, version: 2 })
      const before = (await events()).length
      expect((await rename('beta', 'Second part', 2)).body).toMatchObject({ version: 2 })
      expect((await events()).length).toBe(before)
    })
  })

  describe('removal', () => {
    it('takes a section out of the memo and keeps its versions [SECTION-11]', async () => {
      const { version } = await memoVersion()
      expect((await remove('beta')).status).toBe(204)
      expect(await keys()).toEqual(['alpha', 'gamma'])
      expectRefusal(await people().viewer.get(at('beta')), 404, 'section_not_found')
      const history = (await people().viewer.get(`${at('beta')}/history`)).body.versions
      expect(history).toMatchObject([{ version: 1, content: 'Text of beta.' }])
      expect((await events()).at(-1)).toEqual(['section.removed', { section_key: 'beta', version: 1 }])
      expect(await memoVersion()).toMatchObject({ version: version + 1, sections_changed: ['beta'] })
      const compared = await people().viewer.get(`${canvas()}/memo/compare?from=${version}&to=${version + 1}`)
      const changes = compared.body.sections.map(({ section_key, change }: Record<string, string>) => [
        section_key,
        change,
      ])
      expect(changes).toEqual([
        ['alpha', 'same'],
        ['beta', 'removed'],
        ['gamma', 'same'],
      ])
      await expectValid()
    })

    it('restores a section where it was, in its last version, with one more version of the memo [SECTION-11]', async () => {
      await remove('beta')
      const { version } = await memoVersion()
      expect((await restore('beta')).body).toMatchObject({ section_key: 'beta', version: 1, content: 'Text of beta.' })
      expect(await keys()).toEqual(['alpha', 'beta', 'gamma'])
      expect((await events()).at(-1)).toEqual(['section.restored', { section_key: 'beta', version: 1, after: 'alpha' }])
      expect((await memoVersion()).version).toBe(version + 1)
      const before = (await events()).length
      expect((await restore('beta')).status).toBe(200)
      expect((await events()).length).toBe(before)
      await expectValid()
    })

    it('keeps the trail valid through removals, additions, orders and restores in any sequence', async () => {
      await remove('alpha')
      await add({ title: 'First', after: null })
      await put('omega', 'Last.')
      await order(['first', 'beta', 'gamma', 'omega'], ['omega', 'beta', 'first', 'gamma'])
      await remove('first')
      await restore('alpha')
      await rename('omega', 'The end')
      await add({ title: 'Between', after: 'omega' })
      await restore('first')
      await expectValid()
      const names = await keys()
      expect([...names].sort()).toEqual(['alpha', 'beta', 'between', 'first', 'gamma', 'omega'])
      expect(names.indexOf('between')).toBe(names.indexOf('omega') + 1)
      await people().owner.send('POST', `${canvas()}/finalize`, { decision: 'approved', rationale: 'Sound.' })
      await expectValid()
    })

    it('finds a section that was removed or brought back in the database without an event', async () => {
      await app.sql("UPDATE sections SET removed_at = now() WHERE deal_id = $1 AND section_key = 'beta'", [deal])
      expect((await people().viewer.get(`${canvas()}/audit-trail/verify`)).body).toMatchObject({ valid: false })
      await app.sql("UPDATE sections SET removed_at = NULL WHERE deal_id = $1 AND section_key = 'beta'", [deal])
      await expectValid()
      await remove('beta')
      await app.sql("UPDATE sections SET removed_at = NULL WHERE deal_id = $1 AND section_key = 'beta'", [deal])
      expect((await people().viewer.get(`${canvas()}/audit-trail/verify`)).body).toMatchObject({ valid: false })
    })

    it('lists removed sections with their open comments, the last removed first, in pages [SECTION-11]', async () => {
      await comment({ section_key: 'beta', comment_type: 'blocker' })
      await comment({ section_key: 'beta' })
      await remove('beta')
      app.advance(1_000)
      await remove('alpha')
      const first = await removed('?limit=1')
      expect(first).toMatchObject({ sections: [{ section_key: 'alpha', open_comments: 0 }], has_more: true })
      expect(await removed(`?limit=1&cursor=${first.next_cursor}`)).toEqual({
        sections: [
          {
            section_key: 'beta',
            title: 'Beta',
            version: 1,
            open_comments: 2,
            open_blockers: 1,
            removed_at: expect.stringMatching(/Z$/),
            removed_by: people().editor.userId,
            removed_by_name: expect.any(String),
            removed_by_email_verified: true,
          },
        ],
        next_cursor: null,
        has_more: false,
      })
      expectFailedRule(
        await people().viewer.get(`${canvas()}/memo/removed-sections?cursor=nonsense`),
        ['query', 'cursor'],
        'nonsense',
      )
    })

    it('keeps comments of a removed section readable, with their threads and blockers [SECTION-12]', async () => {
      const blocker = await comment({ section_key: 'beta', comment_type: 'blocker', anchor_text: 'beta' })
      await remove('beta')
      expect(await listed()).toContain(blocker)
      const shown = (await people().viewer.get(`${canvas()}/comments/${blocker}`)).body
      expect(shown).toMatchObject({ section_key: 'beta', status: 'open', anchor_status: 'anchored' })
      const reply = await people().commenter.send('POST', `${canvas()}/comments/${blocker}/replies`, {
        content: 'Still open.',
      })
      expect(reply.status).toBe(201)
      const decision = { decision: 'approved', rationale: 'Sound.' }
      expectRefusal(await people().owner.send('POST', `${canvas()}/finalize`, decision), 409, 'blockers_open')
      await people().commenter.send('POST', `${canvas()}/comments/${blocker}/resolve`)
      expect((await people().owner.send('POST', `${canvas()}/finalize`, decision)).status).toBe(200)
    })

    it('brings comments and ratings back with their section [SECTION-12]', async () => {
      const id = await comment({ section_key: 'beta', anchor_text: 'beta' })
      await people().commenter.send('POST', `${canvas()}/feedback`, { section_key: 'beta', rating: 4 })
      const summary = async () => (await people().viewer.get(`${canvas()}/feedback`)).body
      const before = await summary()
      await remove('beta')
      expect(JSON.stringify(await summary())).not.toContain('"beta"')
      await restore('beta')
      expect(await summary()).toEqual(before)
      expect((await people().viewer.get(`${canvas()}/comments/${id}`)).body).toMatchObject({
        anchor_status: 'anchored',
      })
    })

    it('refuses new comments, ratings, texts and accepted suggestions on a removed section [SECTION-12]', async () => {
      const suggestion = await comment({
        section_key: 'beta',
        comment_type: 'suggestion',
        anchor_text: 'beta',
        suggestion_metadata: { replacement: 'the second', base_version: 1 },
      })
      await remove('beta')
      const on = { section_key: 'beta', content: 'x' }
      expectRefusal(await people().commenter.send('POST', `${canvas()}/comments`, on), 409, 'section_removed')
      expectRefusal(await put('beta', 'Again.'), 409, 'section_removed')
      expectRefusal(await rename('beta', 'Again'), 409, 'section_removed')
      expectRefusal(await remove('beta'), 409, 'section_removed')
      const accept = `${canvas()}/comments/${suggestion}/accept`
      expectRefusal(await people().editor.send('POST', accept), 409, 'section_removed')
      expectRefusal(
        await people().commenter.send('POST', `${canvas()}/feedback`, { section_key: 'beta', rating: 4 }),
        404,
        'section_not_found',
      )
      await restore('beta')
      expect((await people().editor.send('POST', accept)).status).toBe(200)
      expect((await people().viewer.get(at('beta'))).body.content).toBe('Text of the second.')
      await expectValid()
    })

    it('answers a save under a lock of a section that somebody removed with 409, and takes it after a restore', async () => {
      const channel = await openLive(app.service.app, deal, people().editor.token)
      channel.say({ type: 'ping' })
      await channel.hears('resumed')
      channel.say({ type: 'lock', section_key: 'beta' })
      const { fence } = await channel.hears('lock', (frame) => frame.fence !== undefined)
      expect((await remove('beta', 1, people().owner)).status).toBe(204)
      const save = () => people().editor.send('PUT', at('beta'), { content: 'My work.', fence }, { 'if-match': '"1"' })
      expectRefusal(await save(), 409, 'section_removed')
      await restore('beta')
      expect((await save()).body).toMatchObject({ content: 'My work.', version: 2 })
      await channel.leave()
    })

    it('marks a removed section stale when its number changes, and shows it stale after the restore', async () => {
      await put('beta', 'An IRR of [[levered_irr_pct]].')
      await remove('beta', 2)
      await people().editor.send('PUT', `${canvas()}/metrics/levered_irr_pct`, { value: 18 })
      expect((await events()).filter(([type]) => type === 'section.marked_stale')).toEqual([])
      expect((await restore('beta')).body).toMatchObject({ stale: true })
      await expectValid()
    })

    it('does not count a removed section in the limit of a memo, and refuses to restore beyond it', async () => {
      await remove('beta')
      await app.sql(
        `INSERT INTO sections (deal_id, section_key, title, content, version, position, cited, stale, fence, updated_at)
          SELECT $1, 's' || n, 't', '', 1, n + 10, '{}', false, 0, now() FROM generate_series(1, $2) n`,
        [deal, maxSections - 2],
      )
      expectRefusal(await restore('beta'), 409, 'too_many_sections')
      expectRefusal(await add({ title: 'One more' }), 409, 'too_many_sections')
    })

    it('tells the live channel of a removal without the section and of a restore with it', async () => {
      const channel = await openLive(app.service.app, deal, people().viewer.token)
      channel.say({ type: 'ping' })
      await channel.hears('resumed')
      await remove('beta')
      const gone = await channel.hears('event', ({ event_type }) => event_type === 'section.removed')
      expect(gone).toMatchObject({ data: { section_key: 'beta', section: null } })
      await restore('beta')
      const back = await channel.hears('event', ({ event_type }) => event_type === 'section.restored')
      expect(back).toMatchObject({ data: { after: 'alpha', section: { section_key: 'beta' } } })
      await channel.leave()
    })

    it('reports removed and restored sections since the last look', async () => {
      const news = async () =>
        (await people().viewer.get(`${canvas()}/since?seq=3`)).body.sections.map(
          ({ section_key, change }: Record<string, string>) => [section_key, change],
        )
      await remove('beta')
      await rename('alpha', 'Beginning')
      expect(await news()).toEqual([
        ['alpha', 'updated'],
        ['beta', 'removed'],
      ])
      await restore('beta')
      expect(await news()).toEqual([
        ['alpha', 'updated'],
        ['beta', 'restored'],
      ])
    })
  })

  it('refuses every change of the sections to commenters with 403 [SECTION-1]', async () => {
    const { commenter } = people()
    expectRefusal(await order(['alpha'], ['alpha'], commenter), 403, 'role_too_low')
    expectRefusal(await rename('beta', 'x', 1, commenter), 403, 'role_too_low')
    expectRefusal(await remove('beta', 1, commenter), 403, 'role_too_low')
    expectRefusal(await restore('beta', commenter), 403, 'role_too_low')
    expectRefusal(await add({ title: 'x' }, commenter), 403, 'role_too_low')
  })

  it('refuses every change of the sections of a finalized deal with 409 [SECTION-6]', async () => {
    await remove('gamma')
    const decision = { decision: 'approved', rationale: 'Sound.' }
    expect((await people().owner.send('POST', `${canvas()}/finalize`, decision)).status).toBe(200)
    const answers = [
      await order(['alpha', 'beta'], ['beta', 'alpha']),
      await rename('beta', 'x'),
      await remove('beta'),
      await restore('gamma'),
      await add({ title: 'x' }),
    ]
    for (const answer of answers) expectRefusal(answer, 409, 'deal_finalized')
  })
})
