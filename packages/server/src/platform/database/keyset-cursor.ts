import { type Column, type SQL, sql } from 'drizzle-orm'

/** The rows behind one in a list that is sorted by time and id, the newest first. */
export const olderThan = (
  [time, id]: [Column, Column],
  after: { time: Date; id: string } | undefined,
): SQL | undefined =>
  after === undefined ? undefined : sql`(${time}, ${id}) < (${after.time.toISOString()}, ${after.id})`

/** The same where the oldest comes first. */
export const newerThan = (
  [time, id]: [Column, Column],
  after: { time: Date; id: string } | undefined,
): SQL | undefined =>
  after === undefined ? undefined : sql`(${time}, ${id}) > (${after.time.toISOString()}, ${after.id})`
