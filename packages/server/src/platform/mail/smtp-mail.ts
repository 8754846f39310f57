import { createTransport } from 'nodemailer'
import { type Mail, MailFailure } from './mail.ts'
import { withSafeHeaders } from './safe-headers.ts'

export interface SmtpConfig {
  /** smtps://user:password@host:port, or smtp:// for STARTTLS; nodemailer options can follow as the query string. */
  url: string
  from: string
  timeoutMs?: number
}

export const createSmtpMail = ({ url, from, timeoutMs = 15_000 }: SmtpConfig): Mail => {
  const secrets = secretsIn(url)
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Shorter than the socket timeout; otherwise a mail assigned to a connection about to time out would fail with it.
    idleTimeout: timeoutMs / 2,
    // A man in the middle could hide STARTTLS and read the password.
    requireTLS: secrets.length > 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const underWay = new Set<Promise<unknown>>()

  return {
    async send(message) {
      const { id, to, subject, text, html } = withSafeHeaders(message)
      const messageId = id === undefined ? {} : { messageId: `<${id}@deal-canvas.invalid>` }
      const sending = transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, ...messageId })
      underWay.add(sending)
      try {
        await sending
      } catch (error) {
        // The cause is dropped: a server may quote the password, and causes end up in logs.
        throw new MailFailure(`a mail was not sent: ${reasonOf(error, [...secrets, to])}`)
      } finally {
        underWay.delete(sending)
      }
    },

    forget: async () => undefined,

    async close() {
      await Promise.allSettled(underWay)
      transport.close()
    },
  }
}

/** What must not appear in an error: the password in plain text and as the protocol encodes it. */
const secretsIn = (url: string): string[] => {
  const { username, password } = parsed(url)
  if (password === '') return []
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const encoded = [pass, `\0${user}\0${pass}`].map((secret) => Buffer.from(secret).toString('base64'))
  return [...encoded, password, pass]
}

const parsed = (url: string): URL => {
  try {
    const address = new URL(url)
    decodeURIComponent(address.username + address.password)
    if (address.protocol === 'smtp:' || address.protocol === 'smtps:') return address
  } catch {
    // The original error would contain the password; the one below does not.
  }
  throw new MailFailure('the SMTP address must be a URL that begins with smtp:// or smtps://')
}

const reasonOf = (error: unknown, secrets: string[]): string =>
  secrets.reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    error instanceof Error ? error.message : String(error),
  )
