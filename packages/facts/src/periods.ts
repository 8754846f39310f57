import { type Period, readPeriod } from '@deal-canvas/engine'
import type { FactPeriod } from './fact.ts'
import { readNumberWords } from './number-words.ts'
import type { Token } from './tokens.ts'

/** A period that a text names, with the tokens that it covers. */
export interface NamedPeriod {
  readonly first: number
  readonly next: number
  readonly period: FactPeriod
}

const kinds: Partial<Record<Period['span'], FactPeriod['kind']>> = {
  year: 'year',
  half: 'half',
  quarter: 'quarter',
  month: 'month',
  trailing: 'trailing',
}

/** The period that a label names: "FY2024A", "T-12", "Year 1", "Mar-26"; null if it names none. */
export const periodOfLabel = (label: string): FactPeriod | null => {
  const text = label.trim()
  const read = readPeriod(/^\d{4}$/.test(text) ? Number(text) : text, undefined)
  if (read !== undefined) {
    const kind = read.nth === undefined ? kinds[read.span] : 'nth_year'
    if (kind === undefined) return null
    const year = read.year ?? (kind === 'quarter' || kind === 'half' ? yearIn(text) : undefined)
    return {
      kind,
      label: read.label.toLowerCase(),
      ...(year === undefined ? {} : { year }),
      ...(read.nth === undefined ? {} : { nth: read.nth }),
    }
  }
  return /^(?:trailing|last|past)[\s-]*(?:twelve|12)[\s-]*months?\b/i.test(text)
    ? { kind: 'trailing', label: 't-12' }
    : null
}

const yearIn = (text: string): number | undefined => {
  const found = /(?:19|20)\d{2}/.exec(text)?.[0]
  return found === undefined ? undefined : Number(found)
}

const nthWords = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
])

const isYearNumber = (token: Token | undefined): boolean =>
  token?.isNumber === true && /^(?:19|20)\d{2}$/.test(token.text)

const monthNames = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

const trailing: FactPeriod = { kind: 'trailing', label: 't-12' }

