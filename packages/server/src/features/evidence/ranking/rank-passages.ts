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

/** A word of the question that only the document's name contains: all its passages are about it. */
const nameWeight = 0.9
/** How much the average nearness of the sentences counts beside that of the best one. */
const averageWeight = 0.5
/** Stands for the nearness that is not known, so that results by words alone have comparable scores. */
const usualNearness = 0.4
/**
 * Below these a passage does not match. Chosen on the first half of the questions in bench/documents/questions.json:
 * either the meaning is near, or most words of the question occur.
 */
const least = { total: 0.7, nearness: 0.33, words: 0.5, wordsAlone: 0.3 }
/** Logistic regression on the first half of the questions; see docs/adr/0017-sentence-vectors.md. */
const calibration = { intercept: -3.89, slope: 1.84 }

/** How much of the question occurs in a text, from 0 to 1; rare words count more. */
type Coverage = (stems: string, name: string) => number

const coverageOf = (terms: readonly QueryTerm[], texts: readonly string[], passages: number): Coverage => {
  const weights = terms.map(({ phrases }) => {
    const having = texts.filter((text) => [...phrases.keys()].some((phrase) => text.includes(` ${phrase} `))).length
    // A word that occurs nowhere counts as much as one that occurs once: in a small deal it would outweigh all others.
    const found = Math.max(1, having)
    return Math.log(1 + (Math.max(passages, texts.length) - found + 0.5) / (found + 0.5))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (stems, name) => {
    let found = 0
    terms.forEach(({ stem, phrases }, place) => {
      let best = name.includes(` ${stem} `) ? nameWeight : 0
      for (const [phrase, weight] of phrases) if (weight > best && stems.includes(` ${phrase} `)) best = weight
      found += best * (weights[place] ?? 0)
    })
    return total === 0 ? 0 : found / total
  }
}

const isMatch = (total: number, words: number, nearest: number | undefined): boolean =>
  nearest === undefined
    ? words >= least.wordsAlone
    : total >= least.total && (nearest >= least.nearness || words >= least.words)

const scoreOf = (total: number): number =>
  Math.round(10_000 / (1 + Math.exp(-(calibration.intercept + calibration.slope * total)))) / 10_000

/**
 * The passages that match a question, the best first. A question that nothing answers matches none, unless weak matches
 * are kept: a long text shares few of its words with any passage. `passages`: how many the deal has.
 */
export const rankPassages = <Item extends Candidate>(
  terms: readonly QueryTerm[],
  candidates: readonly Item[],
  { keepsWeak = false, passages = 0 }: { keepsWeak?: boolean; passages?: number } = {},
): Ranked<Item>[] => {
  const texts = candidates.map(({ content }) => stemmedText(content))
  const coverage = coverageOf(terms, texts, passages)
  const ranked = candidates.flatMap((item, place) => {
    const { content, nearness } = item
    const name = stemmedText(item.documentName)
    const spans = splitSentences(content)
    const nearest = nearness === undefined ? undefined : Math.max(...nearness)
    let best = { start: 0, end: content.length }
    let bestTotal = Number.NEGATIVE_INFINITY
    spans.forEach((span, at) => {
      const near = nearness?.length === spans.length ? (nearness[at] ?? 0) : (nearest ?? usualNearness)
      const total = coverage(stemmedText(content.slice(span.start, span.end)), name) + near
      if (total > bestTotal) [best, bestTotal] = [span, total]
    })
    const average =
      nearness === undefined ? usualNearness : nearness.reduce((sum, near) => sum + near, 0) / nearness.length
    const words = coverage(texts[place] ?? '', name)
    const total = words + Math.max(bestTotal, 0) + averageWeight * average
    return keepsWeak || isMatch(total, words, nearest) ? [{ item, score: scoreOf(total), sentence: best, total }] : []
  })
  return ranked.sort((a, b) => b.total - a.total)
}
