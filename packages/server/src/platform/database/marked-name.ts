/** A person's name as words of a summary, in which there is no place for a mark beside it. The alias is given as SQL. */
export const markedName = (user: string): string =>
  `(${user}.display_name || CASE WHEN ${user}.email_verified THEN '' ELSE ' (unverified)' END)`
