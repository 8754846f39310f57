import type { EntryRow } from './audit-trail.store.ts'

/** Parses the data of an event defensively: its signature may not have been checked yet. */
export const dataOf = ({ data }: Pick<EntryRow, 'data'>): Record<string, unknown> => {
  if (data === null) return {}
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Reads a field of an object inside an event's data. */
export const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, field)?.value : undefined
