import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetLimits, useUp } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'
import { schemaTemplates } from './schema-templates.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'Landing',
  'landing ',
  'x'.repeat(5_000),
]

const failures = ({ status, body }: Answer) => {
  expect(status).toBe(422)
  return body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, ...loc])
}

onService('site content', (app) => {
  let superadmin: Person
  let owner: Person
  const url = '/api/superadmin/cms'
  const patch = (page: string, body: unknown, headers?: Record<string, string>) =>
    superadmin.send('PATCH', `${url}/${page}`, body, headers)
  const update = (page: string, content: Record<string, string>, version?: number) =>
    patch(page, { content }, version === undefined ? undefined : { 'if-match': `"${version}"` })
  const seen = async (page: string) => (await superadmin.get(`${url}/${page}`)).body
  const acts = async () =>
    (await superadmin.get('/api/superadmin/admin-log?target_id=landing&limit=100')).body.acts.map(
      ({ actor_id, action, target_type, target_id, org_id, before, after }: Record<string, unknown>) => ({
        actor_id,
        action,
        target_type,
        target_id,
        org_id,
        before,
        after,
      }),
    )

  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    for (const table of ['cms_revisions', 'cms_texts', 'cms_pages', 'admin_log']) await app.sql(`DELETE FROM ${table}`)
  })

  describe('pages', () => {
    it('lists the pages with their keys and the rules of each text', async () => {
      const { status, body } = await superadmin.get(url)
      expect(status).toBe(200)
      expect(body.pages.map(({ page_id, path }: Record<string, string>) => [page_id, path])).toEqual([
        ['landing', '/'],
        ['pricing', '/pricing'],
        ['about', '/about'],
        ['security', '/security'],
        ['contact', '/contact'],
        ['login', '/login'],
      ])
      expect(body.pages[0].title).toBe('Landing page')
      expect(body.pages[0].keys.slice(0, 5)).toEqual([
        { key: 'meta_title', kind: 'line', advised_length: 60 },
        { key: 'meta_description', kind: 'line', advised_length: 160 },
        { key: 'schema_markup', kind: 'json_ld', advised_length: null },
        { key: 'hero_title', kind: 'line', advised_length: null },
        { key: 'hero_text', kind: 'text', advised_length: null },
      ])
    })

    it('returns the default of every text that was never edited', async () => {
      for (const { page_id, keys } of (await superadmin.get(url)).body.pages) {
        const { status, body } = await superadmin.get(`${url}/${page_id}`)
        expect([status, body.page_id, body.version]).toEqual([200, page_id, 0])
        expect(Object.keys(body.content)).toEqual(keys.map(({ key }: { key: string }) => key))
        for (const entry of Object.values<{ value: string }>(body.content)) {
          expect(entry).toEqual({
            value: entry.value,
            default_value: entry.value,
            is_modified: false,
            updated_at: null,
            updated_by: null,
            has_draft: false,
            draft_value: null,
            draft_updated_at: null,
          })
        }
      }
    })

    it('uses the address of this installation in structured data', async () => {
      const { schema_markup } = (await seen('landing')).content
      expect(JSON.parse(schema_markup.value)['@graph'][1].url).toMatch(/^http:\/\/localhost:\d+\/$/)
    })

    it('returns 404 for an unknown page, whatever its name', async () => {
      for (const name of strangeNames.map(encodeURIComponent)) {
        expectRefusal(await superadmin.get(`${url}/${name}`), 404, 'page_not_found')
        expectRefusal(await update(name, { meta_title: 'x' }), 404, 'page_not_found')
        expectRefusal(await update(name, {}), 404, 'page_not_found')
        expectRefusal(await app.send('GET', `/api/content/${name}`), 404, 'page_not_found')
      }
      expectRefusal(await update('schema-templates', { meta_title: 'x' }), 405, 'method_not_allowed')
    })
  })

  describe('updates', () => {
    it('changes only the sent texts of a page and returns who changed them and when [CMS-2]', async () => {
      const before = await seen('landing')
      const { status, body } = await update('landing', { hero_title: 'A new heading', hero_text: 'Two\nlines' })
      expect([status, body.page_id, body.version]).toEqual([200, 'landing', 1])
      const { hero_title, hero_text, ...others } = body.content
      expect(hero_title).toEqual({
        value: 'A new heading',
        default_value: before.content.hero_title.value,
        is_modified: true,
        updated_at: expect.stringMatching(instantForm),
        updated_by: superadmin.userId,
        has_draft: false,
        draft_value: null,
        draft_updated_at: null,
      })
      expect(hero_text).toMatchObject({ value: 'Two\nlines', is_modified: true, updated_at: hero_title.updated_at })
      const { hero_title: _, hero_text: __, ...othersBefore } = before.content
      expect(others).toEqual(othersBefore)
      expect(await seen('landing')).toEqual(body)
      expect((await seen('pricing')).version).toBe(0)
    })

    it('stores a text unchanged, including spaces, empty text and any language', async () => {
      for (const value of [
        '',
        '  spaced  ',
        'Größe 😀 數字 \u202e',
        "'; DROP TABLE cms_texts; --",
        '<b>bold</b> & "more"',
      ]) {
        expect((await update('about', { hero_title: value })).body.content.hero_title.value).toBe(value)
        expect((await seen('about')).content.hero_title.value).toBe(value)
      }
    })

    it('marks a text that is set back to its default as unmodified, with who changed it and when', async () => {
      const { default_value } = (await update('landing', { hero_title: 'Other' })).body.content.hero_title
      app.advance(1_000)
      const { body } = await update('landing', { hero_title: default_value })
      expect(body.version).toBe(2)
      expect(body.content.hero_title).toMatchObject({
        value: default_value,
        is_modified: false,
        updated_at: expect.stringMatching(instantForm),
        updated_by: superadmin.userId,
      })
    })

    it('changes nothing for an empty update or one with identical texts', async () => {
      const empty = await update('landing', {})
      expect([empty.status, empty.body]).toEqual([200, await seen('landing')])
      expect(empty.body.version).toBe(0)
      const first = (await update('landing', { hero_title: 'Same' })).body
      app.advance(1_000)
      const { default_value } = first.content.hero_text
      const again = await update('landing', { hero_title: 'Same', hero_text: default_value })
      expect([again.status, again.body]).toEqual([200, first])
      expect((await superadmin.get(`${url}/landing/history/hero_title`)).body.revisions).toHaveLength(1)
      expect(await acts()).toHaveLength(1)
    })

    it('rejects a whole update with one unknown content key and names every wrong key [CMS-3]', async () => {
      const answer = await patch('landing', {
        content: { hero_title: 'Never', hero_titel: 'x', constructor: 'y', 'meta_title\n': 'z' },
      })
      expect(answer.status).toBe(422)
      const reason = 'The page has no text with this key'
      const problem = { type: 'value_error', msg: `Value error, ${reason}`, ctx: { error: reason } }
      expect(answer.body.detail).toEqual([
        { ...problem, loc: ['body', 'content', 'hero_titel'], input: 'x' },
        { ...problem, loc: ['body', 'content', 'constructor'], input: 'y' },
        { ...problem, loc: ['body', 'content', 'meta_title\n'], input: 'z' },
      ])
      expect(
        failures(await patch('landing', '{"content":{"__proto__":"x"}}', { 'content-type': 'application/json' })),
      ).toEqual([['value_error', 'body', 'content', '__proto__']])
      const { content, version } = await seen('landing')
      expect([content.hero_title.is_modified, version]).toEqual([false, 0])
    })

    it('accepts only the keys of the updated page', async () => {
      expect(failures(await update('login', { hero_title: 'x' }))).toEqual([
        ['value_error', 'body', 'content', 'hero_title'],
      ])
    })

    it('reports at most the first hundred wrong keys and echoes no long text', async () => {
      const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, '']))
      expect(failures(await update('landing', many))).toHaveLength(100)
      const long = await update('landing', { unknown: 'x'.repeat(20_000) })
      expect(long.body.detail[0].input).toBeNull()
    })

    it('accepts texts of up to 20,000 characters, an emoji counted as one', async () => {
      const longest = '😀'.repeat(20_000)
      expect((await update('landing', { hero_text: longest })).body.content.hero_text.value).toBe(longest)
      expect((await update('landing', { meta_title: 'x'.repeat(20_000) })).status).toBe(200)
      expect(failures(await update('landing', { hero_text: `${longest}x`, hero_title: 'Never' }))).toEqual([
        ['string_too_long', 'body', 'content', 'hero_text'],
      ])
      expect((await seen('landing')).content.hero_title.is_modified).toBe(false)
    })

    it('rejects a line break in a single-line text with 422', async () => {
      for (const end of ['\n', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
        const { status, body } = await update('landing', { meta_title: `One${end}two`, hero_text: `One${end}two` })
        expect(status).toBe(422)
        const reason = 'This text must be on one line, without line breaks'
        expect(body.detail).toEqual([
          {
            type: 'value_error',
            loc: ['body', 'content', 'meta_title'],
            msg: `Value error, ${reason}`,
            input: `One${end}two`,
            ctx: { error: reason },
          },
        ])
      }
      expect((await seen('landing')).version).toBe(0)
    })

    it('rejects structured data that is not JSON-LD with the reason [CMS-4]', async () => {
      const good = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Thing', name: '</script>' })
      for (const value of [good, '', `[${good}]`]) {
        expect((await update('pricing', { schema_markup: value })).body.content.schema_markup.value).toBe(value)
      }
      for (const [value, reason] of [
        ['{"@type":"Thing"}', 'JSON-LD requires @context, such as "https://schema.org"'],
        ['{"@context":"https://schema.org"}', 'JSON-LD requires @type or @graph'],
        ['{"@context":', 'This is not valid JSON: Expecting value (line 1, column 13)'],
        ['"text"', 'JSON-LD must be an object or a list of objects'],
        [' ', 'This is not valid JSON: Expecting value (line 1, column 2)'],
      ]) {
        const { status, body } = await update('pricing', { schema_markup: value ?? '', hero_title: 'Never' })
        expect([status, body.detail[0].loc, body.detail[0].ctx.error]).toEqual([
          422,
          ['body', 'content', 'schema_markup'],
          reason,
        ])
      }
      expect((await seen('pricing')).content.hero_title.is_modified).toBe(false)
    })

    it('rejects a malformed update with 422', async () => {
      for (const [body, ...expected] of [
        [{}, 'missing', 'body', 'content'],
        [{ content: null }, 'dict_type', 'body', 'content'],
        [{ content: [] }, 'dict_type', 'body', 'content'],
        [{ content: { hero_title: null } }, 'string_type', 'body', 'content', 'hero_title'],
        [{ content: { hero_title: 7 } }, 'string_type', 'body', 'content', 'hero_title'],
        [{ content: { hero_title: 'a\0b' } }, 'value_error', 'body', 'content', 'hero_title'],
        [[], 'model_attributes_type', 'body'],
      ]) {
        expect(failures(await patch('landing', body))).toEqual([expected])
      }
    })

    it('logs an update with the texts before and after, long ones truncated', async () => {
      const { default_value } = (await seen('landing')).content.hero_title
      await update('landing', { hero_title: 'Short', hero_text: `${'😀'.repeat(499)}😀tail` })
      const [act, ...others] = await acts()
      expect(others).toEqual([])
      expect(act).toMatchObject({
        actor_id: superadmin.userId,
        action: 'cms.updated',
        target_type: 'cms_page',
        target_id: 'landing',
        org_id: null,
        before: { hero_title: default_value, hero_text: expect.any(String) },
        after: { hero_title: 'Short', hero_text: '😀'.repeat(500) },
      })
      expect(Object.keys(act.after)).toHaveLength(2)
    })

    it('keeps all of several updates made in parallel', async () => {
      const keys = [
        'hero_title',
        'hero_text',
        'hero_action',
        'problem_title',
        'problem_text',
        'steps_title',
        'faq_title',
      ]
      const answers = await Promise.all(keys.map((key) => update('landing', { [key]: `${key} changed` })))
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
      expect(answers.map(({ body }) => body.version).sort()).toEqual(keys.map((_, index) => index + 1))
      const { content, version } = await seen('landing')
      expect(version).toBe(keys.length)
      for (const key of keys) expect(content[key].value).toBe(`${key} changed`)
    })
  })

  describe('page version', () => {
    it('accepts an update of the current version of a page', async () => {
      expect((await update('landing', { hero_title: 'One' }, 0)).body.version).toBe(1)
      expect((await update('landing', { hero_title: 'Two' }, 1)).body.version).toBe(2)
      expect((await patch('landing', { content: { hero_title: 'Three' } }, { 'if-match': '*' })).body.version).toBe(3)
    })

    it('rejects an update of an older version of a page with 409 and the current version [CMS-5]', async () => {
      await update('landing', { hero_title: 'One' })
      for (const stale of [0, 2, 999]) {
        const answer = await update('landing', { hero_title: 'Two' }, stale)
        expectRefusal(answer, 409, 'stale_version')
        expect(answer.body.version).toBe(1)
      }
      expect((await seen('landing')).content.hero_title.value).toBe('One')
    })

    it('checks the version even if nothing would change, but after the request is validated', async () => {
      await update('landing', { hero_title: 'One' })
      expectRefusal(await update('landing', {}, 0), 409, 'stale_version')
      expect(failures(await update('landing', { unknown: 'x' }, 0))).toEqual([
        ['value_error', 'body', 'content', 'unknown'],
      ])
      expect(failures(await patch('landing', { content: {} }, { 'if-match': 'x' }))).toEqual([
        ['value_error', 'header', 'if-match'],
      ])
    })

    it('lets only the first of several parallel updates with the same version succeed', async () => {
      await update('landing', { hero_title: 'Start' })
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((value) => update('landing', { hero_title: value }, 1)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      expect((await seen('landing')).version).toBe(2)
    })
  })

  describe('order of checks', () => {
    const calls: [method: string, path: string, body?: unknown][] = [
      ['GET', ''],
      ['GET', '/schema-templates'],
      ['GET', '/landing'],
      ['PATCH', '/landing', { content: {} }],
      ['PUT', '/landing/draft', { content: {} }],
      ['POST', '/landing/publish'],
      ['DELETE', '/landing/draft'],
      ['GET', '/landing/history/hero_title'],
      ['POST', '/landing/history/hero_title/restore'],
    ]

    it.each(calls)(
      'rejects %s %s for everybody but superadmins, whatever else is wrong [CMS-1]',
      async (method, path, body) => {
        for (const sent of [body, '{"content":']) {
          for (const place of [path, path.replace('landing', 'unknown')]) {
            const sending = sent === undefined ? {} : { body: sent, headers: { 'content-type': 'application/json' } }
            expectRefusal(await app.send(method, url + place, sending), 401, 'not_authenticated')
            expectRefusal(
              await app.send(method, url + place, { ...sending, token: owner.token }),
              403,
              'superadmin_required',
            )
          }
        }
      },
    )

    it('reports a malformed request before an unknown page, and an unknown page before its keys', async () => {
      expect(failures(await patch('unknown', { content: 7 }))).toEqual([['dict_type', 'body', 'content']])
      expectRefusal(await update('unknown', { unknown: 'x' }), 404, 'page_not_found')
    })

    it('rejects writes over the limit before it looks up the page', async () => {
      await useUp(app, 'write', superadmin.userId)
      expectRefusal(await update('unknown', {}), 429, 'rate_limited')
      expect(failures(await patch('landing', {}))).toEqual([['missing', 'body', 'content']])
    })
  })

  describe('schema templates', () => {
    it('lists at least ten schema templates with id, name, description and JSON-LD [CMS-6]', async () => {
      const { status, body } = await superadmin.get(`${url}/schema-templates`)
      expect(status).toBe(200)
      expect(body).toEqual({ templates: schemaTemplates })
      expect(body.templates.length).toBeGreaterThanOrEqual(10)
      for (const { id, name, description, template } of body.templates) {
        expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
        expect([name, description].every((text) => text.length > 0)).toBe(true)
        expect(template['@context']).toBe('https://schema.org')
      }
    })

    it('accepts every schema template unchanged as structured data', async () => {
      for (const { template } of (await superadmin.get(`${url}/schema-templates`)).body.templates) {
        const value = JSON.stringify(template, null, 2)
        const { status, body } = await update('about', { schema_markup: value })
        expect([status, body.content.schema_markup.value]).toEqual([200, value])
      }
    })
  })

  describe('public content', () => {
    const read = (page: string, headers: Record<string, string> = {}) =>
      app.send('GET', `/api/content/${page}`, { headers })

    it('returns the current value of every text of a page to anyone', async () => {
      const { content } = await seen('security')
      const first = await read('security')
      expect(first.status).toBe(200)
      const values = Object.entries<{ value: string }>(content).map(([key, { value }]) => [key, value])
      expect(first.body).toEqual({ page_id: 'security', content: Object.fromEntries(values) })
      await update('security', { hero_title: 'Changed', hero_text: '' })
      expect((await read('security')).body.content).toEqual({
        ...first.body.content,
        hero_title: 'Changed',
        hero_text: '',
      })
    })

    it('never shows a draft in public content', async () => {
      const before = await read('landing')
      await superadmin.send('PUT', `${url}/landing/draft`, { content: { hero_title: 'Not yet' } })
      const after = await read('landing')
      expect(after.body).toEqual(before.body)
      expect(after.headers['etag']).toBe(before.headers['etag'])
    })

    it('lets caches store public content with revalidation and answers 304 for a known ETag', async () => {
      const { headers, body } = await read('landing')
      const etag = String(headers['etag'])
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      expect(headers['cache-control']).toBe('public, no-cache')
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, '*']) {
        const answer = await read('landing', { 'if-none-match': known })
        expect([answer.status, answer.body, answer.headers['etag']]).toEqual([304, '', etag])
        expect(answer.headers['cache-control']).toBe('public, no-cache')
      }
      for (const other of ['"other"', '', 'W/"other"', etag.slice(0, -1)]) {
        expect((await read('landing', { 'if-none-match': other })).body).toEqual(body)
      }
    })

    it('changes the ETag with the content and returns to the old one when the content is restored', async () => {
      const { etag } = (await read('landing')).headers
      await update('landing', { hero_title: 'Other' })
      const changed = await read('landing', { 'if-none-match': String(etag) })
      expect([changed.status, changed.body.content.hero_title]).toEqual([200, 'Other'])
      await superadmin.send('POST', `${url}/landing/history/hero_title/restore`)
      expect((await read('landing', { 'if-none-match': String(etag) })).status).toBe(304)
    })

    it('ignores the credentials of the caller of public content', async () => {
      expect((await read('landing', { authorization: 'Bearer nonsense' })).status).toBe(200)
      expect((await owner.get('/api/content/landing')).status).toBe(200)
    })

    it('ignores stored texts under keys that the page no longer has', async () => {
      await update('landing', { hero_title: 'Here' })
      await app.sql("INSERT INTO cms_texts (page_id, key, value, draft_value) VALUES ('landing', 'gone', 'x', 'y')")
      expect((await read('landing')).body.content).not.toHaveProperty('gone')
      expect((await seen('landing')).content).not.toHaveProperty('gone')
      expectRefusal(await superadmin.send('POST', `${url}/landing/publish`), 409, 'no_draft')
    })
  })
})
