export interface MailMessage {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html?: string | undefined
}

/** Sending resolves once the mail is handed over, and rejects with MailFailure when it is not. */
export interface Mail {
  send(message: MailMessage): Promise<void>
  /** Waits for the mails under way. */
  close(): Promise<void>
}

export class MailFailure extends Error {
  override readonly name = 'MailFailure'
}
