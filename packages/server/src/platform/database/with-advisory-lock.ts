import type { Database } from './database.ts'

/** One node at a time, in a transaction: for what is looked at and then made, such as the first account. */
export const withAdvisoryLock = <Result>(
  database: Database,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  database.transaction(async () => {
    await database.query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [what] })
    return work()
  })
