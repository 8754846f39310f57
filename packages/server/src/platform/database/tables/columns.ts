import { boolean, customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time, with the millisecond precision of every response. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Raw bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * True if a superadmin granted this using only superadmin rights. A superadmin who reaches a deal only through such
 * rows counts as entering it, which its audit trail records.
 */
export const bySuperadmin = () => boolean('by_superadmin').notNull().default(false)
