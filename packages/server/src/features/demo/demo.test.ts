import { expect, it } from 'vitest'
import { compose, type Service } from '../../compose.ts'
import { ConfigMistakes, readConfig } from '../../config.ts'
import { createLogger } from '../../http/logger.ts'
import { onDatabase } from '../../testing/databases.ts'
import { demoPassword } from './demo.ts'

onDatabase('planted accounts', (kind) => {
  const start = async (env: Record<string, string>, demoDeals = false, onStep = (_: string): void => undefined) =>
    compose(readConfig(env), { log: createLogger('silent'), demoDeals, onStep })
  const login = async (service: Awaited<ReturnType<typeof start>>, email: string, password: string) =>
    (await service.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode

  it('of the demo are of no use once it is turned off', async () => {
    const place = await kind.place()
    const withDemo = await start({ ...place.env, DEMO: 'on' })
    expect([withDemo.hasDemo, await login(withDemo, 'superadmin@example.com', demoPassword)]).toEqual([true, 200])
    await withDemo.drain()
    const without = await start({ ...place.env, DEMO: 'off' })
    expect([without.hasDemo, await login(without, 'superadmin@example.com', demoPassword)]).toEqual([false, 401])
    await without.drain()
    await place.remove()
  })

  it('are made with all their deals or not at all, and nothing is made twice', async () => {
    const place = await kind.place()
    const tables = [
      'users',
      'orgs',
      'deals',
      'comments',
      'journal',
      'notifications',
      'feedback',
      'deal_metrics',
      'documents',
      'deal_models',
      'passages',
      'intake_conversations',
    ]
    const countIn = async ({ database }: Service) => {
      const text = tables
        .map((table) => `SELECT '${table}' AS of, count(*)::int AS n FROM ${table}`)
        .join(' UNION ALL ')
      return (await database.query({ text: `${text} ORDER BY of` })).rows
    }
    const withDemo = { ...place.env, DEMO: 'on' }

    let service = await start({ ...place.env, DEMO: 'off' })
    await service.database.query({ text: "ALTER TABLE deals ADD CONSTRAINT cut_off CHECK (id <> 'demo-helios')" })
    await service.drain()
    await expect(start(withDemo, true)).rejects.toThrow()

    service = await start({ ...place.env, DEMO: 'off' })
    expect((await countIn(service)).filter(({ n }) => n > 0)).toEqual([])
    await service.database.query({ text: 'ALTER TABLE deals DROP CONSTRAINT cut_off' })
    await service.drain()

    const steps: string[] = []
    const onStep = (step: string) => void steps.push(step)
    service = await start(withDemo, true, onStep)
    // A start that is silent for half a minute looks like one that hangs.
    expect(steps).toHaveLength(4)
    expect(steps).toContain('Creating the demo deal Riverside Apartments')
    const counts = await countIn(service)
    expect([service.planted.demo, counts.filter(({ n }) => n === 0)]).toEqual([true, []])
    const { rows: limits } = await service.database.query({ text: 'SELECT key FROM rate_limits' })
    expect(limits).toEqual([])
    await service.drain()

    service = await start(withDemo, true)
    expect([service.planted.demo, await countIn(service)]).toEqual([false, counts])
    await service.drain()
    await place.remove()
  }, 180_000)

  it('refuse to take an address that is someone else’s, in a sentence', async () => {
    const place = await kind.place()
    const env = {
      ...place.env,
      DEMO: 'on',
      SUPERADMIN_EMAIL: 'owner@example.com',
      SUPERADMIN_PASSWORD: 'a-long-enough-one',
    }
    await expect(start(env)).rejects.toBeInstanceOf(ConfigMistakes)
    await place.remove()
  })

  if (kind.name === 'postgres')
    it('are made once when nodes start together', async () => {
      const place = await kind.place()
      const env = {
        ...place.env,
        DEMO: 'on',
        SUPERADMIN_EMAIL: 'first@example.com',
        SUPERADMIN_PASSWORD: 'a-long-enough-one',
      }
      const nodes = await Promise.all(Array.from({ length: 3 }, () => start(env, true)))
      const [first] = nodes
      const { rows } = (await first?.database.query({
        text: 'SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM deals) AS deals',
      })) ?? { rows: [] }
      expect(rows).toEqual([{ users: 8, deals: 4 }])
      for (const node of nodes) expect(await login(node, 'first@example.com', 'a-long-enough-one')).toBe(200)
      for (const node of nodes) await node.drain()
      await place.remove()
    }, 180_000)
})
