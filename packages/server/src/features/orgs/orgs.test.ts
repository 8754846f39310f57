import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOf, expectObjection, orgNamed, orgServices, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const nowhere = '00000000-0000-7000-8000-000000000000'

onService('organizations', (app) => {
  let owner: Person
  let editor: Person
  let viewer: Person
  let outsider: Person
  let superadmin: Person
  let northwind: string
  let kept: string[]

  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    viewer = await app.signIn('viewer')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
    northwind = await orgNamed(app, 'Northwind Capital')
    kept = [northwind, await orgNamed(app, 'Lakeshore Partners')]
  })
  beforeEach(() => forgetLimits(app))
  afterEach(() => app.sql('DELETE FROM orgs WHERE NOT id = ANY($1)', [kept]))

  const found = (person: Person, name: unknown, headers?: Record<string, string>) =>
    person.send('POST', '/api/orgs', { name }, headers)

  describe('creating an organization', () => {
    it('creates an organization with a slug derived from its name and the caller as its owner [ORG-9]', async () => {
      const { status, body } = await found(viewer, '  Müller & Söhne ')
      expect(status).toBe(201)
      expect(body).toEqual({
        id,
        org_id: body.id,
        name: 'Müller & Söhne',
        slug: 'muller-sohne',
        status: 'active',
        created_at: instant,
        updated_at: body.created_at,
        settings: {},
        member_count: 1,
        role: 'owner',
      })
      expect((await viewer.get(`/api/orgs/${body.id}`)).body).toEqual(body)
    })

    it.each(['', 'A', ' A ', '<b>', 'Line\nbreak', '\u0085x\u0085y\u0085', '!!', 'a'.repeat(101)])(
      'rejects the organization name %j with 422 at name [ORG-10]',
      async (name) => {
        expectObjection(await found(viewer, name), 'name', name)
      },
    )

    it('rejects a missing or invalid organization name and creates nothing', async () => {
      for (const [name, type] of [
        [undefined, 'missing'],
        [null, 'string_type'],
        [7, 'string_type'],
        ['a'.repeat(1001), 'string_too_long'],
        ['null\u0000byte', expect.any(String)],
      ]) {
        const { status, body } = await found(viewer, name)
        expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([422, type, ['body', 'name']])
      }
      expect((await viewer.get('/api/orgs')).body.orgs).toHaveLength(1)
    })

    it('counts the length of a name in characters, not in bytes', async () => {
      expect((await found(viewer, '𝒳'.repeat(100))).status).toBe(201)
    })

    it('rejects a second organization of the same owner with 409 [ORG-1]', async () => {
      expect((await found(viewer, 'First')).status).toBe(201)
      expectRefusal(await found(viewer, 'Second'), 409, 'already_owns_org')
      expectRefusal(await found(owner, 'Second'), 409, 'already_owns_org')
      expect(await app.sql("SELECT id FROM orgs WHERE name = 'Second'")).toEqual([])
    })

    it('rejects a second organization even if the first one is no longer active', async () => {
      const { body } = await found(viewer, 'First')
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [body.id])
      expectRefusal(await found(viewer, 'Second'), 409, 'already_owns_org')
    })

    it('lets members and admins of other organizations, and superadmins, create their own', async () => {
      await plantOrg(app, { [viewer.userId]: 'admin' })
      expect((await found(viewer, 'Of my own')).status).toBe(201)
      expect((await found(superadmin, 'Of a superadmin')).body.role).toBe('owner')
    })

    it('creates exactly one organization when one user sends fifty requests at the same time [ORG-2]', async () => {
      const { orgs } = orgServices(app)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) => orgs.found(actorOf(viewer), `Parallel ${n % 5}`)),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
      expect(new Set(reasons)).toEqual(new Set(['already_owns_org']))
      expect(await app.sql("SELECT id FROM orgs WHERE name LIKE 'Parallel%'")).toHaveLength(1)
    })

    it('creates exactly one organization through the route under concurrent requests', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => found(viewer, 'At once')))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([201, ...Array(4).fill(409), ...Array(7).fill(429)])
      expect(await app.sql("SELECT id FROM orgs WHERE name = 'At once'")).toHaveLength(1)
    })
  })

  describe('rate limit on creating organizations', () => {
    it('rejects the sixth attempt within an hour to create an organization with 429 [ORG-3]', async () => {
      expect((await found(viewer, 'First')).status).toBe(201)
      for (let n = 2; n <= 5; n++) expectRefusal(await found(viewer, 'More'), 409, 'already_owns_org')
      const answer = await found(viewer, 'More')
      expectRefusal(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
      expect((await found(editor, 'Of another person')).status).toBe(201)
    })

    it('counts only well-formed attempts to create an organization', async () => {
      for (let n = 0; n < 8; n++) expect((await found(viewer, ['!', '', '<i>', 7][n % 4])).status).toBe(422)
      expect((await found(viewer, 'Good')).status).toBe(201)
    })

    it('does not count a repeat with the same Idempotency-Key, and returns the first response', async () => {
      const key = { 'idempotency-key': 'founding' }
      const first = await found(viewer, 'Once', key)
      expect(first.status).toBe(201)
      for (let n = 0; n < 6; n++) {
        const { status, body } = await found(viewer, 'Once', key)
        expect([status, body]).toEqual([201, first.body])
      }
      for (let n = 2; n <= 5; n++) expectRefusal(await found(viewer, 'More'), 409, 'already_owns_org')
      expectRefusal(await found(viewer, 'More'), 429, 'rate_limited')
      expect((await found(viewer, 'Once', key)).status).toBe(201)
    })

    it('counts rejected attempts with an Idempotency-Key as well', async () => {
      for (let n = 1; n <= 5; n++) {
        expectRefusal(await found(owner, 'More', { 'idempotency-key': `try ${n}` }), 409, 'already_owns_org')
      }
      expectRefusal(await found(owner, 'More', { 'idempotency-key': 'try 6' }), 429, 'rate_limited')
    })
  })

  describe('organizations with the same slug', () => {
    const add = (name: string) => orgServices(app).orgs.add({ name })
    const slugs = async (...names: string[]) => {
      const made: string[] = []
      for (const name of names) made.push((await add(name)).slug)
      return made
    }

    it('appends the next free number to a taken slug', async () => {
      expect(await slugs('Acme', 'ACME!', 'acmé')).toEqual(['acme', 'acme-2', 'acme-3'])
      await app.sql("DELETE FROM orgs WHERE slug = 'acme-2'")
      expect(await slugs('Acme', 'Acme')).toEqual(['acme-2', 'acme-4'])
    })

    it('finds a free slug number among many', async () => {
      await app.sql(
        `INSERT INTO orgs (id, name, slug, status, settings, created_at, updated_at)
          SELECT gen_random_uuid(), 'x', CASE n WHEN 1 THEN 'many' ELSE 'many-' || n END, 'active', '{}', now(), now()
          FROM generate_series(1, 300) n`,
      )
      expect(await slugs('Many', 'Many', 'Many')).toEqual(['many-301', 'many-302', 'many-303'])
    })

    it('does not confuse slugs with names that end in a number or share a prefix', async () => {
      expect(await slugs('Fund 2024', 'Fund 1', 'Fund 02', 'Fund 2 b', 'Funds')).toEqual([
        'fund-2024',
        'fund-1',
        'fund-02',
        'fund-2-b',
        'funds',
      ])
      expect(await slugs('Fund', 'Fund', 'Fund 2', 'Fund 2')).toEqual(['fund', 'fund-2', 'fund-2-2', 'fund-2-3'])
    })

    it('numbers slugs of names without Latin letters and of shortened names', async () => {
      expect(await slugs('株式会社', '有限会社')).toEqual(['org', 'org-2'])
      const long = 'x'.repeat(70)
      expect(await slugs(long, long)).toEqual(['x'.repeat(50), `${'x'.repeat(50)}-2`])
    })

    it('assigns different slugs to organizations created concurrently', async () => {
      const names = Array.from({ length: 24 }, (_, n) => (n % 3 === 0 ? 'Acme 2' : 'Acme'))
      const made = await Promise.all(names.map(async (name) => [name, (await add(name)).slug] as const))
      expect(new Set(made.map(([, slug]) => slug)).size).toBe(24)
      for (const [name, slug] of made) expect(slug).toMatch(name === 'Acme' ? /^acme(-\d+)?$/ : /^acme-2(-\d+)?$/)
    })
  })

  describe('own organizations', () => {
    it("lists the active organizations of a user by name, each with the user's role", async () => {
      const [zephyr, alder, gone] = [
        await plantOrg(app, { [editor.userId]: 'owner', [viewer.userId]: 'member' }),
        await plantOrg(app, { [editor.userId]: 'admin' }),
        await plantOrg(app, { [editor.userId]: 'admin' }),
      ]
      await app.sql("UPDATE orgs SET name = 'Zephyr' WHERE id = $1", [zephyr])
      await app.sql(`UPDATE orgs SET name = 'Alder', settings = '{"pattern":"x"}' WHERE id = $1`, [alder])
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [gone])
      const { status, body } = await editor.get('/api/orgs')
      expect(status).toBe(200)
      expect(body.orgs).toEqual([
        expect.objectContaining({
          id: alder,
          name: 'Alder',
          role: 'admin',
          member_count: 1,
          settings: { pattern: 'x' },
        }),
        expect.objectContaining({ id: northwind, org_id: northwind, role: 'member', member_count: 4 }),
        expect.objectContaining({ id: zephyr, role: 'owner', member_count: 2 }),
      ])
    })

    it('lists no organizations for a user without membership, including a superadmin', async () => {
      expect((await superadmin.get('/api/orgs')).body).toEqual({ orgs: [] })
    })

    it('rejects listing and creating organizations without signing in', async () => {
      expectRefusal(await app.send('GET', '/api/orgs'), 401, 'not_authenticated')
      expectRefusal(await app.send('POST', '/api/orgs', { body: { name: 'Acme' } }), 401, 'not_authenticated')
    })
  })

  describe('names of stages', () => {
    it('lets admins rename stages of deals, whose keys stay, and take a name back [ORG-11]', async () => {
      const rename = (stage_names: object, person = owner) =>
        person.send('PATCH', `/api/orgs/${northwind}`, { stage_names })
      const named = await rename({ diligence: '  Due diligence ', closing: 'Signing' })
      expect([named.status, named.body.settings.stage_names]).toEqual([
        200,
        { diligence: 'Due diligence', closing: 'Signing' },
      ])
      expect((await editor.get(`/api/orgs/${northwind}`)).body.settings.stage_names).toEqual({
        diligence: 'Due diligence',
        closing: 'Signing',
      })
      expect((await rename({ diligence: null, closing: null })).body.settings.stage_names).toEqual({})
      expect((await rename({ closing: 'x'.repeat(41) })).status).toBe(422)
      expectRefusal(await rename({ closing: 'Mine' }, editor), 403, 'org_role_too_low')
      await app.sql("UPDATE orgs SET settings = '{}' WHERE id = $1", [northwind])
    })
  })

  describe('showing an organization', () => {
    it('shows each member their own role', async () => {
      expect((await owner.get(`/api/orgs/${northwind}`)).body).toEqual({
        id: northwind,
        org_id: northwind,
        name: 'Northwind Capital',
        slug: 'northwind-capital',
        status: 'active',
        created_at: instant,
        updated_at: instant,
        settings: {},
        member_count: 4,
        role: 'owner',
      })
      expect((await editor.get(`/api/orgs/${northwind}`)).body.role).toBe('member')
      expect((await superadmin.get(`/api/orgs/${northwind}`)).body.role).toBe('owner')
    })

    it('returns 404 for an organization that the user does not belong to [TENANT-6]', async () => {
      const answers = [
        await outsider.get(`/api/orgs/${northwind}`),
        await outsider.get(`/api/orgs/${nowhere}`),
        await outsider.get('/api/orgs/no-id'),
        await superadmin.get(`/api/orgs/${nowhere}`),
      ]
      for (const answer of answers) {
        expectRefusal(answer, 404, 'org_not_found')
        expect(answer.body).toEqual(answers[0]?.body)
      }
    })
  })

  describe('renaming an organization', () => {
    const rename = (person: Person, body: unknown, orgId = northwind) =>
      person.send('PATCH', `/api/orgs/${orgId}`, body)

    it('keeps the slug when an organization is renamed, and records it in the admin log', async () => {
      const orgId = await plantOrg(app, { [editor.userId]: 'admin' })
      app.advance(1000)
      const { status, body } = await rename(editor, { name: ' Renamed ' }, orgId)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: orgId, name: 'Renamed', slug: orgId, role: 'admin', member_count: 1 })
      expect(body.updated_at > body.created_at).toBe(true)
      expect(await recorded(app, orgId)).toEqual([
        {
          action: 'org.changed',
          actor_id: editor.userId,
          target_type: 'org',
          target_id: orgId,
          before: { name: 'An org' },
          after: { name: 'Renamed' },
        },
      ])
    })

    it('changes and records nothing when the name is missing or unchanged', async () => {
      const before = (await owner.get(`/api/orgs/${northwind}`)).body
      const recordedBefore = await recorded(app, northwind)
      app.advance(1000)
      for (const body of [{}, { name: ' Northwind Capital' }, { slug: 'mine', status: 'archived' }]) {
        expect((await rename(owner, body)).body).toEqual(before)
      }
      expect(await recorded(app, northwind)).toEqual(recordedBefore)
    })

    it('applies the naming rules when an organization is renamed', async () => {
      expectObjection(await rename(owner, { name: '<>' }), 'name', '<>')
      expect((await rename(owner, { name: null })).body.detail[0].type).toBe('string_type')
    })

    it('rejects renaming an organization by members or outsiders [ORG-4]', async () => {
      expectRefusal(await rename(editor, { name: 'Mine' }), 403, 'org_role_too_low')
      expectRefusal(await rename(outsider, { name: 'Mine' }), 404, 'org_not_found')
      expect((await owner.get(`/api/orgs/${northwind}`)).body.name).toBe('Northwind Capital')
    })

    it('lets a superadmin rename an organization', async () => {
      const orgId = await plantOrg(app)
      expect((await rename(superadmin, { name: 'Helped' }, orgId)).body).toMatchObject({
        name: 'Helped',
        member_count: 0,
      })
    })
  })
})
