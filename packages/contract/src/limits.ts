/** Every limit of the service: so many within so many seconds. */
export const limitRules = {
  /** Per user, every call that changes something. */
  write: { points: 300, seconds: 60 },
  /** Failed sign-ins; addresses that nobody has are counted alike. */
  login_account_and_address: { points: 10, seconds: 900 },
  login_account: { points: 100, seconds: 3600 },
  login_address: { points: 100, seconds: 3600 },
  /** Per user, wrong guesses of the current password. */
  password_guess: { points: 100, seconds: 3600 },
  /** Per user, codes mailed to link an address. */
  email_request: { points: 3, seconds: 3600 },
  /** Links asked for, per address, whether anybody has it or not; and per network, so that nobody mails the whole world. */
  magic_link_email: { points: 5, seconds: 3600 },
  magic_link_address: { points: 60, seconds: 3600 },
  /** Registrations tried, per network and per address that is to be registered. */
  register_address: { points: 30, seconds: 3600 },
  register_email: { points: 5, seconds: 3600 },
  /** Per user. */
  org_creation: { points: 5, seconds: 3600 },
  invitation: { points: 60, seconds: 3600 },
  /** Per user whose address an administrator changes: each change mails a stranger. */
  admin_email_change: { points: 5, seconds: 3600 },
  /** Per user: reads that cost more than others. */
  search: { points: 120, seconds: 60 },
  cells: { points: 120, seconds: 60 },
  content: { points: 120, seconds: 60 },
  since: { points: 120, seconds: 60 },
  journal_verification: { points: 6, seconds: 60 },
} as const

export type LimitRule = keyof typeof limitRules

/** Of some the same person may also have only so many under way at once, on each node. */
export const maxAtOnce: Partial<Record<LimitRule, number>> = { search: 4, cells: 4, content: 4, since: 4 }
