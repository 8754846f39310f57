import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Delivered, headersOf, mailContract, sender } from './mail.contract.ts'
import { MailFailure } from './mail.ts'
import { createOutboxMail, htmlDivider } from './outbox-mail.ts'

let root: string
let folder: string
let now: Date
let logged: unknown[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'outbox-'))
  folder = join(root, 'data', 'outbox')
  now = new Date('2026-11-20T10:15:30.123Z')
  logged = []
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = () => createOutboxMail({ folder, from: sender, now: () => now, log: (entry) => logged.push(entry) })

const fileNames = async () => {
  const names = await readdir(folder).catch(() => [])
  return names.sort()
}

const read = async (name: string): Promise<Delivered> => {
  const file = await readFile(join(folder, name), 'utf8')
  const bodyAt = file.indexOf('\n\n') + 2
  const headers = headersOf(file.slice(0, bodyAt - 2).split('\n'))
  const [text = '', html] = file.slice(bodyAt, -1).split(htmlDivider)
  return { headers, recipients: (headers.get('to') ?? '').split(','), text, html }
}

mailContract('Mail as files in an outbox', async () => ({
  mail: open(),
  delivered: async () => Promise.all((await fileNames()).map(read)),
  release: async () => {},
}))

describe('the outbox', () => {
  test('a mail is one readable file: headers, an empty line, the text, then the HTML after a divider', async () => {
    await open().send({
      to: 'ada@example.com',
      subject: 'Your code',
      text: 'Your code:\n\n123456',
      html: '<p>123456</p>',
    })
    const [name = ''] = await fileNames()
    expect(await readFile(join(folder, name), 'utf8')).toBe(
      [
        'From: Deal Canvas <no-reply@example.com>',
        'To: ada@example.com',
        'Subject: Your code',
        'Date: Fri, 20 Nov 2026 10:15:30 GMT',
        '',
        'Your code:',
        '',
        '123456',
        '',
        '---------- the same as HTML ----------',
        '',
        '<p>123456</p>',
        '',
      ].join('\n'),
    )
  })

  test('file names sort by time, then by order of sending, and never collide', async () => {
    const [one, another] = [open(), open()]
    const send = (mail: typeof one, subject: string) => mail.send({ to: 'ada@example.com', subject, text: '' })
    for (const subject of ['first', 'second', 'third']) await send(one, subject)
    now = new Date('2026-11-20T10:15:30.124Z')
    await send(another, 'fourth')
    await send(one, 'fifth')
    const names = await fileNames()
    expect(names[0]).toMatch(/^2026-11-20T10-15-30\.123Z-000001-[0-9a-f]{8}\.txt$/)
    const mails = await Promise.all(names.map(read))
    expect(mails.map(({ headers }) => headers.get('subject'))).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
    await Promise.all([send(open(), 'a'), send(open(), 'b')])
    expect((await fileNames()).length).toBe(7)
  })

  test('a mail is for its owner alone', async () => {
    await open().send({ to: 'ada@example.com', subject: 'Hi', text: 'text' })
    const [name = ''] = await fileNames()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('the log is told recipient, subject and file, and never the text', async () => {
    await open().send({ to: 'ada@example.com', subject: 'Your code', text: 'code 123456', html: '<p>123456</p>' })
    expect(logged).toEqual([{ to: 'ada@example.com', subject: 'Your code', file: (await fileNames())[0] }])
  })

  test('a mail that cannot be written is a failure, leaves no file and is not logged', async () => {
    await writeFile(join(root, 'data'), 'a file where the folder should be')
    await expect(open().send({ to: 'ada@example.com', subject: 'Hi', text: 'text' })).rejects.toThrow(MailFailure)
    expect(await readdir(root)).toEqual(['data'])
    expect(logged).toEqual([])
  })
})
