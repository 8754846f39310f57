import { readNumberWords } from './number-words.ts'
import { times } from './times.ts'
import type { Token } from './tokens.ts'

/** What a number counts or measures, by what stands around it. */
export type Measure =
  // `date` also stands for numbers of pages and chapters
  'currency' | 'percent' | 'multiple' | 'area' | 'duration' | 'plain' | 'year' | 'date'

export type Per = 'unit' | 'area' | 'month' | 'year' | 'other'

/** A number in a text, with its unit. */
export interface Quantity {
  /** The tokens that it covers. */
  readonly first: number
  readonly next: number
  /** In whole currency units, percentage points, multiples, square feet or months. */
  readonly value: number
  readonly measure: Measure
  readonly currency: string | null
  readonly per: readonly Per[]
  /** How far the true value can be from it, as it is written. */
  readonly tolerance: number
  readonly bound: 'at_least' | 'at_most' | null
  readonly isApproximate: boolean
  /** Whether an interest rate is stated as this much above an index: "SOFR + 325". */
  readonly isSpread: boolean
  /** Whether it is written in basis points. */
  readonly isBasisPoints: boolean
  /** Whether it is one end of a range: "5% to 6%". */
  readonly isRange: boolean
  /** Whether it is part of a compound word: the 2 of "two-story". */
  readonly isCompound: boolean
  /** Whether it is written with a decimal point. */
  readonly hasDecimals: boolean
  /** What says so: "rentable" in "98,800 rentable square feet"; '' if nothing does. */
  readonly areaKind: string
  readonly isWords: boolean
  /** Whether it is written with its scale: "million", "k". */
  readonly isScaled: boolean
}

const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  usd: 'USD',
  eur: 'EUR',
  gbp: 'GBP',
  inr: 'INR',
  chf: 'CHF',
  cad: 'CAD',
  aud: 'AUD',
}
const signOf = (token: Token | undefined): string | undefined =>
  token === undefined || !Object.hasOwn(signs, token.text.toLowerCase()) ? undefined : signs[token.text.toLowerCase()]

const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mm: 1e6,
  mn: 1e6,
  mil: 1e6,
  mln: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  crore: 1e7,
  lakh: 1e5,
}
/** These letters alone are a scale only next to the number. */
const isShortScale = (word: string): boolean => word.length <= 2

const indexNames = new Set([
  'l',
  's',
  'libor',
  'sofr',
  'euribor',
  'sonia',
  'prime',
  'treasury',
  'ust',
  'index',
  'swap',
  't',
])
const counted = new Set(['unit', 'door', 'apartment', 'key', 'home', 'residence', 'suite', 'bed', 'pad', 'site'])
const areaWords = new Set(['sf', 'sqft', 'rsf', 'nrsf', 'psf', 'gsf', 'usf', 'gla', 'nra'])
const areaKinds = new Set([
  'rentable',
  'leasable',
  'net',
  'gross',
  'usable',
  'total',
  'building',
  'rsf',
  'nrsf',
  'gla',
  'nra',
])
const approximations = new Set(
  'approximately approx about around roughly circa ca c nearly almost some ~ ≈ estimated virtually'.split(' '),
)

