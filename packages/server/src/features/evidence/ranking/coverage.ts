import type { QueryTerm } from './query-terms.ts'

/** A word of the question that only the document's name contains: all its passages are about it. */
const nameWeight = 0.9

/** How much of the question occurs in a part of a passage, from 0 to 1; rare words count more. */
type Coverage = (stems: string) => number

/** For passages as stemmed texts: returns the coverage of the parts of one of them. */
export const createCoverage = (terms: readonly QueryTerm[], texts: readonly string[], passages: number) => {
  // Only what the passage has can be in its sentences: a word with many synonyms is looked for once per passage.
  const present = texts.map((text) =>
    terms.map(({ phrases }) => [...phrases].filter(([phrase]) => text.includes(` ${phrase} `))),
  )
  const weights = terms.map((_, at) => {
    const having = present.filter((found) => (found[at]?.length ?? 0) > 0).length
    // A word that occurs nowhere counts as much as one that occurs once: in a small deal it would outweigh all others.
    const found = Math.max(1, having)
    return Math.log(1 + (Math.max(passages, texts.length) - found + 0.5) / (found + 0.5))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)

  return (place: number, name: string): Coverage => {
    const named = terms.map(({ stem }) => (name.includes(` ${stem} `) ? nameWeight : 0))
    return (stems) => {
      let sum = 0
      present[place]?.forEach((phrases, at) => {
        let best = named[at] ?? 0
        for (const [phrase, weight] of phrases) if (weight > best && stems.includes(` ${phrase} `)) best = weight
        sum += best * (weights[at] ?? 0)
      })
      return total === 0 ? 0 : sum / total
    }
  }
}
