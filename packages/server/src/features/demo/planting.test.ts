import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { onDatabase, type TestPlace } from '../../testing/databases.ts'
import { startService } from '../../testing/start.ts'

const demoPassword = 'deal-canvas-demo'
const first = { SUPERADMIN_EMAIL: 'Root@Example.org', SUPERADMIN_PASSWORD: 'the-first-of-all' }

/** Starts a service on the given environment, runs `use` with it, then stops it. */
const running = async <Result>(
  place: TestPlace,
  env: Record<string, string>,
  use: (service: Service) => Promise<Result>,
): Promise<Result> => {
  const service = await startService({ ...place.env, DEMO: 'off', ...env })
  try {
    return await use(service)
  } finally {
    await service.drain()
  }
}

const signIn = async ({ app }: Service, email: string, password: string) => {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  if (answer.statusCode !== 200) return undefined
  const headers = { authorization: `Bearer ${answer.json().access_token}` }
  return (await app.inject({ method: 'GET', url: '/api/auth/me', headers })).json()
}

const countUsers = async ({ database }: Service): Promise<number> =>
  (await database.query<{ n: number }>({ text: 'SELECT count(*)::int AS n FROM users' })).rows[0]?.n ?? -1

onDatabase('data created at startup', (kind) => {
  const inPlace = (title: string, rules: (place: () => TestPlace) => void) =>
    describe(title, () => {
      let place: TestPlace
      beforeAll(async () => {
        place = await kind.place()
      })
      afterAll(() => place.remove())
      rules(() => place)
    })

  inPlace('demo users', (place) => {
    it('creates every demo user with organization and role', async () => {
      await running(place(), { DEMO: 'on' }, async (service) => {
        const people = {
          owner: [['Northwind Capital', 'owner']],
          editor: [['Northwind Capital', 'member']],
          commenter: [['Northwind Capital', 'member']],
          viewer: [['Northwind Capital', 'member']],
          superadmin: [],
          outsider: [['Lakeshore Partners', 'owner']],
        }
        expect(await countUsers(service)).toBe(Object.keys(people).length)
        for (const [name, orgs] of Object.entries(people)) {
          const me = await signIn(service, `${name}@example.com`, demoPassword)
          expect(me).toMatchObject({ is_superadmin: name === 'superadmin', force_password_change: false })
          expect(me.orgs.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual(orgs)
        }
      })
    })

    it('creates demo users once and creates the configured first superadmin in addition', async () => {
      await running(place(), { DEMO: 'on', ...first }, async (service) => {
        expect(await countUsers(service)).toBe(7)
        expect(await signIn(service, 'root@example.org', first.SUPERADMIN_PASSWORD)).toMatchObject({
          is_superadmin: true,
        })
      })
    })
  })

  inPlace('first superadmin', (place) => {
    it('creates no users without configuration', async () => {
      await running(place(), {}, async (service) => {
        expect([await countUsers(service), service.hasDemo]).toEqual([0, false])
      })
    })

    it('creates the first superadmin from the environment, able to sign in and without an organization', async () => {
      await running(place(), first, async (service) => {
        expect(await signIn(service, 'root@example.org', first.SUPERADMIN_PASSWORD)).toMatchObject({
          display_name: 'root',
          email: 'root@example.org',
          is_superadmin: true,
          orgs: [],
          force_password_change: false,
        })
      })
    })

    it('creates the first superadmin once and no demo users in a database that is not empty', async () => {
      const other = { SUPERADMIN_EMAIL: 'second@example.org', SUPERADMIN_PASSWORD: 'another-password' }
      await running(place(), { DEMO: 'on', ...other }, async (service) => {
        expect([await countUsers(service), service.hasDemo]).toEqual([1, false])
        expect(await signIn(service, 'root@example.org', first.SUPERADMIN_PASSWORD)).toBeDefined()
        expect(await signIn(service, 'second@example.org', 'another-password')).toBeUndefined()
      })
    })
  })
})
