import { type Column, type SQL, sql } from 'drizzle-orm'

/** The rows after the cursor in a list sorted by time and id, newest first. */
export const olderThan = (
  [time, id]: [Column, Column],
  after: { time: Date; id: string } | undefined,
): SQL | undefined =>
  after === undefined ? undefined : sql`(${time}, ${id}) < (${after.time.toISOString()}, ${after.id})`

/** The same for a list sorted oldest first. */
export const newerThan = (
  [time, id]: [Column, Column],
  after: { time: Date; id: string } | undefined,
): SQL | undefined =>
  after === undefined ? undefined : sql`(${time}, ${id}) > (${after.time.toISOString()}, ${after.id})`
