import { orgRoles } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actorOf, belongings, orgServices, readAll, recorded } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'

onService('organization members', (app) => {
  // Named by their role in the organization of each test.
  let owner: Person
  let admin: Person
  let member: Person
  let other: Person
  let outsider: Person
  let superadmin: Person
  let org: string

  beforeAll(async () => {
    owner = await app.signIn('owner')
    admin = await app.signIn('editor')
    member = await app.signIn('commenter')
    other = await app.signIn('viewer')
    outsider = await app.signIn('outsider')
    superadmin = await app.signIn('superadmin')
    await app.sql('DELETE FROM org_members')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM org_members')
    await plantOrg(app, { [outsider.userId]: 'owner' })
    org = await plantOrg(app, {
      [owner.userId]: 'owner',
      [admin.userId]: 'admin',
      [member.userId]: 'member',
      [other.userId]: 'member',
    })
  })

  const path = (person: Person, orgId = org) => `/api/orgs/${orgId}/members/${person.userId}`
  const setRole = (by: Person, of: Person, role: unknown, orgId = org) => by.send('PUT', path(of, orgId), { role })
  const remove = (by: Person, of: Person, orgId = org) => by.send('DELETE', path(of, orgId))
  const roles = async (orgId = org) => {
    const rows = await app.sql<{ user_id: string; role: string }>(
      'SELECT user_id, role FROM org_members WHERE org_id = $1',
      [orgId],
    )
    return new Map(rows.map(({ user_id, role }) => [user_id, role]))
  }
  const putIn = (person: Person, role: string, orgId = org) =>
    app.sql('INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      orgId,
      person.userId,
      role,
    ])

  describe('listing members', () => {
    it('lists members with name and email in order of joining', async () => {
      await app.sql("UPDATE org_members SET created_at = now() + interval '1 hour' WHERE user_id = $1", [owner.userId])
      await app.sql("UPDATE org_members SET created_at = now() - interval '1 hour' WHERE user_id = $1", [other.userId])
      const { status, body } = await member.get(`/api/orgs/${org}/members`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ next_cursor: null, has_more: false })
      const ids = body.members.map(({ user_id }: { user_id: string }) => user_id)
      expect(ids).toEqual([other.userId, ...[admin.userId, member.userId].sort(), owner.userId])
      expect(body.members.at(-1)).toEqual({
        user_id: owner.userId,
        display_name: 'Maya Okafor',
        email: 'owner@example.com',
        email_verified: true,
        avatar_url: null,
        role: 'owner',
        joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
    })

    it('returns each member once across pages', async () => {
      for (const limit of [1, 2, 3, 4, 100]) {
        const all = await readAll(owner, `/api/orgs/${org}/members`, 'members', limit)
        expect(all).toHaveLength(4)
        expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(4)
      }
    })

    it('shows only the primary address of a member, or none', async () => {
      await app.sql(
        'INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, created_at) VALUES ($1, $2, false, true, now())',
        [member.userId, 'second@example.com'],
      )
      const emails = async () =>
        (await owner.get(`/api/orgs/${org}/members`)).body.members
          .filter(({ user_id }: { user_id: string }) => user_id === member.userId)
          .map(({ email }: { email: string | null }) => email)
      expect(await emails()).toEqual(['commenter@example.com'])
      await app.sql('UPDATE user_emails SET is_primary = false WHERE user_id = $1', [member.userId])
      expect(await emails()).toEqual([null])
      await app.sql("DELETE FROM user_emails WHERE email = 'second@example.com'")
      await app.sql('UPDATE user_emails SET is_primary = true WHERE user_id = $1', [member.userId])
    })

    it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x'])('rejects the member query %s with 422', async (query) => {
      expect((await owner.get(`/api/orgs/${org}/members?${query}`)).status).toBe(422)
    })
  })

  describe('changing a role', () => {
    it('changes a role at once and records it in the admin log', async () => {
      const { status, body } = await setRole(owner, member, 'admin')
      expect(status).toBe(200)
      expect(body).toEqual({
        user_id: member.userId,
        display_name: 'Daniel Reyes',
        email: 'commenter@example.com',
        email_verified: true,
        avatar_url: null,
        role: 'admin',
        joined_at: expect.any(String),
      })
      expect((await member.get(`/api/orgs/${org}`)).body.role).toBe('admin')
      expect(await recorded(app, org)).toEqual([
        {
          action: 'org_member.changed',
          actor_id: owner.userId,
          target_type: 'org_member',
          target_id: member.userId,
          before: { role: 'member' },
          after: { role: 'admin' },
        },
      ])
    })

    it('lets an admin set the roles member and admin of members and admins, including their own', async () => {
      expect((await setRole(admin, member, 'admin')).body.role).toBe('admin')
      expect((await setRole(admin, member, 'member')).body.role).toBe('member')
      expect((await setRole(admin, admin, 'member')).body.role).toBe('member')
      expectRefusal(await setRole(admin, member, 'admin'), 403, 'org_role_too_low')
    })

    it("rejects an admin who appoints an owner or changes an owner's role [ORG-5]", async () => {
      expectRefusal(await setRole(admin, member, 'owner'), 403, 'org_role_too_low')
      expectRefusal(await setRole(admin, admin, 'owner'), 403, 'org_role_too_low')
      for (const role of orgRoles) expectRefusal(await setRole(admin, owner, role), 403, 'org_role_too_low')
      expect(Object.fromEntries(await roles())).toMatchObject({ [owner.userId]: 'owner', [member.userId]: 'member' })
    })

    it('lets an owner set any role, so that an organization can have two owners and change hands', async () => {
      expect((await setRole(owner, member, 'owner')).body.role).toBe('owner')
      expect((await setRole(member, owner, 'member')).body.role).toBe('member')
      expectRefusal(await setRole(owner, member, 'member'), 403, 'org_role_too_low')
    })

    it('lets a superadmin set any role, even in an organization without an owner', async () => {
      const orphan = await plantOrg(app, { [member.userId]: 'member' })
      expect((await setRole(superadmin, member, 'owner', orphan)).body.role).toBe('owner')
      expect((await roles(orphan)).get(member.userId)).toBe('owner')
    })

    it('rejects demoting the last owner of an organization', async () => {
      expectRefusal(await setRole(owner, owner, 'admin'), 409, 'last_owner')
      expectRefusal(await setRole(superadmin, owner, 'member'), 409, 'last_owner')
      expect((await setRole(owner, owner, 'owner')).status).toBe(200)
    })

    it('rejects making a user the owner of a second organization', async () => {
      await putIn(outsider, 'member')
      expectRefusal(await setRole(owner, outsider, 'owner'), 409, 'already_owns_org')
      expectRefusal(await setRole(superadmin, outsider, 'owner'), 409, 'already_owns_org')
      expect((await roles()).get(outsider.userId)).toBe('member')
    })

    it('adds nobody to an organization by setting the role of a non-member [ORG-6]', async () => {
      for (const by of [owner, admin, superadmin]) {
        for (const role of orgRoles) expectRefusal(await setRole(by, outsider, role), 404, 'member_not_found')
      }
      const nobody = `/api/orgs/${org}/members/${newId()}`
      expectRefusal(await owner.send('PUT', nobody, { role: 'member' }), 404, 'member_not_found')
      expect((await roles()).size).toBe(4)
    })

    it('changes and records nothing when a member already has the role', async () => {
      expect((await setRole(admin, member, 'member')).status).toBe(200)
      expect(await recorded(app, org)).toEqual([])
    })

    it('rejects an unknown role and a malformed user id with 422', async () => {
      for (const role of ['boss', '', null, 1]) expect((await setRole(owner, member, role)).status).toBe(422)
      expect((await owner.send('PUT', path(member), {})).body.detail[0].type).toBe('missing')
      const { status, body } = await owner.send('PUT', `/api/orgs/${org}/members/no-id`, { role: 'member' })
      expect([status, body.detail[0].type]).toEqual([422, 'uuid_parsing'])
    })

    it('makes a user the owner of only one organization under concurrent requests', async () => {
      const second = await plantOrg(app, { [member.userId]: 'member' })
      const answers = await Promise.all([setRole(owner, member, 'owner'), setRole(superadmin, member, 'owner', second)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })
  })

  describe('removing a member', () => {
    it('removes a member at once and records it in the admin log', async () => {
      expect(await remove(owner, member)).toMatchObject({ status: 204, body: '' })
      expectRefusal(await member.get(`/api/orgs/${org}`), 404, 'org_not_found')
      expect((await roles()).has(member.userId)).toBe(false)
      expect(await recorded(app, org)).toEqual([
        {
          action: 'org_member.removed',
          actor_id: owner.userId,
          target_type: 'org_member',
          target_id: member.userId,
          before: { role: 'member' },
          after: null,
        },
      ])
      expectRefusal(await remove(owner, member), 404, 'member_not_found')
    })

    it.each(['removed', 'demoted to member', 'left'])(
      'closes the open invitations of a removed or demoted admin, who could return through one (%s)',
      async (how) => {
        const invite = (by: Person, email: string) =>
          by.send('POST', `/api/orgs/${org}/invitations`, { email, role: 'admin' })
        const open = async () =>
          (await owner.get(`/api/orgs/${org}/invitations`)).body.invitations.map(
            ({ email }: { email: string }) => email,
          )
        await invite(admin, 'my-second-account@example.com')
        await invite(owner, 'someone@example.com')
        expect(await open()).toHaveLength(2)
        if (how === 'removed') await remove(owner, admin)
        else if (how === 'left') await remove(admin, admin)
        else await setRole(owner, admin, 'member')
        expect(await open()).toEqual(['someone@example.com'])
      },
    )

    it('lets an admin remove members and admins, but never owners', async () => {
      await app.sql("UPDATE org_members SET role = 'admin' WHERE user_id = $1", [other.userId])
      expect((await remove(admin, member)).status).toBe(204)
      expect((await remove(admin, other)).status).toBe(204)
      expectRefusal(await remove(admin, owner), 403, 'org_role_too_low')
    })

    it('lets a member remove only themselves', async () => {
      for (const person of [owner, admin, other]) expectRefusal(await remove(member, person), 403, 'org_role_too_low')
      expect((await remove(member, member)).status).toBe(204)
      expect(await recorded(app, org)).toMatchObject([
        { action: 'org_member.left', actor_id: member.userId, target_id: member.userId, before: { role: 'member' } },
      ])
    })

    it('lets owners and superadmins remove anyone, including another owner', async () => {
      await app.sql("UPDATE org_members SET role = 'owner' WHERE user_id = $1", [member.userId])
      expect((await remove(member, owner)).status).toBe(204)
      expect((await remove(superadmin, admin)).status).toBe(204)
      expect([...(await roles()).keys()].sort()).toEqual([member.userId, other.userId].sort())
    })

    it('rejects removing the last owner, whoever requests it', async () => {
      for (const by of [owner, superadmin]) expectRefusal(await remove(by, owner), 409, 'last_owner')
      expect((await roles()).get(owner.userId)).toBe('owner')
    })

    it('keeps one owner when two owners remove each other concurrently', async () => {
      await app.sql("UPDATE org_members SET role = 'owner' WHERE user_id = $1", [member.userId])
      const answers = await Promise.all([remove(owner, member), remove(member, owner)])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
      expect([...(await roles()).values()].filter((role) => role === 'owner')).toHaveLength(1)
    })

    it('keeps one owner when two owners leave or step down concurrently', async () => {
      await app.sql("UPDATE org_members SET role = 'owner' WHERE user_id = $1", [member.userId])
      const answers = await Promise.all([remove(owner, owner), setRole(member, member, 'member')])
      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
      expect(answers.find(({ status }) => status >= 300)?.body.code).toBe('last_owner')
      expect([...(await roles()).values()].filter((role) => role === 'owner')).toHaveLength(1)
    })

    it('rejects the pending request of an admin who was removed in the meantime', async () => {
      const { members } = orgServices(app)
      await members.remove(actorOf(owner), { orgId: org, userId: admin.userId })
      // The role at the time of the request is not trusted.
      const late = actorOf(admin, { orgRole: 'admin' })
      await expect(members.remove(late, { orgId: org, userId: member.userId })).rejects.toMatchObject({
        code: 'org_not_found',
      })
      await app.sql("UPDATE org_members SET role = 'member' WHERE user_id = $1", [other.userId])
      await expect(
        members.setRole(actorOf(other, { orgRole: 'admin' }), { orgId: org, userId: member.userId }, 'admin'),
      ).rejects.toMatchObject({ code: 'org_role_too_low' })
    })

    it('ends team and deal memberships in the organization that a user left, and none elsewhere [ORG-7]', async () => {
      const second = await plantOrg(app, { [member.userId]: 'member' })
      const team = newId()
      const secondTeam = newId()
      for (const [id, orgId] of [
        [team, org],
        [secondTeam, second],
      ]) {
        await app.sql(
          'INSERT INTO teams (id, org_id, name, created_at, updated_at) VALUES ($1, $2, $3, now(), now())',
          [id, orgId, 'A team'],
        )
        await app.sql('INSERT INTO team_members (org_id, team_id, user_id, created_at) VALUES ($1, $2, $3, now())', [
          orgId,
          id,
          member.userId,
        ])
      }
      await app.sql('INSERT INTO team_members (org_id, team_id, user_id, created_at) VALUES ($1, $2, $3, now())', [
        org,
        team,
        other.userId,
      ])
      const both = { [member.userId]: 'editor', [other.userId]: 'viewer' } as const
      const ofOrg = await plantDeal(app, { orgId: org, members: both })
      const ofSecond = await plantDeal(app, { orgId: second, members: both })
      const personal = await plantDeal(app, { members: both })
      expect((await remove(admin, member)).status).toBe(204)
      const left = async (person: Person) => ({
        teams: (
          await app.sql<{ team_id: string }>('SELECT team_id FROM team_members WHERE user_id = $1', [person.userId])
        ).map(({ team_id }) => team_id),
        deals: (
          await app.sql<{ deal_id: string }>('SELECT deal_id FROM deal_members WHERE user_id = $1 ORDER BY 1', [
            person.userId,
          ])
        ).map(({ deal_id }) => deal_id),
      })
      expect(await left(member)).toEqual({ teams: [secondTeam], deals: [ofSecond, personal].sort() })
      expect(await left(other)).toEqual({ teams: [team], deals: [ofOrg, ofSecond, personal].sort() })
      await app.sql('DELETE FROM deals')
    })
  })

  it('rejects every member request from outsiders, under any organization', async () => {
    const [theirs] = await app.sql<{ org_id: string }>('SELECT org_id FROM org_members WHERE user_id = $1', [
      outsider.userId,
    ])
    const before = await belongings(app)
    for (const role of orgRoles) {
      expectRefusal(await setRole(outsider, member, role), 404, 'org_not_found')
      expectRefusal(await setRole(outsider, outsider, role), 404, 'org_not_found')
      expectRefusal(await setRole(outsider, member, role, theirs?.org_id), 404, 'member_not_found')
    }
    expectRefusal(await remove(outsider, member), 404, 'org_not_found')
    expectRefusal(await remove(outsider, member, theirs?.org_id), 404, 'member_not_found')
    expect(await belongings(app)).toEqual(before)
  })

  describe('service functions for other features', () => {
    it('removes a closing account from all organizations and their deals', async () => {
      const { members } = orgServices(app)
      const second = await plantOrg(app, { [member.userId]: 'admin' })
      const guest = await plantDeal(app, { orgId: await plantOrg(app), members: { [member.userId]: 'viewer' } })
      const personal = await plantDeal(app, { members: { [member.userId]: 'owner' } })
      await members.leaveAll(member.userId)
      expect((await roles()).has(member.userId)).toBe(false)
      expect((await roles(second)).size).toBe(0)
      expect(await app.sql('SELECT 1 FROM deal_members WHERE deal_id = $1', [guest])).toEqual([])
      expect(await app.sql('SELECT 1 FROM deal_members WHERE deal_id = $1', [personal])).toHaveLength(1)
      await app.sql('DELETE FROM deals')
    })

    it('rejects closing the account of the last owner of an active organization, and changes nothing', async () => {
      const { members } = orgServices(app)
      await plantOrg(app, { [owner.userId]: 'member' })
      await expect(members.leaveAll(owner.userId)).rejects.toMatchObject({ code: 'last_owner' })
      expect(await app.sql('SELECT 1 FROM org_members WHERE user_id = $1', [owner.userId])).toHaveLength(2)
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [org])
      await members.leaveAll(owner.userId)
      expect(await app.sql('SELECT 1 FROM org_members WHERE user_id = $1', [owner.userId])).toEqual([])
    })

    it('lets a user join an organization once and own only one, and ignores a missing or foreign team', async () => {
      const { members } = orgServices(app)
      const [, foreign] = [newId(), newId()]
      const second = await plantOrg(app)
      await app.sql("INSERT INTO teams (id, org_id, name, created_at, updated_at) VALUES ($1, $2, 'T', now(), now())", [
        foreign,
        second,
      ])
      await members.join(org, superadmin.userId, 'member', foreign)
      await members.join(second, member.userId, 'member', newId())
      await members.join(second, other.userId, 'member', foreign)
      expect(await app.sql('SELECT user_id FROM team_members WHERE team_id = $1', [foreign])).toEqual([
        { user_id: other.userId },
      ])
      await expect(members.join(org, superadmin.userId, 'admin')).rejects.toMatchObject({ code: 'already_member' })
      await expect(members.join(org, outsider.userId, 'owner')).rejects.toMatchObject({ code: 'already_owns_org' })
      expect((await roles()).has(outsider.userId)).toBe(false)
    })

    it('requires an admin or owner role in all organizations of a user, active or not, to fully administer the user', async () => {
      const { members } = orgServices(app)
      const wholly = (by: Person, of: Person) => members.administersAllOrgsOf(by.userId, of.userId)
      expect(await wholly(admin, member)).toBe(true)
      expect(await wholly(owner, member)).toBe(true)
      expect(await wholly(other, member)).toBe(false)
      expect(await wholly(outsider, member)).toBe(false)
      expect(await wholly(owner, superadmin)).toBe(false)
      const second = await plantOrg(app, { [member.userId]: 'member', [admin.userId]: 'admin' })
      await app.sql("UPDATE orgs SET status = 'suspended' WHERE id = $1", [second])
      expect(await wholly(owner, member)).toBe(false)
      expect(await wholly(admin, member)).toBe(true)
    })

    it('shares administration with the admins of any active organization of a user', async () => {
      const { members } = orgServices(app)
      const share = (by: Person, of: Person) => members.shareAdministration(by.userId, of.userId)
      expect(await share(admin, member)).toBe(true)
      expect(await share(owner, admin)).toBe(true)
      expect(await share(member, other)).toBe(false)
      expect(await share(outsider, member)).toBe(false)
      const second = await plantOrg(app, { [member.userId]: 'member', [outsider.userId]: 'admin' })
      expect(await share(outsider, member)).toBe(true)
      await app.sql("UPDATE orgs SET status = 'archived' WHERE id = $1", [second])
      expect(await share(outsider, member)).toBe(false)
    })
  })
})
