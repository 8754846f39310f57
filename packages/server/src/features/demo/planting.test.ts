import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose, type Service } from '../../compose.ts'
import { readConfig } from '../../config.ts'
import { createLogger } from '../../http/logger.ts'
import { onDatabase, type TestPlace } from '../../testing/databases.ts'

const demoPassword = 'deal-canvas-demo'
const first = { SUPERADMIN_EMAIL: 'Root@Example.org', SUPERADMIN_PASSWORD: 'the-first-of-all' }

/** Starts a service on the place, tells what was planted and lets it answer, then stops it. */
const running = async <Result>(
  place: TestPlace,
  env: Record<string, string>,
  use: (service: Service) => Promise<Result>,
): Promise<Result> => {
  const service = await compose(readConfig({ ...place.env, DEMO: 'off', ...env }), {
    log: createLogger('silent'),
    demoDeals: false,
  })
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

onDatabase('what a start plants', (kind) => {
  const inPlace = (title: string, rules: (place: () => TestPlace) => void) =>
    describe(title, () => {
      let place: TestPlace
      beforeAll(async () => {
        place = await kind.place()
      })
      afterAll(() => place.remove())
      rules(() => place)
    })

  inPlace('of demo people', (place) => {
    it('is everyone whom the demonstration speaks of, with organization and role', async () => {
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

    it('is planted once, and does not count as the first superadmin, who is made beside them', async () => {
      await running(place(), { DEMO: 'on', ...first }, async (service) => {
        expect(await countUsers(service)).toBe(7)
        expect(await signIn(service, 'root@example.org', first.SUPERADMIN_PASSWORD)).toMatchObject({
          is_superadmin: true,
        })
      })
    })
  })

  inPlace('of a first superadmin', (place) => {
    it('is nothing where nobody asked for it', async () => {
      await running(place(), {}, async (service) => {
        expect([await countUsers(service), service.hasDemo]).toEqual([0, false])
      })
    })

    it('is the one of the environment, able to sign in, belonging nowhere', async () => {
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

    it('is made once, and leaves no room for demo people: the database is not empty', async () => {
      const other = { SUPERADMIN_EMAIL: 'second@example.org', SUPERADMIN_PASSWORD: 'another-password' }
      await running(place(), { DEMO: 'on', ...other }, async (service) => {
        expect([await countUsers(service), service.hasDemo]).toEqual([1, false])
        expect(await signIn(service, 'root@example.org', first.SUPERADMIN_PASSWORD)).toBeDefined()
        expect(await signIn(service, 'second@example.org', 'another-password')).toBeUndefined()
      })
    })
  })
})