interface Read<Value> {
  readonly value: Value
  readonly next: number
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? ''

/** Reads an area unit: "square feet", "sq. ft.", "rentable SF". */
const readArea = (tokens: readonly Token[], at: number): Read<string> | undefined => {
  let next = at
  let kind = ''
  if (wordAt(tokens, next) === '-') next += 1
  while (areaKinds.has(wordAt(tokens, next)) && next < at + 4 && !areaWords.has(wordAt(tokens, next))) {
    kind = wordAt(tokens, next) === 'total' ? kind : wordAt(tokens, next)
    next += 1
  }
  if (areaWords.has(wordAt(tokens, next))) {
    // "78,450 SF rentable"
    const after = wordAt(tokens, next + 1)
    const isNamed = kind === '' && (after === 'rentable' || after === 'leasable')
    return isNamed ? { value: after, next: next + 2 } : { value: kind || wordAt(tokens, next), next: next + 1 }
  }
  if (wordAt(tokens, next) !== 'sq') return undefined
  next += 1
  if (wordAt(tokens, next) === '.' || wordAt(tokens, next) === '-') next += 1
  if (wordAt(tokens, next) !== 'foot' && wordAt(tokens, next) !== 'footage') return undefined
  next += 1
  // "square feet of net rentable area"
  if (wordAt(tokens, next) === 'of' && areaKinds.has(wordAt(tokens, next + 1))) kind ||= wordAt(tokens, next + 1)
  return { value: kind, next }
}

/** Reads "per unit", "/SF", "a month": at most two of them. */
const readPer = (tokens: readonly Token[], at: number): Read<Per[]> => {
  const per: Per[] = []
  let next = at
  while (per.length < 2) {
    const found = readOnePer(tokens, next)
    if (found === undefined) break
    per.push(found.value)
    next = found.next
  }
  return { value: per, next }
}

const readOnePer = (tokens: readonly Token[], at: number): Read<Per> | undefined => {
  const word = wordAt(tokens, at)
  if (word === 'psf') return { value: 'area', next: at + 1 }
  // A net rent is stated per square foot.
  if (word === 'fsg') return { value: 'area', next: at + 1 }
  if (word === 'nnn' || (word === 'triple' && wordAt(tokens, at + 1) === 'net'))
    return { value: 'area', next: word === 'nnn' ? at + 1 : at + 2 }
  if (word === 'monthly') return { value: 'month', next: at + 1 }
  // "3% annual rent growth": the word belongs to the noun.
  const isOfNoun = word === 'annual' && /^\p{L}/u.test(tokens[at + 1]?.text ?? '')
  if (word === 'annually' || (word === 'annual' && !isOfNoun)) return { value: 'year', next: at + 1 }
  const isPer =
    word === 'per' || word === '/' || ((word === 'a' || word === 'each') && isPeriodOrUnit(wordAt(tokens, at + 1)))
  if (!isPer) return undefined
  const first = ['residential', 'apartment', 'rental', 'rentable', 'leasable', 'occupied'].includes(
    wordAt(tokens, at + 1),
  )
    ? at + 2
    : at + 1
  const area = readArea(tokens, first)
  if (area !== undefined) return { value: 'area', next: area.next }
  const named = wordAt(tokens, first)
  if (counted.has(named)) return { value: 'unit', next: first + 1 }
  if (named === 'month') return { value: 'month', next: first + 1 }
  if (named === 'year' || named === 'annum') return { value: 'year', next: first + 1 }
  if (wordAt(tokens, at + 1) === 'apartment') return { value: 'unit', next: at + 2 }
  if (named === 'foot') return { value: 'area', next: first + 1 }
  // "6.15% / 30-year", "$14.1 million / margin 16%": the slash separates two statements.
  const isSeparator = word === '/' && tokens[at + 1]?.isGlued !== true
  if (isSeparator || !/^\p{L}/u.test(tokens[first]?.text ?? '')) return undefined
  return word === 'a' ? undefined : { value: 'other', next: first + 1 }
}

const isPeriodOrUnit = (word: string): boolean => counted.has(word) || word === 'month' || word === 'year'

interface Written {
  readonly value: number
  readonly next: number
  /** The value of one step of the last written digit. */
  readonly step: number
  readonly hasDecimals: boolean
  readonly hasCommas: boolean
  readonly isWords: boolean
  /** Stated in words: "dollars". */
  readonly currency: string | undefined
}

const readNumber = (tokens: readonly Token[], at: number): Written | undefined => {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.isNumber) {
    const plain = token.text.replaceAll(',', '')
    const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0
    const value = Number(plain)
    if (!Number.isFinite(value)) return undefined
    return {
      value,
      next: at + 1,
      step: 10 ** -decimals,
      hasDecimals: decimals > 0,
      hasCommas: token.text.includes(','),
      isWords: false,
      currency: undefined,
    }
  }
  const inWords = readNumberWords(tokens, at)
  if (inWords === undefined) return undefined
  const isMoney = wordAt(tokens, inWords.next) === 'dollar'
  const end = isMoney ? inWords.next + 1 : inWords.next
  const written = {
    value: inWords.value,
    step: 1,
    hasDecimals: false,
    hasCommas: false,
    isWords: true,
    currency: isMoney ? 'USD' : undefined,
  }
  // "Ten (10) years", "two million dollars ($2,000,000)"
  const sign = wordAt(tokens, end) === '(' ? signOf(tokens[end + 1]) : undefined
  const digits = sign === undefined ? end + 1 : end + 2
  const repeats =
    wordAt(tokens, end) === '(' &&
    tokens[digits + 1]?.text === ')' &&
    Number(tokens[digits]?.text.replaceAll(',', '')) === inWords.value
  return { ...written, currency: written.currency ?? (repeats ? sign : undefined), next: repeats ? digits + 2 : end }
}

/** Zeros at the end of a whole number can be rounding: 41,200,000 may be 41,187,500. */
const roundShare = 0.0005
/** How far "approximately" can be off: by one of its last digit, by this share, or by more if it ends in zeros. */
const approximateShare = 0.01
const maxApproximateShare = 0.05

