import type { Budget } from './budget.ts'
import { type Match, type Matches, unmatched } from './matches.ts'
import { readWords, type Vocabulary } from './words.ts'

/** Minimum similarity for two sentences to be versions of each other, in the same place or elsewhere. */
const alikeHere = 0.6
const alikeElsewhere = 0.75
/** A word that occurs in more sentences than this is ignored. */
const maxSentencesOfAWord = 64
const maxRivals = 8
/** Minimum lead over the second-best match; larger if both are identical and only their positions differ. */
const clearLead = 0.06
const clearLeadOfTwins = 0.12

/** Matches units that kept most of their words with the most similar new unit. */
export const matchEdited = (
  before: readonly string[],
  after: readonly string[],
  { imageOf, originOf }: Matches,
  vocabulary: Vocabulary,
  match: Match,
  budget: Budget,
): void => {
  const wordsOf = (units: readonly string[], indexes: readonly number[]) =>
    new Map(indexes.map((index) => [index, [...new Set(readWords(units[index] ?? '', vocabulary, budget).ids)]]))
  const oldWords = wordsOf(before, unmatched(imageOf))
  const newWords = wordsOf(after, unmatched(originOf))
  const [withOld, withNew] = [holdersOf(oldWords), holdersOf(newWords)]
  // All sentences share words such as "the" and "of": the more sentences contain a word, the less it counts.
  const weigh = (word: number) =>
    1 / (1 + Math.log(Math.max(1, withOld.get(word)?.length ?? 0, withNew.get(word)?.length ?? 0)))
  const isSameGap = gapsOf(imageOf, originOf)
  const isBeside = (old: number, now: number): boolean =>
    imageOf[old] !== undefined && imageOf[old] === now && now !== -1

  const rivals = [...oldWords].flatMap(([old, words]) => {
    const shared = new Map<number, number>()
    for (const word of words) {
      const holders = withNew.get(word) ?? []
      if (holders.length > maxSentencesOfAWord) continue
      budget.spend(1 + holders.length)
      for (const now of holders) shared.set(now, (shared.get(now) ?? 0) + weigh(word))
    }
    budget.spend(shared.size * 4)
    const likeliest = [...shared].sort(([, a], [, b]) => b - a).slice(0, maxRivals)
    return likeliest.flatMap(([now]) => {
      const nowWords = newWords.get(now) ?? []
      budget.spend(words.length + nowWords.length)
      const alike = likeness(words, nowWords, weigh)
      const isHere = isSameGap(old, now)
      if (alike < (isHere ? alikeHere : alikeElsewhere)) return []
      const beside = Number(isBeside(old - 1, now - 1)) + Number(isBeside(old + 1, now + 1))
      return [{ old, now, alike: alike + (isHere ? 0.1 : 0) + beside * 0.15 }]
    })
  })
  budget.spend(rivals.length * (maxRivals + 8))
  rivals.sort((a, b) => b.alike - a.alike)
  const contested = { old: new Set<number>(), now: new Set<number>() }
  const isOpen = ({ old, now }: { old: number; now: number }) => imageOf[old] === -1 && originOf[now] === -1
  for (const [index, { old, now, alike }] of rivals.entries()) {
    if (!isOpen({ old, now })) continue
    // If two candidates are about equally similar, a guess would be wrong half the time, so neither is matched, nor are
    // the units left over.
    for (const rival of rivals.slice(index + 1, index + 1 + maxRivals)) {
      const areTwins = before[old] === before[rival.old] && after[now] === after[rival.now]
      if (alike - rival.alike > (areTwins ? clearLeadOfTwins : clearLead)) continue
      if (!isOpen(rival) || (rival.old === old) === (rival.now === now)) continue
      for (const unit of [old, rival.old]) contested.old.add(unit)
      for (const unit of [now, rival.now]) contested.now.add(unit)
    }
    if (!contested.old.has(old) && !contested.now.has(now)) match(old, now)
  }
}

const holdersOf = (wordsOf: ReadonlyMap<number, readonly number[]>): Map<number, number[]> => {
  const holders = new Map<number, number[]>()
  for (const [index, words] of wordsOf) {
    for (const word of words) {
      const known = holders.get(word)
      if (known === undefined) holders.set(word, [index])
      else known.push(index)
    }
  }
  return holders
}

/** Returns a function that checks whether two units are between the same matched units. */
const gapsOf = (imageOf: Int32Array, originOf: Int32Array) => {
  const lastMatch = (matches: Int32Array) => {
    let last = -1
    return Int32Array.from(matches, (match, index) => {
      if (match !== -1) last = index
      return last
    })
  }
  const [oldLast, nowLast] = [lastMatch(imageOf), lastMatch(originOf)]
  return (old: number, now: number): boolean => {
    const [last, lastNow] = [oldLast[old] ?? -1, nowLast[now] ?? -1]
    return last === -1 ? lastNow === -1 : imageOf[last] === lastNow
  }
}

/** Weighted share of words that two sentences have in common, from 0 to 1. */
const likeness = (left: readonly number[], right: readonly number[], weigh: (word: number) => number): number => {
  const known = new Set(left)
  const sum = (words: readonly number[]) => words.reduce((total, word) => total + weigh(word), 0)
  return (2 * sum(right.filter((word) => known.has(word)))) / (sum(left) + sum(right))
}
