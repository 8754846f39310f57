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

describe('mail outbox', () => {
  test('writes a mail as one readable file: headers, an empty line, the text, a divider, the HTML', async () => {
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

  test('names files so that they sort by time, then by sending order, and never collide', async () => {
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

  test('makes a mail file readable by its owner only', async () => {
    await open().send({ to: 'ada@example.com', subject: 'Hi', text: 'text' })
    const [name = ''] = await fileNames()
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('logs the file name, and never the recipient or the content of a mail', async () => {
    await open().send({ to: 'ada@example.com', subject: 'Your code', text: 'code 123456', html: '<p>123456</p>' })
    expect(logged).toEqual([{ file: (await fileNames())[0] }])
  })

  test('erases mails to an address and mails that mention a text, and replaces names in the others', async () => {
    const mail = open()
    const html = '<p>Ada O&#39;Brien &amp; Co</p>'
    await mail.send({ to: 'ada@example.com', subject: 'To her', text: 'text' })
    await mail.send({ to: 'eve@example.com', subject: 'About a deal', text: 'https://localhost/app/deals/deal-7' })
    await mail.send({ to: 'eve@example.com', subject: "Ada O'Brien invites you", text: 'by ada@example.com', html })
    await mail.send({ to: 'eve@example.com', subject: 'Nothing of it', text: 'text' })
    await mail.forget({
      to: ['ada@example.com'],
      mentioning: ['deal-7'],
      replacing: [
        ["Ada O'Brien", 'Former member 1'],
        ['ada@example.com', 'Former member 1'],
      ],
    })
    const left = await Promise.all((await fileNames()).map(read))
    expect(left.map(({ headers, text, html }) => [headers.get('subject'), text, html])).toEqual([
      ['Former member 1 invites you', 'by Former member 1', '<p>Former member 1 &amp; Co</p>'],
      ['Nothing of it', 'text', undefined],
    ])
  })

  test('replaces whole words only, never part of another name or address', async () => {
    const mail = open()
    await mail.send({
      to: 'eve@ann.example',
      subject: 'Ann and Anna',
      text: 'Ann: ann@b.example, xann@b.example, Ann.',
    })
    await mail.forget({
      replacing: [
        ['Ann', 'Former member 1'],
        ['ann', 'Former member 1'],
        ['ann@b.example', 'Former member 1'],
      ],
    })
    const [name = ''] = await fileNames()
    const { headers, text } = await read(name)
    expect([headers.get('to'), headers.get('subject'), text]).toEqual([
      'eve@ann.example',
      'Former member 1 and Anna',
      'Former member 1: Former member 1, xann@b.example, Former member 1.',
    ])
  })

  test('erases without an error when no mail was ever written', async () => {
    await open().forget({ to: ['ada@example.com'] })
    expect(await fileNames()).toEqual([])
  })

  test('rejects a mail that cannot be written, leaves no file and logs nothing', async () => {
    await writeFile(join(root, 'data'), 'a file where the folder should be')
    await expect(open().send({ to: 'ada@example.com', subject: 'Hi', text: 'text' })).rejects.toThrow(MailFailure)
    expect(await readdir(root)).toEqual(['data'])
    expect(logged).toEqual([])
  })
})
