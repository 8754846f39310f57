import { digestMessages as messages } from '../../messages/digests.ts'
import { notificationReasons } from '../../messages/notifications.ts'
import { escaped } from '../../platform/mail/letters.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import { canvasUrl } from '../notifications/index.ts'
import { type DigestLine, maxCounted } from './digests.store.ts'

interface Links {
  publicUrl: URL
  unsubscribeUrl: string
}

interface Line {
  words: string
  link: string
}

interface Group {
  title: Line
  /** Those with the newest notification first. */
  reasons: { words: string; lines: Line[] }[]
  more: number
}

interface DigestMail {
  subject: string
  text: string
  html: string
}

/** The page names no person for these. */
const unnamed = new Set<DigestLine['type']>(['contradiction', 'export_ready'])

/** A digest as mail: it says of each notification what the list of notifications says, and nothing more. */
export const writeDigest = (lines: readonly DigestLine[], { publicUrl, unsubscribeUrl }: Links): DigestMail => {
  const link = (path: string): string => new URL(path, publicUrl).href
  const all = link('/app/notifications')
  const groups = groupLines(lines, link)
  const { total = 0, groups: groupCount = 0, deals = 0 } = lines[0] ?? {}
  const isOver = total > maxCounted
  const shown = lines.length + groups.reduce((sum, { more }) => sum + more, 0)
  const left = total - shown
  const subject = isOver
    ? messages.subjectOver({ count: maxCounted })
    : deals > 0 && deals === groupCount
      ? messages.subjectInDeals({ count: total, deals })
      : messages.subject({ count: total })
  const end: Line =
    left > 0
      ? { words: isOver ? messages.moreOver({ count: left - 1 }) : messages.more({ count: left }), link: all }
      : { words: messages.all(), link: all }
  const foot: Line[] = [
    end,
    { words: messages.settings(), link: link('/app/account') },
    { words: messages.unsubscribe(), link: unsubscribeUrl },
  ]
  return { subject, text: asText(subject, groups, foot), html: asHtml(subject, groups, foot) }
}

const groupLines = (lines: readonly DigestLine[], link: (path: string) => string): Group[] => {
  const groups = new Map<string, DigestLine[]>()
  for (const line of lines) {
    const key = line.dealId === null ? `org ${line.about}` : `deal ${line.dealId}`
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()].map((ofGroup) => {
    const reasons = new Map<DigestLine['type'], Line[]>()
    for (const line of ofGroup) {
      const path = line.dealId === null ? '/app/notifications' : canvasUrl(line.dealId, line.commentId)
      reasons.set(line.type, [...(reasons.get(line.type) ?? []), { words: wordsOf(line), link: link(path) }])
    }
    const [first] = ofGroup
    const dealId = first?.dealId ?? null
    return {
      title: {
        words: onOneLine(first?.about ?? ''),
        link: link(dealId === null ? '/app/notifications' : canvasUrl(dealId, null)),
      },
      reasons: [...reasons].map(([type, ofReason]) => ({ words: notificationReasons[type](), lines: ofReason })),
      more: (first?.ofGroup ?? ofGroup.length) - ofGroup.length,
    }
  })
}

const wordsOf = ({ type, about, actorName, actorEmailVerified, sectionTitle, snippet }: DigestLine): string => {
  const name = onOneLine(actorName)
  const person = unnamed.has(type) ? '' : actorEmailVerified ? name : messages.unverified({ name })
  const section = onOneLine(sectionTitle ?? '')
  const quoted = onOneLine(snippet)
  const who = person !== '' && section !== '' ? messages.inSection({ person, section }) : person || section
  const parts = [who, quoted === '' ? '' : messages.quote({ text: quoted })].filter((part) => part !== '')
  return parts.length === 0 ? onOneLine(about) : parts.join(': ')
}

const asText = (subject: string, groups: readonly Group[], foot: readonly Line[]): string =>
  [
    subject,
    ...groups.map(({ title, reasons, more }) =>
      [
        title.words,
        title.link,
        ...reasons.flatMap(({ words, lines }) => [
          '',
          `${words}:`,
          ...lines.map((line) => `- ${line.words}\n  ${line.link}`),
        ]),
        ...(more > 0 ? ['', messages.more({ count: more })] : []),
      ].join('\n'),
    ),
    foot.map(({ words, link }) => `${words}: ${link}`).join('\n'),
  ].join('\n\n')

const anchor = ({ words, link }: Line): string => `<a href="${escaped(link)}">${escaped(words)}</a>`

const asHtml = (subject: string, groups: readonly Group[], foot: readonly Line[]): string =>
  [
    `<p>${escaped(subject)}</p>`,
    ...groups.flatMap(({ title, reasons, more }) => [
      `<h2>${anchor(title)}</h2>`,
      ...reasons.flatMap(({ words, lines }) => [
        `<h3>${escaped(words)}</h3>`,
        `<ul>${lines.map((line) => `<li>${anchor(line)}</li>`).join('')}</ul>`,
      ]),
      ...(more > 0 ? [`<p>${anchor({ words: messages.more({ count: more }), link: title.link })}</p>`] : []),
    ]),
    `<p>${foot.map(anchor).join('<br>')}</p>`,
  ].join('\n')
