import { atLeast, type DealRole, dealRoles } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orgNamed } from '../../testing/org-people.ts'
import { forgetLimits, plantDeal, plantTeam } from '../../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../../testing/service.ts'

interface Place {
  deal: string
  user: string
  team: string
}

/**
 * Every role-protected endpoint of deals, sharing and the canvas. The requests write the values that are already
 * stored.
 */
const endpoints: [method: string, path: (at: Place) => string, needed: DealRole, body?: unknown][] = [
  ['GET', ({ deal }) => `/api/deals/${deal}`, 'viewer'],
  ['PATCH', ({ deal }) => `/api/deals/${deal}`, 'owner', { archived: false }],
  ['DELETE', ({ deal }) => `/api/deals/${deal}`, 'owner'],
  ['GET', ({ deal }) => `/api/canvas/${deal}`, 'viewer'],
  ['DELETE', ({ deal }) => `/api/canvas/${deal}`, 'owner'],
  ['POST', ({ deal }) => `/api/canvas/${deal}/token/refresh`, 'viewer'],
  ['GET', ({ deal }) => `/api/canvas/${deal}/members`, 'viewer'],
  ['PUT', ({ deal, user }) => `/api/canvas/${deal}/members/${user}`, 'owner', { role: 'viewer' }],
  ['DELETE', ({ deal, user }) => `/api/canvas/${deal}/members/${user}`, 'owner'],
  ['GET', ({ deal }) => `/api/canvas/${deal}/teams`, 'viewer'],
  ['PUT', ({ deal, team }) => `/api/canvas/${deal}/teams/${team}`, 'owner', { role: 'viewer' }],
  ['DELETE', ({ deal, team }) => `/api/canvas/${deal}/teams/${team}`, 'owner'],
]

onService('deal access', (app) => {
  const people = new Map<string, Person>()
  let at: Place
  beforeAll(async () => {
    for (const name of ['owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin']) {
      people.set(name, await app.signIn(name))
    }
    const idOf = (name: string) => people.get(name)?.userId ?? ''
    const northwind = await orgNamed(app, 'Northwind Capital')
    const members = Object.fromEntries(dealRoles.map((role) => [idOf(role), role]))
    const deal = await plantDeal(app, { orgId: northwind, members })
    at = { deal, user: idOf('outsider'), team: await plantTeam(app, northwind) }
  })
  beforeEach(() => forgetLimits(app))

  describe.each(endpoints)('%s %s', (method, path, needed, body) => {
    const call = async (name: string, place = at): Promise<Answer> =>
      people.get(name)?.send(method, path(place), body) ?? expect.fail(`${name} is not signed in`)

    it.each(dealRoles)(`requires the role ${needed} and checks it for a member who is %s`, async (role) => {
      const answer = await call(role)
      if (!atLeast(dealRoles, role, needed)) expectRefusal(answer, 403, 'role_too_low')
      // Allowed requests can get 404 for a missing member or team; only roles that are high enough learn that.
      else expect([200, 204, 404]).toContain(answer.status)
      expect(answer.body.code).not.toBe('deal_not_found')
    })

    it('returns the same 404 for a user without a role as for a deal that does not exist', async () => {
      for (const name of ['outsider', 'superadmin']) {
        const answer = await call(name)
        expectRefusal(answer, 404, 'deal_not_found')
        expect((await call(name, { ...at, deal: 'unknown' })).body).toEqual(answer.body)
      }
    })

    it('returns 401 for a request without a token', async () => {
      expectRefusal(await app.send(method, path(at), { body }), 401, 'not_authenticated')
    })
  })
})
