import {
  afterBound,
  comparisons,
  hypothetical,
  hypotheticalPhrases,
  negations,
  otherPhrases,
  others,
  past,
  pastPhrases,
} from './doubt-words.ts'
import { type Token, tokenize } from './tokens.ts'

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

const forecasts = new Set(
  'reach total exceed average amount generate produce climb rise grow stabilize yield'.split(' '),
)

const offers = new Set(
  'lend get offer write put provide fund advance invest contribute commit pay propose quote expect anticipate assume suggest estimate conclude recommend'.split(
    ' ',
  ),
)

/** "would be pleased to", "if any" */
const isPolite = (tokens: readonly Token[], at: number): boolean => {
  const after = tokens.slice(at + 1, at + 3).map(({ word }) => word)
  if (tokens[at]?.word === 'if') return after[0] === 'any' || after[0] === 'applicable'
  // "Breakeven occupancy" is a metric.
  if (tokens[at]?.word === 'breakeven') return true
  const before = tokens[at - 1]?.word ?? ''
  // "We'd lend $10 million", "the fund would invest": offers of the one who writes.
  const isOfferer = /^(?:we|they|we['’](?:d|ll)|lender|bank|fund|sponsor|investor|buyer|purchaser|i)$/.test(before)
  if (/^(?:would|can|could|may)$/.test(tokens[at]?.word ?? '') && isOfferer && offers.has(after[0] ?? ''))
    return !tokens.some(({ word }) => word === 'if')
  // A forecast, not a condition: "NOI should reach $1.06 million".
  if (tokens[at]?.word === 'should' && forecasts.has(after[0] ?? '')) return !tokens.some(({ word }) => word === 'if')
  return after.some((word) => /^(?:prepared|pleased|like|willing|propose|appreciate)$/.test(word))
}

/** "No customer accounts for more than 15%" states a limit of the largest one. */
const isNegation = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.word ?? ''
  if (!negations.has(word)) return false
  const after = tokens
    .slice(at + 1, at + 12)
    .map((token) => token.word)
    .join(' ')
  const isAboutOne = /^(?:of (?:the|our|it|its) )?(?:(?:single|one|individual) )?(?:customer|client|account|tenant)\b/
  return !(isAboutOne.test(after) && / (?:more than|over|above|exceed|exceeding|excess of|greater than)\b/.test(after))
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
    const othersAt = own.findIndex(({ word }) => others.has(word))
    // "three points above peers": the number before the comparison is of the deal.
    const isCompared =
      othersAt > 0 && own.slice(Math.max(0, othersAt - 3), othersAt).some(({ word }) => comparisons.has(word))
    const isOther = (othersAt !== -1 && !isCompared) || hasPhrase(words, otherPhrases)
    let doubt: Doubt | undefined = isOther ? 'other' : isPast ? 'past' : carried
    for (let at = segment.first; at < segment.next; at++) {
      const token = tokens[at]
      if (token === undefined) continue
      if (isNegation(tokens, at) && !afterBound.has(tokens[at + 1]?.word ?? '')) doubt ??= 'negated'
      const isCurrent = doubt === 'past' && carried !== 'past' && at - segment.first < comparedAt
      doubts[at] = isCurrent
        ? undefined
        : (doubt ?? (isCompared && at - segment.first > othersAt ? 'other' : undefined))
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
  /\b(?:comparables?|comps|competit\w{1,8}|market overview|market analysis|market summary|market snapshot|market trends|submarket|sales history|recent sales|recent trades|recent transactions|sales comparison|closed sales|ownership history|sensitivit\w{1,4}|downside|stress|demographics?|area overview|location overview|industry|peers?|precedents?|benchmarks?|disclaimer|legal notice|definitions|glossary|economy|supply|construction pipeline|scenario analysis|illustrative)\b/i

/** Whether the numbers under a heading are not those of the deal. */
export const isForeignHeading = (heading: string): boolean => foreignHeading.test(heading)

const pointsBack =
  /^\(?(?:they|their|theirs|both|another|the (?:largest|biggest|smallest|closest|nearest|other|others|latter|former|first|second|third)(?: one| of them| of these)?(?:,| is\b| has\b| was\b| had\b| trade| sold)|that (?:deal|sale|loan|property|company|one)\b|these (?:deals|sales|properties|companies)\b)/i
const maxLead = 60

/** "We meet three competitors. The largest, Hydralink, has a gross margin of 68%": goes on about the same others. */
export const goesOnAboutOthers = (before: string, sentence: string): boolean =>
  pointsBack.test(sentence.slice(0, maxLead)) && doubtsOf(tokenize(before.slice(0, 1_000))).includes('other')

/** In the history of a property, the sale that is under way is that of the deal. */
export const isOfPendingSale = (heading: string, sentence: string): boolean =>
  /\b(?:sales?|ownership) history\b/i.test(heading) &&
  /\b(?:under contract|pending sale|pending contract|currently (?:listed|offered|marketed)|is being (?:offered|sold|acquired)|(?:purchase and sale|purchase) agreement)\b/i.test(
    sentence,
  )
