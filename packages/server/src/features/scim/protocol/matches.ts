import type { Resource, Value } from './attributes.ts'
import type { Comparison, Filter, Scalar } from './filter.ts'

const fieldOf = (resource: Resource, attribute: string): Value | undefined =>
  Object.entries(resource).find(([name]) => name.toLowerCase() === attribute)?.[1]

const compare: Record<Comparison, (value: string, wanted: string) => boolean> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  co: (value, wanted) => value.includes(wanted),
  sw: (value, wanted) => value.startsWith(wanted),
  ew: (value, wanted) => value.endsWith(wanted),
  gt: (value, wanted) => value > wanted,
  ge: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  le: (value, wanted) => value <= wanted,
}

/** Microsoft Entra compares booleans with the texts "True" and "False". */
const asText = (value: Scalar): string => String(value ?? '').toLowerCase()

/** Whether one value of a list, such as an email address, matches the filter in a path. */
export const matches = (filter: Filter, value: Resource): boolean => {
  if (filter.kind === 'and') return filter.of.every((part) => matches(part, value))
  if (filter.kind === 'or') return filter.of.some((part) => matches(part, value))
  if (filter.kind === 'not') return !matches(filter.of, value)
  const found = fieldOf(value, filter.attribute)
  if (filter.kind === 'present') return found !== undefined && found !== ''
  if (filter.kind === 'some') return false
  const isScalar = typeof found === 'string' || typeof found === 'boolean'
  return isScalar ? compare[filter.by](asText(found), asText(filter.value)) : filter.by === 'ne'
}

/** The sub-attributes that a value must have to match: from `type eq "work" and primary eq true`. */
export const impliedBy = (filter: Filter): Map<string, Scalar> => {
  if (filter.kind === 'and') return new Map(filter.of.flatMap((part) => [...impliedBy(part)]))
  return filter.kind === 'compare' && filter.by === 'eq' ? new Map([[filter.attribute, filter.value]]) : new Map()
}
