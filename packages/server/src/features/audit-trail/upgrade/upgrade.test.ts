import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Service } from '../../../compose.ts'
import { startEmbeddedPostgres } from '../../../platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { expectDeclaredEvents } from '../../../testing/declared-events.ts'
import { appendOldEvents, plantOldDeal, plantOldDecision } from '../../../testing/old-trails.ts'
import { reportMissing } from '../../../testing/report-missing.ts'
import { startService } from '../../../testing/start.ts'

const auditTrailKey = 'a-key-that-is-long-enough-for-a-trail'
const migrations = fileURLToPath(new URL('../../../../migrations/', import.meta.url))
/** The last migration of the version before baselines. */
const lastOld = '0006_intake.sql'

interface OldPlace {
  env: Record<string, string>
  connection: pg.ClientConfig
  /** Disconnects from the database before a service opens it. */
  release(): Promise<void>
  remove(): Promise<void>
}

const postgresUrl = inject('postgresUrl')

const onPostgres = async (): Promise<OldPlace> => {
  const name = `deal_canvas_test_${randomUUID().replaceAll('-', '')}`
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-'))
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgresUrl ?? '' })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await admin(`CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href
  return {
    env: { DATABASE_URL: url, DATA_DIR: folder, JWT_SECRET: randomUUID() },
    connection: { connectionString: url },
    release: async () => undefined,
    remove: async () => {
      await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const onPglite = async (): Promise<OldPlace> => {
  const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-'))
  const embedded = await startEmbeddedPostgres({ folder, onCrash: () => undefined })
  return {
    env: { DATA_DIR: folder },
    connection: embedded.connection,
    release: () => embedded.stop(),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

if (postgresUrl === null) reportMissing('the upgrade of an older database (postgres)', 'PostgreSQL is not reachable')

describe.each([
  ['pglite', onPglite, 1],
  ...(postgresUrl === null ? [] : [['postgres', onPostgres, 2] as const]),
] as const)('upgrade of an older database (%s)', (_, open, nodes) => {
  let place: OldPlace
  const services: Service[] = []
  let ahead = 0
  const start = async (): Promise<void> => {
    const now = () => new Date(Date.now() + ahead)
    services.push(await startService({ ...place.env, JOURNAL_KEY: auditTrailKey, DEMO: 'off' }, { now }))
  }
  const owner = randomUUID()
  let decided: string
  let untouched: string
  let asked: string
  const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
    ((await services[0]?.database.query<Row>({ text, values })) ?? { rows: [] }).rows

  beforeAll(async () => {
    place = await open()
    const folder = await mkdtemp(join(tmpdir(), 'deal-canvas-migrations-'))
    for (const name of (await readdir(migrations)).filter((item) => item.endsWith('.sql') && item <= lastOld))
      await cp(join(migrations, name), join(folder, name))
    await migrate(place.connection, pathToFileURL(`${folder}/`))
    await rm(folder, { recursive: true, force: true })
    const client = new pg.Client(place.connection)
    await client.connect()
    const plant = (text: string, values: unknown[] = []) => client.query(text, values)
    await plant(
      `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
       VALUES ($1, 'Owner', 'active', gen_random_uuid(), '{"mentions": true}', now(), now())`,
      [owner],
    )
    decided = await plantOldDecision(plant, auditTrailKey, owner)
    untouched = await plantOldDeal(plant, owner)
    asked = await plantOldDeal(plant, owner)
    const ext = { type: 'ext.asked', data: { n: 1 }, actorId: owner }
    await appendOldEvents(
      plant,
      auditTrailKey,
      asked,
      Array.from({ length: 3 }, () => ext),
    )
    await client.end()
    await place.release()
    for (let node = 0; node < nodes; node++) await start()
    await Promise.all(services.map((service) => service.writeBaselines()))
    // An embedded database from nothing, twice started: slow where the machine is busy.
  }, 240_000)
  afterAll(async () => {
    for (const service of services) await service.drain()
    await place.remove()
  })

  const verify = async (dealId: string) => services[0]?.verifyTrail(dealId)
  const codes = async (dealId: string) => (await verify(dealId))?.problems.map(({ code }) => code)
  const types = async (dealId: string) =>
    (await sql<{ type: string }>('SELECT type FROM journal WHERE deal_id = $1 ORDER BY seq', [dealId])).map(
      ({ type }) => type,
    )
  /** Applies a change, returns the problems found, and reverts the change. */
  const withChange = async (change: string, back: string): Promise<string[] | undefined> => {
    await sql(change, [decided])
    const found = await codes(decided)
    await sql(back, [decided])
    expect(await codes(decided)).toEqual([])
    return found
  }

  it('writes one signed baseline per trail however many nodes start, and only a head for an untouched deal', async () => {
    expect((await types(decided)).filter((type) => type === 'audit.baseline')).toEqual(['audit.baseline'])
    expect((await types(asked)).at(-1)).toBe('audit.baseline')
    expect(await types(untouched)).toEqual([])
    const [baseline] = await sql<{ actor_id: unknown; kind: string; data: string }>(
      "SELECT actor_id, kind, data FROM journal WHERE deal_id = $1 AND type = 'audit.baseline'",
      [decided],
    )
    expect([baseline?.actor_id, baseline?.kind]).toEqual([null, 'activity'])
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(JSON.parse(baseline?.data ?? '')).toEqual({
      digests: { sections: digest, numbers: digest, decision: digest },
      sections: [['thesis', 2]],
      erased: [[4, 4]],
    })
    const [head] = await sql('SELECT seq::float8 AS seq FROM audit_heads WHERE deal_id = $1', [untouched])
    expect(head).toEqual({ seq: 0 })
    for (const id of [decided, untouched, asked])
      expect(await verify(id)).toMatchObject({ valid: true, problems: [], erased: id === decided ? 1 : 0 })
  })

  it('does not count an upgrade baseline as activity of the deal', async () => {
    const rows = await sql(
      'SELECT last_activity_at, h.last_at FROM deals JOIN journal_heads h ON h.deal_id = id WHERE id = $1',
      [decided],
    )
    expect(rows).toEqual([{ last_activity_at: null, last_at: new Date('2026-10-01T09:30:00.000Z') }])
  })

  it('finds a rationale, old version or number changed after the baseline, and missing data that it does not list', async () => {
    expect(
      await withChange(
        "UPDATE deals SET rationale = 'A bargain' WHERE id = $1",
        "UPDATE deals SET rationale = 'Too risky' WHERE id = $1",
      ),
    ).toEqual(['decision_changed'])
    expect(
      await withChange(
        "UPDATE section_versions SET content = 'Other' WHERE deal_id = $1 AND version = 1",
        "UPDATE section_versions SET content = 'The price is fair.' WHERE deal_id = $1 AND version = 1",
      ),
    ).toEqual(['history_changed'])
    expect(
      await withChange(
        "UPDATE sections SET content = 'Other' WHERE deal_id = $1",
        "UPDATE sections SET content = 'The price is high.' WHERE deal_id = $1",
      ),
    ).toEqual(['section_changed'])
    expect(
      await withChange(
        'UPDATE deal_metrics SET value = 1 WHERE deal_id = $1',
        'UPDATE deal_metrics SET value = 1000000 WHERE deal_id = $1',
      ),
    ).toEqual(['numbers_changed'])
    await sql('UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND seq = 2', [asked])
    expect(await codes(asked)).toEqual(['data_missing'])
  })

  it('reports no problems for a trail that waits for its baseline or that an older node continues', async () => {
    const waiting = await plantOldDecision(sql, auditTrailKey, owner)
    expect(await verify(waiting)).toMatchObject({ valid: true, entries: 5, erased: 1, problems: [] })
    await Promise.all(services.map((service) => service.writeBaselines()))
    expect(await verify(waiting)).toMatchObject({ valid: true, entries: 6, problems: [] })
    expect(await expectDeclaredEvents({ sql })).toContain('audit.baseline')
    const [head] = await sql<{ hash: string }>('SELECT hash FROM journal_heads WHERE deal_id = $1', [waiting])
    const later = { seq: 6, hash: head?.hash ?? '' }
    const reopened = { type: 'deal.reopened', data: { reason: 'Old node' }, actorId: owner }
    await sql("UPDATE deals SET status = 'open' WHERE id = $1", [waiting])
    await appendOldEvents(sql, auditTrailKey, waiting, [reopened], later)
    expect(await verify(waiting)).toMatchObject({ valid: true, entries: 7, problems: [] })
    await services[0]?.changes.changeAsService(waiting, async (deal) =>
      deal.recordExternal('ext.asked', {}, 'activity'),
    )
    const [moved] = await sql<{ seq: number }>('SELECT seq::float8 AS seq FROM audit_heads WHERE deal_id = $1', [
      waiting,
    ])
    expect(moved?.seq).toBe(8)
  })

  it('writes the baseline of an old trail before its next change', async () => {
    const changed = await plantOldDecision(sql, auditTrailKey, owner)
    await services[0]?.changes.changeAsService(
      changed,
      async (deal) => deal.recordExternal('ext.asked', {}, 'activity'),
      {
        evenIfDecided: true,
      },
    )
    expect((await types(changed)).slice(-2)).toEqual(['audit.baseline', 'ext.asked'])
    expect(await verify(changed)).toMatchObject({ valid: true, entries: 7, problems: [] })
  })

  it('writes no baseline for a trail with digests, a memo without events, or missing data that no version erases', async () => {
    const signed = await plantOldDeal(sql, owner)
    const digest = { section_key: 'thesis', version: 1, digest: 'a'.repeat(64) }
    await appendOldEvents(sql, auditTrailKey, signed, [{ type: 'section.created', data: digest, actorId: owner }])
    const emptied = await plantOldDecision(sql, auditTrailKey, owner)
    await sql('DELETE FROM journal WHERE deal_id = $1', [emptied])
    await sql("UPDATE journal_heads SET seq = 0, hash = repeat('0', 64) WHERE deal_id = $1", [emptied])
    const silenced = await plantOldDecision(sql, auditTrailKey, owner)
    await sql('UPDATE journal SET data = NULL, salt = NULL WHERE deal_id = $1 AND seq = 2', [silenced])
    await Promise.all(services.map((service) => service.writeBaselines()))
    expect(await codes(signed)).toContain('head_missing')
    expect(await codes(emptied)).toContain('section_unrecorded')
    expect(await codes(silenced)).toEqual(expect.arrayContaining(['data_missing', 'head_missing']))
    for (const id of [signed, emptied, silenced]) expect(await types(id)).not.toContain('audit.baseline')
  })

  const cutBeforeBaseline = async (dealId: string): Promise<void> => {
    await sql('DELETE FROM journal WHERE deal_id = $1 AND seq > 2', [dealId])
    await sql(
      `UPDATE journal_heads SET seq = 2, hash = (SELECT hash FROM journal WHERE deal_id = $1 AND seq = 2)
       WHERE deal_id = $1`,
      [dealId],
    )
    await sql('DELETE FROM audit_heads WHERE deal_id = $1', [dealId])
    await sql('INSERT INTO audit_baselines_due (deal_id) VALUES ($1) ON CONFLICT DO NOTHING', [dealId])
  }

  it('writes no baseline more than a week after the upgrade, even for a trail cut to before its first one', async () => {
    ahead = 8 * 24 * 3_600_000
    expect(await codes(untouched)).toEqual([])
    await cutBeforeBaseline(decided)
    await Promise.all(services.map((service) => service.writeBaselines()))
    expect(await codes(decided)).toContain('head_missing')
    expect(await types(decided)).toHaveLength(2)
  })

  it('does not restart the upgrade when its statement is deleted or replaced, because other trails are signed', async () => {
    for (const change of ['DELETE FROM audit_upgrade', "UPDATE audit_upgrade SET at = now(), covers = 'all'"]) {
      await sql(change)
      for (const service of services.splice(0)) await service.drain()
      await start()
      await services[0]?.writeBaselines()
      expect(await codes(decided)).toContain('head_missing')
      expect(await types(decided)).toHaveLength(2)
      expect(await codes(untouched)).toEqual([])
    }
  })
})
