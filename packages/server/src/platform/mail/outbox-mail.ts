import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Mail, MailFailure, type MailMessage } from './mail.ts'
import { withSafeHeaders } from './safe-headers.ts'

export interface OutboxConfig {
  folder: string
  from: string
  now: () => Date
  /** Never given the text: it may hold a code or a link that signs in. */
  log: (written: { to: string; subject: string; file: string }) => void
}

/** Mails as files that people can read, for a service without a mail server. */
export const createOutboxMail = ({ folder, from, now, log }: OutboxConfig): Mail => {
  let written = 0
  const underWay = new Set<Promise<void>>()

  const write = async (message: MailMessage) => {
    const date = now()
    // The count keeps the order of mails of one millisecond, the random part keeps two processes apart.
    const count = String(++written).padStart(6, '0')
    const file = `${date.toISOString().replaceAll(':', '-')}-${count}-${randomUUID().slice(0, 8)}.txt`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, file), asText(message, from, date))
    } catch (error) {
      throw new MailFailure(`the mail to ${message.to} was not written to the outbox`, { cause: error })
    }
    log({ to: message.to, subject: message.subject, file })
  }

  return {
    async send(message) {
      const writing = write(withSafeHeaders(message))
      underWay.add(writing)
      await writing.finally(() => underWay.delete(writing))
    },

    async close() {
      await Promise.allSettled(underWay)
    },
  }
}

export const htmlDivider = '\n\n---------- the same as HTML ----------\n\n'

const asText = ({ to, subject, text, html }: MailMessage, from: string, date: Date) =>
  `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date.toUTCString()}\n\n${text}${html === undefined ? '' : htmlDivider + html}\n`

/** Under its name only once it is whole: people and tests watch the folder. */
const writeWhole = async (path: string, content: string) => {
  const temp = join(dirname(path), `.${basename(path)}.temp`)
  try {
    await writeFile(temp, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(temp, path)
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  }
}
