import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal, plantOrg, plantTeam } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'

const names = ['owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin'] as const
const orgCount = 3
const dealCount = 8

interface World {
  /** For each organization: whether it is active, and the role of each person in it. */
  orgs: { isActive: boolean; roles: ('none' | 'member' | 'admin')[]; inTeam: boolean[] }[]
  /** For each deal: its organization (none: personal), its members, and whether the team of its organization sees it. */
  deals: { org: number; members: boolean[]; forTeam: boolean }[]
}

const perPerson = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(value, { minLength: names.length, maxLength: names.length })

const worlds: fc.Arbitrary<World> = fc.record({
  orgs: fc.array(
    fc.record({
      isActive: fc.boolean(),
      roles: perPerson(fc.constantFrom('none' as const, 'member' as const, 'admin' as const)),
      inTeam: perPerson(fc.boolean()),
    }),
    { minLength: orgCount, maxLength: orgCount },
  ),
  deals: fc.array(
    fc.record({
      org: fc.integer({ min: -1, max: orgCount - 1 }),
      members: perPerson(fc.boolean()),
      forTeam: fc.boolean(),
    }),
    { minLength: dealCount, maxLength: dealCount },
  ),
})

/** The rule in one sentence per source of a role. */
const sees = ({ orgs, deals }: World, person: number, deal: number): boolean => {
  const { org, members, forTeam } = deals[deal] ?? expect.fail()
  const isMember = members[person] === true
  if (org === -1) return isMember
  const { isActive, roles, inTeam } = orgs[org] ?? expect.fail()
  if (!isActive) return false
  const role = roles[person]
  return isMember || role === 'admin' || (forTeam && role !== 'none' && inTeam[person] === true)
}

onService('search across organizations', (app) => {
  const people = signInAll(app, ...names)
  const orgIds: string[] = []
  const teamIds: string[] = []
  const dealIds: string[] = []
  beforeAll(async () => {
    for (let n = 0; n < orgCount; n++) {
      const org = await plantOrg(app)
      orgIds.push(org)
      teamIds.push(await plantTeam(app, org))
    }
    for (let n = 0; n < dealCount; n++) dealIds.push(await plantDeal(app, { name: 'Thylacine' }))
  })

  const become = async ({ orgs, deals }: World): Promise<void> => {
    const ids = names.map((name) => people()[name].userId)
    await app.sql('DELETE FROM org_members WHERE org_id = ANY($1)', [orgIds])
    await app.sql('DELETE FROM deal_teams WHERE deal_id = ANY($1)', [dealIds])
    await app.sql('DELETE FROM deal_members WHERE deal_id = ANY($1)', [dealIds])
    for (const [n, { isActive, roles, inTeam }] of orgs.entries()) {
      const status = isActive ? 'active' : 'suspended'
      await app.sql('UPDATE orgs SET status = $2 WHERE id = $1', [orgIds[n], status])
      for (const [person, role] of roles.entries()) {
        if (role === 'none') continue
        const member = [orgIds[n], ids[person]]
        await app.sql('INSERT INTO org_members (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
          ...member,
          role,
        ])
        if (inTeam[person])
          await app.sql('INSERT INTO team_members (org_id, user_id, team_id, created_at) VALUES ($1, $2, $3, now())', [
            ...member,
            teamIds[n],
          ])
      }
    }
    for (const [n, { org, members, forTeam }] of deals.entries()) {
      await app.sql('UPDATE deals SET org_id = $2 WHERE id = $1', [dealIds[n], orgIds[org] ?? null])
      for (const [person, isMember] of members.entries())
        if (isMember)
          await app.sql(
            "INSERT INTO deal_members (deal_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now())",
            [dealIds[n], ids[person]],
          )
      if (forTeam && org !== -1)
        await app.sql("INSERT INTO deal_teams (deal_id, team_id, role, created_at) VALUES ($1, $2, 'viewer', now())", [
          dealIds[n],
          teamIds[org],
        ])
    }
  }

  it('finds exactly the deals that a person can see, for any memberships, teams and organizations [SEARCH-8]', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        await become(world)
        await forgetLimits(app)
        for (const [person, name] of names.entries()) {
          const { body } = await people()[name].get('/api/search?q=thylacine')
          const found: string[] = body.hits.map(({ deal_id: id }: { deal_id: string }) => id)
          const expected = dealIds.filter((_, deal) => sees(world, person, deal))
          expect([name, found.sort()]).toEqual([name, expected.sort()])
          for (const id of dealIds) {
            const one = await people()[name].get(`/api/search?q=thyla&deal_id=${id}`)
            expect([name, one.body.hits.length]).toEqual([name, expected.includes(id) ? 1 : 0])
          }
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
