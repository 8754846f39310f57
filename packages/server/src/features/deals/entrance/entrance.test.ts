import { beforeEach, expect, it } from 'vitest'
import { signInAll } from '../../../testing/noticing.ts'
import { plantDeal } from '../../../testing/planting.ts'
import { onService } from '../../../testing/service.ts'
import { createDealEntrance } from './entrance.service.ts'
import { createDealEntranceStore } from './entrance.store.ts'

onService('superadmin grants', (app) => {
  const people = signInAll(app, 'superadmin')
  let deal: string
  beforeEach(async () => {
    await app.sql('DELETE FROM superadmin_grants')
    deal = await plantDeal(app)
  })

  const now = new Date('2026-11-15T09:30:00.000Z')
  const sweep = () => {
    const { database } = app.service
    const deals = { roleOf: async () => undefined }
    return createDealEntrance({
      store: createDealEntranceStore(database),
      deals,
      note: async (_, __, entered) => entered,
      now: () => now,
    }).sweep()
  }
  const grant = (reason: string, ended: string, many = 1) =>
    app.sql(
      `INSERT INTO superadmin_grants (id, user_id, deal_id, reason, created_at, expires_at)
        SELECT gen_random_uuid(), $1, $2, $3, $4::timestamptz - interval '1 hour', $4 FROM generate_series(1, $5::int)`,
      [people().superadmin.userId, deal, reason, ended, many],
    )
  const left = async () =>
    (await app.sql<{ reason: string }>('SELECT reason FROM superadmin_grants ORDER BY reason')).map(
      ({ reason }) => reason,
    )

  it('deletes superadmin grants 30 days after they expired, and not earlier', async () => {
    await grant('a running one', '2026-11-15T10:00:00.000Z')
    await grant('ended today', '2026-11-15T09:00:00.000Z')
    await grant('ended 30 days ago', '2026-10-16T09:30:00.000Z')
    await grant('ended longer ago', '2026-10-16T09:29:59.999Z')
    await sweep()
    expect(await left()).toEqual(['a running one', 'ended 30 days ago', 'ended today'])
  })

  it('deletes expired superadmin grants 1,000 at a time, oldest first', async () => {
    await grant('old', '2025-01-01T00:00:00.000Z', 999)
    await grant('less old', '2025-02-01T00:00:00.000Z', 2)
    await sweep()
    expect(await left()).toEqual(['less old'])
    await sweep()
    expect(await left()).toEqual([])
  })
})
