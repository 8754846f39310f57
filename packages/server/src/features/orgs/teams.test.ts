import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { belongings, expectObjection, orgNamed, readAll, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantOrg } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

onService('teams', (app) => {
  let owner: Person
  let member: Person
  let outsider: Person
  let superadmin: Person
  let org: string
  let lakeshore: string

  beforeAll(async () => {
    owner = await app.signIn('owner')
    member = await app.signIn('editor')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
    org = await orgNamed(app, 'Northwind Capital')
    lakeshore = await orgNamed(app, 'Lakeshore Partners')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM teams')
    await app.sql('DELETE FROM admin_log')
  })

  const teamsOf = (orgId: string) => `/api/orgs/${orgId}/teams`
  const create = (name: unknown, by = owner, orgId = org) => by.send('POST', teamsOf(orgId), { name })
  const planted = async (name = 'Real estate', by = owner, orgId = org): Promise<string> => {
    const { status, body } = await create(name, by, orgId)
    expect(status).toBe(201)
    return body.id
  }
  const teamPath = (id: string, orgId = org) => `${teamsOf(orgId)}/${id}`
  const place = (id: string, person: Person, orgId = org) => `${teamPath(id, orgId)}/members/${person.userId}`

  describe('creating a team', () => {
    it('creates a team without members and records it in the admin log', async () => {
      const { status, body } = await create('  Real estate ')
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: org,
        name: 'Real estate',
        member_count: 0,
        created_at: instant,
        updated_at: body.created_at,
      })
      expect(await recorded(app, org)).toEqual([
        {
          action: 'team.created',
          actor_id: owner.userId,
          target_type: 'team',
          target_id: body.id,
          before: null,
          after: { name: 'Real estate' },
        },
      ])
    })

    it.each(['', '  ', 'a'.repeat(101), '<x>', 'a\nb', '\u200b'])('rejects the team name %j', async (name) => {
      expectObjection(await create(name), 'name', name)
    })

    it('rejects a missing or invalid team name with 422', async () => {
      for (const name of [undefined, null, 5, 'a'.repeat(1001)]) expect((await create(name)).status).toBe(422)
    })

    it('requires unique team names within an organization, ignoring case', async () => {
      await planted('Équipe')
      for (const name of ['Équipe', 'équipe', ' ÉQUIPE ']) expectRefusal(await create(name), 409, 'team_name_taken')
      expect((await create('Équipe', outsider, lakeshore)).status).toBe(201)
    })

    it('creates a team once under concurrent requests with the same name', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => create('At once')))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    })

    it('creates a team once for repeated requests with the same Idempotency-Key', async () => {
      const send = () => owner.send('POST', teamsOf(org), { name: 'Once' }, { 'idempotency-key': newId() })
      const first = await send()
      const again = await owner.send('POST', teamsOf(org), { name: 'Twice' }, { 'idempotency-key': 'team' })
      const repeat = await owner.send('POST', teamsOf(org), { name: 'Twice' }, { 'idempotency-key': 'team' })
      expect([first.status, again.status, repeat.status]).toEqual([201, 201, 201])
      expect(repeat.body).toEqual(again.body)
    })
  })

  describe('listing teams', () => {
    it('lists teams oldest first, in pages, with their member counts', async () => {
      const ids: string[] = []
      for (const name of ['C', 'A', 'B', 'D', 'E']) ids.push(await planted(name))
      await owner.send('PUT', place(ids[1] ?? '', member))
      await owner.send('PUT', place(ids[1] ?? '', owner))
      await planted('Theirs', outsider, lakeshore)
      for (const limit of [1, 2, 5, 100]) {
        const all = await readAll(member, teamsOf(org), 'teams', limit)
        expect(all).toMatchObject(ids.map((id, n) => ({ id, org_id: org, member_count: n === 1 ? 2 : 0 })))
      }
      expect((await member.get(teamsOf(org))).body).toMatchObject({ has_more: false, next_cursor: null })
    })

    it.each(['limit=0', 'limit=101', 'cursor=nonsense'])('rejects the team query %s with 422', async (query) => {
      expect((await member.get(`${teamsOf(org)}?${query}`)).status).toBe(422)
    })
  })

  describe('renaming a team', () => {
    const rename = (id: string, name: unknown, by = owner, orgId = org) =>
      by.send('PATCH', teamPath(id, orgId), { name })

    it('keeps the members when a team is renamed, and records it in the admin log', async () => {
      const id = await planted('Real estate')
      await owner.send('PUT', place(id, member))
      await app.sql('DELETE FROM admin_log')
      app.advance(1000)
      const { status, body } = await rename(id, ' REAL Estate')
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, org_id: org, name: 'REAL Estate', member_count: 1 })
      expect(body.updated_at > body.created_at).toBe(true)
      expect(await recorded(app, org)).toMatchObject([
        { action: 'team.changed', target_id: id, before: { name: 'Real estate' }, after: { name: 'REAL Estate' } },
      ])
    })

    it('changes and records nothing when the team name is unchanged', async () => {
      const id = await planted('Same')
      await app.sql('DELETE FROM admin_log')
      expect((await rename(id, 'Same')).status).toBe(200)
      expect(await recorded(app, org)).toEqual([])
    })

    it('rejects a taken or invalid new team name', async () => {
      await planted('Taken')
      const id = await planted('Free')
      expectRefusal(await rename(id, 'taken'), 409, 'team_name_taken')
      expectObjection(await rename(id, '\u202e'), 'name', '\u202e')
      expect((await owner.send('PATCH', teamPath(id), {})).body.detail[0].type).toBe('missing')
    })
  })

  describe('deleting a team', () => {
    it('keeps the members in the organization when a team is deleted, and records it in the admin log', async () => {
      const id = await planted('Gone')
      await owner.send('PUT', place(id, member))
      await app.sql('DELETE FROM admin_log')
      expect(await owner.send('DELETE', teamPath(id))).toMatchObject({ status: 204, body: '' })
      expect((await member.get(`/api/orgs/${org}`)).status).toBe(200)
      expect(await app.sql('SELECT 1 FROM team_members')).toEqual([])
      expect(await recorded(app, org)).toMatchObject([
        { action: 'team.removed', target_id: id, before: { name: 'Gone' }, after: null },
      ])
      expectRefusal(await owner.send('DELETE', teamPath(id)), 404, 'team_not_found')
    })
  })

  describe('team members', () => {
    it('adds members of the organization to a team, each once, in order of joining', async () => {
      const id = await planted()
      await app.sql('DELETE FROM admin_log')
      expect(await owner.send('PUT', place(id, member))).toMatchObject({ status: 204, body: '' })
      app.advance(1000)
      expect((await owner.send('PUT', place(id, owner))).status).toBe(204)
      expect((await owner.send('PUT', place(id, member))).status).toBe(204)
      const { body } = await member.get(`${teamPath(id)}/members`)
      expect(body).toEqual({
        members: [
          {
            user_id: member.userId,
            display_name: 'Priya Nair',
            email: 'editor@example.com',
            email_verified: true,
            avatar_url: null,
            role: 'member',
            joined_at: instant,
          },
          expect.objectContaining({ user_id: owner.userId, role: 'owner' }),
        ],
        next_cursor: null,
        has_more: false,
      })
      expect(await readAll(member, `${teamPath(id)}/members`, 'members', 1)).toEqual(body.members)
      expect(await recorded(app, org)).toMatchObject([
        { action: 'team_member.added', target_type: 'team', target_id: id, after: { user_id: member.userId } },
        { action: 'team_member.added', target_id: id, after: { user_id: owner.userId } },
      ])
    })

    it('rejects adding a non-member to a team, which must not give access to the organization', async () => {
      const id = await planted()
      for (const by of [owner, superadmin]) {
        expectRefusal(await by.send('PUT', place(id, outsider)), 404, 'member_not_found')
      }
      expectRefusal(await owner.send('PUT', `${teamPath(id)}/members/${newId()}`), 404, 'member_not_found')
      expect((await owner.send('PUT', `${teamPath(id)}/members/no-id`)).body.detail[0].type).toBe('uuid_parsing')
    })

    it('adds a member to a team only once under concurrent requests', async () => {
      const id = await planted()
      const answers = await Promise.all(Array.from({ length: 5 }, () => owner.send('PUT', place(id, member))))
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
      expect((await owner.get(teamsOf(org))).body.teams[0].member_count).toBe(1)
    })

    it('removes a member from a team and records it in the admin log', async () => {
      const id = await planted()
      await owner.send('PUT', place(id, member))
      await app.sql('DELETE FROM admin_log')
      expect(await owner.send('DELETE', place(id, member))).toMatchObject({ status: 204, body: '' })
      expectRefusal(await owner.send('DELETE', place(id, member)), 404, 'member_not_found')
      expectRefusal(await owner.send('DELETE', place(id, outsider)), 404, 'member_not_found')
      expect((await owner.get(`${teamPath(id)}/members`)).body.members).toEqual([])
      expect(await recorded(app, org)).toMatchObject([
        { action: 'team_member.removed', target_id: id, before: { user_id: member.userId }, after: null },
      ])
    })
  })

  describe('teams of another organization', () => {
    const everyCall = (by: Person, orgId: string, id: string, user: Person): Promise<Answer>[] => [
      by.send('PATCH', teamPath(id, orgId), { name: 'Taken over' }),
      by.send('DELETE', teamPath(id, orgId)),
      by.get(`${teamPath(id, orgId)}/members`),
      by.send('PUT', place(id, user, orgId)),
      by.send('DELETE', place(id, user, orgId)),
    ]

    it("returns 404 for a team of another organization, also under one's own organization", async () => {
      const theirs = await planted('Real estate', owner, org)
      await owner.send('PUT', place(theirs, member))
      await app.sql(
        "INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, 'member', now()) ON CONFLICT DO NOTHING",
        [lakeshore, member.userId],
      )
      const before = await belongings(app)
      for (const by of [outsider, superadmin]) {
        for (const call of everyCall(by, lakeshore, theirs, member)) {
          expectRefusal(await call, 404, 'team_not_found')
        }
      }
      for (const call of everyCall(outsider, org, theirs, member)) expectRefusal(await call, 404, 'org_not_found')
      expect(await belongings(app)).toEqual(before)
      await app.sql('DELETE FROM org_members WHERE org_id = $1 AND user_id = $2', [lakeshore, member.userId])
    })

    it.each(['no-id', newId(), '%00', 'A'.repeat(100)])('rejects the unknown team id %s', async (id) => {
      for (const call of everyCall(owner, org, id, member)) {
        const answer = await call
        if (id === '%00') expect([404, 422]).toContain(answer.status)
        else expectRefusal(answer, 404, 'team_not_found')
      }
    })

    it('keeps team memberships of one user in two organizations separate', async () => {
      const second = await plantOrg(app, { [owner.userId]: 'admin', [member.userId]: 'member' })
      const [ours, theirs] = [await planted(), await planted('Real estate', owner, second)]
      await owner.send('PUT', place(ours, member))
      await owner.send('PUT', place(theirs, member, second))
      expect((await owner.send('DELETE', place(ours, member))).status).toBe(204)
      expect((await owner.get(teamsOf(second))).body.teams[0].member_count).toBe(1)
      await app.sql('DELETE FROM orgs WHERE id = $1', [second])
    })
  })
})
