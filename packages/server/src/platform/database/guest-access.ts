/**
 * A condition on a row of `deal_members`: the membership gives access. The access of a guest ends by the clock of the
 * database, before anything removes the row. The alias is given as SQL, never as a value.
 */
export const membershipCounts = (member: string): string =>
  `(${member}.guest_until IS NULL OR ${member}.guest_until > now())`

/** A condition: the user is a guest of the deal, also after their access has ended. Both are given as SQL. */
export const isGuestOn = (userId: string, dealId: string): string => `EXISTS (
  SELECT FROM deal_members guest
  WHERE guest.deal_id = ${dealId} AND guest.user_id = ${userId} AND guest.guest_until IS NOT NULL)`
