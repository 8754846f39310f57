import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isStorageFull } from '../disk/storage-full.ts'
import { replaceWhole } from '../whole-words.ts'
import { escaped } from './letters.ts'
import { type ErasingMails, type Mail, MailFailure, type MailMessage } from './mail.ts'
import { messageId } from './message-id.ts'
import { withSafeHeaders } from './safe-headers.ts'

export interface OutboxConfig {
  folder: string
  from: string
  now: () => Date
  /** Receives only the file name: logs outlive an erasure, and the text can contain a sign-in link. */
  log: (written: { file: string }) => void
  /** Called each time a mail could not be written because the disk is full; writing is retried. */
  onWaiting?: (error: unknown) => void
  retryMs?: number
}

/**
 * Maximum number of mails waiting for disk space, since they are held in memory; further ones are rejected with an
 * error.
 */
const maxWaiting = 1_000

/** Mails as readable files, for a service without a mail server. */
export const createOutboxMail = ({ folder, from, now, log, onWaiting, retryMs = 30_000 }: OutboxConfig): Mail => {
  let written = 0
  let waiting = 0
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  const write = async (message: MailMessage) => {
    const date = now()
    // The counter keeps the order of mails within one millisecond; the random part separates processes.
    const count = String(++written).padStart(6, '0')
    const file = `${date.toISOString().replaceAll(':', '-')}-${count}-${randomUUID().slice(0, 8)}.txt`
    try {
      await writeWhenThereIsSpace(file, asText(message, from, date))
    } catch (error) {
      throw new MailFailure('a mail was not written to the outbox', { cause: error, isRefused: true })
    }
    log({ file })
  }

  const writeWhenThereIsSpace = async (file: string, content: string): Promise<void> => {
    for (;;) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        return await writeWhole(join(folder, file), content)
      } catch (error) {
        if (!isStorageFull(error) || closing.signal.aborted || waiting >= maxWaiting) throw error
        onWaiting?.(error)
      }
      waiting += 1
      // Ends early when the service closes; the last attempt then decides.
      await setTimeout(retryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      waiting -= 1
    }
  }

  return {
    async send(message) {
      const writing = write(withSafeHeaders(message))
      underWay.add(writing)
      await writing.finally(() => underWay.delete(writing))
    },

    async forget(erasing) {
      await Promise.allSettled(underWay)
      for (const name of await namesIn(folder)) await forgetIn(join(folder, name), erasing)
    },

    async close() {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}

export const htmlDivider = '\n\n---------- the same as HTML ----------\n\n'

const asText = ({ id, to, subject, text, html, headers }: MailMessage, from: string, date: Date) =>
  `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date.toUTCString()}\n${moreHeaders(id, headers)}\n${text}${html === undefined ? '' : htmlDivider + html}\n`

const moreHeaders = (id: MailMessage['id'], headers: MailMessage['headers'] = {}): string =>
  Object.entries({ ...(id === undefined ? {} : { 'Message-ID': messageId(id) }), ...headers })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.txt'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** A file that the operator or another process has removed meanwhile counts as erased. */
const readIfThere = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

const forgetIn = async (path: string, { to = [], mentioning = [], replacing = [] }: ErasingMails): Promise<void> => {
  const mail = await readIfThere(path)
  const recipient = /^To: (.*)$/m.exec(mail)?.[1] ?? ''
  if (to.includes(recipient) || mentioning.some((text) => mail.includes(text))) return rm(path, { force: true })
  const left = replacing
    .flatMap(([erased, replacement]) => [
      [erased, replacement] as const,
      [escaped(erased), escaped(replacement)] as const,
    ])
    .reduce((text, [erased, replacement]) => replaceWhole(text, erased, replacement), mail)
  if (left !== mail) await writeWhole(path, left)
}

/** The file gets its name only once it is complete, because people and tests watch the folder. */
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
