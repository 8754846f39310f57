import type { Database } from '../../../platform/database/database.ts'

/** Whose deal it is: the name of the organization; null for a personal deal. */
export const readOrganization = async (database: Pick<Database, 'query'>, dealId: string): Promise<string | null> => {
  const { rows } = await database.query<{ organization: string | null }>({
    name: 'exports_organization',
    text: 'SELECT o.name AS organization FROM deals d LEFT JOIN orgs o ON o.id = d.org_id WHERE d.id = $1',
    values: [dealId],
  })
  return rows[0]?.organization ?? null
}
