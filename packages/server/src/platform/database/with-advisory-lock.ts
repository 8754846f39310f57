import type { Database } from './database.ts'

/** Runs on one node at a time, in a transaction: for check-then-create steps, such as creating the first account. */
export const withAdvisoryLock = <Result>(
  database: Database,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  database.transaction(async () => {
    await database.query({ text: 'SELECT pg_advisory_xact_lock(hashtext($1))', values: [what] })
    return work()
  })
