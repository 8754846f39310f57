/**
 * A person's name inside a summary text, which has no room for a badge: unverified names are marked in words. The alias
 * is given as SQL.
 */
export const markedName = (user: string): string =>
  `(${user}.display_name || CASE WHEN ${user}.email_verified THEN '' ELSE ' (unverified)' END)`
