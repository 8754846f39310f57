import { domainToASCII, domainToUnicode } from 'node:url'

/** Anyone can have an address there, so the domain says nothing about a firm. */
const publicMail = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com msn.com passport.com yahoo.com yahoo.co.uk
  yahoo.co.jp yahoo.de yahoo.fr ymail.com rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me
  gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de mail.com email.com mail.ru bk.ru inbox.ru list.ru
  yandex.ru yandex.com qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net zoho.com zohomail.com fastmail.com
  fastmail.fm hey.com tutanota.com tuta.io hushmail.com orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it
  bluewin.ch comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com rediffmail.com mailinator.com
  onmicrosoft.com`.split(/\s+/),
)

/** Second levels under which a registry of a country sells names, such as `co.uk`. */
const registryLevels = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gouv', 'gov', 'gv', 'ltd', 'me', 'mil', 'ne', 'net'])
for (const level of ['nom', 'or', 'org', 'plc', 'sch']) registryLevels.add(level)

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

const isPublicSuffix = (labels: readonly string[]): boolean => {
  const [second = '', first = ''] = labels.slice(-2)
  return labels.length < 2 || (labels.length === 2 && first.length === 2 && registryLevels.has(second))
}

export type DomainObjection = 'malformed' | 'public'

/** Normalizes a domain as DNS has it, or says why nobody can own it. */
export const readDomain = (given: string): { domain: string; spelled: string } | DomainObjection => {
  const domain = domainToASCII(given.trim().replace(/^@/, '').toLowerCase())
  const labels = domain.split('.')
  if (domain.length > 253 || !labels.every((part) => label.test(part)) || /^\d+$/.test(labels.at(-1) ?? ''))
    return 'malformed'
  if (isPublicSuffix(labels)) return labels.length < 2 ? 'malformed' : 'public'
  if (publicMail.has(domain)) return 'public'
  return { domain, spelled: domainToUnicode(domain) }
}

/** The domain of an address as DNS has it; empty for text that is not an address. */
export const domainOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : domainToASCII(email.slice(at + 1).toLowerCase())
}
