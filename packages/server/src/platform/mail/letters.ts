import type { Mail } from './mail.ts'

/** Text, a code alone on its line, or a link. */
export type Line = string | { code: string } | { words: string; link: string }

export type SendLetter = (to: string, subject: string, ...lines: Line[]) => void

interface Deps {
  mail: Mail
  onError: (error: unknown) => void
}

/** Sends mails as plain text and HTML. The caller does not wait for the mail server, and a failure undoes nothing. */
export const createLetters =
  ({ mail, onError }: Deps): SendLetter =>
  (to, subject, ...lines) => {
    mail.send({ to, subject, ...writeLetter(lines) }).catch(onError)
  }

export const writeLetter = (lines: readonly Line[]): { text: string; html: string } => ({
  text: lines.map(asText).join('\n\n'),
  html: lines.map((line) => `<p>${asHtml(line)}</p>`).join('\n'),
})

const asText = (line: Line): string => {
  if (typeof line === 'string') return line
  return 'code' in line ? line.code : `${line.words}: ${line.link}`
}

const asHtml = (line: Line): string => {
  if (typeof line === 'string') return escaped(line)
  if ('code' in line) return `<strong>${escaped(line.code)}</strong>`
  return `<a href="${escaped(line.link)}">${escaped(line.words)}</a>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Addresses come from untrusted users and can contain characters with a meaning in HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
