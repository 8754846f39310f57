import { everydayGroups, tradeGroups } from './glossary/index.ts'
import { isStopWord, stemmedText, stemOf, wordsOf } from './words.ts'

/** A word of a question, with the phrases that can stand for it. */
export interface QueryTerm {
  stem: string
  /** Stemmed phrases with how much they count: 1 for the word itself. */
  phrases: ReadonlyMap<string, number>
}

const maxTerms = 32
/** Common words stand for many things: more than these would only cost time. */
const maxPhrases = 24
/** A synonym counts less than the word that was asked for, and an everyday word less than a term of the trade. */
const synonymWeights = { trade: 0.8, everyday: 0.6 }

interface Group {
  phrases: readonly string[]
  weight: number
}

const groupsWith = (groups: readonly (readonly string[])[], weight: number): Group[] =>
  groups.map((group) => ({ phrases: group.map((phrase) => stemmedText(phrase).trim()), weight }))

/** The groups of each phrase, those of the trade first. */
const groupsOf = new Map<string, Group[]>()
for (const group of [
  ...groupsWith(tradeGroups, synonymWeights.trade),
  ...groupsWith(everydayGroups, synonymWeights.everyday),
])
  for (const phrase of group.phrases) groupsOf.set(phrase, [...(groupsOf.get(phrase) ?? []), group])
const maxPhraseWords = Math.max(...[...groupsOf.keys()].map((phrase) => phrase.split(' ').length))

/** The phrases of the groups that a question contains, each once. */
const namedIn = (query: string): { words: string[]; group: Group }[] => {
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
    const synonyms = new Map<string, number>()
    for (const { words, group } of named)
      if (words.includes(stem))
        for (const phrase of group.phrases) synonyms.set(phrase, Math.max(synonyms.get(phrase) ?? 0, group.weight))
    synonyms.delete(stem)
    const heaviest = [...synonyms].sort(([, a], [, b]) => b - a).slice(0, maxPhrases)
    return { stem, phrases: new Map([[stem, 1], ...heaviest]) }
  })
}
