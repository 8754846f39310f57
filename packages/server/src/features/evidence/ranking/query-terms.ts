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

/** The groups of each phrase. */
const groupsOf = new Map<string, string[][]>()
for (const group of groups) for (const phrase of group) groupsOf.set(phrase, [...(groupsOf.get(phrase) ?? []), group])
const maxPhraseWords = Math.max(...groups.flat().map((phrase) => phrase.split(' ').length))

/** The phrases of the groups that a question contains, each once. */
const namedIn = (query: string): { words: string[]; group: string[] }[] => {
  const stems = wordsOf(query).map(stemOf)
  const found = new Set<string>()
  for (let from = 0; from < stems.length; from++)
    for (let count = 1; count <= maxPhraseWords; count++) {
      const phrase = stems.slice(from, from + count).join(' ')
      if (groupsOf.has(phrase)) found.add(phrase)
    }
  return [...found].flatMap((phrase) =>
    (groupsOf.get(phrase) ?? []).map((group) => ({ words: phrase.split(' '), group })),
  )
}

/** The words of a question that carry meaning, with their synonyms. */
export const queryTerms = (query: string): QueryTerm[] => {
  const named = namedIn(query)
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
