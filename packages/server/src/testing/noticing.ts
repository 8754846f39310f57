import { beforeAll } from 'vitest'
import type { Notice } from '../features/audit-trail/deal-changes.service.ts'
import { actorOf } from './org-people.ts'
import type { Person, TestService } from './service.ts'

/** Signs in demo users before the first test. */
export const signInAll = <Name extends string>(app: TestService, ...names: Name[]): (() => Record<Name, Person>) => {
  const people = new Map<string, Person>()
  beforeAll(async () => {
    for (const name of names) people.set(name, await app.signIn(name))
  })
  return () => Object.fromEntries(people) as Record<Name, Person>
}

/** A notice about a comment, with the given fields replaced. */
export const noticeTo = (to: readonly Person[], more: Partial<Notice> = {}): Notice => ({
  type: 'comment',
  to: to.map(({ userId }) => userId),
  snippet: 'Where does this rent growth come from?',
  ...more,
})

/** Performs an action on a deal that notifies users. */
export const act = (app: Pick<TestService, 'service'>, actor: Person, dealId: string, ...notices: Notice[]) =>
  app.service.changes.change(actorOf(actor), dealId, 'service', async (deal) => {
    for (const notice of notices) deal.notify(notice)
  })

/** Deletes all notifications and their counters. */
export const forgetNotifications = async ({ sql }: Pick<TestService, 'sql'>): Promise<void> => {
  for (const table of ['notifications', 'notification_counters', 'notification_heads'])
    await sql(`DELETE FROM ${table}`)
}

/** Finds users and deals whose unread counter is wrong; expected to be empty. */
export const miscounted = ({ sql }: TestService) =>
  sql(`SELECT * FROM notification_counters c FULL JOIN (
      SELECT user_id, deal_id, count(*) FILTER (WHERE read_at IS NULL) AS rows FROM notifications GROUP BY user_id, deal_id
    ) n USING (user_id, deal_id) WHERE coalesce(c.unread, 0) <> coalesce(n.rows, 0)`)

/** Inserts many notifications of one user without publishing them. */
export const plantNotifications = async (
  { sql }: TestService,
  { to, by, dealId, many }: { to: Person; by: Person; dealId: string; many: number },
): Promise<void> => {
  const [head] = await sql<{ seq: string }>('SELECT seq FROM notification_heads WHERE user_id = $1', [to.userId])
  const last = Number(head?.seq ?? 0)
  await sql(
    `INSERT INTO notifications (user_id, seq, id, deal_id, type, actor_id, snippet, created_at)
      SELECT $1, n, gen_random_uuid(), $2, 'comment', $3, 'Number ' || n, now() FROM generate_series($4::int, $5::int) n`,
    [to.userId, dealId, by.userId, last + 1, last + many],
  )
  await sql(
    'INSERT INTO notification_heads (user_id, seq) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET seq = $2',
    [to.userId, last + many],
  )
  await sql(
    `INSERT INTO notification_counters (user_id, deal_id, unread) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, deal_id) DO UPDATE SET unread = notification_counters.unread + $3`,
    [to.userId, dealId, many],
  )
}
