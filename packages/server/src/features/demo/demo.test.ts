import { expect, it } from 'vitest'
import type { Service } from '../../compose.ts'
import { ConfigMistakes } from '../../config.ts'
import { onDatabase } from '../../testing/databases.ts'
import { startService } from '../../testing/start.ts'
import { demoPassword } from './demo.ts'

onDatabase('demo accounts', (kind) => {
  const start = async (env: Record<string, string>, demoDeals = false, onStep = (_: string): void => undefined) =>
    startService(env, { demoDeals, onStep })
  const login = async (service: Awaited<ReturnType<typeof start>>, email: string, password: string) =>
    (await service.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode

  it('rejects sign-in with demo accounts once the demo is turned off', async () => {
    const place = await kind.place()
    const withDemo = await start({ ...place.env, DEMO: 'on' })
    expect([withDemo.hasDemo, await login(withDemo, 'superadmin@example.com', demoPassword)]).toEqual([true, 200])
    await withDemo.drain()
    const without = await start({ ...place.env, DEMO: 'off' })
    expect([without.hasDemo, await login(without, 'superadmin@example.com', demoPassword)]).toEqual([false, 401])
    await without.drain()
    await place.remove()
  })

  it('creates demo accounts with all their deals or not at all, and only once when nodes start together', async () => {
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
    const withDemo = {
      ...place.env,
      DEMO: 'on',
      SUPERADMIN_EMAIL: 'first@example.com',
      SUPERADMIN_PASSWORD: 'a-long-enough-one',
    }

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
    const nodes = await Promise.all(
      Array.from({ length: kind.name === 'postgres' ? 3 : 1 }, () => start(withDemo, true, onStep)),
    )
    // A start without output for half a minute looks like a hang.
    expect(steps).toHaveLength(4)
    expect(steps).toContain('Creating the demo deal Riverside Apartments')
    expect(nodes.filter(({ planted }) => planted.demo)).toHaveLength(1)
    const [first] = nodes
    if (first === undefined) throw new Error('No node started')
    const counts = await countIn(first)
    expect(counts.filter(({ n }) => n === 0)).toEqual([])
    expect(counts).toContainEqual({ of: 'users', n: 8 })
    expect(counts).toContainEqual({ of: 'deals', n: 4 })
    const { rows: limits } = await first.database.query({ text: 'SELECT key FROM rate_limits' })
    expect(limits).toEqual([])
    for (const node of nodes) expect(await login(node, 'first@example.com', 'a-long-enough-one')).toBe(200)
    for (const node of nodes) await node.drain()

    service = await start(withDemo, true)
    expect([service.planted.demo, await countIn(service)]).toEqual([false, counts])
    await service.drain()
    await place.remove()
  }, 180_000)

  it('rejects a superadmin address that belongs to a demo account with a configuration error', async () => {
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
})
