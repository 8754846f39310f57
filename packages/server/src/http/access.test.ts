import { atLeast, dealRole, dealRoles, model, operation, signedIn, superadmin, text } from '@deal-canvas/contract'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAccessTokens } from '../features/auth/access-tokens.ts'
import { plantDeal } from '../testing/planting.ts'
import { type Answer, expectRefusal, onService, type Person } from '../testing/service.ts'
import { handle } from './handler.ts'

const secret = 'a-secret-of-the-test-with-32-bytes!'
const described = { tag: 'Test', summary: 'Test', answer: model({ role: text() }) } as const
const onDeal = { ...described, method: 'GET', params: model({ deal_id: text() }) } as const

const needing = dealRoles.map((role) =>
  operation({ ...onDeal, id: `needs_${role}`, path: `/api/canvas/{deal_id}/needs-${role}`, access: dealRole(role) }),
)
const forSuperadmins = operation({
  ...described,
  id: 'sup',
  method: 'GET',
  path: '/api/superadmin/test',
  access: superadmin,
})
const forAll = operation({ ...described, id: 'all', method: 'GET', path: '/api/test/all', access: signedIn })

onService(
  'access',
  (app) => {
    const people = new Map<string, Person>()
    const as = (name: string): Person => {
      const person = people.get(name)
      if (person === undefined) throw new Error(`${name} is not signed in`)
      return person
    }
    let northwind: string
    let deal: string

    beforeAll(async () => {
      for (const name of ['owner', 'editor', 'commenter', 'viewer', 'outsider', 'superadmin']) {
        people.set(name, await app.signIn(name))
      }
      const [org] = await app.sql<{ id: string }>("SELECT id FROM orgs WHERE slug = 'northwind-capital'")
      northwind = org?.id ?? ''
      deal = await plantDeal(app, {
        orgId: northwind,
        members: {
          [as('editor').userId]: 'editor',
          [as('commenter').userId]: 'commenter',
          [as('viewer').userId]: 'viewer',
        },
      })
    })

    describe('superadmin routes', () => {
      it('returns 403 superadmin_required on superadmin routes to everyone else [ROLE-6]', async () => {
        expect((await as('superadmin').get('/api/superadmin/test')).status).toBe(200)
        for (const name of ['owner', 'outsider']) {
          expectRefusal(await as(name).get('/api/superadmin/test'), 403, 'superadmin_required')
        }
        expectRefusal(await app.send('GET', '/api/superadmin/test'), 401, 'not_authenticated')
      })

      it('rejects a former superadmin from the next request on', async () => {
        await app.sql('UPDATE users SET is_superadmin = false WHERE id = $1', [as('superadmin').userId])
        expectRefusal(await as('superadmin').get('/api/superadmin/test'), 403, 'superadmin_required')
        await app.sql('UPDATE users SET is_superadmin = true WHERE id = $1', [as('superadmin').userId])
      })
    })

    describe('roles on a deal', () => {
      it.each(dealRoles.flatMap((role) => dealRoles.map((needed) => [role, needed] as const)))(
        'admits the role %s or rejects it with 403 if %s is required [ROLE-1]',
        async (role, needed) => {
          const answer = await as(role).get(`/api/canvas/${deal}/needs-${needed}`)
          if (atLeast(dealRoles, role, needed)) expect([answer.status, answer.body]).toEqual([200, { role }])
          else expectRefusal(answer, 403, 'role_too_low')
        },
      )

      const strip = ({ status, body, headers }: Answer) => {
        const { date: _, 'x-request-id': __, ...rest } = headers
        return { status, body, headers: rest }
      }

      it('returns the same answer for a deal without a role as for a deal that does not exist [TENANT-1]', async () => {
        const private_ = await plantDeal(app, { orgId: northwind, members: { [as('editor').userId]: 'editor' } })
        const unknown = await as('viewer').get('/api/canvas/unknown/needs-viewer')
        expectRefusal(unknown, 404, 'deal_not_found')
        for (const name of ['viewer', 'outsider', 'superadmin']) {
          expect(strip(await as(name).get(`/api/canvas/${private_}/needs-viewer`))).toEqual(strip(unknown))
          expect(strip(await as(name).get(`/api/canvas/${private_}/needs-owner`))).toEqual(strip(unknown))
        }
      })

      it('returns 404 from the next request on after a role was removed [ROLE-4]', async () => {
        const mine = await plantDeal(app, { members: { [as('outsider').userId]: 'owner' } })
        expect((await as('outsider').get(`/api/canvas/${mine}/needs-owner`)).status).toBe(200)
        await app.sql('DELETE FROM deal_members WHERE deal_id = $1', [mine])
        expectRefusal(await as('outsider').get(`/api/canvas/${mine}/needs-owner`), 404, 'deal_not_found')
      })

      it('returns 404 for a deal id that the database cannot store', async () => {
        for (const id of ['%00', `${deal}%00`, '%F0%9F%8F%A0', "'%20OR%201=1", '..%2f..']) {
          expectRefusal(await as('owner').get(`/api/canvas/${id}/needs-viewer`), 404, 'deal_not_found')
        }
      })
    })

    describe('deal token', () => {
      const mint = async ({ userId, token }: Person, dealId: string): Promise<string> => {
        const { sid } = decodeJwt(token) as { sid: string }
        const expiresAt = new Date(Date.now() + 3_600_000)
        const tokens = createAccessTokens({ secrets: [secret], now: () => new Date() })
        return (await tokens.issue({ userId, sessionId: sid, expiresAt, dealId })).token
      }
      const get = (token: string, path: string) => app.send('GET', path, { token })

      it('gives a deal token the role that its user has now [TOKEN-4]', async () => {
        const token = await mint(as('commenter'), deal)
        expect((await get(token, `/api/canvas/${deal}`)).body.deal.role).toBe('commenter')
        expect((await get(token, `/api/canvas/${deal}/needs-viewer`)).body).toEqual({ role: 'commenter' })
        expectRefusal(await get(token, `/api/canvas/${deal}/needs-editor`), 403, 'role_too_low')
      })

      it('rejects a deal token for any other deal, whether that deal exists or not', async () => {
        const other = await plantDeal(app, { members: { [as('commenter').userId]: 'owner' } })
        const token = await mint(as('commenter'), deal)
        for (const id of [other, 'unknown', `${deal}x`]) {
          expectRefusal(await get(token, `/api/canvas/${id}/needs-viewer`), 403, 'token_scope')
        }
      })

      it('rejects a deal token outside the canvas routes, even with its own deal in the path', async () => {
        const token = await mint(as('commenter'), deal)
        for (const path of ['/api/auth/me', '/api/test/all', '/api/superadmin/test', `/api/deals/${deal}`]) {
          expectRefusal(await get(token, path), 403, 'token_scope')
        }
      })

      it('gives a deal token no access that its user does not have', async () => {
        expectRefusal(await get(await mint(as('outsider'), deal), `/api/canvas/${deal}`), 404, 'deal_not_found')
      })

      it('rejects a deal token after its session has ended', async () => {
        const person = await app.signIn('commenter')
        const token = await mint(person, deal)
        expect((await get(token, `/api/canvas/${deal}`)).status).toBe(200)
        await person.send('POST', '/api/auth/logout')
        expectRefusal(await get(token, `/api/canvas/${deal}`), 401, 'session_ended')
      })
    })

    describe('operator routes', () => {
      it('answers operator routes only to the local machine if no token is set', async () => {
        expect((await app.send('GET', '/metrics')).status).toBe(200)
        for (const token of ['', 'undefined', 'anything', as('superadmin').token]) {
          expectRefusal(await app.send('GET', '/metrics', { ip: '10.0.0.5', token }), 401, 'not_authenticated')
        }
      })
    })

    describe('forced password change', () => {
      it('answers only /api/auth/* while the password must be changed [PASSWORD-6]', async () => {
        const { userId, get } = as('editor')
        await app.sql('UPDATE users SET force_password_change = true WHERE id = $1', [userId])
        expect((await get('/api/auth/me')).status).toBe(200)
        expect((await get('/api/auth/sessions')).status).toBe(200)
        for (const path of ['/api/test/all', '/api/superadmin/test', `/api/canvas/${deal}`, '/api/canvas/unknown']) {
          expectRefusal(await get(path), 403, 'password_change_required')
        }
        await app.sql('UPDATE users SET force_password_change = false WHERE id = $1', [userId])
        expect((await get('/api/test/all')).status).toBe(200)
      })
    })
  },
  {
    env: { JWT_SECRET: secret },
    extraRoutes: [...needing, forSuperadmins, forAll].map((operation) =>
      handle(operation, async ({ actor }) => ({ role: actor.dealRole ?? 'none' })),
    ),
  },
)
