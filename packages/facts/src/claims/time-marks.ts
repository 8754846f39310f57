import { findPeriods } from '../periods.ts'
import type { Quantity } from '../quantity.ts'
import type { Token } from '../tokens.ts'

/** A date or period that a text names, as exactly as it names it. */
export interface TimeMark {
  readonly first: number
  readonly next: number
  readonly parts: Readonly<Record<string, string>>
}

const months = 'january february march april may june july august september october november december'.split(' ')
const shortMonths: Readonly<Record<string, number>> = { sept: 9 }

const monthOf = (token: Token | undefined): string | undefined => {
  const text = token?.text.toLowerCase() ?? ''
  // "may" in lower case is a verb.
  if (text.length < 3 || token?.text.slice(0, 1) === text.slice(0, 1)) return undefined
  const place = text.length === 3 || months.includes(text) ? months.findIndex((name) => name.startsWith(text)) : -1
  const month = shortMonths[text] ?? place + 1
  return month > 0 ? String(month) : undefined
}

const yearOf = (token: Token | undefined): string | undefined =>
  token?.isNumber === true && /^(?:19|20)\d\d$/.test(token.text) ? token.text : undefined
const dayOf = (token: Token | undefined): string | undefined =>
  token?.isNumber === true && /^(?:0?[1-9]|[12]\d|3[01])$/.test(token.text) ? String(Number(token.text)) : undefined

const ordinals: Readonly<Record<string, string>> = { first: '1', second: '2', third: '3', fourth: '4', last: '4' }

/** The year after a part of it: "2025", "of 2025", "FY25", "'25". */
const yearAfter = (tokens: readonly Token[], at: number): { year: string; next: number } | undefined => {
  let next = at
  while (/^(?:of|fiscal|fy|cy|year|,|'|’|-)$/i.test(tokens[next]?.text ?? '') && next < at + 4) next += 1
  const year = yearOf(tokens[next])
  if (year !== undefined) return { year, next: next + 1 }
  const short = tokens[next]
  const isShort = short?.isNumber === true && /^\d\d$/.test(short.text) && short.isGlued
  return isShort ? { year: `20${short.text}`, next: next + 1 } : undefined
}

const partOfYear = (tokens: readonly Token[], at: number): TimeMark | undefined => {
  const [one, two] = [tokens[at], tokens[at + 1]]
  const letter = one?.text.toLowerCase() ?? ''
  const second = two?.text.toLowerCase() ?? ''
  let part: string | undefined
  if ((letter === 'q' || letter === 'h') && two?.isNumber && two.isGlued && /^[1-4]$/.test(two.text))
    part = `${letter}${two.text}`
  else if (one?.isNumber && /^[1-4]$/.test(one.text) && two?.isGlued && (second === 'q' || second === 'h'))
    part = `${second}${one.text}`
  else if (Object.hasOwn(ordinals, letter) && (second === 'quarter' || second === 'half'))
    part = `${second === 'half' ? 'h' : 'q'}${ordinals[letter]}`
  if (part === undefined) return undefined
  const after = yearAfter(tokens, at + 2)
  return { first: at, next: after?.next ?? at + 2, parts: { part, ...(after && { year: after.year }) } }
}

const dateAt = (tokens: readonly Token[], at: number): TimeMark | undefined => {
  const found = (next: number, parts: Record<string, string>): TimeMark => ({ first: at, next, parts })
  const comma = (place: number): number =>
    tokens[place]?.text === ',' || tokens[place]?.text === '.' ? place + 1 : place
  const month = monthOf(tokens[at])
  if (month !== undefined) {
    const start = tokens[at + 1]?.text === '.' ? at + 2 : at + 1
    const day = dayOf(tokens[start])
    if (day !== undefined) {
      const ordinal = /^(?:st|nd|rd|th)$/.test(tokens[start + 1]?.text ?? '') ? start + 2 : start + 1
      const year = yearOf(tokens[comma(ordinal)])
      return year === undefined ? found(ordinal, { month, day }) : found(comma(ordinal) + 1, { month, day, year })
    }
    const year = yearOf(tokens[comma(start)])
    if (year !== undefined) return found(comma(start) + 1, { month, year })
    return tokens[at]?.text.toLowerCase() === 'may' || tokens[at]?.text.toLowerCase() === 'march'
      ? undefined
      : found(start, { month })
  }
  const inner = monthOf(tokens[at + 1])
  const first = dayOf(tokens[at])
  if (inner !== undefined && first !== undefined) {
    const year = yearOf(tokens[comma(at + 2)])
    return year === undefined
      ? found(at + 2, { month: inner, day: first })
      : found(comma(at + 2) + 1, { month: inner, day: first, year })
  }
  const [a, markOne, b, markTwo, c] = tokens.slice(at, at + 5)
  const isJoined = (mark: string): boolean =>
    markOne?.text === mark && markTwo?.text === mark && [markOne, b, markTwo, c].every((token) => token?.isGlued)
  const iso = yearOf(a)
  if (isJoined('-') && iso !== undefined && dayOf(b) !== undefined && dayOf(c) !== undefined)
    return found(at + 5, { year: iso, month: String(Number(b?.text)), day: String(Number(c?.text)) })
  if (
    isJoined('/') &&
    dayOf(a) !== undefined &&
    dayOf(b) !== undefined &&
    c?.isNumber &&
    /^(?:\d\d|20\d\d)$/.test(c.text)
  )
    return found(at + 5, {
      month: String(Number(a?.text)),
      day: String(Number(b?.text)),
      year: c.text.length === 2 ? `20${c.text}` : c.text,
    })
  return undefined
}

/** All dates and periods of a text, in order. */
export const findTimeMarks = (tokens: readonly Token[], quantities: readonly Quantity[]): TimeMark[] => {
  const marks: TimeMark[] = []
  for (let at = 0; at < tokens.length; ) {
    const mark = dateAt(tokens, at) ?? partOfYear(tokens, at)
    if (mark !== undefined) marks.push(mark)
    at = mark?.next ?? at + 1
  }
  const isFree = (first: number, next: number): boolean => !marks.some((mark) => mark.first < next && first < mark.next)
  for (const { first, next, period } of findPeriods(tokens)) {
    if (!isFree(first, next)) continue
    if (period.kind === 'trailing') marks.push({ first, next, parts: { part: 't12' } })
    if (period.kind === 'nth_year') marks.push({ first, next, parts: { nth: String(period.nth) } })
    if (period.kind === 'year') marks.push({ first, next, parts: { year: String(period.year) } })
  }
  for (const { first, next, measure, value } of quantities)
    if (measure === 'year' && isFree(first, next)) marks.push({ first, next, parts: { year: String(value) } })
  return marks.sort((a, b) => a.first - b.first)
}

/** Whether a claim that names one time can rest on a source that names the other: the same, or more exact. */
export const supportsTime = (stated: TimeMark, claimed: TimeMark): boolean =>
  Object.entries(claimed.parts).every(([part, value]) => stated.parts[part] === value)
