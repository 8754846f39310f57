import { findQuantities, type Quantity } from '../quantity.ts'
import { type Token, tokenize } from '../tokens.ts'
import { attributing, claimWordAt, stemOf } from './claim-words.ts'
import { findTimeMarks, type TimeMark } from './time-marks.ts'

/** A number of a statement, as exactly as it is written. */
export interface StatedNumber {
  readonly quantity: Quantity
  readonly value: number
  /** How far the number that it was rounded from can be: half of its last digit; 0 for a count. */
  readonly rounding: number
  /** Whether it is the size of a change: "grew 5%", but not "grew to 5%". */
  readonly change: '+' | '-' | null
  /** "a month", "annual": the time that an amount is for. */
  readonly rate: 'month' | 'year' | null
  /** "revenue of $10 million": a time after several of them is for all. */
  readonly isAfterOf: boolean
}

/** A part of a statement between separators, such as commas and "and". */
export interface Piece {
  readonly numbers: readonly StatedNumber[]
  readonly times: readonly TimeMark[]
  /** All content words, with those that narrow, names and directions. */
  readonly words: ReadonlySet<string>
  readonly narrowing: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Whether it holds nothing but a time: "In 2025". */
  readonly isTimeOnly: boolean
  /** Whether its time only limits it: "through June 2031". */
  readonly isUntil: boolean
  readonly startsCondition: boolean
  readonly startsStatement: boolean
  /** "Two of the six elevators": the second number is only what the first is a part of. */
  readonly startsWhole: boolean
}

export interface Statement {
  readonly pieces: readonly Piece[]
  readonly words: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly narrowing: ReadonlySet<string>
  /** Content words in their order. */
  readonly order: readonly string[]
  readonly startsWithPronoun: boolean
}

const separators = new Set([
  ',',
  ';',
  '(',
  ')',
  '—',
  '|',
  'and',
  'but',
  'while',
  'whereas',
  'although',
  'versus',
  'vs',
  'compared',
  'which',
  'who',
  'whose',
  'if',
  'unless',
  'assuming',
  'provided',
])
/** They separate only two numbers: "a loan of $11.3 million at 4.62%". */
const weakSeparators = new Set([
  'at',
  'with',
  'for',
  'including',
  'or',
  'against',
  'on',
  'of',
  'to',
  'from',
  '/',
  '–',
  '-',
])
/** They begin what is said about the end of something: "through June 2031", "that expires in 2031". */
const beginsEnd = new Set(['through', 'until', 'under', 'that'])
const conditions = new Set([
  'if',
  'unless',
  'assuming',
  'provided',
  'subject',
  'excluding',
  'before',
  'after',
  'net',
  'except',
  'as',
])

/** Makes texts from different programs comparable. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[‐‑−]/g, '-')
    .replaceAll(/\*\*|__/g, '')

const isCovered = (spans: readonly { first: number; next: number }[], at: number): boolean =>
  spans.some(({ first, next }) => at >= first && at < next)

const roundingOf = (tokens: readonly Token[], { first, next, value, measure, isWords, isScaled }: Quantity): number => {
  const written = tokens
    .slice(first, next)
    .find(({ isNumber }) => isNumber)
    ?.text.replaceAll(',', '')
  if (written === undefined || isWords) return 0
  const decimals = written.includes('.') ? written.length - written.indexOf('.') - 1 : 0
  const isCount = measure === 'plain' || measure === 'duration' || measure === 'area'
  if (decimals === 0 && !isScaled && (isCount || measure === 'currency')) return 0
  const factor = Number(written) === 0 ? 1 : Math.abs(value / Number(written))
  return (10 ** -decimals * factor) / 2
}

const isNegative = (tokens: readonly Token[], { first, next }: Quantity): boolean => {
  const sign = tokens[first - 1]
  if (sign?.text === '-' && tokens[first]?.isGlued === true && (first < 2 || !sign.isGlued)) return true
  const start = tokens[first]?.text === '-' ? first : first - 1
  // "$(2.1) million" and "(5.2%)" are negative; "(5.2% of revenue)" is an aside.
  return tokens[start]?.text === '(' && tokens[next]?.text === ')' && tokens[start - 1]?.text === '$'
}

const pronouns = new Set(['it', 'its', 'they', 'their', 'this', 'these', 'that', 'those', 'he', 'she'])
const expiryWord = stemOf('expiry')
const leaseWord = stemOf('lease')
const endWords = new Set(['through', 'until'])
/** A time after them is an end, not the time of a number. */
const untilWords = new Set(['through', 'until', 'to', 'since', 'by'])

