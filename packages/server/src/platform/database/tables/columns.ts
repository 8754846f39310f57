import { boolean, customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time, to the millisecond, as every answer shows it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Bytes as they are. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Whether a superadmin gave this by that power alone. A superadmin who reaches a deal only by such rows enters it, and
 * its audit trail says so.
 */
export const bySuperadmin = () => boolean('by_superadmin').notNull().default(false)
