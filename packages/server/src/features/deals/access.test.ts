import { type DealRole, dealRoles, orgRoles } from '@deal-canvas/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { plantDeal, plantGrant, plantOrg, plantTeam } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'
import { createDealAccess } from './access.service.ts'
import { createDealAccessStore } from './access.store.ts'

const givenByOrg = { member: undefined, admin: 'editor', owner: 'owner' } as const

onService('deal role', (app) => {
  let person: Person
  beforeAll(async () => {
    person = await app.signIn('superadmin')
  })
  const deals = () => createDealAccess({ store: createDealAccessStore(app.service.database) })
  const forget = () => app.sql('DELETE FROM org_members WHERE user_id = $1', [person.userId])

  const isVisible = async (deal: string) => (await deals().visibleTo(deal, [person.userId])).length === 1

  // A team member is always a member of the team's organization.
  const everyCase = [undefined, ...dealRoles].flatMap((own) =>
    [undefined, ...orgRoles].flatMap((org) =>
      [undefined, ...(org === undefined ? [] : dealRoles)].map((team) => ({ own, org, team })),
    ),
  )

  it.each(everyCase)(
    'gives the highest role of own membership ($own), organization role ($org) and team grant ($team) [ROLE-3]',
    async ({ own, org, team }) => {
      await forget()
      const orgId = await plantOrg(app, org === undefined ? {} : { [person.userId]: org })
      const deal = await plantDeal(app, { orgId, members: own === undefined ? {} : { [person.userId]: own } })
      if (team !== undefined) await plantGrant(app, deal, await plantTeam(app, orgId, [person.userId]), team)
      const given: (DealRole | undefined)[] = [own, team, org === undefined ? undefined : givenByOrg[org]]
      const expected = dealRoles.findLast((role) => given.includes(role))
      expect(await deals().roleOf(person.userId, deal)).toBe(expected)
      expect(await deals().anyVisibleTo(person.userId)).toBe(expected !== undefined)
      expect(await isVisible(deal)).toBe(expected !== undefined)
      const listed = (await person.get('/api/deals')).body.deals
      expect(listed.map((deal: { deal_id: string; role: string }) => [deal.deal_id, deal.role])).toEqual(
        expected === undefined ? [] : [[deal, expected]],
      )
      await app.sql('DELETE FROM deals WHERE id = $1', [deal])
    },
  )

  it('gives the highest role granted to any of the user’s teams', async () => {
    await forget()
    const orgId = await plantOrg(app, { [person.userId]: 'member' })
    const deal = await plantDeal(app, { orgId })
    for (const role of ['viewer', 'editor', 'commenter'] as const) {
      await plantGrant(app, deal, await plantTeam(app, orgId, [person.userId]), role)
    }
    expect(await deals().roleOf(person.userId, deal)).toBe('editor')
    expect((await person.get('/api/deals')).body.deals).toMatchObject([{ deal_id: deal, role: 'editor' }])
    await app.sql('DELETE FROM deals WHERE id = $1', [deal])
  })

  describe('roles that do not count', () => {
    it('gives no role through another organization, another deal or another user [TENANT-4]', async () => {
      await forget()
      const own = await plantOrg(app, { [person.userId]: 'owner' })
      const other = await plantDeal(app, { members: { [person.userId]: 'owner' } })
      const orgId = await plantOrg(app)
      const deal = await plantDeal(app, { orgId })
      expect(await deals().roleOf(person.userId, deal)).toBeUndefined()
      expect(await deals().roleOf(person.userId, other)).toBe('owner')
      const [owner] = await app.sql<{ id: string }>("SELECT id FROM users WHERE display_name = 'Maya Okafor'")
      expect(await deals().roleOf(owner?.id ?? '', other)).toBeUndefined()
      // No route writes this row: a grant to a team of another organization.
      await plantGrant(app, deal, await plantTeam(app, own, [person.userId]), 'owner')
      expect(await deals().roleOf(person.userId, deal)).toBeUndefined()
      expect(await isVisible(deal)).toBe(false)
      expect((await person.get('/api/deals')).body.deals).toMatchObject([{ deal_id: other }])
      await app.sql('DELETE FROM deals')
    })

    it('gives no role on the deals of an inactive organization [TENANT-5]', async () => {
      await forget()
      const orgId = await plantOrg(app, { [person.userId]: 'owner' })
      const deal = await plantDeal(app, { orgId, members: { [person.userId]: 'editor' } })
      await plantGrant(app, deal, await plantTeam(app, orgId, [person.userId]), 'owner')
      for (const [status, role] of Object.entries({ active: 'owner', suspended: undefined, archived: undefined })) {
        await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [orgId, status])
        expect([status, await deals().roleOf(person.userId, deal)]).toEqual([status, role])
        expect([status, await deals().anyVisibleTo(person.userId)]).toEqual([status, role !== undefined])
        expect([status, await isVisible(deal)]).toEqual([status, role !== undefined])
        expect((await person.get('/api/deals')).body.deals).toHaveLength(role === undefined ? 0 : 1)
        expect((await person.get('/api/auth/me')).body.has_deals).toBe(role !== undefined)
      }
    })

    it('gives no role through a team after the organization membership ended', async () => {
      await forget()
      const orgId = await plantOrg(app, { [person.userId]: 'member' })
      const deal = await plantDeal(app, { orgId })
      await plantGrant(app, deal, await plantTeam(app, orgId, [person.userId]), 'editor')
      expect(await deals().roleOf(person.userId, deal)).toBe('editor')
      await forget()
      expect(await deals().roleOf(person.userId, deal)).toBeUndefined()
    })

    it('gives no role on a personal deal without members', async () => {
      const deal = await plantDeal(app)
      expect(await deals().roleOf(person.userId, deal)).toBeUndefined()
    })
  })
})