/** Places of words before a verb of attribution, which say who states the number. */
const attributedWords = (
  read: ReadonlyMap<number, { word: string; isName: boolean }>,
  covered: readonly { next: number }[],
): Set<number> => {
  const attributed = new Set<number>()
  for (const [verb, { word }] of read) {
    if (!attributing.has(word)) continue
    const start = Math.max(0, ...covered.map(({ next }) => next).filter((next) => next <= verb))
    for (const [at, item] of read)
      if (at >= start && at <= verb && !item.isName && item.word !== 'not') attributed.add(at)
  }
  return attributed
}

const isLevel = new Set(['to', 'at', 'from'])

/** Splits a sentence into its numbers, times and words, and says which of them belong together. */
export const readStatement = (text: string): Statement => {
  const tokens = tokenize(text)
  const all = findQuantities(tokens)
  const times = findTimeMarks(tokens, all)
  const quantities = all.filter(
    ({ first, next, measure }) =>
      measure !== 'year' && measure !== 'date' && !times.some((time) => time.first < next && first < time.next),
  )
  const covered = [...quantities, ...times]
  const lower = tokens.map(({ text: word }) => word.toLowerCase())

  // Terms are read from words alone: "loan-to-value" is three of them.
  const places = tokens.flatMap(({ text: word }, at) => (/^\p{L}/u.test(word) && !isCovered(covered, at) ? [at] : []))
  const read = new Map<number, { word: string; kind: string; isName: boolean }>()
  const firstWord = places[0]
  for (let place = 0; place < places.length; ) {
    const start = places[place] ?? 0
    let run = place + 1
    while (run < places.length && run < place + 5 && isJoined(tokens, places[run - 1] ?? 0, places[run] ?? 0)) run += 1
    const { word, length, kind } = claimWordAt(
      places.slice(place, run).map((at) => lower[at] ?? ''),
      0,
    )
    const written = tokens[start]?.text ?? ''
    const isCapital = /^\p{Lu}/u.test(written)
    const isFollowed = /^\p{Lu}/u.test(tokens[places[place + 1] ?? -1]?.text ?? '')
    const isName = isCapital && length === 1 && kind === 'content' && (start !== firstWord || isFollowed)
    if (kind !== 'neutral') read.set(start, { word, kind, isName })
    place += length
  }
  // Digits that are neither number nor time: "Suite 200", "Section 4".
  tokens.forEach((token, at) => {
    if (token.isNumber && !isCovered(covered, at))
      read.set(at, { word: `${lower[at - 1] ?? ''}#${token.text}`, kind: 'content', isName: true })
  })

  const attributed = attributedWords(read, covered)

  const cuts = cutPoints(tokens, covered, quantities, times)
  const pieces = [...cuts, tokens.length].flatMap((end, index): Piece[] => {
    const start = index === 0 ? 0 : (cuts[index - 1] ?? 0)
    if (start >= end) return []
    const inside = (at: number): boolean => at >= start && at < end
    const own = [...read].filter(([at]) => inside(at) && !attributed.has(at)).map(([, value]) => value)
    const of = (kind: string): Set<string> => new Set(own.filter((item) => item.kind === kind).map(({ word }) => word))
    const ownTimes = times.filter(({ first }) => inside(first))
    const directions = own.filter(({ kind }) => kind === 'up' || kind === 'down')
    const rate = rateIn(lower.slice(start, end))
    const numbers = quantities
      .filter(({ first }) => inside(first))
      .map((quantity): StatedNumber => {
        const before = lower[quantity.first - 1] ?? ''
        const isSizeOfChange = directions.length > 0 && !isLevel.has(before)
        const perTime = quantity.per.find((per) => per === 'month' || per === 'year')
        return {
          quantity,
          value: isNegative(tokens, quantity) ? -quantity.value : quantity.value,
          rounding: roundingOf(tokens, quantity),
          change: isSizeOfChange ? (directions[0]?.word as '+' | '-') : null,
          isAfterOf: before === 'of',
          rate: perTime === 'month' || perTime === 'year' ? perTime : rate,
        }
      })
    const words = new Set(own.map(({ word }) => word))
    const beforeTime = lower[(ownTimes[0]?.first ?? 0) - 1] ?? ''
    const firstText = lower.slice(start, end).find((word) => !separators.has(word) || conditions.has(word)) ?? ''
    return [
      {
        numbers,
        times: ownTimes,
        words,
        narrowing: of('narrowing'),
        names: new Set(own.filter(({ isName }) => isName).map(({ word }) => word)),
        isTimeOnly: numbers.length === 0 && words.size === 0 && ownTimes.length > 0,
        isUntil: untilWords.has(beforeTime) || words.has(expiryWord),
        startsCondition: conditions.has(firstText),
        startsWhole: lower[start] === 'of',
        startsStatement: tokens[start]?.text === ';' && !pronouns.has(lower[start + 1] ?? ''),
      },
    ]
  })
  const values = [...read].sort(([a], [b]) => a - b).map(([, value]) => value)
  return {
    pieces,
    // "Leases … through June 2031": it expires then.
    words: new Set([
      ...values.map(({ word }) => word),
      ...(values.some(({ word }) => word === leaseWord) &&
      times.some(({ first }) => endWords.has(lower[first - 1] ?? ''))
        ? [expiryWord]
        : []),
    ]),
    names: new Set(values.filter(({ isName }) => isName).map(({ word }) => word)),
    narrowing: new Set(
      [...read].filter(([at, { kind }]) => kind === 'narrowing' && !attributed.has(at)).map(([, { word }]) => word),
    ),
    order: values.filter(({ kind }) => kind !== 'up' && kind !== 'down').map(({ word }) => word),
    startsWithPronoun: pronouns.has(lower[0] ?? ''),
  }
}

