import { passagesOf } from '../passages.ts'
import { asksForAction } from './asks-for-action.ts'
import { plainText, readStatement, type Statement } from './read-statement.ts'
import { isSupported } from './support.ts'

/** What a claim can cite: a passage of a document, or a metric as a sentence. */
export interface ClaimSource {
  readonly id: string
  readonly text: string
}

/** A sentence of a generated answer, with the sources that it cites. */
export interface Claim {
  readonly text: string
  readonly citations: readonly string[]
}

export type ClaimProblem =
  /** It has no text, is too long, or has characters that a sentence does not need. */
  | 'malformed'
  | 'no_citation'
  | 'unknown_citation'
  | 'invented_quote'
  /** A cited source has no sentence that states all of it. */
  | 'unsupported'

export type ClaimVerdict =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly problem: ClaimProblem }

const maxClaimLength = 600
const maxCitations = 4
const allowed = /^[\p{Script=Latin}\p{N}\s.,;:'"()$€£₹%&/+\-–—≈~]+$/u
const quotes = /"([^"]*)"/g

const refuse = (problem: ClaimProblem): ClaimVerdict => ({ isAccepted: false, problem })
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A list mark would be taken for a sign or a number. */
const startsPlainly = /^["$€£₹(]{0,2}[\p{L}\p{N}]/u
const startsList = /^\(?[\p{L}\p{N}]{1,2}[.)]\s/u

/** Whether a text has the form of a plain sentence, without a list mark, markup or half a quote. */
export const isWellFormed = (text: string): boolean => {
  const hasLooseQuote = (text.match(/"/g)?.length ?? 0) % 2 === 1 || /(?:^|[\s(])'/.test(text)
  const hasForm = text.length > 0 && text.length <= maxClaimLength && allowed.test(text) && !hasLooseQuote
  return hasForm && startsPlainly.test(text) && !startsList.test(text)
}

const statementsOf = (text: string): Statement[] => {
  const unquoted = oneLine(text.replaceAll('"', ' '))
  // Without an end mark, a short text would be taken for a heading.
  const whole = /[.]$/.test(unquoted) ? unquoted : `${unquoted}.`
  return passagesOf(whole, [], '').passages.map(({ from, to }) => readStatement(whole.slice(from, to)))
}

interface SourceSentence {
  readonly statement: Statement
  readonly heading: Statement
  /** What "it" stands for. */
  readonly before: Statement | undefined
}

const sentencesOf = (text: string): SourceSentence[] => {
  let before: Statement | undefined
  return passagesOf(text, [], '').passages.flatMap(({ from, to, heading }) => {
    const sentence = text.slice(from, to)
    if (asksForAction(sentence)) return []
    const statement = readStatement(oneLine(sentence))
    const found = {
      statement,
      heading: readStatement(heading),
      before: statement.startsWithPronoun ? before : undefined,
    }
    before = statement
    return [found]
  })
}

/**
 * Judges the sentences of a generated answer. A sentence is accepted only if each source that it cites has one sentence
 * that states the same: every number with its unit and period, about the same thing, and every quote literally. What
 * cannot be told is not accepted.
 */
export const createClaimVerifier = (sources: readonly ClaimSource[]): ((claim: Claim) => ClaimVerdict) => {
  const known = new Map(sources.map(({ id, text }) => [id, plainText(text)]))
  const read = new Map<string, readonly SourceSentence[]>()
  const sentences = (id: string, text: string): readonly SourceSentence[] => {
    const found = read.get(id) ?? sentencesOf(text)
    read.set(id, found)
    return found
  }
  return ({ text: given, citations }) => {
    const text = oneLine(plainText(given))
    if (!isWellFormed(text)) return refuse('malformed')
    if (citations.length === 0) return refuse('no_citation')
    if (citations.length > maxCitations || new Set(citations).size < citations.length) return refuse('malformed')
    const claims = statementsOf(text)
    if (claims.length === 0) return refuse('malformed')
    for (const id of citations) {
      const source = known.get(id)
      if (source === undefined) return refuse('unknown_citation')
      const line = oneLine(source)
      for (const [, quote = ''] of text.matchAll(quotes)) {
        const quoted = quote.trim().replace(/[.,;:]$/, '')
        if (quoted === '' || !line.includes(quoted)) return refuse('invented_quote')
      }
      const all = sentences(id, source)
      if (!claims.every((claim) => all.some((sentence) => isSupported(claim, sentence, all))))
        return refuse('unsupported')
    }
    return { isAccepted: true }
  }
}
