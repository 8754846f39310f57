import { type DealStateKind, dealStateKinds } from '@deal-canvas/contract'
import type { Counts } from '../../platform/key-value/key-value.ts'

/** Number of keys by kind, without empty kinds. */
export type KeyCounts = Partial<Record<DealStateKind, number>>

export interface FoundDeal {
  dealId: string
  orgId: string | null
  /** Keys to be removed. */
  keys: KeyCounts
  keptCheckpoints: number
  /** Set if the deal is left unchanged because it is in use. */
  skipped?: 'recent_activity'
}

/** What a purge has recorded about a deal. */
export interface PlannedDeal extends FoundDeal {
  /** Whether all of it was deleted. */
  done: boolean
}

export interface Findings {
  /** At most 1,000. */
  deals: FoundDeal[]
  /** Total number of deals. */
  dealsTotal: number
  totals: KeyCounts
}

export const maxListed = 1_000

export const removedKinds = (includeCheckpoints: boolean): readonly DealStateKind[] =>
  includeCheckpoints ? dealStateKinds : dealStateKinds.filter((kind) => kind !== 'checkpoint')

export const sortCounts = (counts: Counts | undefined, includeCheckpoints: boolean) => {
  const kinds = removedKinds(includeCheckpoints).filter((kind) => (counts?.[kind] ?? 0) > 0)
  const keys: KeyCounts = Object.fromEntries(kinds.map((kind) => [kind, counts?.[kind]]))
  return { keys, keptCheckpoints: includeCheckpoints ? 0 : (counts?.checkpoint ?? 0) }
}

export const isEmpty = ({ keys, keptCheckpoints }: FoundDeal): boolean =>
  Object.keys(keys).length === 0 && keptCheckpoints === 0

const combine = (left: KeyCounts, right: KeyCounts, by: (a: number, b: number) => number): KeyCounts => {
  const kinds = dealStateKinds.filter((kind) => kind in left || kind in right)
  return Object.fromEntries(kinds.map((kind) => [kind, by(left[kind] ?? 0, right[kind] ?? 0)]))
}

const sum = (a: number, b: number): number => a + b

/**
 * All that a resumed purge has found at a deal; undefined if nothing is left to do. If the earlier deletion was
 * interrupted, the remaining keys were already counted; if it was complete, they are new.
 */
export const goOn = (before: PlannedDeal | undefined, found: FoundDeal): FoundDeal | undefined => {
  if (before === undefined) return found
  if (!before.done) return { ...found, keys: combine(before.keys, found.keys, Math.max) }
  if (Object.keys(found.keys).length === 0) return undefined
  return { ...found, keys: combine(before.keys, found.keys, sum) }
}

/** Counts every deal but lists only the first ones, so that a million deals need no more memory than a thousand. */
export const createTally = () => {
  const deals: FoundDeal[] = []
  let dealsTotal = 0
  let totals: KeyCounts = {}
  return {
    add: (deal: FoundDeal): void => {
      dealsTotal += 1
      totals = combine(totals, deal.keys, sum)
      if (deals.length < maxListed) deals.push(deal)
    },
    read: (): Findings => ({ deals, dealsTotal, totals }),
  }
}

export const together = (a: Findings, b: Findings): Findings => ({
  deals: [...a.deals, ...b.deals].slice(0, maxListed),
  dealsTotal: a.dealsTotal + b.dealsTotal,
  totals: combine(a.totals, b.totals, sum),
})

export const sizeOf = (keys: KeyCounts): number => Object.values(keys).reduce(sum, 0)
