import type { Database } from '../database/database.ts'

/** Fencing numbers of the database: they keep rising even if Redis has lost all it knew. */
export const createFences =
  ({ database }: { database: Database }) =>
  async (): Promise<number> => {
    const { rows } = await database.query<{ fence: string }>({
      name: 'key-value-fence',
      text: `SELECT nextval('key_value_numbers') AS fence`,
    })
    return Number(rows[0]?.fence)
  }

/** Tells whether a number was ever given out. What was stays so: the database is asked only about higher ones. */
export const createGivenFences = ({ database }: { database: Database }) => {
  let given = 0
  return async (fence: number): Promise<boolean> => {
    if (fence <= given) return true
    const { rows } = await database.query<{ last: string }>({
      name: 'key-value-given-fence',
      // Before the first number the sequence names the one to come.
      text: 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM key_value_numbers',
    })
    given = Math.max(given, Number(rows[0]?.last ?? 0))
    return fence <= given
  }
}
