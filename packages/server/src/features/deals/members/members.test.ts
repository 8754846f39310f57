import { dealRoles } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { auditTrailOf, happenedTo } from '../../../testing/deal-audit-trail.ts'
import { orgNamed, readAll } from '../../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantOrg, plantTeam } from '../../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../../testing/service.ts'

onService('deal sharing', (app) => {
  let owner: Person
  let editor: Person
  let commenter: Person
  let viewer: Person
  let outsider: Person
  let northwind: string
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    commenter = await app.signIn('commenter')
    viewer = await app.signIn('viewer')
    outsider = await app.signIn('outsider')
    northwind = await orgNamed(app, 'Northwind Capital')
  })
  beforeEach(() => forgetLimits(app))

  const notified = async (userId: string, dealId: string) =>
    (
      await app.sql<{ type: string; snippet: string }>(
        'SELECT type, snippet FROM notifications WHERE user_id = $1 AND deal_id = $2',
        [userId, dealId],
      )
    ).map(({ type, snippet }) => [type, snippet])

  describe('deal members', () => {
    const put = (as: Person, deal: string, userId: string, role: unknown) =>
      as.send('PUT', `/api/canvas/${deal}/members/${userId}`, { role })
    const remove = (as: Person, deal: string, userId: string) =>
      as.send('DELETE', `/api/canvas/${deal}/members/${userId}`)

    it('adds, changes and removes a member of a deal and notifies the new member once [MEMBER-1]', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' }, name: 'Helios' })
      expectRefusal(await viewer.get(`/api/canvas/${deal}/members`), 404, 'deal_not_found')
      const added = await put(editor, deal, viewer.userId, 'viewer')
      expect([added.status, added.body]).toEqual([
        200,
        {
          user_id: viewer.userId,
          display_name: 'Hannah Weiss',
          email_verified: true,
          email: 'viewer@example.com',
          avatar_url: null,
          role: 'viewer',
          joined_at: expect.any(String),
        },
      ])
      const { body } = await viewer.get(`/api/canvas/${deal}/members`)
      expect(body.members.map(({ user_id, role }: Record<string, string>) => [user_id, role])).toEqual([
        [editor.userId, 'owner'],
        [viewer.userId, 'viewer'],
      ])
      expect((await put(editor, deal, viewer.userId, 'viewer')).body).toEqual(added.body)
      expect((await put(editor, deal, viewer.userId, 'editor')).body).toEqual({ ...added.body, role: 'editor' })
      expect(await notified(viewer.userId, deal)).toEqual([['deal_shared', 'Helios']])
      expect((await remove(editor, deal, viewer.userId)).status).toBe(204)
      expectRefusal(await remove(editor, deal, viewer.userId), 404, 'member_not_found')
      expectRefusal(await viewer.get(`/api/canvas/${deal}/members`), 404, 'deal_not_found')
      const user_id = viewer.userId
      expect((await auditTrailOf(app, deal)).map(({ type, actorId, data }) => [type, actorId, data])).toEqual([
        ['deal.member_added', editor.userId, { user_id, role: 'viewer' }],
        ['deal.member_changed', editor.userId, { user_id, role: 'editor' }],
        ['deal.member_removed', editor.userId, { user_id, role: 'editor' }],
      ])
    })

    it('refuses to share a deal outside the organization without revealing whether the user exists [MEMBER-2]', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' } })
      const unknown = await put(editor, deal, newId(), 'viewer')
      expectRefusal(unknown, 404, 'user_not_found')
      expect((await put(editor, deal, outsider.userId, 'viewer')).body).toEqual(unknown.body)
      await app.sql("UPDATE users SET status = 'suspended' WHERE id = $1", [viewer.userId])
      expect((await put(editor, deal, viewer.userId, 'viewer')).body).toEqual(unknown.body)
      await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [viewer.userId])
      const personal = await plantDeal(app, {
        members: { [editor.userId]: 'owner', [commenter.userId]: 'viewer' },
      })
      expect((await put(editor, personal, viewer.userId, 'viewer')).body).toEqual(unknown.body)
      expect((await put(editor, personal, commenter.userId, 'editor')).body.role).toBe('editor')
      expect(await happenedTo(app, personal)).toEqual(['deal.member_changed'])
      expect(await happenedTo(app, deal)).toEqual([])
    })

    it('rejects an unknown role or a member id that is not a UUID with 422', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' } })
      for (const role of ['admin', '', null, 3, undefined]) {
        const { status, body } = await put(editor, deal, viewer.userId, role)
        expect([status, body.detail[0].loc]).toEqual([422, ['body', 'role']])
      }
      const wrong = await put(editor, deal, 'viewer', 'viewer')
      expect([wrong.status, wrong.body.detail[0].type]).toEqual([422, 'uuid_parsing'])
      expect((await put(editor, deal, viewer.userId.toUpperCase(), 'viewer')).body.user_id).toBe(viewer.userId)
    })

    it('refuses to remove or demote the last owner of a deal with 409 last_owner [MEMBER-3]', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' } })
      for (const as of [editor, owner]) {
        expectRefusal(await remove(as, deal, editor.userId), 409, 'last_owner')
        for (const role of dealRoles) {
          const answer = await put(as, deal, editor.userId, role)
          if (role === 'owner') expect(answer.status).toBe(200)
          else expectRefusal(answer, 409, 'last_owner')
        }
      }
      expect((await put(editor, deal, viewer.userId, 'owner')).status).toBe(200)
      expect((await remove(viewer, deal, editor.userId)).status).toBe(204)
      expectRefusal(await remove(viewer, deal, viewer.userId), 409, 'last_owner')
    })

    it('keeps one owner when two owners remove each other at the same time', async () => {
      const members = { [editor.userId]: 'owner', [viewer.userId]: 'owner' } as const
      for (let n = 0; n < 5; n++) {
        const deal = await plantDeal(app, { orgId: northwind, members })
        const statuses = await Promise.all([
          remove(editor, deal, viewer.userId),
          remove(viewer, deal, editor.userId),
        ]).then((answers) => answers.map(({ status }) => status))
        expect(statuses.toSorted()).toEqual([204, 404])
        const left = await app.sql('SELECT role FROM deal_members WHERE deal_id = $1', [deal])
        expect(left).toEqual([{ role: 'owner' }])
      }
    })

    it('rejects changes by an owner who loses the role while waiting for the lock', async () => {
      const members = { [editor.userId]: 'owner', [viewer.userId]: 'owner', [commenter.userId]: 'viewer' } as const
      const deal = await plantDeal(app, { orgId: northwind, members })
      const answers = await Promise.all([
        put(editor, deal, viewer.userId, 'viewer'),
        ...[1, 2, 3].map(() => put(viewer, deal, commenter.userId, 'owner')),
      ])
      const actors = (await auditTrailOf(app, deal)).map(({ actorId }) => actorId)
      expect(actors.at(-1)).toBe(editor.userId)
      expect(actors.lastIndexOf(viewer.userId)).toBeLessThan(actors.indexOf(editor.userId))
      for (const { status, body } of answers.slice(1)) {
        expect([status, body.code]).toEqual(status === 200 ? [200, undefined] : [403, 'role_too_low'])
      }
    })

    it('adds a member once and sends one notification for parallel requests', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' }, name: 'Once' })
      const answers = await Promise.all([1, 2, 3, 4].map(() => put(editor, deal, viewer.userId, 'commenter')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await happenedTo(app, deal)).toEqual(['deal.member_added'])
      expect(await notified(viewer.userId, deal)).toEqual([['deal_shared', 'Once']])
    })

    it('leaves no deal membership for a user who leaves the organization at the same time', async () => {
      for (let n = 0; n < 4; n++) {
        const orgId = await plantOrg(app, { [owner.userId]: 'admin', [viewer.userId]: 'member' })
        const deal = await plantDeal(app, { orgId, members: { [owner.userId]: 'owner' } })
        const [added, left] = await Promise.all([
          put(owner, deal, viewer.userId, 'viewer'),
          owner.send('DELETE', `/api/orgs/${orgId}/members/${viewer.userId}`),
        ])
        expect([200, 404]).toContain(added.status)
        expect(left.status).toBe(204)
        expectRefusal(await viewer.get(`/api/canvas/${deal}/members`), 404, 'deal_not_found')
        expect(await app.sql('SELECT user_id FROM deal_members WHERE deal_id = $1', [deal])).toHaveLength(1)
      }
    })

    it('refuses to add members to a finalized deal but still removes them [MEMBER-5]', async () => {
      const members = { [editor.userId]: 'owner', [viewer.userId]: 'viewer' } as const
      const deal = await plantDeal(app, { orgId: northwind, members })
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await put(editor, deal, commenter.userId, 'viewer'), 409, 'deal_finalized')
      expect((await remove(editor, deal, viewer.userId)).status).toBe(204)
    })

    it('lists deal members page by page in the order they joined', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [viewer.userId]: 'viewer' } })
      for (const person of [editor, commenter]) await put(owner, deal, person.userId, 'editor')
      const items = (await readAll(viewer, `/api/canvas/${deal}/members`, 'members', 2)) as { user_id: string }[]
      expect(items.map(({ user_id }) => user_id)).toEqual([viewer.userId, editor.userId, commenter.userId])
      expect((await viewer.get(`/api/canvas/${deal}/members?cursor=x`)).status).toBe(422)
    })
  })

  describe('team grants', () => {
    const put = (as: Person, deal: string, teamId: string, role: unknown) =>
      as.send('PUT', `/api/canvas/${deal}/teams/${teamId}`, { role })
    const remove = (as: Person, deal: string, teamId: string) =>
      as.send('DELETE', `/api/canvas/${deal}/teams/${teamId}`)
    const shared = async (as: Person, deal: string) => (await as.get(`/api/canvas/${deal}/teams`)).body.teams

    it('grants a deal to a team, notifies its members, and revokes the grant [MEMBER-4]', async () => {
      const team = await plantTeam(app, northwind, [viewer.userId, editor.userId])
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' }, name: 'Harbor' })
      expect(await shared(editor, deal)).toEqual([])
      const granted = await put(editor, deal, team, 'viewer')
      expect([granted.status, granted.body]).toEqual([
        200,
        { team_id: team, name: `Team ${team}`, role: 'viewer', granted_at: expect.any(String) },
      ])
      expect(await shared(viewer, deal)).toEqual([granted.body])
      expect(await notified(viewer.userId, deal)).toEqual([['deal_shared', 'Harbor']])
      expect(await notified(editor.userId, deal)).toEqual([])
      expectRefusal(await put(viewer, deal, team, 'owner'), 403, 'role_too_low')
      await put(editor, deal, team, 'viewer')
      expect((await put(editor, deal, team, 'commenter')).body).toEqual({ ...granted.body, role: 'commenter' })
      expect(await notified(viewer.userId, deal)).toHaveLength(1)
      expect((await remove(editor, deal, team)).status).toBe(204)
      expectRefusal(await remove(editor, deal, team), 404, 'team_not_found')
      expectRefusal(await viewer.get(`/api/canvas/${deal}/teams`), 404, 'deal_not_found')
      expect((await auditTrailOf(app, deal)).map(({ type, data }) => [type, data])).toEqual([
        ['deal.team_granted', { team_id: team, role: 'viewer' }],
        ['deal.team_granted', { team_id: team, role: 'commenter' }],
        ['deal.team_removed', { team_id: team }],
      ])
    })

    it('refuses to share a deal with an unknown or foreign team, or to share a personal deal with a team', async () => {
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' } })
      const personal = await plantDeal(app, { members: { [editor.userId]: 'owner' } })
      const foreign = await plantTeam(app, await plantOrg(app, { [editor.userId]: 'member' }), [editor.userId])
      const ours = await plantTeam(app, northwind)
      expectRefusal(await put(editor, deal, foreign, 'viewer'), 404, 'team_not_found')
      expectRefusal(await put(editor, deal, newId(), 'viewer'), 404, 'team_not_found')
      expectRefusal(await put(editor, personal, ours, 'viewer'), 404, 'team_not_found')
      expectRefusal(await remove(editor, deal, ours), 404, 'team_not_found')
      expect((await put(editor, deal, 'team', 'viewer')).status).toBe(422)
      expect((await put(editor, deal, ours, 'admin')).status).toBe(422)
      await app.sql("UPDATE deals SET status = 'finalized' WHERE id = $1", [deal])
      expectRefusal(await put(editor, deal, ours, 'viewer'), 409, 'deal_finalized')
    })

    it('removes a grant with its team, even if the team is deleted while the grant is created', async () => {
      const team = await plantTeam(app, northwind, [viewer.userId])
      const deal = await plantDeal(app, { orgId: northwind, members: { [editor.userId]: 'owner' } })
      const [granted, gone] = await Promise.all([
        put(editor, deal, team, 'viewer'),
        owner.send('DELETE', `/api/orgs/${northwind}/teams/${team}`),
      ])
      expect([200, 404]).toContain(granted.status)
      expect(gone.status).toBe(204)
      expect(await shared(editor, deal)).toEqual([])
      expectRefusal(await viewer.get(`/api/canvas/${deal}/teams`), 404, 'deal_not_found')
    })
  })
})
