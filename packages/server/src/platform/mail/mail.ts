export interface MailMessage {
  /** The same for a mail that is sent again, so that mail servers and readers can tell. */
  id?: string
  /** One bare address. */
  to: string
  subject: string
  text: string
  html?: string | undefined
}

export interface ErasingMails {
  /** Mails to one of these addresses are removed. */
  to?: readonly string[]
  /** Mails that contain one of these texts are removed. */
  mentioning?: readonly string[]
  /** In the mails that stay, each name or address on the left gives way to the one on the right, as a whole word. */
  replacing?: readonly (readonly [erased: string, replacement: string])[]
}

/** Sending resolves once the mail is handed over, and rejects with MailFailure when it is not. */
export interface Mail {
  send(message: MailMessage): Promise<void>
  /** Erases from the mails that are still kept here; what was handed to a mail server is out of reach. */
  forget(erasing: ErasingMails): Promise<void>
  /** Waits for the mails under way. */
  close(): Promise<void>
}

export class MailFailure extends Error {
  override readonly name = 'MailFailure'
}
