import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Mail, MailFailure } from './mail.ts'

export interface Delivered {
  headers: Map<string, string>
  /** All envelope recipients, whatever the headers contain. */
  recipients: string[]
  text: string
  html: string | undefined
}

export interface MailUnderTest {
  mail: Mail
  delivered: () => Promise<Delivered[]>
  release: () => Promise<void>
}

export const headersOf = (lines: string[]) =>
  new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )

export const sender = 'Deal Canvas <no-reply@example.com>'
const to = 'ada@example.com'

/**
 * The tests that every Mail adapter must pass; `make` returns one that sends as `sender`, and a reader of what it
 * delivered.
 */
export const mailContract = (name: string, make: () => Promise<MailUnderTest>) =>
  describe(name, () => {
    let under: MailUnderTest
    beforeEach(async () => {
      under = await make()
    })
    afterEach(async () => {
      await under.mail.close()
      await under.release()
    })

    test('delivers a mail with sender, recipient, date and subject, and with its text and HTML intact', async () => {
      const text = `Hello 你好,\n\nyour code:\n\n123456\n\n.\nFrom here – déjà vu = 100 %\n${'long '.repeat(300)}\nend`
      const html = '<p>Hello 你好, your code: <b>123456</b></p>'
      await under.mail.send({ to, subject: 'Déjà vu – 你好', text, html })
      const [mail, ...others] = await under.delivered()
      expect(others).toEqual([])
      expect(mail).toMatchObject({ recipients: [to], text, html })
      const { headers = new Map<string, string>() } = mail ?? {}
      expect([headers.get('from'), headers.get('to'), headers.get('subject')]).toEqual([sender, to, 'Déjà vu – 你好'])
      expect(Date.parse(headers.get('date') ?? '')).not.toBeNaN()
    })

    test('keeps a code alone on its line', async () => {
      await under.mail.send({
        to,
        subject: 'Your code',
        text: 'Your code is\n012345\nIt lasts 15 minutes.',
        html: '<p>',
      })
      const [mail] = await under.delivered()
      expect(mail?.text.split('\n')).toContain('012345')
    })

    test('sends a mail without HTML as plain text only', async () => {
      await under.mail.send({ to, subject: 'Plain', text: 'plain' })
      expect(await under.delivered()).toMatchObject([{ text: 'plain', html: undefined }])
    })

    test('adds no header, recipient or text through line breaks in a subject', async () => {
      for (const lineBreak of ['\r\n', '\n', '\r', '\r\n\r\n', '\u0085'])
        await under.mail.send({ to, subject: `Hi${lineBreak}Bcc: eve@example.com`, text: 'the text' })
      const mails = await under.delivered()
      expect(mails.length).toBe(5)
      for (const { headers, recipients, text } of mails) {
        expect(headers.has('bcc')).toBe(false)
        expect(headers.get('subject')).toBe('Hi Bcc: eve@example.com')
        expect(recipients).toEqual([to])
        expect(text).toBe('the text')
      }
    })

    test.each([
      ['', 'empty'],
      ['ada', 'without a domain'],
      ['@example.com', 'without a local part'],
      ['ada@example.com, eve@example.com', 'a list'],
      ['ada@example.com eve@example.com', 'two addresses'],
      ['Ada <ada@example.com>', 'with a display name'],
      ['ada@example.com\r\nBcc: eve@example.com', 'followed by a header'],
      ['ada@example.com\n', 'with a line break'],
      ['ada@example.com>\u0000', 'with a control character'],
      [`${'a'.repeat(250)}@example.com`, 'too long'],
    ])('rejects the recipient %j (%s) with a clear error and sends nothing', async (recipient) => {
      const sending = under.mail.send({ to: recipient, subject: 'Hi', text: 'text' })
      await expect(sending).rejects.toThrow(MailFailure)
      await expect(sending).rejects.toThrow(/^".*" is not an email address$/)
      expect(await under.delivered()).toEqual([])
    })

    test('delivers all mails sent concurrently and waits for them on close', async () => {
      const subjects = Array.from({ length: 20 }, (_, index) => `mail ${String(index).padStart(2, '0')}`)
      const sending = subjects.map((subject) => under.mail.send({ to, subject, text: subject }))
      await under.mail.close()
      expect((await under.delivered()).map(({ headers }) => headers.get('subject')).sort()).toEqual(subjects)
      await Promise.all(sending)
    })
  })
