import { maxSearchLength } from '@deal-canvas/contract'

/** What an address searches for. */
export interface SearchPlace {
  q?: string | undefined
  kind?: string | undefined
}

const shortText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= maxSearchLength ? text : undefined
}

export const readSearchPlace = ({ q, kind }: Record<string, unknown>): SearchPlace => ({
  q: shortText(q),
  kind: shortText(kind),
})
