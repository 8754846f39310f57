import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import { createScanner, type Scanner } from './filter-scanner.ts'
import { maxComparisons, maxFilterDepth } from './limits.ts'

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type Scalar = string | number | boolean | null

/** A filter of RFC 7644 §3.4.2.2. Attributes are in lower case, without the URN of a core schema. */
export type Filter =
  | { readonly kind: 'and'; readonly of: readonly Filter[] }
  | { readonly kind: 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'compare'; readonly attribute: string; readonly by: Comparison; readonly value: Scalar }
  | { readonly kind: 'present'; readonly attribute: string }
  /** `emails[type eq "work"]`: at least one value matches. */
  | { readonly kind: 'some'; readonly attribute: string; readonly of: Filter }

/** The URNs of the core schemas can stand before an attribute; they change nothing. */
const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

export const attributeName = (word: string): string => word.toLowerCase().replace(coreUrn, '')

interface Reading extends Scanner {
  comparisons: number
}

const readOr = (reading: Reading, depth: number): Filter => readChain(reading, depth, 'or')

/** `and` binds more tightly than `or`. */
const readChain = (reading: Reading, depth: number, kind: 'and' | 'or'): Filter => {
  const next = () => (kind === 'or' ? readChain(reading, depth, 'and') : readTerm(reading, depth))
  const parts = [next()]
  while (reading.takeWord(kind)) parts.push(next())
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { kind, of: parts }
}

const readGroup = (reading: Reading, depth: number, close: string): Filter => {
  if (depth >= maxFilterDepth) {
    return refuse('scim_invalid_filter', { detail: messages.filterTooDeep({ limit: maxFilterDepth }) })
  }
  const inner = readOr(reading, depth + 1)
  if (!reading.takeSign(close)) reading.fail()
  return inner
}

const readTerm = (reading: Reading, depth: number): Filter => {
  if (reading.takeSign('(')) return readGroup(reading, depth, ')')
  if (reading.takeNot()) return { kind: 'not', of: readGroup(reading, depth, ')') }
  const attribute = attributeName(reading.readAttribute())
  if (reading.takeSign('[')) return { kind: 'some', attribute, of: readGroup(reading, depth, ']') }
  reading.comparisons += 1
  if (reading.comparisons > maxComparisons) {
    refuse('scim_invalid_filter', { detail: messages.filterTooBroad({ limit: maxComparisons }) })
  }
  if (reading.takeWord('pr')) return { kind: 'present', attribute }
  const by = comparisons.find((word) => reading.takeWord(word)) ?? reading.fail()
  return { kind: 'compare', attribute, by, value: reading.readValue() }
}

export const parseFilter = (text: string): Filter => {
  const reading: Reading = { ...createScanner(text), comparisons: 0 }
  const filter = readOr(reading, 0)
  if (!reading.isAtEnd()) reading.fail()
  return filter
}
