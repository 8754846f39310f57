import { CFB } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { attachmentsOf, isMail, readMail } from './mail.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** An Outlook mail with its properties as streams. */
const msgFile = (properties: Record<string, string>, attachment: { name: string; content: string }): Uint8Array => {
  const file = CFB.utils.cfb_new()
  const add = (path: string, content: Buffer) => void CFB.utils.cfb_add(file, path, content)
  add('/__properties_version1.0', Buffer.alloc(32))
  for (const [id, value] of Object.entries(properties)) add(`/__substg1.0_${id}001F`, Buffer.from(value, 'utf16le'))
  add('/__recip_version1.0_#00000000/__properties_version1.0', Buffer.alloc(8))
  add('/__recip_version1.0_#00000000/__substg1.0_3001001F', Buffer.from('Team', 'utf16le'))
  add('/__attach_version1.0_#00000000/__properties_version1.0', Buffer.alloc(8))
  add('/__attach_version1.0_#00000000/__substg1.0_3707001F', Buffer.from(attachment.name, 'utf16le'))
  add('/__attach_version1.0_#00000000/__substg1.0_37010102', Buffer.from(attachment.content))
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer)
}

describe('mails', () => {
  it('reads headers, body and attachments of an Outlook mail', async () => {
    const file = msgFile(
      { '0037': 'Rent roll', '1000': 'The roofs were replaced.\r\nBest', '0C1A': 'Ada Broker' },
      { name: 'rents.csv', content: 'unit,rent\n101,1200\n' },
    )
    expect(await readMail(file, 'msg')).toEqual({
      title: 'Rent roll',
      pages: [
        {
          page: 1,
          heading: 'Rent roll',
          text: '# Rent roll\nFrom: Ada Broker\nTo: Team\nAttachments: rents.csv\nThe roofs were replaced.\nBest',
        },
      ],
    })
    expect(
      (await attachmentsOf(file, 'msg')).map(({ fileName, bytes: content }) => [
        fileName,
        Buffer.from(content).toString(),
      ]),
    ).toEqual([['rents.csv', 'unit,rent\n101,1200\n']])
  })

  it('leaves out pictures inside the text of a mail', async () => {
    const mail =
      'From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<img src="cid:1">Hello\n--x\nContent-Type: image/png\nContent-ID: <1>\nContent-Disposition: inline; filename=logo.png\n\nx\n--x--\n'
    expect(await attachmentsOf(bytes(mail), 'eml')).toEqual([])
  })

  it('reads or rejects a mail of 1,000 nested parts', async () => {
    const nested = Array.from(
      { length: 1_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    ).join('')
    await expect(
      readMail(bytes(`From: a@b.c\nTo: d@e.f\nMIME-Version: 1.0\n${nested}Content-Type: text/plain\n\nHello`), 'eml'),
    ).rejects.toThrow(/damaged/)
  })

  it('tells a mail from a letter that only names sender and recipient', () => {
    expect(isMail('From: a@b.c\nTo: d@e.f\nSubject: x\n\nHello')).toBe(true)
    expect(isMail('From: me\nDear all,\nplease find the model.')).toBe(false)
    expect(isMail('Note: read this\nTotal: 5\n\nHello')).toBe(false)
  })
})
