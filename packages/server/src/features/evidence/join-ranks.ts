import type { PassageKey } from './evidence.store.ts'

/**
 * The constant of reciprocal rank fusion: the larger, the less the top ranks matter. Smaller than usual, because the
 * lists are short.
 */
const softness = 20

export interface RankedPassage extends PassageKey {
  /** From 0 to 1; 1 means first by words and by vector. */
  score: number
}

/** Merges several ranked lists: passages that rank high in more lists come first. */
export const joinRanks = (lists: readonly (readonly PassageKey[])[]): RankedPassage[] => {
  const scores = new Map<string, RankedPassage>()
  for (const list of lists)
    list.forEach(({ documentId, position }, place) => {
      const key = `${documentId} ${position}`
      const before = scores.get(key)?.score ?? 0
      scores.set(key, { documentId, position, score: before + 1 / (softness + place + 1) })
    })
  const highest = lists.length / (softness + 1)
  return [...scores.values()]
    .map((passage) => ({ ...passage, score: Math.round((passage.score / highest) * 10_000) / 10_000 }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : a.position - b.position),
    )
}