/** The period that starts at a token. */
const readAt = (tokens: readonly Token[], at: number): NamedPeriod | undefined => {
  const word = (ahead: number): string => tokens[at + ahead]?.word ?? ''
  const found = (length: number, period: FactPeriod): NamedPeriod => ({ first: at, next: at + length, period })
  const first = word(0)
  if (first === 'ltm' || first === 'ttm') return found(1, trailing)
  if (first === 't' && word(1) === '12') return found(2, trailing)
  if (first === 't' && (word(1) === '-' || word(1) === '‑') && word(2) === '12') return found(3, trailing)
  // "T-3 annualized": of a quarter, not of a year.
  if (first === 't' && /^[1369]$/.test(word(1))) return found(2, { kind: 'quarter', label: `t-${word(1)}` })
  if (first === 't' && word(1) === '-' && /^[1369]$/.test(word(2)))
    return found(3, { kind: 'quarter', label: `t-${word(2)}` })
  if (
    (first === 'trailing' || first === 'last' || first === 'latest' || first === 'past' || first === 'previous') &&
    (isTwelve(word(1)) || (word(1) === '-' && isTwelve(word(2))))
  )
    return found(3, trailing)
  if (
    isTwelve(first) &&
    (word(1) === 'month' || word(2) === 'month') &&
    (tokens.slice(at, at + 5).some(({ word }) => word === 'ended' || word === 'ending' || word === 'through') ||
      // "the twelve months to September 30"
      tokens
        .slice(at, at + 4)
        .some(({ word }, ahead) => word === 'to' && monthNames.has(tokens[at + ahead + 1]?.word ?? '')))
  )
    return found(3, trailing)
  if (first === 'fy' || first === 'cy' || first === 'fiscal' || first === 'calendar') {
    const place = [1, 2, 3].find((ahead) => tokens[at + ahead]?.isNumber)
    const digits = place === undefined ? undefined : tokens[at + place]?.text
    if (
      digits !== undefined &&
      place !== undefined &&
      /^(?:\d{2}|(?:19|20)\d{2})$/.test(digits) &&
      (place === 1 || ['year', "'", '’', '-'].includes(word(1)))
    ) {
      const year = digits.length === 4 ? Number(digits) : 2000 + Number(digits)
      return found(place + 1, { kind: 'year', year, label: String(year) })
    }
  }
  if (first === 'year' || first === 'y') {
    const start = word(1) === '-' ? at + 2 : at + 1
    const number = tokens[start]?.isNumber
      ? { value: Number(tokens[start]?.text), next: start + 1 }
      : first === 'year'
        ? readNumberWords(tokens, start)
        : undefined
    if (number !== undefined && number.value >= 1 && number.value <= 30 && Number.isInteger(number.value))
      return {
        first: at,
        next: number.next,
        period: { kind: 'nth_year', nth: number.value, label: `year ${number.value}` },
      }
  }
  const nth = nthWords.get(first)
  // "first-year NOI"
  if (nth !== undefined && word(1) === '-' && word(2) === 'year')
    return found(3, { kind: 'nth_year', nth, label: `year ${nth}` })
  // "for the quarter", "third-quarter revenue": not of a year
  if (first === 'quarter' && (word(-1) === 'the' || word(-1) === '-' || nthWords.has(word(-1))))
    return found(1, { kind: 'quarter', label: 'quarter' })
  if (nth !== undefined && word(1) === 'year') return found(2, { kind: 'nth_year', nth, label: `year ${nth}` })
  const token = tokens[at]
  if (isYearNumber(token)) {
    const isMark = /^[aefpb]$/i.test(tokens[at + 1]?.text ?? '') && tokens[at + 1]?.isGlued
    const year = Number(token?.text)
    return found(isMark ? 2 : 1, { kind: 'year', year, label: String(year) })
  }
  return undefined
}

const isTwelve = (word: string): boolean => word === 'twelve' || word === '12'

/** Whether a year is only part of a date: "September 30, 2026", "in March 2026". */
const isPartOfDate = (tokens: readonly Token[], { first, period }: NamedPeriod): boolean =>
  period.kind === 'year' &&
  tokens.slice(Math.max(0, first - 4), first).some(({ word, text }) => monthNames.has(word) || text === '/')

/** What makes the year something else than the period of a number: built in 1998, maturing in 2031. */
const otherUse = new Set(
  'built completed constructed opened renovated founded established maturing matures mature maturity expiring expires expire expiration since acquired purchased bought incorporated delivered'.split(
    ' ',
  ),
)

/** The periods that a text names, in order; dates and years that something else happened in are not among them. */
export const findPeriods = (tokens: readonly Token[]): NamedPeriod[] => {
  const found: NamedPeriod[] = []
  for (let at = 0; at < tokens.length; ) {
    const named = readAt(tokens, at)
    if (named === undefined) {
      at += 1
      continue
    }
    const isOther =
      named.period.kind === 'year' &&
      tokens.slice(Math.max(0, at - 3), at).some(({ text }) => otherUse.has(text.toLowerCase()))
    if (!isOther && !isPartOfDate(tokens, named)) found.push(named)
    at = named.next
  }
  return found
}

/** Whether two periods are the same; undefined if that cannot be told. */
export const samePeriod = (a: FactPeriod, b: FactPeriod): boolean | undefined => {
  if (a.kind !== b.kind) {
    // Year 1 can be 2026, and the last twelve months can be the last year.
    const vague = new Set(['year', 'nth_year', 'trailing'])
    return vague.has(a.kind) && vague.has(b.kind) ? undefined : false
  }
  if (a.kind === 'trailing') return true
  if (a.kind === 'nth_year') return a.nth === b.nth
  if (a.kind === 'year') return a.year === undefined || b.year === undefined ? undefined : a.year === b.year
  return a.label === b.label ? true : undefined
}
