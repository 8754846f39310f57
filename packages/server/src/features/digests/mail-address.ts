/** SQL for the verified address that mails to a person go to, the primary one first; the person is given as SQL. */
export const mailAddress = (userId: string): string => `(
  SELECT mailed.email FROM user_emails mailed WHERE mailed.user_id = ${userId} AND mailed.verified_at IS NOT NULL
  ORDER BY mailed.is_primary DESC, mailed.created_at, mailed.email LIMIT 1)`
