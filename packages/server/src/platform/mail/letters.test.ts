import { describe, expect, it } from 'vitest'
import { createLetters } from './letters.ts'
import type { MailMessage } from './mail.ts'

const written = (
  ...lines: Parameters<ReturnType<typeof createLetters>> extends [string, string, ...infer L] ? L : never
) => {
  const sent: MailMessage[] = []
  const mail = {
    send: async (message: MailMessage) => void sent.push(message),
    close: async () => undefined,
    forget: async () => undefined,
  }
  createLetters({ mail, onError: () => undefined })('someone@example.com', 'A subject', ...lines)
  return sent
}

describe('mail text', () => {
  it('writes the same content as plain text and HTML, with a code alone on its line', () => {
    const link = 'https://example.com/app#token=a_b-c'
    expect(written('Hello.', { code: '048213' }, { words: 'Sign in', link })).toEqual([
      {
        to: 'someone@example.com',
        subject: 'A subject',
        text: `Hello.\n\n048213\n\nSign in: ${link}`,
        html: `<p>Hello.</p>\n<p><strong>048213</strong></p>\n<p><a href="${link}">Sign in</a></p>`,
      },
    ])
  })

  it('escapes HTML in every part of a mail', () => {
    const [mail] = written(`<b>'"&</b>`, { code: '<i>' }, { words: '<a>', link: 'https://example.com/"onclick="x' })
    expect(mail?.html).toBe(
      '<p>&lt;b&gt;&#39;&quot;&amp;&lt;/b&gt;</p>\n<p><strong>&lt;i&gt;</strong></p>\n' +
        '<p><a href="https://example.com/&quot;onclick=&quot;x">&lt;a&gt;</a></p>',
    )
    expect(mail?.text).toContain(`<b>'"&</b>`)
  })

  it('reports a mail that cannot be sent without failing the caller', async () => {
    const errors: unknown[] = []
    const failure = new Error('no mail server')
    const mail = { send: () => Promise.reject(failure), close: async () => undefined, forget: async () => undefined }
    createLetters({ mail, onError: (error) => errors.push(error) })('someone@example.com', 'A subject', 'Hello.')
    await Promise.resolve()
    expect(errors).toEqual([failure])
  })
})
