import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'

/** The mails of a service without a mail server. */
export const createOutbox = (folder: string) => {
  const handedOut = new Set<string>()

  const newestTo = async (to: string, subject: string): Promise<string> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.txt') && !handedOut.has(name))
    for (const name of names.sort().reverse()) {
      const mail = await readFile(join(folder, name), 'utf8')
      if (!mail.includes(`\nTo: ${to}\n`) || !mail.includes(`\nSubject: ${subject}`)) continue
      handedOut.add(name)
      return mail
    }
    throw new Error(`No mail to ${to} with the subject ${subject}`)
  }

  /** The newest unread mail to the address; waits for one that is still being sent. */
  const read = (to: string, subject: string) => vi.waitFor(() => newestTo(to, subject), { timeout: 10_000 })

  const found = (mail: string, pattern: RegExp): string => {
    const [, part] = pattern.exec(mail) ?? []
    if (part === undefined) throw new Error(`${pattern} is not in:\n${mail}`)
    return part
  }

  return {
    /** Path and fragment of the sign-in link. */
    signInLink: async (to: string) =>
      found(await read(to, 'Your Deal Canvas sign-in link'), /(\/app\/sign-in\/link#\S+)/),
    code: async (to: string) => found(await read(to, 'Your Deal Canvas code'), /^(\d{6})$/m),
    invitation: async (to: string) => found(await read(to, ''), /(\/app\/join#\S+)/),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
