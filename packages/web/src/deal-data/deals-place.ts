import { maxSearchLength } from '@deal-canvas/contract'
export const dealFilters = ['open', 'decided', 'archived'] as const
export type DealFilter = (typeof dealFilters)[number]

/** Filters and sort in the address besides tab and name; the page reads what it knows of them. */
export const furtherFilters = [
  'stage',
  'type',
  'city',
  'lead',
  'decision',
  'ic_from',
  'ic_to',
  'sort',
  'order',
  'view',
] as const
export type FurtherFilter = (typeof furtherFilters)[number]

/** The filters of the deal list as stored in the address, so that going back restores the same list. */
export interface DealsPlace extends Partial<Record<FurtherFilter, string | undefined>> {
  /** Absent: open deals. */
  show?: DealFilter | undefined
  q?: string | undefined
}

const isFilter = (value: unknown): value is DealFilter => dealFilters.some((filter) => filter === value)

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxSearchLength) : undefined

export const readDealsPlace = ({ show, q, ...further }: Record<string, unknown>): DealsPlace => ({
  ...Object.fromEntries(furtherFilters.map((name) => [name, readText(further[name])])),
  show: isFilter(show) && show !== 'open' ? show : undefined,
  q: readText(q),
})
