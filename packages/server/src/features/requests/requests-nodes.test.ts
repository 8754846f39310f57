import { beforeAll, expect, it, vi } from 'vitest'
import { plantDeal } from '../../testing/planting.ts'
import { onTwoServices, type TwoServices } from '../../testing/two-services.ts'

type Someone = Awaited<ReturnType<TwoServices['signIn']>>

onTwoServices('reminders on two nodes', ['by PostgreSQL'], (app) => {
  let owner: Someone
  let viewer: Someone
  beforeAll(async () => {
    owner = await app.signIn('owner')
    viewer = await app.signIn('viewer')
  })
  const requests = 60

  it('are sent once each, also when leases end while they are being sent [TASK-9]', async () => {
    const members = { [owner.userId]: 'owner', [viewer.userId]: 'viewer' } as const
    const deals = [
      await plantDeal({ sql: app.sql, service: app.here }, { members }),
      await plantDeal({ sql: app.sql, service: app.there }, { members }),
    ]
    const today = new Date().toISOString().slice(0, 10)
    await app.sql(
      `INSERT INTO deal_requests (id, deal_id, title, status, assignee_id, due_date, reminder, remind_at, version,
          created_by, created_at, updated_at)
        SELECT gen_random_uuid(), ($1::text[])[1 + n % 2], 'Request ' || n, 'open', $2, $3, 'day_before',
          now() - interval '1 minute', 1, $4, now(), now() FROM generate_series(1, $5::int) n`,
      [deals, viewer.userId, today, owner.userId, requests],
    )
    /** What nodes that were killed leave behind: leases that end although nothing was sent. */
    const endLeases = () =>
      app.sql("UPDATE deal_requests SET remind_at = now() WHERE reminder = 'day_before' AND remind_at > now()")
    await vi.waitUntil(
      async () => {
        await endLeases()
        return (await app.sql("SELECT 1 FROM deal_requests WHERE reminder = 'day_before'")).length === 0
      },
      { timeout: 60_000, interval: 20 },
    )
    const sent = await app.sql<{ snippet: string; count: number }>(
      `SELECT snippet, count(*)::int AS count FROM notifications
        WHERE type = 'request_due' AND user_id = $1 GROUP BY snippet`,
      [viewer.userId],
    )
    expect(sent).toHaveLength(requests)
    expect(sent.filter(({ count }) => count !== 1)).toEqual([])
    const left = await app.sql('SELECT DISTINCT reminder FROM deal_requests')
    expect(left).toEqual([{ reminder: 'overdue' }])
  })
})
