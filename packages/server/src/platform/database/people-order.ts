import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm'
import { users } from './tables/users.ts'

/** The last person on a page. */
export interface AfterPerson {
  verified: boolean
  time: Date
  id: string
}

/**
 * The order of every list of people: verified addresses first, then the oldest accounts. Needs `users` in the
 * statement.
 */
export const verifiedFirst = ([time, id]: [Column, Column]): SQL[] => [desc(users.emailVerified), asc(time), asc(id)]

/** The people after the cursor in that order. */
export const peopleAfter = ([time, id]: [Column, Column], after: AfterPerson | undefined): SQL | undefined =>
  after === undefined
    ? undefined
    : sql`(NOT ${users.emailVerified}, ${time}, ${id}) > (${!after.verified}, ${after.time.toISOString()}, ${after.id})`
