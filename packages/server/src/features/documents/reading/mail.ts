import msgReaderModule from '@kenjiuno/msgreader'
import PostalMime from 'postal-mime'
import { documentMessages } from '../../../messages/documents.ts'
import type { Page } from '../digitized.ts'
import { createPageWriter } from './page-writer.ts'
import { shortTitle } from './part-text.ts'
import { writeHtml } from './read-html.ts'
import { unreadable } from './unreadable.ts'

/** A file that came with a mail. */
export interface Attachment {
  fileName: string
  bytes: Uint8Array
}

/** A mail in the form that both formats share. */
interface Mail {
  subject: string
  /** Sender, recipients and date, in this order. */
  headers: [label: string, value: string][]
  html: string | undefined
  text: string
  attachments: Attachment[]
}

const maxNesting = 100
const maxHeaders = 1024 * 1024
const maxAttachments = 1_000

type MsgReaderClass = typeof msgReaderModule.default

/** The package is CommonJS: its class is a property of what it exports, or all of it, depending on the loader. */
const MsgReader = msgReaderModule.default ?? (msgReaderModule as unknown as MsgReaderClass)

const personOf = ({ name, address }: { name?: string | undefined; address?: string | undefined }): string =>
  name && address ? `${name} <${address}>` : name || address || ''

const peopleOf = (people: readonly { name?: string; address?: string | undefined }[] | undefined): string =>
  (people ?? []).map(personOf).join(', ')

/** Pictures inside the text, such as logos, are not documents. */
const isDecoration = (mimeType: string, isInside: boolean): boolean => isInside && mimeType.startsWith('image/')

const parseEml = async (bytes: Uint8Array): Promise<Mail> => {
  const mail = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
    maxNestingDepth: maxNesting,
    maxHeadersSize: maxHeaders,
  }).catch(() => unreadable(documentMessages.mailDamaged()))
  return {
    subject: mail.subject ?? '',
    headers: [
      [documentMessages.mailFrom(), mail.from === undefined ? '' : personOf(mail.from)],
      [documentMessages.mailTo(), peopleOf(mail.to)],
      [documentMessages.mailCc(), peopleOf(mail.cc)],
      [documentMessages.mailDate(), mail.date ?? ''],
    ],
    html: mail.html,
    text: mail.text ?? '',
    attachments: mail.attachments
      .filter(
        ({ mimeType, disposition, related }) => !isDecoration(mimeType, related === true || disposition === 'inline'),
      )
      .map(({ filename, mimeType, content }) => ({
        fileName: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : 'attachment'),
        bytes: typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : new Uint8Array(content),
      })),
  }
}

const parseMsg = (bytes: Uint8Array): Mail => {
  try {
    const reader = new MsgReader(bytes.slice().buffer)
    const mail = reader.getFileData()
    if (mail.error !== undefined) return unreadable(documentMessages.mailDamaged())
    const people = (type: string): string =>
      (mail.recipients ?? [])
        .filter(({ recipType = 'to' }) => recipType === type)
        .map(({ name, smtpAddress, email }) => personOf({ name, address: smtpAddress ?? email }))
        .join(', ')
    const html = mail.bodyHtml ?? (mail.html === undefined ? undefined : new TextDecoder().decode(mail.html))
    return {
      subject: mail.subject ?? '',
      headers: [
        [
          documentMessages.mailFrom(),
          personOf({ name: mail.senderName, address: mail.senderSmtpAddress ?? mail.senderEmail }),
        ],
        [documentMessages.mailTo(), people('to')],
        [documentMessages.mailCc(), people('cc')],
        [documentMessages.mailDate(), mail.messageDeliveryTime ?? mail.clientSubmitTime ?? ''],
      ],
      html,
      text: mail.body ?? '',
      attachments: (mail.attachments ?? [])
        .filter((attachment) => attachment.attachmentHidden !== true)
        .map((attachment) => {
          const { fileName, content } = reader.getAttachment(attachment)
          return { fileName, bytes: new Uint8Array(content) }
        }),
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'Unreadable') throw error
    return unreadable(documentMessages.mailDamaged())
  }
}

const parseMail = async (bytes: Uint8Array, kind: 'eml' | 'msg'): Promise<Mail> => {
  const mail = kind === 'eml' ? await parseEml(bytes) : parseMsg(bytes)
  if (mail.attachments.length > maxAttachments) unreadable(documentMessages.tooManyEntries({ limit: maxAttachments }))
  return mail
}

/** Reads the headers and the body of a mail, and lists its attachments. */
export const readMail = async (
  bytes: Uint8Array,
  kind: 'eml' | 'msg',
): Promise<{ title: string | null; pages: Page[] }> => {
  const { subject, headers, html, text, attachments } = await parseMail(bytes, kind)
  const writer = createPageWriter()
  writer.heading(1, subject)
  for (const [label, value] of headers) if (value.trim() !== '') writer.paragraph(`${label}: ${value}`)
  if (attachments.length > 0)
    writer.paragraph(`${documentMessages.mailAttachments()}: ${attachments.map(({ fileName }) => fileName).join(', ')}`)
  if (html !== undefined && html.trim() !== '') writeHtml(html, writer)
  else for (const paragraph of text.split(/\r?\n/)) writer.paragraph(paragraph)
  return { title: shortTitle(subject), pages: writer.finish() }
}

/** Returns the files that came with a mail. */
export const attachmentsOf = async (bytes: Uint8Array, kind: 'eml' | 'msg'): Promise<Attachment[]> =>
  (await parseMail(bytes, kind)).attachments

const headerLine = /^[!-9;-~]+:/
const mailHeaders = /^(?:from|to|subject|date|message-id|mime-version|received|return-path|reply-to|delivered-to):/i

/** Whether a text is a mail: it begins with header lines, of which several are those of a mail. */
export const isMail = (text: string): boolean => {
  const known = new Set<string>()
  for (const line of text.split(/\r?\n/, 200)) {
    if (line === '') break
    if (/^[ \t]/.test(line)) continue
    if (!headerLine.test(line)) return false
    const [name] = mailHeaders.exec(line) ?? []
    if (name !== undefined) known.add(name.toLowerCase())
  }
  const isSent = known.has('from:') || known.has('received:') || known.has('return-path:')
  return isSent && known.size >= 3
}
