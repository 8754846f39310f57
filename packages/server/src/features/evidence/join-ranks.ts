import type { PassageKey } from './evidence.store.ts'

/** The larger, the less it matters who is first: reciprocal rank fusion, with less softness than usual, for short lists. */
const softness = 20

export interface RankedPassage extends PassageKey {
  /** 0 to 1: 1 is first by words and by nearness. */
  score: number
}

/** One list out of several, each the best first: what stands high in more of them comes first. */
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
