/** Every limit of the service: so many within so many seconds. */
export const limitRules = {
  /** Per user, every call that changes something. */
  write: { points: 300, seconds: 60 },
  /**
   * Failed sign-ins; addresses that nobody has are counted alike. A limit by address counts an IPv4 address or an IPv6
   * network of 64 bits; `_site` counts the 48 bits above it, at ten times the limit.
   */
  login_account_and_address: { points: 10, seconds: 900 },
  login_account_and_address_site: { points: 100, seconds: 900 },
  login_address: { points: 100, seconds: 3600 },
  login_address_site: { points: 1000, seconds: 3600 },
  /** Never refused, or anyone could lock a person out: the count decides how long a sign-in waits. */
  login_account: { points: 1_000_000_000, seconds: 3600 },
  /** On a device where the account signed in before; beyond it the device is like any other. */
  login_device: { points: 10, seconds: 900 },
  /** Per user, wrong guesses of the current password. */
  password_guess: { points: 100, seconds: 3600 },
  /** Per user, codes mailed to link an address. */
  email_request: { points: 3, seconds: 3600 },
  /** Links asked for, per address, whether anybody has it or not; and per network, so that nobody mails the whole world. */
  magic_link_email: { points: 5, seconds: 3600 },
  magic_link_address: { points: 60, seconds: 3600 },
  magic_link_address_site: { points: 600, seconds: 3600 },
  /** Links opened that are not good, per network. */
  magic_link_guess: { points: 100, seconds: 3600 },
  magic_link_guess_site: { points: 1000, seconds: 3600 },
  /**
   * Registrations tried, per network; and those with a good code, per network and address that is to be registered: what
   * strangers do must not keep the person out.
   */
  register_address: { points: 30, seconds: 3600 },
  register_address_site: { points: 300, seconds: 3600 },
  register_email: { points: 5, seconds: 3600 },
  register_email_site: { points: 50, seconds: 3600 },
  /** Per user. */
  org_creation: { points: 5, seconds: 3600 },
  invitation: { points: 60, seconds: 3600 },
  avatar_upload: { points: 20, seconds: 3600 },
  /**
   * Mails that people cause, per sender and recipient, per sender, and per recipient whoever sends. What is beyond goes
   * out as one digest.
   */
  mail_sender_recipient: { points: 5, seconds: 60 },
  mail_sender: { points: 30, seconds: 60 },
  mail_recipient: { points: 20, seconds: 3600 },
  /** Codes mailed to one address, whoever asks for them. */
  email_code_recipient: { points: 10, seconds: 3600 },
  /** Per user whose address an administrator changes: each change mails a stranger. */
  admin_email_change: { points: 5, seconds: 3600 },
  /** Per user: reads that cost more than others. */
  search: { points: 120, seconds: 60 },
  cells: { points: 120, seconds: 60 },
  content: { points: 120, seconds: 60 },
  since: { points: 120, seconds: 60 },
  /** Looks at what happened to a deal, and streams of it that are opened. */
  events: { points: 300, seconds: 60 },
  journal_verification: { points: 6, seconds: 60 },
} as const

export type LimitRule = keyof typeof limitRules

/** Of some the same person may also have only so many under way at once, on each node. */
export const maxAtOnce: Partial<Record<LimitRule, number>> = { search: 4, cells: 4, content: 4, since: 4 }