/** Half of what its last zeros stand for: 50 for 98,800. */
const halfOfZeros = (value: number, step: number): number => {
  let zeros = 1
  while (step >= 1 && value !== 0 && value % (step * zeros * 10) === 0 && zeros < 1e9) zeros *= 10
  return zeros === 1 ? 0 : (step * zeros) / 2
}

const toleranceOf = (
  value: number,
  step: number,
  { measure, hasDecimals, isApproximate }: Pick<Quantity, 'measure' | 'hasDecimals' | 'isApproximate'>,
): number => {
  if (measure === 'year' || (measure === 'duration' && !hasDecimals)) return 0
  const size = Math.abs(value)
  const byZeros = halfOfZeros(value, step)
  const exact = Math.max(measure === 'plain' && step === 1 ? 0 : step / 2, Math.min(byZeros, size * roundShare))
  if (!isApproximate) return exact
  return Math.max(
    exact,
    Math.min(step, size * maxApproximateShare),
    size * approximateShare,
    Math.min(byZeros, size * maxApproximateShare),
  )
}

const maxDenied = 10

/** "not to go over 60%", "no customer accounts for more than 15%": what is denied is an upper limit. */
const isDenied = (tokens: readonly Token[], first: number): boolean => {
  for (let at = first - 1; at >= Math.max(0, first - maxDenied); at--) {
    const token = tokens[at]
    if (token === undefined || token.isNumber || /^[,;:().]$/.test(token.text)) return false
    if (/^(?:not?|never|none|nor|neither|cannot)$/.test(token.word)) return true
  }
  return false
}

/** What stands before a number: its sign of currency, and words such as "approximately" and "up to". */
const readBefore = (tokens: readonly Token[], first: number): { isApproximate: boolean; bound: Quantity['bound'] } => {
  const words = [1, 2, 3, 4].map((back) => wordAt(tokens, first - back))
  const [one = '', two = '', three = '', four = ''] = words
  const isApproximate =
    [one, two].some((word) => approximations.has(word)) || (two === 'just' && /^(?:over|under)$/.test(one))
  const before = `${four} ${three} ${two} ${one}`
  const isOver = /(?:more than|excess of|greater than)$| (?:over|above|exceeding|exceed)$/.test(before)
  if (isOver && isDenied(tokens, first)) return { isApproximate, bound: 'at_most' }
  if (
    /(?:not less than|no less than|no lower than|not lower than|no fewer than|not below|not under|at least|more than|excess of|minimum of|north of|greater than)(?: the lesser of)?$| (?:over|above|exceeding|exceed)$/.test(
      before,
    )
  )
    return { isApproximate, bound: 'at_least' }
  if (/(?:no more than|not more than|not to exceed|up to|at most|maximum of|less than)$| (?:under|below)$/.test(before))
    return { isApproximate, bound: 'at_most' }
  return { isApproximate, bound: null }
}

const minYear = 1900
const maxYear = 2100

