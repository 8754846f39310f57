import { maxSearchLength } from '@deal-canvas/contract'
export const dealFilters = ['open', 'decided', 'archived'] as const
export type DealFilter = (typeof dealFilters)[number]

/** The filters of the deal list as stored in the address, so that going back restores the same list. */
export interface DealsPlace {
  /** Absent: open deals. */
  show?: DealFilter | undefined
  q?: string | undefined
}

const isFilter = (value: unknown): value is DealFilter => dealFilters.some((filter) => filter === value)

export const readDealsPlace = ({ show, q }: Record<string, unknown>): DealsPlace => ({
  show: isFilter(show) && show !== 'open' ? show : undefined,
  q: typeof q === 'string' && q !== '' ? q.slice(0, maxSearchLength) : undefined,
})
