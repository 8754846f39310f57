import { vi } from 'vitest'
import { htmlDivider } from '../platform/mail/outbox-mail.ts'
import type { TestService } from './service.ts'

export interface ReadMail {
  to: string
  subject: string
  text: string
  html: string
}

const read = (file: string): ReadMail => {
  const [head = '', ...rest] = file.split('\n\n')
  const [text = '', html = ''] = rest.join('\n\n').split(htmlDivider)
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
  return { to: header('To'), subject: header('Subject'), text, html: html.trim() }
}

/** The mails sent to an address so far, oldest first. */
export const mailsTo = async (app: TestService, to: string): Promise<ReadMail[]> =>
  (await app.mails()).map(read).filter((mail) => mail.to === to)

interface Awaited {
  to: string
  /** Part of the subject, because other mails to the same address can be under way. */
  about: string
}

/** Waits for the mail that some work causes; mails are sent in the background and can arrive after the work is done. */
export const mailAfter = async (
  app: TestService,
  { to, about }: Awaited,
  work: () => Promise<unknown>,
): Promise<ReadMail> => {
  const soFar = async () => (await mailsTo(app, to)).filter(({ subject }) => subject.includes(about))
  const before = (await soFar()).length
  await work()
  const found = await vi.waitUntil(async () => (await soFar())[before], { timeout: 60_000, interval: 20 })
  return found ?? { to, subject: '', text: '', html: '' }
}

/** The code that is alone on its line. */
export const codeIn = ({ text }: ReadMail): string => /^\d{6}$/m.exec(text)?.[0] ?? 'no code'

/** The token in the link of a mail. */
export const tokenIn = ({ text }: ReadMail): string => /#token=([\w-]+)/.exec(text)?.[1] ?? 'no token'