/** The number that starts at a token, with all that belongs to it; undefined if none does. */
const readQuantity = (tokens: readonly Token[], at: number): Quantity | undefined => {
  const first = at
  let currency = signOf(tokens[at])
  if (currency !== undefined) at += 1
  // "US$" is a word and a sign.
  else if (wordAt(tokens, at) === 'us' && tokens[at + 1]?.text === '$') {
    currency = 'USD'
    at += 2
  }
  if (currency !== undefined && signOf(tokens[at]) !== undefined) at += 1
  const number = readNumber(tokens, at)
  if (number === undefined) return undefined
  let { value, step } = number
  currency ??= number.currency
  let next = number.next
  const before = readBefore(tokens, first)
  const scaleToken = tokens[next]
  const scaleWord = (scaleToken?.text ?? '').toLowerCase().replace(/s$/, '')
  const scale = Object.hasOwn(scales, scaleWord) ? scales[scaleWord] : undefined
  let isScaled = false
  if (scale !== undefined && (!isShortScale(scaleWord) || scaleToken?.isGlued || currency !== undefined)) {
    value = times(value, scale)
    step = times(step, scale)
    next += 1
    isScaled = true
  }
  if (currency === undefined && isScaled) {
    const after = signOf(tokens[next])
    if (after !== undefined && tokens[next]?.text.length === 3) {
      currency = after
      next += 1
    }
  }
  let measure: Measure = currency !== undefined ? 'currency' : 'plain'
  let areaKind = ''
  let isSpread = false
  let isBasisPoints = false
  const isIndexed = wordAt(tokens, first - 1) === '+' || wordAt(tokens, first - 1) === 'plus'
  // "T5 + 195", "10-year UST plus 175"
  const index = tokens[first - 2]?.isNumber === true ? wordAt(tokens, first - 3) : wordAt(tokens, first - 2)
  // "L+325", "SOFR plus 3.25%", "Term SOFR + a spread of 325 bps"
  if (measure === 'plain' && isIndexed && indexNames.has(index)) isSpread = true
  const word = wordAt(tokens, next)
  if (measure === 'plain') {
    const percent = readPercent(tokens, next)
    if (percent !== undefined) {
      measure = 'percent'
      isBasisPoints = percent.value !== 1
      value = times(value, percent.value)
      step = times(step, percent.value)
      next = percent.next
    } else if (isSpread) {
      measure = 'percent'
      // Without a unit a spread is in basis points.
      if (value >= 20) {
        value /= 100
        step /= 100
      }
    } else if (
      (word === 'x' && (tokens[next]?.isGlued || number.hasDecimals)) ||
      (word === 'time' && number.hasDecimals)
    ) {
      measure = 'multiple'
      next += 1
    } else if (isRatio(tokens, next, number)) {
      measure = 'multiple'
      next += 2
    } else {
      const area = readArea(tokens, next)
      if (area !== undefined) {
        measure = 'area'
        areaKind = area.value
        next = area.next
      } else {
        const duration = readDuration(tokens, next)
        if (duration !== undefined) {
          measure = 'duration'
          value = times(value, duration.value)
          step = times(step, duration.value)
          next = duration.next
        } else if (isScaled) measure = 'currency'
        else if (
          !number.isWords &&
          !number.hasCommas &&
          !number.hasDecimals &&
          value >= minYear &&
          value <= maxYear &&
          tokens[at]?.text.length === 4
        )
          measure = 'year'
      }
    }
  }
  const per = readPer(tokens, next)
  const isCompound =
    measure === 'plain' &&
    wordAt(tokens, next) === '-' &&
    tokens[next]?.isGlued === true &&
    !counted.has(wordAt(tokens, next + 1))
  return {
    first,
    next: per.next,
    value,
    measure,
    currency: currency ?? null,
    per: per.value,
    tolerance: toleranceOf(value, step, {
      measure,
      hasDecimals: number.hasDecimals,
      isApproximate: before.isApproximate,
    }),
    ...before,
    isSpread,
    isBasisPoints,
    isRange: false,
    isCompound,
    hasDecimals: number.hasDecimals,
    areaKind,
    isWords: number.isWords,
    isScaled,
  }
}

const readPercent = (tokens: readonly Token[], at: number): Read<number> | undefined => {
  const word = wordAt(tokens, at)
  if (word === '%' || word === 'percent' || word === 'pct') return { value: 1, next: at + 1 }
  if (word === 'per' && wordAt(tokens, at + 1) === 'cent') return { value: 1, next: at + 2 }
  if (word === 'bp' || word === 'bps') return { value: 0.01, next: at + 1 }
  return word === 'basis' && wordAt(tokens, at + 1) === 'point' ? { value: 0.01, next: at + 2 } : undefined
}

/** "1.25:1", "1.25 to 1.00" */
const isRatio = (tokens: readonly Token[], at: number, { hasDecimals }: Written): boolean => {
  const word = wordAt(tokens, at)
  if (word !== ':' && word !== 'to') return false
  const one = tokens[at + 1]
  return hasDecimals && one?.isNumber === true && Number(one.text) === 1
}

const readDuration = (tokens: readonly Token[], at: number): Read<number> | undefined => {
  const next = wordAt(tokens, at) === '-' ? at + 1 : at
  const word = wordAt(tokens, next)
  if (word === 'month') return { value: 1, next: next + 1 }
  return word === 'year' ? { value: 12, next: next + 1 } : undefined
}

const changes = new Set(
  'expanded increased grew rose declined fell improved widened narrowed contracted decreased dropped climbed slipped jumped up down by'.split(
    ' ',
  ),
)
const rangeWords = new Set(['to', '-', '–', '—', 'through'])

