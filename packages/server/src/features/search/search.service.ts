import { type SearchCount, type SearchHit, type SearchKind, searchKinds } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import type { HitsStore } from './hits.store.ts'
import { type FoundEntry, placeOf, presentHits } from './present-hits.ts'
import type { Reach } from './reach.ts'
import { readQuestion } from './read-question.ts'
import type { After, SearchStore } from './search.store.ts'

export interface SearchWanted {
  q: string
  kinds: readonly SearchKind[]
  dealId: string | undefined
  perKind: number | undefined
  limit: number
  after: After | undefined
}

interface Results {
  hits: SearchHit[]
  /** Null after the first page. */
  counts: SearchCount[] | null
  isComplete: boolean
  /** The last hit of the page, if there are more. */
  last: After | undefined
}

/** A kind with more hits is not counted to the end. */
const maxCounted = 99

export type Search = ReturnType<typeof createSearch>

/** Finds what a person can see. */
export const createSearch = ({ store, hits: rows }: { store: SearchStore; hits: HitsStore }) => {
  const reachOf = async (userId: string, dealId: string | undefined): Promise<Reach> =>
    dealId === undefined ? await store.reach(userId) : { dealIds: [dealId], orgIds: [], partOrgIds: [], more: [] }

  const countOf = (kind: SearchKind, found: number): SearchCount => ({
    kind,
    count: Math.min(found, maxCounted),
    more: found > maxCounted,
  })

  return {
    search: async ({ userId }: Actor, wanted: SearchWanted): Promise<Results> => {
      const { perKind, after } = wanted
      const limit = perKind ?? wanted.limit
      const question = readQuestion(wanted.q)
      const isFirst = after === undefined
      const asked = searchKinds.filter((kind) => wanted.kinds.includes(kind))
      const kinds = isFirst ? asked : asked.slice(asked.indexOf(after.kind))
      const isComplete = await store.isComplete()
      if (question.units.length === 0)
        return { hits: [], counts: isFirst ? kinds.map((kind) => countOf(kind, 0)) : null, isComplete, last: undefined }

      const reach = await reachOf(userId, wanted.dealId)
      const request = { userId, question, reach, kinds, after, limit }
      const looked = new Map((await store.look(request)).map((one) => [one.kind, one]))
      const entries: FoundEntry[] = []
      const counts: SearchCount[] = []
      for (const kind of kinds) {
        const seen = looked.get(kind)
        let found = seen?.found ?? 0
        let newest = seen?.hits ?? []
        const isFull = perKind === undefined && entries.length > limit
        const lacksHits = !isFull && newest.length <= limit
        const lacksCount = isFirst && found <= maxCounted
        if (seen?.whole !== true && (lacksHits || lacksCount)) {
          const all = await store.find(kind, request)
          found = Math.max(found, all.found)
          if (lacksHits && all.hits.length >= newest.length) newest = all.hits
        }
        if (!isFull) entries.push(...newest.slice(0, perKind ?? newest.length).map((entry) => ({ kind, ...entry })))
        counts.push(countOf(kind, found))
      }
      const shown = perKind === undefined ? entries.slice(0, limit) : entries
      const last = perKind === undefined && entries.length > limit ? shown.at(-1) : undefined
      const found = await presentHits(rows, shown, question)
      // Last, so that texts which were read are shown only to whom still sees their deal.
      const deals = await store.deals(userId, [...new Set(shown.map(({ dealId }) => dealId))])
      const hits = shown.flatMap((entry): SearchHit[] => {
        const hit = found.get(placeOf(entry.kind, entry))
        const deal = deals.get(entry.dealId)
        if (hit === undefined || deal === undefined) return []
        return [{ ...hit, deal_name: deal.name, deal_archived: deal.isArchived }]
      })
      return { hits, counts: isFirst ? counts : null, isComplete, last }
    },
  }
}
