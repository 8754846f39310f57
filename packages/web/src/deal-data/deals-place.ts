export const dealFilters = ['open', 'decided', 'archived'] as const
export type DealFilter = (typeof dealFilters)[number]

/** What of the list is looked at, as the address tells it: whoever comes back finds the same. */
export interface DealsPlace {
  /** Absent: the open ones. */
  show?: DealFilter | undefined
  q?: string | undefined
}

const isFilter = (value: unknown): value is DealFilter => dealFilters.some((filter) => filter === value)

export const readDealsPlace = ({ show, q }: Record<string, unknown>): DealsPlace => ({
  show: isFilter(show) && show !== 'open' ? show : undefined,
  q: typeof q === 'string' && q !== '' ? q.slice(0, 200) : undefined,
})
