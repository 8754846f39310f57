/** The deals and metrics of a comparison, as stored in the address. */
export interface PortfolioPlace {
  deals?: string[] | undefined
  metrics?: string[] | undefined
}

const readList = (value: unknown): string[] | undefined => {
  const items = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  return items.length === 0 ? undefined : [...new Set(items)].slice(0, 50)
}

export const readPortfolioPlace = ({ deals, metrics }: Record<string, unknown>): PortfolioPlace => ({
  deals: readList(deals),
  metrics: readList(metrics)?.slice(0, 12),
})
