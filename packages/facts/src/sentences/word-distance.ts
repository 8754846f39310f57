import type { Quantity } from '../quantity.ts'
import { isInPeriod, type Sentence } from './sentence.ts'

/** Words that can stand between a term and its number without changing what the number is. */
const connectors = new Set(
  [
    'of at is was are were be been being to the a an and its in on by for with has have had will : = - – ( ) , " “ ” * _ which that this',
    'currently approximately approx about around roughly circa nearly almost some ~ ≈ just only still now today estimated expected projected',
    'underwritten budgeted forecast forecasted forecasting stand standing stood total totaling totaled totalling totalled amount amounting amounted equal equaling equate equates equating equal come came coming in',
    'average averaged averaging reported recorded achieved reached reaching represent representing represented imply implying implied',
    'fixed set quoted indicated stated set remain remained remains up over under least most more than less not excess per annum annual annually year current',
    'represents result results resulting generate generated generating produce produced producing show showed showing run running ran account accounted accounting contribute contributed',
    'make made making constitute constituted comprise derive derived earned earning together combined respectively aggregate maximum minimum level approximately closing initial sized size priced rate ratio value figure count calculated based using i.e e.g ie eg company property asset building subject our we their it',
    'renewed renew assumed assume model modeled modelled forward next through as ended ending period month twelve september october november december january february march april may june july august',
    'reach exceed go going lower higher stay staying hit hitting trail trailing grow growing pay paying conclude see need floor cap',
    'consist consisting comprise comprising include including totaled no usd full outstanding original principal lesser greater (i) i ii',
  ].flatMap((line) => line.split(' ')),
)

const isOfTimeAt = ({ tokens, periods }: Sentence, at: number): boolean =>
  isInPeriod(periods, at) || tokens[at]?.word === 'in' || tokens[at]?.word === 'for'

const maxApposition = 10

/** The end of words between commas that only explain: "its largest customer, Acme Corp., contributed 12%". */
const appositionEnd = ({ tokens, quantities }: Sentence, at: number, to: number): number | undefined => {
  if (tokens[at]?.text !== ',') return undefined
  for (let end = at + 2; end < Math.min(to, at + maxApposition); end++) {
    if (quantities.some(({ first, measure }) => first === end && measure !== 'date' && measure !== 'year'))
      return undefined
    // "Corp.," ends with a point before the comma.
    if (tokens[end]?.text === ',') return end
  }
  return undefined
}

/** How sure a number belongs to a name before it, by the words between; undefined if it does not. */
export const scoreBetween = (
  sentence: Sentence,
  from: number,
  target: Quantity,
  isLabel: boolean,
): number | undefined => {
  const { tokens, quantities, periods } = sentence
  const to = target.first
  let unknown = 0
  const isPerItem = ({ per }: Quantity): boolean => per.some((item) => item === 'unit' || item === 'area')
  for (let at = from; at < to; at++) {
    const end = appositionEnd(sentence, at, to)
    if (end !== undefined) {
      at = end
      continue
    }
    const inner = quantities.find(({ first, next }) => at >= first && at < next)
    if (inner !== undefined) {
      const isOfTime =
        inner.measure === 'year' || inner.measure === 'date' || isInPeriod(periods, at) || inner.isCompound
      // "expanded 90 bps to 38.4%", "from $31.8 million to $36.2 million"
      const isChange =
        tokens[to - 1]?.word === 'to' &&
        tokens.slice(inner.next, to - 1).every((_, n) => isOfTimeAt(sentence, inner.next + n))
      // "increased by 12.7% from $33.9 million to $38.2 million"
      const isRate =
        inner.measure === 'percent' &&
        target.measure === 'currency' &&
        /^(?:by|up|grew|increased|rose|gained|\+)$/.test(tokens[inner.first - 1]?.text.toLowerCase() ?? '')
      // "a fee of 2.5% ($1.6 million)": the same in another unit.
      const isRestated =
        inner.measure !== target.measure && target.first - inner.next === 1 && tokens[inner.next]?.text === '('
      const isPassed = isOfTime || isChange || isRate || isRestated || isPerItem(inner) !== isPerItem(target)
      if (!isPassed && !isLabel) return undefined
      at = inner.next - 1
      continue
    }
    const token = tokens[at]
    if (token === undefined || isInPeriod(periods, at)) continue
    if (token.text === ';') return undefined
    if (!connectors.has(token.word) && !connectors.has(token.text.toLowerCase())) unknown += 1
    // A new clause begins.
    if (token.text === ',' && unknown > 0) unknown += 1
  }
  if (isLabel) return 0.93
  if (unknown === 0) return 0.92 - Math.max(0, to - from - 8) * 0.02
  return unknown <= 4 ? 0.8 - unknown * 0.05 : undefined
}

const afterWords = new Set([
  'of',
  'in',
  '-',
  'the',
  'a',
  'an',
  'annual',
  'total',
  'net',
  '(',
  '"',
  '“',
  'new',
  'per',
  'for',
  'ltm',
  'trailing',
  'year',
  'fixed',
  'rate',
])

/** How sure a number belongs to a name after it. */
export const scoreAfter = (sentence: Sentence, from: number, to: number): number | undefined => {
  const { tokens, periods } = sentence
  let gap = 0
  let unknown = 0
  for (let at = from; at < to; at++) {
    if (isInPeriod(periods, at)) continue
    const token = tokens[at]
    if (
      token === undefined ||
      token.text === ',' ||
      token.text === ';' ||
      token.text === ')' ||
      token.text === ':' ||
      token.isNumber
    )
      return undefined
    if (
      token.word === 'and' ||
      token.word === 'or' ||
      token.word === 'to' ||
      token.word === 'at' ||
      token.word === 'with'
    )
      return undefined
    gap += 1
    if (!afterWords.has(token.word)) unknown += 1
  }
  if (gap === 0) return 0.97
  if (unknown === 0 && gap <= 3) return 0.94
  return unknown <= 2 && gap <= 3 ? 0.74 : undefined
}
