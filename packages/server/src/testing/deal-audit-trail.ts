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

/** Lets the database refuse events of a type; returns what ends that. */
export const refuseEvents = async ({ sql }: Pick<TestService, 'sql'>, type: string): Promise<() => Promise<void>> => {
  await sql(
    `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.type = '${type}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
  )
  await sql('CREATE TRIGGER refuse_event BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION refuse_event()')
  return async () => {
    await sql('DROP TRIGGER refuse_event ON journal')
    await sql('DROP FUNCTION refuse_event')
  }
}
