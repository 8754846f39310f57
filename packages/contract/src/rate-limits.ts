/** Every rate limit of the service: a number of points within a number of seconds. */
export const limitRules = {
  /** Per user, every call that changes something. */
  write: { points: 300, seconds: 60 },
  /**
   * Failed sign-ins; unknown addresses are counted in the same way. A limit by address counts an IPv4 address or an
   * IPv6 /64 network; `_site` counts the /48 site above it, at ten times the limit.
   */
  login_account_and_address: { points: 10, seconds: 900 },
  login_account_and_address_site: { points: 100, seconds: 900 },
  login_address: { points: 100, seconds: 3600 },
  login_address_site: { points: 1000, seconds: 3600 },
  /** Never rejects, or anyone could lock a user out: the count determines how long a sign-in is delayed. */
  login_account: { points: 1_000_000_000, seconds: 3600 },
  /** On a device where the account signed in before; beyond the limit the device is treated like any other. */
  login_device: { points: 10, seconds: 900 },
  /** Per user, wrong attempts at the current password. */
  password_guess: { points: 100, seconds: 3600 },
  /** Per user, codes mailed to link an address. */
  email_request: { points: 3, seconds: 3600 },
  /**
   * Requested sign-in links, per address, whether or not it has an account; and per network, so that nobody can
   * mass-mail strangers.
   */
  magic_link_email: { points: 5, seconds: 3600 },
  magic_link_address: { points: 60, seconds: 3600 },
  magic_link_address_site: { points: 600, seconds: 3600 },
  /** Invalid sign-in links opened, per network. */
  magic_link_guess: { points: 100, seconds: 3600 },
  magic_link_guess_site: { points: 1000, seconds: 3600 },
  /**
   * Registration attempts per network; and those with a valid code per network and address to register, so that
   * strangers cannot block a person from registering.
   */
  register_address: { points: 30, seconds: 3600 },
  register_address_site: { points: 300, seconds: 3600 },
  register_email: { points: 5, seconds: 3600 },
  register_email_site: { points: 50, seconds: 3600 },
  /** Per user. */
  org_creation: { points: 5, seconds: 3600 },
  invitation: { points: 60, seconds: 3600 },
  avatar_upload: { points: 20, seconds: 3600 },
  house_style: { points: 60, seconds: 3600 },
  digest_settings: { points: 60, seconds: 3600 },
  /** Links that end digests: per link, and invalid ones per network. Mail providers follow the links of many people. */
  unsubscribe: { points: 30, seconds: 3600 },
  unsubscribe_guess: { points: 100, seconds: 3600 },
  unsubscribe_guess_site: { points: 1000, seconds: 3600 },
  /**
   * Mails caused by users, per sender and recipient, per sender, and per recipient regardless of sender. Mails beyond
   * the limits go out as one digest.
   */
  mail_sender_recipient: { points: 5, seconds: 60 },
  mail_sender: { points: 30, seconds: 60 },
  mail_recipient: { points: 20, seconds: 3600 },
  /** Codes mailed to one address, across all requesters. */
  email_code_recipient: { points: 10, seconds: 3600 },
  /** Per user whose address an administrator changes: each change mails a new, unverified address. */
  admin_email_change: { points: 5, seconds: 3600 },
  /** Per user: reads that cost more than others. */
  search: { points: 120, seconds: 60 },
  facts: { points: 120, seconds: 60 },
  cells: { points: 120, seconds: 60 },
  content: { points: 120, seconds: 60 },
  since: { points: 120, seconds: 60 },
  waiting: { points: 120, seconds: 60 },
  /** Reads of a deal's events, and event streams opened. */
  events: { points: 300, seconds: 60 },
  /** Per user, files made. */
  export: { points: 20, seconds: 3600 },
  /** Per user, bundles sent. */
  import: { points: 20, seconds: 3600 },
  /** Per user, questions that a model provider may answer. */
  model_preview: { points: 30, seconds: 3600 },
  ask: { points: 20, seconds: 3600 },
  /** Per user, sections drafted by a model provider. */
  provider_run: { points: 20, seconds: 3600 },
  journal_verification: { points: 6, seconds: 60 },
} as const

export type LimitRule = keyof typeof limitRules

/** For some limits, also the maximum number of concurrent requests of one person on each node. */
export const maxAtOnce: Partial<Record<LimitRule, number>> = { search: 4, facts: 4, cells: 4, content: 4, since: 4 }
