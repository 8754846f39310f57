import { domainToASCII, domainToUnicode } from 'node:url'
import { codePoints, plural } from './text.ts'

/** Pydantic's first check: no pattern below ever runs on a megabyte of text. */
const maxGiven = 2048
const maxEmailLength = 254
const maxLocal = 64
const maxDomain = 253
const maxLabel = 63

const notInLocal = /[^\w!#$%&'*+\-/=?^`{|}~.\u0080-\u{10ffff}]/gu
const notInDomain = /[^a-zA-Z0-9\-.\u0080-\u{10ffff}]/gu
/** A leading combining mark would change the character before it; the others are invisible or reorder the line. */
const unsafe = /^\p{M}|[\p{Z}\p{C}]/gu

const shown = (char: string): string => {
  if (char === ' ') return 'SPACE'
  if (char === '\\') return '"\\"'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(char)) return `'${char}'`
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

const listed = (text: string, pattern: RegExp): string | undefined => {
  const chars = new Set(text.match(pattern))
  return chars.size === 0 ? undefined : [...chars].map(shown).sort().join(', ')
}

const tooMany = (text: string, limit: number): string => `(${plural(codePoints(text) - limit, 'character')} too many)`

const localProblem = (local: string): string | undefined => {
  if (local === '') return 'There must be something before the @-sign.'
  if (local.startsWith('"')) return 'Quoting the part before the @-sign is not allowed here.'
  if (codePoints(local) > maxLocal)
    return `The email address is too long before the @-sign ${tooMany(local, maxLocal)}.`
  const strange = listed(local, notInLocal)
  if (strange) return `The email address contains invalid characters before the @-sign: ${strange}.`
  const risky = listed(local, unsafe)
  if (risky) return `The email address contains unsafe characters: ${risky}.`
  if (local.endsWith('.')) return 'An email address cannot have a period immediately before the @-sign.'
  if (local.startsWith('.')) return 'An email address cannot start with a period.'
  if (local.includes('..')) return 'An email address cannot have two periods in a row.'
}

const domainProblem = (domain: string): string | undefined => {
  if (domain === '') return 'There must be something after the @-sign.'
  if (/^\[.*\]$/.test(domain)) return 'A bracketed IP address after the @-sign is not allowed here.'
  const strange = listed(domain, notInDomain)
  if (strange) return `The part after the @-sign contains invalid characters: ${strange}.`
  const risky = listed(domain, unsafe)
  if (risky) return `The email address contains unsafe characters: ${risky}.`
  const edge = (mark: string, name: string) => {
    if (domain.endsWith(mark)) return `An email address cannot end with a ${name}.`
    if (domain.startsWith(mark)) return `An email address cannot have a ${name} immediately after the @-sign.`
  }
  const period = edge('.', 'period')
  if (period) return period
  if (domain.includes('..')) return 'An email address cannot have two periods in a row.'
  const hyphen = edge('-', 'hyphen')
  if (hyphen) return hyphen
  if (/\.-|-\./.test(domain)) return 'An email address cannot have a period and a hyphen next to each other.'
}

const asciiDomainProblem = (domain: string): string | undefined => {
  if (domain === '') return 'The part after the @-sign contains invalid characters.'
  if (domain.length > maxDomain) return `The email address is too long after the @-sign ${tooMany(domain, maxDomain)}.`
  const long = domain.split('.').find((label) => label.length > maxLabel)
  if (long) return `After the @-sign, periods cannot be separated by so many characters ${tooMany(long, maxLabel)}.`
  if (!domain.includes('.')) return 'The part after the @-sign is not valid. It should have a period.'
  if (!/[a-z]$/.test(domain))
    return 'The part after the @-sign is not valid. It is not within a valid top-level domain.'
}

/** Parses an address like email-validator, without a DNS lookup; returns the domain in lower case. */
export const readEmail = (given: string): { address: string } | { reason: string } => {
  if (given.length > maxGiven) return { reason: `Length must not exceed ${maxGiven} characters` }
  const text = given.trim()
  if (text.endsWith('>') && text.split('@', 1)[0]?.includes('<'))
    return { reason: 'A display name and angle brackets around the email address are not permitted here.' }
  const at = text.indexOf('@')
  if (at === -1) return { reason: 'An email address must have an @-sign.' }

  const local = text.slice(0, at)
  const domain = text.slice(at + 1).replace(/[。．｡]/g, '.')
  const malformed = localProblem(local) ?? domainProblem(domain)
  if (malformed) return { reason: malformed }

  const isInternational = /[^\x20-\x7e]|xn--/i.test(domain)
  const ascii = isInternational ? domainToASCII(domain) : domain.toLowerCase()
  const unreachable = asciiDomainProblem(ascii)
  if (unreachable) return { reason: unreachable }

  const address = `${local.normalize('NFC')}@${isInternational ? domainToUnicode(ascii) : ascii}`
  const longest = Math.max(Buffer.byteLength(address), local.length + 1 + ascii.length)
  if (longest <= maxEmailLength) return { address }
  const detail = codePoints(address) > maxEmailLength ? tooMany(address, maxEmailLength) : '(when encoded in bytes)'
  return { reason: `The email address is too long ${detail}.` }
}