const isJoined = (tokens: readonly Token[], a: number, b: number): boolean =>
  b === a + 1 || (b === a + 2 && ['-', '/'].includes(tokens[a + 1]?.text ?? ''))

/** The time that amounts of a piece are for, if a word apart from the number says so: "annual rent of $1.2 million". */
const rateIn = (words: readonly string[]): 'month' | 'year' | null => {
  if (words.includes('monthly')) return 'month'
  return words.includes('annual') || words.includes('annually') || words.includes('yearly') ? 'year' : null
}

/** Where the pieces of a sentence begin, except the first. */
const cutPoints = (
  tokens: readonly Token[],
  covered: readonly { first: number; next: number }[],
  quantities: readonly Quantity[],
  times: readonly TimeMark[],
): number[] => {
  const isFree = (at: number): boolean => !isCovered(covered, at)
  const cuts = new Set(
    tokens.flatMap(({ text }, at) => (separators.has(text.toLowerCase()) && isFree(at) && at > 0 ? [at] : [])),
  )
  for (const [place, left] of quantities.entries()) {
    const right = quantities[place + 1]
    if (right === undefined || left.isRange) continue
    const between = tokens.slice(left.next, right.first).map((_, index) => left.next + index)
    if (between.some((at) => cuts.has(at))) continue
    const weak = between.findLast((at) => isFree(at) && weakSeparators.has(tokens[at]?.text.toLowerCase() ?? ''))
    cuts.add(weak ?? left.next)
  }
  // "… under a lease that expires in 2031" is about the lease, not about the number before it.
  for (const { first } of times) {
    const number = quantities.findLast(({ next }) => next <= first)
    if (number === undefined) continue
    const cut = tokens.findIndex(
      ({ text }, at) => at >= number.next && at < first && isFree(at) && beginsEnd.has(text.toLowerCase()),
    )
    if (cut !== -1) cuts.add(cut)
  }
  return [...cuts].sort((a, b) => a - b)
}
