import { call, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const deals = 6_000

describeOnPostgres('killed purge', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  const number = async (text: string): Promise<number> => Number((await database.rows(text))[0]?.['number'])
  const purgeAll = async (url: string) => {
    const { token } = await signIn(url, 'superadmin@example.com')
    const body = { mode: 'all', dry_run: false }
    return call(url, 'POST', '/api/superadmin/purge_deals', { token, body })
  }

  it('resumes a killed purge when the same request is repeated after a restart, and reports its full totals', async () => {
    const place = await services.place({ databaseUrl: database.url })
    const first = await services.start(place)
    await database.rows(`INSERT INTO key_values (deal_id, kind, id, version, value)
      SELECT 'deal-' || n, kind, 'a', n, '1'
      FROM generate_series(1, ${deals}) n, unnest(ARRAY['session', 'lock', 'event', 'checkpoint']) kind`)
    const cutOff = purgeAll(first.url).catch(() => 'cut off')
    await vi.waitUntil(() => number('SELECT count(*) AS number FROM purged_deals WHERE done'), {
      timeout: 30_000,
      interval: 5,
    })
    await first.kill()
    expect(await cutOff).toBe('cut off')
    const left = `SELECT count(*) AS number FROM key_values WHERE kind <> 'checkpoint'`
    const afterTheKill = await number(left)
    expect(afterTheKill).toBeGreaterThan(0)
    expect(afterTheKill).toBeLessThan(3 * deals)

    const second = await services.start(place)
    const { status, body } = await purgeAll(second.url)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resumed: true,
      deals_total: deals,
      totals: { session: deals, lock: deals, event: deals },
      purged_keys: 3 * deals,
    })
    expect(await number(left)).toBe(0)
    expect(await number('SELECT count(*) AS number FROM key_values')).toBe(deals)
  }, 120_000)
})
