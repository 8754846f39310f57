export interface MailMessage {
  /** Stays the same when a mail is sent again, so that mail servers and clients can detect duplicates. */
  id?: string
  /** A single bare address. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** More headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface ErasingMails {
  /** Mails to one of these addresses are removed. */
  to?: readonly string[]
  /** Mails that contain one of these texts are removed. */
  mentioning?: readonly string[]
  /** In the remaining mails, each name or address on the left is replaced by the one on the right, as a whole word. */
  replacing?: readonly (readonly [erased: string, replacement: string])[]
}

/** Sending resolves once the mail is handed over, and rejects with MailFailure if it is not. */
export interface Mail {
  send(message: MailMessage): Promise<void>
  /** Erases mails that are still stored here; those already handed to a mail server are out of reach. */
  forget(erasing: ErasingMails): Promise<void>
  /** Waits for mails in progress. */
  close(): Promise<void>
}

export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** True if the mail was certainly not accepted; otherwise it may arrive, because the answer of the server was lost. */
  readonly isRefused: boolean

  constructor(message: string, { cause, isRefused }: { cause?: unknown; isRefused: boolean }) {
    super(message, cause === undefined ? undefined : { cause })
    this.isRefused = isRefused
  }
}
