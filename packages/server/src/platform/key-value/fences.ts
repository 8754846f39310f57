import type { Database } from '../database/database.ts'

/** Fencing numbers from the database: they keep increasing even if Redis loses all its data. */
export const createFences =
  ({ database }: { database: Database }) =>
  async (): Promise<number> => {
    const { rows } = await database.query<{ fence: string }>({
      name: 'key-value-fence',
      text: `SELECT nextval('key_value_numbers') AS fence`,
    })
    return Number(rows[0]?.fence)
  }

/**
 * Returns whether a number was ever issued. Caches the highest known one, so the database is queried only about higher
 * ones.
 */
export const createGivenFences = ({ database }: { database: Database }) => {
  let given = 0
  return async (fence: number): Promise<boolean> => {
    if (fence <= given) return true
    const { rows } = await database.query<{ last: string }>({
      name: 'key-value-given-fence',
      // Before the first number, last_value is the number to be issued next.
      text: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM key_value_numbers',
    })
    given = Math.max(given, Number(rows[0]?.last ?? 0))
    return fence <= given
  }
}
