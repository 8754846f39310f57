import { synonymGroups } from './synonyms.ts'
import { isStopWord, stemmedText, stemOf, wordsOf } from './words.ts'

/** A word of a question, with the phrases that can stand for it. */
export interface QueryTerm {
  stem: string
  /** Stemmed phrases with how much they count: 1 for the word itself. */
  phrases: ReadonlyMap<string, number>
}

const maxTerms = 32
/** A synonym counts less than the word that was asked for. */
const synonymWeight = 0.7

const groups = synonymGroups.map((group) => group.map((phrase) => stemmedText(phrase).trim()))

/** The words of a question that carry meaning, with their synonyms. */
export const queryTerms = (query: string): QueryTerm[] => {
  const asked = stemmedText(query)
  const named = groups.flatMap((group) =>
    group.filter((phrase) => asked.includes(` ${phrase} `)).map((phrase) => ({ words: phrase.split(' '), group })),
  )
  const stems = wordsOf(query)
    .filter((word) => !isStopWord(word) && (word.length > 1 || /\d/.test(word)))
    .map(stemOf)
  return [...new Set(stems)].slice(0, maxTerms).map((stem) => {
    const phrases = new Map<string, number>()
    for (const { words, group } of named)
      if (words.includes(stem)) for (const phrase of group) phrases.set(phrase, synonymWeight)
    return { stem, phrases: phrases.set(stem, 1) }
  })
}
