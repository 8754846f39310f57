import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

onService('site content drafts and history', (app) => {
  let superadmin: Person
  const url = '/api/superadmin/cms'
  const ifMatch = (version?: number) => (version === undefined ? undefined : { 'if-match': `"${version}"` })
  const update = (content: Record<string, string>, page = 'landing') =>
    superadmin.send('PATCH', `${url}/${page}`, { content })
  const saveDraft = (content: Record<string, string>, version?: number, page = 'landing') =>
    superadmin.send('PUT', `${url}/${page}/draft`, { content }, ifMatch(version))
  const publish = (version?: number, page = 'landing') =>
    superadmin.send('POST', `${url}/${page}/publish`, undefined, ifMatch(version))
  const discard = (version?: number, page = 'landing') =>
    superadmin.send('DELETE', `${url}/${page}/draft`, undefined, ifMatch(version))
  const history = async (key: string, query = '') =>
    (await superadmin.get(`${url}/landing/history/${key}${query}`)).body
  const restore = (key: string, body?: unknown, headers?: Record<string, string>) =>
    superadmin.send('POST', `${url}/landing/history/${key}/restore`, body, headers)
  const seen = async (page = 'landing') => (await superadmin.get(`${url}/${page}`)).body
  const lastAct = async () => (await superadmin.get('/api/superadmin/admin-log?limit=1')).body.acts[0]
  const actions = async () =>
    (await superadmin.get('/api/superadmin/admin-log?target_id=landing&limit=100')).body.acts.map(
      ({ action }: { action: string }) => action,
    )

  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    for (const table of ['cms_revisions', 'cms_texts', 'cms_pages', 'admin_log']) await app.sql(`DELETE FROM ${table}`)
  })

  describe('drafts', () => {
    it('stores a draft without changing the published text', async () => {
      const before = await seen()
      const { status, body } = await saveDraft({ hero_title: 'Not yet' })
      expect([status, body.version]).toEqual([200, 1])
      expect(body.content.hero_title).toEqual({
        ...before.content.hero_title,
        has_draft: true,
        draft_value: 'Not yet',
        draft_updated_at: expect.stringMatching(instantForm),
      })
      const { hero_title: _, ...others } = body.content
      const { hero_title: __, ...othersBefore } = before.content
      expect(others).toEqual(othersBefore)
      expect(await seen()).toEqual(body)
      expect((await history('hero_title')).revisions).toEqual([])
    })

    it('keeps other drafts of the page and drafts of other pages', async () => {
      await saveDraft({ hero_title: 'One' })
      await saveDraft({ hero_text: 'Two' }, undefined, 'about')
      const { content } = (await saveDraft({ hero_text: 'Three' })).body
      expect([content.hero_title.draft_value, content.hero_text.draft_value]).toEqual(['One', 'Three'])
      expect((await seen('about')).content.hero_text.draft_value).toBe('Two')
    })

    it('distinguishes an empty draft from no draft', async () => {
      const { content } = (await saveDraft({ hero_title: '' })).body
      expect([content.hero_title.has_draft, content.hero_title.draft_value]).toEqual([true, ''])
      expect((await publish()).body.content.hero_title).toMatchObject({ value: '', has_draft: false })
    })

    it('removes a draft that equals the published text', async () => {
      await update({ hero_title: 'Live' })
      await saveDraft({ hero_title: 'Draft' })
      const { content, version } = (await saveDraft({ hero_title: 'Live' })).body
      expect(content.hero_title).toMatchObject({ has_draft: false, draft_value: null, draft_updated_at: null })
      expect(version).toBe(3)
      expect((await lastAct()).after).toEqual({ hero_title: null })
      expect((await saveDraft({ hero_title: 'Live' })).body.version).toBe(3)
    })

    it('changes nothing when the same draft is saved again', async () => {
      const first = (await saveDraft({ hero_title: 'Draft' })).body
      app.advance(1_000)
      expect((await saveDraft({ hero_title: 'Draft' })).body).toEqual(first)
      expect((await saveDraft({})).body).toEqual(first)
      expect(await actions()).toEqual(['cms.draft_saved'])
    })

    it('validates a draft like a published text', async () => {
      const { status, body } = await saveDraft({
        hero_title: 'a\nb',
        unknown: 'x',
        schema_markup: '{}',
        hero_text: 'fine',
      })
      expect(status).toBe(422)
      expect(body.detail.map(({ loc }: { loc: string[] }) => loc[2])).toEqual([
        'hero_title',
        'unknown',
        'schema_markup',
      ])
      expect((await seen()).content.hero_text.has_draft).toBe(false)
      expect((await saveDraft({ hero_text: 'x'.repeat(20_001) })).status).toBe(422)
      expectRefusal(await saveDraft({ hero_text: 'x' }, undefined, '__proto__'), 404, 'page_not_found')
    })

    it('keeps a draft when the text is updated directly', async () => {
      await saveDraft({ hero_title: 'Draft' })
      expect((await update({ hero_title: 'Direct' })).body.content.hero_title).toMatchObject({
        value: 'Direct',
        has_draft: true,
        draft_value: 'Draft',
      })
    })

    it('logs a saved draft with its value before and after', async () => {
      await saveDraft({ hero_title: 'One' })
      await saveDraft({ hero_title: 'Two', hero_text: 'x'.repeat(600) })
      expect(await lastAct()).toMatchObject({
        actor_id: superadmin.userId,
        action: 'cms.draft_saved',
        target_type: 'cms_page',
        target_id: 'landing',
        before: { hero_title: 'One', hero_text: null },
        after: { hero_title: 'Two', hero_text: 'x'.repeat(500) },
      })
    })

    it('rejects a draft for an older version of the page with 409', async () => {
      await saveDraft({ hero_title: 'One' }, 0)
      const stale = await saveDraft({ hero_title: 'Two' }, 0)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(1)
      expect((await saveDraft({ hero_title: 'Two' }, 1)).body.version).toBe(2)
    })
  })

  describe('publishing', () => {
    it('publishes all drafts of the page and keeps the replaced texts in the history', async () => {
      const { default_value } = (await update({ hero_title: 'Live' })).body.content.hero_text
      await saveDraft({ hero_title: 'Next', hero_text: 'Text' })
      await saveDraft({ hero_title: 'Elsewhere' }, undefined, 'about')
      app.advance(1_000)
      const { status, body } = await publish()
      expect([status, body.version]).toEqual([200, 3])
      for (const [key, value] of [
        ['hero_title', 'Next'],
        ['hero_text', 'Text'],
      ] as const) {
        expect(body.content[key]).toMatchObject({
          value,
          is_modified: true,
          updated_by: superadmin.userId,
          has_draft: false,
          draft_value: null,
          draft_updated_at: null,
        })
      }
      expect((await history('hero_title')).revisions[0]).toMatchObject({ value: 'Live', by: superadmin.userId })
      expect((await history('hero_text')).revisions[0]).toMatchObject({ value: default_value })
      expect((await seen('about')).content.hero_title.has_draft).toBe(true)
      expect(await lastAct()).toMatchObject({
        action: 'cms.published',
        target_id: 'landing',
        before: { hero_title: 'Live', hero_text: default_value },
        after: { hero_title: 'Next', hero_text: 'Text' },
      })
      expect((await app.send('GET', '/api/content/landing')).body.content.hero_title).toBe('Next')
    })

    it('rejects publishing without a draft with 409', async () => {
      expectRefusal(await publish(), 409, 'no_draft')
      await saveDraft({ hero_title: 'Next' })
      await publish()
      expectRefusal(await publish(), 409, 'no_draft')
      expectRefusal(await publish(undefined, 'unknown'), 404, 'page_not_found')
    })

    it('drops a draft once the published text equals it, so that there is nothing to publish', async () => {
      await saveDraft({ hero_title: 'Same' })
      const { hero_title } = (await update({ hero_title: 'Same' })).body.content
      expect(hero_title).toMatchObject({ value: 'Same', has_draft: false, draft_value: null })
      expectRefusal(await publish(), 409, 'no_draft')
      expect((await history('hero_title')).revisions).toHaveLength(1)
    })

    it('rejects publishing an older version of the page with 409', async () => {
      await saveDraft({ hero_title: 'Next' })
      const stale = await publish(0)
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(1)
      expect((await seen()).content.hero_title.has_draft).toBe(true)
      expect((await publish(1)).status).toBe(200)
    })

    it('publishes once when several requests publish in parallel', async () => {
      await saveDraft({ hero_title: 'Next' })
      const answers = await Promise.all([publish(), publish(), publish()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      expect((await history('hero_title')).revisions).toHaveLength(1)
    })

    it('answers a publish repeated under the same Idempotency-Key from the first call', async () => {
      await saveDraft({ hero_title: 'Next' })
      const headers = { 'idempotency-key': randomUUID() }
      const first = await superadmin.send('POST', `${url}/landing/publish`, undefined, headers)
      const again = await superadmin.send('POST', `${url}/landing/publish`, undefined, headers)
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    })
  })

  describe('discarding', () => {
    it('discards all drafts of the page and keeps its published texts', async () => {
      const live = (await update({ hero_title: 'Live' })).body.content
      await saveDraft({ hero_title: 'Draft', hero_text: 'Other' })
      await saveDraft({ hero_title: 'Elsewhere' }, undefined, 'about')
      const { status, body } = await discard()
      expect([status, body]).toEqual([204, ''])
      expect(await seen()).toMatchObject({ version: 3, content: live })
      expect((await seen('about')).content.hero_title.has_draft).toBe(true)
      expect(await lastAct()).toMatchObject({
        action: 'cms.draft_discarded',
        before: { hero_title: 'Draft', hero_text: 'Other' },
        after: { hero_title: null, hero_text: null },
      })
    })

    it('answers 204 and changes nothing when there is no draft to discard', async () => {
      expect((await discard()).status).toBe(204)
      expect((await seen()).version).toBe(0)
      expect(await actions()).toEqual([])
      expectRefusal(await discard(undefined, 'constructor'), 404, 'page_not_found')
    })

    it('rejects discarding drafts of an older version of the page with 409', async () => {
      await saveDraft({ hero_title: 'Draft' })
      expectRefusal(await discard(0), 409, 'stale_version')
      expect((await seen()).content.hero_title.has_draft).toBe(true)
      expect((await discard(1)).status).toBe(204)
    })
  })

  describe('text history', () => {
    it('lists former values newest first, with who replaced them and when', async () => {
      const { default_value } = (await seen()).content.hero_title
      const times: string[] = []
      for (const value of ['One', 'Two', 'Three']) {
        app.advance(1_000)
        times.unshift((await update({ hero_title: value })).body.content.hero_title.updated_at)
      }
      await update({ hero_text: 'Another text' })
      await update({ hero_title: 'Another page' }, 'about')
      const { revisions, next_cursor, has_more } = await history('hero_title')
      expect([next_cursor, has_more]).toEqual([null, false])
      expect(revisions).toEqual(
        ['Two', 'One', default_value].map((value, index) => ({
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          value,
          at: times[index],
          by: superadmin.userId,
        })),
      )
    })

    it('returns an empty history for a text that was never edited', async () => {
      const answer = await superadmin.get(`${url}/landing/history/hero_title`)
      expect([answer.status, answer.body]).toEqual([200, { revisions: [], next_cursor: null, has_more: false }])
    })

    it('pages the history without gaps or repetitions', async () => {
      for (let index = 0; index <= 5; index++) await update({ hero_title: `Value ${index}` })
      const values: string[] = []
      let query = '?limit=2'
      for (let pages = 1; ; pages++) {
        const { revisions, next_cursor, has_more } = await history('hero_title', query)
        values.push(...revisions.map(({ value }: { value: string }) => value))
        expect(has_more).toBe(pages < 3)
        if (!has_more) break
        query = `?limit=2&cursor=${next_cursor}`
      }
      const { default_value } = (await seen()).content.hero_title
      expect(values).toEqual(['Value 4', 'Value 3', 'Value 2', 'Value 1', 'Value 0', default_value])
    })

    it('rejects an invalid limit or cursor of a text history with 422', async () => {
      for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=nonsense']) {
        expect((await superadmin.get(`${url}/landing/history/hero_title${query}`)).status).toBe(422)
      }
    })

    it('returns 404 for the history of an unknown page or text', async () => {
      expectRefusal(await superadmin.get(`${url}/unknown/history/hero_title`), 404, 'page_not_found')
      for (const key of ['unknown', '__proto__', 'constructor', 'x'.repeat(3_000)]) {
        expectRefusal(await superadmin.get(`${url}/landing/history/${key}`), 404, 'not_found')
        expectRefusal(await restore(key), 404, 'not_found')
      }
    })
  })

  describe('restoring', () => {
    it('restores a former text and keeps the replaced one in the history', async () => {
      await update({ hero_title: 'One' })
      await update({ hero_title: 'Two' })
      const [{ id }] = (await history('hero_title')).revisions
      const { status, body } = await restore('hero_title', { revision_id: id })
      expect([status, body.version]).toEqual([200, 3])
      expect(body.content.hero_title).toMatchObject({ value: 'One', is_modified: true, updated_by: superadmin.userId })
      const values = (await history('hero_title')).revisions.map(({ value }: { value: string }) => value)
      expect(values.slice(0, 2)).toEqual(['Two', 'One'])
      expect(await lastAct()).toMatchObject({
        action: 'cms.restored',
        target_id: 'landing',
        before: { hero_title: 'Two' },
        after: { hero_title: 'One' },
      })
    })

    it.each([
      ['no body', undefined],
      ['an empty body', {}],
      ['a null revision', { revision_id: null }],
    ])('restores the default text with %s', async (_, body) => {
      const { default_value } = (await update({ hero_title: 'One' })).body.content.hero_title
      const answer = await restore('hero_title', body)
      expect(answer.status).toBe(200)
      expect(answer.body.content.hero_title).toMatchObject({
        value: default_value,
        is_modified: false,
        updated_by: superadmin.userId,
      })
      expect((await history('hero_title')).revisions[0].value).toBe('One')
    })

    it('changes nothing when the restored text is already published', async () => {
      const before = await seen()
      expect((await restore('hero_title')).body).toEqual(before)
      expect(await actions()).toEqual([])
    })

    it('keeps drafts and other texts when a text is restored', async () => {
      await update({ hero_title: 'One', hero_text: 'Text' })
      await saveDraft({ hero_title: 'Draft' })
      expect((await restore('hero_title')).body.content).toMatchObject({
        hero_title: { is_modified: false, draft_value: 'Draft' },
        hero_text: { value: 'Text' },
      })
    })

    it('rejects restoring a revision of another text or page, or an unknown one, with 404', async () => {
      await update({ hero_text: 'Other text' })
      await update({ hero_title: 'Other page' }, 'about')
      const [ofOtherText] = (await history('hero_text')).revisions
      const [ofOtherPage] = (await superadmin.get(`${url}/about/history/hero_title`)).body.revisions
      for (const id of [ofOtherText.id, ofOtherPage.id, randomUUID()]) {
        expectRefusal(await restore('hero_title', { revision_id: id }), 404, 'revision_not_found')
      }
      const malformed = await restore('hero_title', { revision_id: 'x' })
      expect([malformed.status, malformed.body.detail[0].type]).toEqual([422, 'uuid_parsing'])
      expectRefusal(await superadmin.send('POST', `${url}/unknown/history/hero_title/restore`), 404, 'page_not_found')
    })

    it('rejects restoring a text of an older version of the page with 409', async () => {
      await update({ hero_title: 'One' })
      const stale = await restore('hero_title', undefined, { 'if-match': '"0"' })
      expectRefusal(stale, 409, 'stale_version')
      expect(stale.body.version).toBe(1)
      expect((await restore('hero_title', undefined, { 'if-match': '"1"' })).body.version).toBe(2)
    })
  })

  it('loses no change and counts each once when updates and drafts of a page are saved in parallel', async () => {
    const answers = await Promise.all([
      update({ hero_title: 'A' }),
      saveDraft({ hero_text: 'B' }),
      update({ problem_title: 'C' }),
      saveDraft({ problem_text: 'D' }),
      update({ steps_title: 'E' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { content, version } = await seen()
    expect(version).toBe(5)
    expect(['hero_title', 'problem_title', 'steps_title'].map((key) => content[key].value)).toEqual(['A', 'C', 'E'])
    expect(['hero_text', 'problem_text'].map((key) => content[key].draft_value)).toEqual(['B', 'D'])
    expect(await actions()).toHaveLength(5)
  })
})
