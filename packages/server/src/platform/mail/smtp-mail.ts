import { createTransport } from 'nodemailer'
import { type Mail, MailFailure } from './mail.ts'
import { messageId } from './message-id.ts'
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
      const { id, to, subject, text, html, headers } = withSafeHeaders(message)
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(id === undefined ? {} : { messageId: messageId(id) }),
        // As they are: encoded or folded, a mail program would not find the address in List-Unsubscribe.
        headers: Object.entries(headers ?? {}).map(([key, value]) => ({ key, value: { prepared: true, value } })),
      })
      underWay.add(sending)
      try {
        await sending
      } catch (error) {
        // The cause is dropped: a server may quote the password, and causes end up in logs.
        throw new MailFailure(`a mail was not sent: ${reasonOf(error, [...secrets, to])}`, {
          isRefused: isRefusal(error),
        })
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
  throw new MailFailure('the SMTP address must be a URL that begins with smtp:// or smtps://', { isRefused: true })
}

/**
 * Whether the server certainly has no mail of this attempt: it said so, or no connection was made. A connection that
 * breaks or falls silent may have lost the answer only.
 */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { responseCode, code, syscall } = error as { responseCode?: unknown; code?: unknown; syscall?: unknown }
  return (
    (typeof responseCode === 'number' && responseCode >= 400) ||
    code === 'EDNS' ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo'
  )
}

const reasonOf = (error: unknown, secrets: string[]): string =>
  secrets.reduce(
    (text, secret) => text.replaceAll(secret, '***'),
    error instanceof Error ? error.message : String(error),
  )
