import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { belongings, expectObjection, orgNamed, readAll, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

const path = '/api/superadmin/orgs'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

onService('superadmin organizations', (app) => {
  let superadmin: Person
  let owner: Person
  let member: Person
  let northwind: string
  let kept: string[]

  beforeAll(async () => {
    superadmin = await app.signIn('superadmin')
    owner = await app.signIn('owner')
    member = await app.signIn('editor')
    northwind = await orgNamed(app, 'Northwind Capital')
    kept = [northwind, await orgNamed(app, 'Lakeshore Partners')]
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM deals')
    await app.sql('DELETE FROM admin_log')
    await app.sql('DELETE FROM orgs WHERE NOT id = ANY($1)', [kept])
  })

  const create = (body: unknown) => superadmin.send('POST', path, body)
  const change = (id: string, body: unknown) => superadmin.send('PATCH', `${path}/${id}`, body)
  const slugsOf = async (query: string): Promise<string[]> => {
    const { status, body } = await superadmin.get(`${path}?${query}`)
    expect(status).toBe(200)
    return body.orgs.map(({ slug }: { slug: string }) => slug)
  }

  describe('creating an organization', () => {
    it('creates an organization without members, with a slug derived from its name, and records it in the admin log', async () => {
      const { status, body } = await create({ name: ' Acme Capital ' })
      expect(status).toBe(200)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Acme Capital',
        slug: 'acme-capital',
        status: 'active',
        member_count: 0,
        deal_count: 0,
        created_at: instant,
        updated_at: body.created_at,
      })
      expect(await recorded(app, body.id)).toEqual([
        {
          action: 'org.created',
          actor_id: superadmin.userId,
          target_type: 'org',
          target_id: body.id,
          before: null,
          after: { name: 'Acme Capital', slug: 'acme-capital', status: 'active' },
        },
      ])
    })

    it('uses the requested slug, or derives one if it is absent or null', async () => {
      expect((await create({ name: 'Acme', slug: 'a-c-m-e' })).body.slug).toBe('a-c-m-e')
      expect((await create({ name: 'Acme', slug: null })).body.slug).toBe('acme')
      expect((await create({ name: 'Acme' })).body.slug).toBe('acme-2')
      expect((await create({ name: 'Acme', slug: '2-' })).body.slug).toBe('2-')
      expect((await create({ name: 'Acme', slug: 'x'.repeat(60) })).status).toBe(200)
    })

    it.each(['A', 'a', 'Acme', 'a b', 'ä-b', 'a_b', 'x'.repeat(61), '', 'ab\n'])(
      'rejects the slug %j',
      async (slug) => {
        const { status, body } = await create({ name: 'Acme', slug })
        expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([
          422,
          'string_pattern_mismatch',
          ['body', 'slug'],
        ])
      },
    )

    it('rejects a slug that is taken by another organization of any status', async () => {
      expectRefusal(await create({ name: 'Acme', slug: 'northwind-capital' }), 409, 'slug_taken')
      const { body } = await create({ name: 'Acme' })
      await change(body.id, { status: 'archived' })
      expectRefusal(await create({ name: 'Other', slug: 'acme' }), 409, 'slug_taken')
    })

    it.each(['', 'A', '<b>', '!!', 'a\u2028b'])('rejects the organization name %j', async (name) => {
      expectObjection(await create({ name }), 'name', name)
    })

    it('rejects an organization without a name', async () => {
      expect((await create({})).body.detail[0]).toMatchObject({ type: 'missing', loc: ['body', 'name'] })
    })

    it('creates all of many concurrent organizations with one name, but only one with a requested slug', async () => {
      const many = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Parallel' })))
      expect(many.map(({ body }) => body.slug).sort()).toEqual(
        ['parallel', ...Array.from({ length: 19 }, (_, n) => `parallel-${n + 2}`)].sort(),
      )
      const wanting = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Fixed', slug: 'fixed' })))
      expect(wanting.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    })

    it('never fails to derive a slug while others are requested concurrently', async () => {
      await create({ name: 'Race' })
      const answers = await Promise.all([
        create({ name: 'Race' }),
        create({ name: 'Other', slug: 'race-2' }),
        create({ name: 'Race 2' }),
        create({ name: 'Race' }),
      ])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused.every((answer) => answer === answers[1] && answer.body.code === 'slug_taken')).toBe(true)
    })

    it('creates an organization once for repeated requests with the same Idempotency-Key', async () => {
      const send = () => superadmin.send('POST', path, { name: 'Once' }, { 'idempotency-key': 'once' })
      expect((await send()).body).toEqual((await send()).body)
      expect(await slugsOf('search=once')).toEqual(['once'])
    })
  })

  describe('listing organizations', () => {
    it('lists organizations newest first, with their member and deal counts', async () => {
      const id = await plantOrg(app, { [owner.userId]: 'admin' })
      await plantDeal(app, { orgId: id })
      await plantDeal(app, { orgId: northwind })
      await plantDeal(app, { orgId: northwind })
      await plantDeal(app)
      const { body } = await superadmin.get(path)
      expect(body).toMatchObject({ has_more: false, next_cursor: null })
      expect(body.orgs).toHaveLength(3)
      expect(body.orgs[0]).toEqual({
        id,
        name: 'An org',
        slug: id,
        status: 'active',
        member_count: 1,
        deal_count: 1,
        created_at: instant,
        updated_at: instant,
      })
      expect(body.orgs.find((org: { id: string }) => org.id === northwind)).toMatchObject({
        member_count: 4,
        deal_count: 2,
      })
    })

    it('returns each organization once across pages', async () => {
      const made: string[] = []
      for (let n = 0; n < 5; n++) made.unshift((await create({ name: `Paged ${n}` })).body.id)
      for (const limit of [1, 2, 5]) {
        const all = await readAll(superadmin, path, 'orgs', limit)
        expect(all).toHaveLength(7)
        expect(all.slice(0, 5)).toMatchObject(made.map((id) => ({ id })))
      }
      const first = (await superadmin.get(`${path}?limit=2`)).body
      await create({ name: 'In between' })
      const second = (await superadmin.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body
      expect(second.orgs).toMatchObject([{ id: made[2] }, { id: made[3] }])
    })

    it('finds organizations by any part of name or slug, ignoring case and treating % and _ literally', async () => {
      await create({ name: 'Straße 100% _Fund_', slug: 'special-slug' })
      await create({ name: 'ÉCOLE Partners' })
      expect(await slugsOf('search=100%25')).toEqual(['special-slug'])
      expect(await slugsOf('search=_fund_')).toEqual(['special-slug'])
      expect(await slugsOf('search=CIAL-SL')).toEqual(['special-slug'])
      expect(await slugsOf(`search=${encodeURIComponent('école')}`)).toEqual(['ecole-partners'])
      expect(await slugsOf('search=partners')).toEqual(['ecole-partners', 'lakeshore-partners'])
      expect(await slugsOf('search=%25')).toEqual(['special-slug'])
      expect(await slugsOf('search=%5C')).toEqual([])
      expect(await slugsOf('search=nobody')).toEqual([])
      expect(await slugsOf('search=')).toHaveLength(4)
    })

    it('filters organizations by status, combined with a search and paging', async () => {
      const { body } = await create({ name: 'Acme one' })
      await create({ name: 'Acme two' })
      await change(body.id, { status: 'suspended' })
      expect(await slugsOf('status=suspended')).toEqual(['acme-one'])
      expect(await slugsOf('status=archived')).toEqual([])
      expect(await slugsOf('status=active&search=acme')).toEqual(['acme-two'])
      expect(await slugsOf('limit=1&search=acme')).toEqual(['acme-two'])
    })

    it.each(['status=gone', 'limit=0', 'limit=101', 'cursor=x', `search=${'x'.repeat(201)}`])(
      'rejects the organization query %s with 422',
      async (query) => {
        expect((await superadmin.get(`${path}?${query}`)).status).toBe(422)
      },
    )
  })

  describe('changing an organization', () => {
    it('changes name, slug and status, and records only what changed', async () => {
      const { body: made } = await create({ name: 'Acme' })
      await app.sql('DELETE FROM admin_log')
      app.advance(1000)
      const { status, body } = await change(made.id, { name: ' Acme Two ', slug: 'acme', status: 'suspended' })
      expect(status).toBe(200)
      expect(body).toEqual({ ...made, name: 'Acme Two', status: 'suspended', updated_at: instant })
      expect(body.updated_at > made.updated_at).toBe(true)
      expect((await change(made.id, { slug: 'other' })).body.slug).toBe('other')
      expect(await recorded(app, made.id)).toEqual([
        expect.objectContaining({ action: 'org.superadmin_entered', actor_id: superadmin.userId }),
        {
          action: 'org.changed',
          actor_id: superadmin.userId,
          target_type: 'org',
          target_id: made.id,
          before: { name: 'Acme', status: 'active' },
          after: { name: 'Acme Two', status: 'suspended' },
        },
        expect.objectContaining({ action: 'org.changed', before: { slug: 'acme' }, after: { slug: 'other' } }),
      ])
    })

    it('changes nothing when no field is given or all are unchanged', async () => {
      const { body: made } = await create({ name: 'Acme' })
      await app.sql('DELETE FROM admin_log')
      app.advance(1000)
      for (const body of [{}, { slug: null }, { name: 'Acme', slug: 'acme', status: 'active' }, { other: 1 }]) {
        expect((await change(made.id, body)).body).toEqual(made)
      }
      expect(await recorded(app, made.id)).toEqual([])
    })

    it('rejects a taken or invalid value and leaves the organization unchanged', async () => {
      const { body: made } = await create({ name: 'Acme' })
      expectRefusal(await change(made.id, { name: 'New', slug: 'northwind-capital' }), 409, 'slug_taken')
      expectObjection(await change(made.id, { name: '<' }), 'name', '<')
      expect((await change(made.id, { slug: 'A B' })).status).toBe(422)
      for (const status of ['gone', null, '']) expect((await change(made.id, { status })).status).toBe(422)
      expect((await change(made.id, { name: null })).status).toBe(422)
      expect((await change(made.id, {})).body).toEqual(made)
    })

    it.each([newId(), 'no-id', 'A'.repeat(100)])('returns 404 for changing an unknown organization: %s', async (id) => {
      expectRefusal(await change(id, { name: 'Acme' }), 404, 'org_not_found')
    })

    it.each(['suspended', 'archived'])(
      'closes an organization with status %s and its deals to its members until it is active again [ORG-8]',
      async (status) => {
        const id = await plantOrg(app, { [member.userId]: 'owner' })
        await plantDeal(app, { orgId: id, members: { [member.userId]: 'owner' } })
        const seen = async () => [
          (await member.get(`/api/orgs/${id}`)).status,
          (await member.get('/api/orgs')).body.orgs.some((org: { id: string }) => org.id === id),
          (await member.get('/api/auth/me')).body.has_deals,
        ]
        expect(await seen()).toEqual([200, true, true])
        await change(id, { status })
        expect(await seen()).toEqual([404, false, false])
        expectRefusal(await member.send('PATCH', `/api/orgs/${id}`, { name: 'Mine' }), 404, 'org_not_found')
        expect((await superadmin.get(`/api/orgs/${id}`)).body).toMatchObject({ status, role: 'owner' })
        await change(id, { status: 'active' })
        expect(await seen()).toEqual([200, true, true])
      },
    )
  })

  it('rejects the superadmin routes for everyone but superadmins', async () => {
    const before = await belongings(app)
    for (const person of [owner, member]) {
      expectRefusal(await person.get(path), 403, 'superadmin_required')
      expectRefusal(await person.send('POST', path, { name: 'Acme' }), 403, 'superadmin_required')
      expectRefusal(await person.send('PATCH', `${path}/${northwind}`, {}), 403, 'superadmin_required')
    }
    expectRefusal(await app.send('GET', path), 401, 'not_authenticated')
    expect(await belongings(app)).toEqual(before)
  })
})
