import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm'
import { users } from './tables/users.ts'

/** The last person of a page. */
export interface AfterPerson {
  verified: boolean
  time: Date
  id: string
}

/** The order of every list of people: those with a verified address first, then the oldest. Needs `users` in the statement. */
export const verifiedFirst = ([time, id]: [Column, Column]): SQL[] => [desc(users.emailVerified), asc(time), asc(id)]

/** The people behind one in that order. */
export const peopleAfter = ([time, id]: [Column, Column], after: AfterPerson | undefined): SQL | undefined =>
  after === undefined
    ? undefined
    : sql`(NOT ${users.emailVerified}, ${time}, ${id}) > (${!after.verified}, ${after.time.toISOString()}, ${after.id})`
