import type { TestService } from './service.ts'

/** The events of a deal's audit trail, oldest first. */
export const auditTrailOf = async ({ sql }: TestService, dealId: string) => {
  const rows = await sql<{ type: string; actorId: string; bySuperadmin: boolean; data: string }>(
    `SELECT type, actor_id AS "actorId", by_superadmin AS "bySuperadmin", data FROM journal
      WHERE deal_id = $1 ORDER BY seq`,
    [dealId],
  )
  return rows.map(({ data, ...entry }) => ({ ...entry, data: JSON.parse(data) }))
}

/** Only the types of the events. */
export const happenedTo = async (app: TestService, dealId: string): Promise<string[]> =>
  (await auditTrailOf(app, dealId)).map(({ type }) => type)
