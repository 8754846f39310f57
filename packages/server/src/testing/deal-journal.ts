import type { TestService } from './service.ts'

/** What the journal of a deal says, the oldest first. */
export const journalOf = async ({ sql }: TestService, dealId: string) => {
  const rows = await sql<{ type: string; actorId: string; bySuperadmin: boolean; data: string }>(
    `SELECT type, actor_id AS "actorId", by_superadmin AS "bySuperadmin", data FROM journal
      WHERE deal_id = $1 ORDER BY seq`,
    [dealId],
  )
  return rows.map(({ data, ...entry }) => ({ ...entry, data: JSON.parse(data) }))
}

/** The same, only what happened. */
export const happenedTo = async (app: TestService, dealId: string): Promise<string[]> =>
  (await journalOf(app, dealId)).map(({ type }) => type)
