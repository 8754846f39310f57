import { createCoverage } from './coverage.ts'
import type { QueryTerm } from './query-terms.ts'
import { type Span, splitSentences } from './split-sentences.ts'
import { stemmedText } from './words.ts'

export interface Candidate {
  content: string
  /** The words that name its document: file name, title, first lines. */
  documentName: string
  /** How near its sentences, or the passage as a whole, are to the question; undefined: not known. */
  nearness: readonly number[] | undefined
}

export interface Ranked<Item> {
  item: Item
  /** The probability that the passage answers the question. */
  score: number
  /** The sentence that answers it best. */
  sentence: Span
  /** What the score is computed from. */
  total: number
}

interface RankOptions {
  keepsWeak?: boolean
  /** How many passages the deal has. */
  passages?: number
  /** How well a sentence has the form of an answer, from 0 to 1. */
  expected?: (sentence: string) => number
}

/**
 * Chosen on the questions in bench/documents/questions.json. `around` is how much of the coverage of a sentence is that
 * of the sentence with its neighbors: a pronoun stands for what the sentence before names.
 */
const share = { nearness: 1.3, averageNearness: 0.5, expected: 0.1, around: 0.5 }
/** Stands for the nearness that is not known, so that results by words alone have comparable scores. */
const usualNearness = 0.4
/**
 * Below these a passage does not match. Chosen on the first half of the questions in bench/documents/questions.json:
 * either the meaning is near, or most words of the question occur. A meaning as near as `nearnessAlone` needs no words.
 */
const least = { total: 1.1, nearness: 0.33, nearnessAlone: 0.5, words: 0.5, wordsAlone: 0.3 }
/** Logistic regression on the first half of the questions; see docs/adr/0017-sentence-vectors.md. */
const calibration = { intercept: -4.28, slope: 1.8 }

const isMatch = (total: number, words: number, nearest: number | undefined): boolean =>
  nearest === undefined
    ? words >= least.wordsAlone
    : nearest >= least.nearnessAlone || (total >= least.total && (nearest >= least.nearness || words >= least.words))

const scoreOf = (total: number): number =>
  Math.round(10_000 / (1 + Math.exp(-(calibration.intercept + calibration.slope * total)))) / 10_000

/**
 * The passages that match a question, the best first. A question that nothing answers matches none, unless weak matches
 * are kept: a long text shares few of its words with any passage.
 */
export const rankPassages = <Item extends Candidate>(
  terms: readonly QueryTerm[],
  candidates: readonly Item[],
  { keepsWeak = false, passages = 0, expected = () => 0 }: RankOptions = {},
): Ranked<Item>[] => {
  const texts = candidates.map(({ content }) => stemmedText(content))
  const coverages = createCoverage(terms, texts, passages)
  // Many passages are of one document, and making stems takes most of the time.
  const names = new Map(
    [...new Set(candidates.map(({ documentName }) => documentName))].map((name) => [name, stemmedText(name)]),
  )
  const ranked = candidates.flatMap((item, place) => {
    const { content, nearness } = item
    const coverage = coverages(place, names.get(item.documentName) ?? '')
    const spans = splitSentences(content)
    const sentences = spans.map(({ start, end }) => content.slice(start, end))
    const stems = sentences.map(stemmedText)
    const nearest = nearness === undefined ? undefined : Math.max(...nearness)
    let best = { start: 0, end: content.length }
    let bestTotal = Number.NEGATIVE_INFINITY
    spans.forEach((span, at) => {
      const near = nearness?.length === spans.length ? (nearness[at] ?? 0) : (nearest ?? usualNearness)
      const around = [stems[at - 1], stems[at], stems[at + 1]].join(' ')
      const total =
        (1 - share.around) * coverage(stems[at] ?? '') +
        share.around * coverage(around) +
        share.nearness * near +
        share.expected * expected(sentences[at] ?? '')
      if (total > bestTotal) [best, bestTotal] = [span, total]
    })
    const average =
      nearness === undefined ? usualNearness : nearness.reduce((sum, near) => sum + near, 0) / nearness.length
    const words = coverage(texts[place] ?? '')
    const total = words + Math.max(bestTotal, 0) + share.averageNearness * average
    return keepsWeak || isMatch(total, words, nearest) ? [{ item, score: scoreOf(total), sentence: best, total }] : []
  })
  return ranked.sort((a, b) => b.total - a.total)
}
