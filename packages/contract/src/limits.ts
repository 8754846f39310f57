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
  /** Per user. */
  search: { points: 60, seconds: 60 },
  journal_verification: { points: 6, seconds: 60 },
} as const

export type LimitRule = keyof typeof limitRules