/** Marks the ends of ranges; an end without a unit has that of the other: "between 5 and 6 %". */
const markRanges = (tokens: readonly Token[], found: readonly Quantity[]): Quantity[] => {
  const all = [...found]
  for (let place = 0; place + 1 < all.length; place++) {
    const [low, high] = [all[place], all[place + 1]]
    if (low === undefined || high === undefined || high.first - low.next !== 1) continue
    const link = wordAt(tokens, low.next)
    const before = wordAt(tokens, low.first - 1)
    const isBetween = link === 'and' && (before === 'between' || wordAt(tokens, low.first - 2) === 'between')
    if (!isBetween && !rangeWords.has(link)) continue
    if (low.measure !== high.measure && low.measure !== 'plain') continue
    // "grew from 5% to 6%" states the later value; "1.25 to 1.00" was read as a ratio.
    if ((before === 'from' || changes.has(before)) && link === 'to') continue
    if (low.measure === 'year' || high.value < low.value) continue
    all[place] = { ...low, isRange: true }
    all[place + 1] = { ...high, isRange: true }
  }
  return all
}

const maxSpelledOut = 9

/** Numbers in words that are repeated in figures count once: "at least six and a half percent (6.5%)". */
const withoutSpelledOut = (tokens: readonly Token[], found: readonly Quantity[]): Quantity[] => {
  const all = [...found]
  for (let place = 0; place < all.length; place++) {
    const words = all[place]
    if (words?.isWords !== true) continue
    let next = place + 1
    while (all[next]?.isWords) next += 1
    const figures = all[next]
    const isRepeated =
      figures !== undefined &&
      figures.measure !== 'plain' &&
      wordAt(tokens, figures.first - 1) === '(' &&
      tokens[figures.next]?.text === ')' &&
      figures.first - words.first <= maxSpelledOut &&
      !tokens.slice(words.next, figures.first - 1).some(({ text }) => text === ',' || text === ';' || text === '(')
    if (!isRepeated) continue
    // All words are passed over, like a date.
    for (let at = place; at < next; at++) {
      const spelled = all[at]
      if (spelled !== undefined) all[at] = dateQuantity(spelled.first, all[at + 1]?.first ?? spelled.next)
    }
    all[next] = { ...figures, bound: words.bound, isApproximate: words.isApproximate }
    place = next
  }
  return all
}

const monthNames = new Set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/** The end of a date that starts at a token: "9/30/26", "September 30, 2026", "2026-09-30". */
const dateEnd = (tokens: readonly Token[], at: number): number | undefined => {
  const isNumber = (place: number): boolean =>
    tokens[place]?.isNumber === true && (tokens[place]?.text.length ?? 9) <= 4
  const mark = wordAt(tokens, at + 1)
  const isGlued = tokens[at + 1]?.isGlued === true && tokens[at + 2]?.isGlued === true
  if (
    (mark === '/' || mark === '-') &&
    isGlued &&
    mark === wordAt(tokens, at + 3) &&
    [at, at + 2, at + 4].every(isNumber)
  )
    return at + 5
  if (!monthNames.has(wordAt(tokens, at - 1)) || !isNumber(at)) return undefined
  if (mark === ',' && /^(?:19|20)\d{2}$/.test(wordAt(tokens, at + 2))) return at + 3
  return /^\d{1,2}$/.test(wordAt(tokens, at)) ? at + 1 : undefined
}

const dateQuantity = (first: number, next: number): Quantity => ({
  first,
  next,
  value: 0,
  measure: 'date',
  currency: null,
  per: [],
  tolerance: 0,
  bound: null,
  isApproximate: false,
  isSpread: false,
  isBasisPoints: false,
  isRange: false,
  isCompound: false,
  hasDecimals: false,
  areaKind: '',
  isWords: false,
  isScaled: false,
})

/** Numbers of chapters and pages. */
const references = new Set([
  'section',
  'page',
  'exhibit',
  'article',
  'note',
  'footnote',
  'schedule',
  'appendix',
  'figure',
  'table',
  'chapter',
  'phase',
  'building',
  'lot',
  'suite',
  'route',
  'highway',
  'floor',
  'item',
  'no',
  'tower',
  'day',
])

/** All numbers of a text with their units, in order. */
export const findQuantities = (tokens: readonly Token[]): Quantity[] => {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length; ) {
    const end = tokens[at]?.isNumber ? dateEnd(tokens, at) : undefined
    const isReference =
      tokens[at]?.isNumber === true &&
      references.has(wordAt(tokens, at - 1)) &&
      /^\d{1,3}$/.test(tokens[at]?.text ?? '')
    if (end !== undefined || isReference) {
      found.push(dateQuantity(at, end ?? at + 1))
      at = end ?? at + 1
      continue
    }
    const quantity = readQuantity(tokens, at)
    if (quantity === undefined) at += 1
    else {
      found.push(quantity)
      at = Math.max(quantity.next, at + 1)
    }
  }
  return markRanges(tokens, withoutSpelledOut(tokens, found))
}
