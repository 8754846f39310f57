import type { Token } from './tokens.ts'

/** Words that make a statement a possibility. */
const hypothetical = new Set(
  'would could might should if unless hypothetical hypothetically potentially whether suppose downside upside sensitivity stress breakeven'.split(
    ' ',
  ),
)
const hypotheticalPhrases = [
  'in the event',
  'in case of',
  'fall below',
  'drop below',
  'event of default',
  'trigger',
  'cash sweep',
  'until such time',
]
/** Words that tell of other properties or companies, or of the market as a whole. */
const others = new Set(
  [
    'comparable comp competitor competing competitive competition peer submarket metro msa nearby neighboring traded transacted',
    'industry sector benchmark pipeline typical typically typically national nationally nationwide county countywide citywide statewide regional',
    'sold trade trading traded elsewhere surrounding economist census',
  ].flatMap((line) => line.split(' ')),
)
const otherPhrases = [
  'under construction',
  'across the street',
  'next door',
  'market average',
  'average for the market',
  'similar property',
  'recent sale',
  'recent transaction',
  'other lender',
  'other property',
  'precedent transaction',
  'we closed',
  'we sold',
  'we financed',
  'closed in',
  'rival',
  'household income',
  'population of',
  'the market trade',
  'market vacancy',
  'market occupancy',
  'sister property',
  'rent there',
  'there average',
]
/** Words that tell of earlier times. */
const past = new Set('previously formerly originally historically erstwhile peaked'.split(' '))
const pastPhrases = [
  'last year',
  'month ago',
  'prior year',
  'year ago',
  'turned down',
  'used to',
  'seller acquired',
  'seller purchased',
  'seller bought',
  'seller paid',
  'owner acquired',
  'owner purchased',
  'owner bought',
  'owner paid',
  'ownership acquired',
  'ownership purchased',
  'ownership paid',
  'vendor acquired',
  'was acquired in',
  'was purchased in',
  'was purchased for',
  'last sold',
  'changed hand',
  'acquired the property in',
  'purchased the property in',
  'acquired the asset in',
  'acquired the company in',
  'purchased by the',
  'prior sale',
  'previous sale',
  'basis of the seller',
  'initial draft',
  'earlier draft',
  'earlier version',
  'prior version',
]
const negations = new Set([
  'not',
  'no',
  'neither',
  'nor',
  'never',
  'without',
  'excluding',
  'exclude',
  'excludes',
  'cannot',
  'none',
  'except',
])
/** "not less than" is a limit, and "no later than" a date. */
const afterBound = new Set(['less', 'more', 'exceed', 'exceeding', 'to', 'later', 'lower', 'fewer', 'only', 'yet', '.'])

const boundaries = new Set([',', ';', '(', ')', ':', '—', '[', ']'])
const boundaryWords = new Set([
  'while',
  'whereas',
  'but',
  'although',
  'compared',
  'versus',
  'vs',
  'though',
  'whilst',
  'against',
])

/**
 * Why the numbers in a part of a sentence are not facts of the deal; undefined if they are. A `consequence` follows a
 * hypothetical part; what the property is does not depend on it.
 */
export type Doubt = 'hypothetical' | 'consequence' | 'other' | 'past' | 'negated'

const hasPhrase = (words: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => words.includes(` ${phrase} `))

interface Segment {
  readonly first: number
  next: number
  readonly afterSemicolon: boolean
}

const segmentsOf = (tokens: readonly Token[]): Segment[] => {
  const segments: Segment[] = []
  let open: Segment = { first: 0, next: 0, afterSemicolon: true }
  for (const [at, { word, text }] of tokens.entries()) {
    const isBoundary = boundaries.has(text) || boundaryWords.has(word)
    if (isBoundary && at > open.first) {
      segments.push({ ...open, next: at })
      open = { first: at, next: at, afterSemicolon: text === ';' }
    }
  }
  segments.push({ ...open, next: tokens.length })
  return segments
}

/** "would be pleased to", "if any" */
const isPolite = (tokens: readonly Token[], at: number): boolean => {
  const after = tokens.slice(at + 1, at + 3).map(({ word }) => word)
  if (tokens[at]?.word === 'if') return after[0] === 'any' || after[0] === 'applicable'
  return after.some((word) => /^(?:prepared|pleased|like|willing|propose|appreciate)$/.test(word))
}

const isModal = (token: Token): boolean => hypothetical.has(token.word) || token.text === 'may' || token.text === 'can'

/** Comparisons with last year do not make a number one of last year: "up 9% over the prior year". */
const isComparedWith =
  /\b(?:over|than|from|versus|vs|against|on|to) (?:the |its |a )?(?:same period |same month )?(?:of |in )?(?:the )?(?:prior|last|previous|year)\b/

/** For each token, why a number there is not a fact of the deal. */
export const doubtsOf = (tokens: readonly Token[]): (Doubt | undefined)[] => {
  const doubts: (Doubt | undefined)[] = new Array(tokens.length).fill(undefined)
  let carried: Doubt | undefined
  for (const [place, segment] of segmentsOf(tokens).entries()) {
    const own = tokens.slice(segment.first, segment.next)
    const words = ` ${own.map(({ word }) => word).join(' ')} `
    if (segment.afterSemicolon) carried = undefined
    const isPast =
      own.some(({ word }) => past.has(word)) || (hasPhrase(words, pastPhrases) && !isComparedWith.test(words))
    // "improved to 77% from 71% last year": only what follows is of last year.
    const comparedAt = isPast ? own.findIndex(({ word }) => word === 'from' || word === 'than') : -1
    const isOther = own.some(({ word }) => others.has(word)) || hasPhrase(words, otherPhrases)
    let doubt: Doubt | undefined = isOther ? 'other' : isPast ? 'past' : carried
    for (let at = segment.first; at < segment.next; at++) {
      const token = tokens[at]
      if (token === undefined) continue
      if (negations.has(token.word) && !afterBound.has(tokens[at + 1]?.word ?? '')) doubt ??= 'negated'
      const isCurrent = doubt === 'past' && carried !== 'past' && at - segment.first < comparedAt
      doubts[at] = isCurrent ? undefined : doubt
    }
    if (own.some((token, at) => isModal(token) && !isPolite(own, at)) || hasPhrase(words, hypotheticalPhrases)) {
      // Before the modal word, too: "a 5.3 cap should feel fair".
      for (let at = segment.first; at < segment.next; at++) doubts[at] ??= 'hypothetical'
      carried = 'consequence'
    } else if (isOther) carried = 'other'
    else if (place === 0 && isPast) carried = 'past'
  }
  return doubts
}

const foreignHeading =
  /\b(?:comparables?|comps|competit\w{1,8}|market overview|market analysis|market summary|market snapshot|market trends|submarket|sales history|ownership history|sensitivit\w{1,4}|downside|stress|demographics?|area overview|location overview|industry|peers?|precedents?|benchmarks?|disclaimer|legal notice|definitions|glossary|economy|supply|construction pipeline|scenario analysis|illustrative)\b/i

/** Whether the numbers under a heading are not those of the deal. */
export const isForeignHeading = (heading: string): boolean => foreignHeading.test(heading)
