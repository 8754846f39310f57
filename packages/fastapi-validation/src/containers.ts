import type { Check } from './report.ts'
import type { Source } from './scalars.ts'
import { cleanFirst, isCleanText, plural } from './text.ts'

export interface Field {
  readonly name: string
  readonly isRequired: boolean
  /** The field with which this one is not required. */
  readonly unless: string | undefined
  readonly fallback: unknown
  readonly check: Check
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nothing = Object.freeze(Object.create(null))

/**
 * An object without inherited members, so that `__proto__` and `constructor` are ordinary keys. Its prototype is an
 * empty object, not null, because the query builder reads the constructor of every value's prototype.
 */
const createBag = (): Record<string, unknown> => Object.create(nothing)

export const list =
  (item: Check, min = 0, max = Number.POSITIVE_INFINITY): Check =>
  (value, report) => {
    if (!Array.isArray(value)) return report.fail('list_type', 'Input should be a valid list', value)
    const actual = { actual_length: value.length }
    if (value.length > max) {
      const msg = `List should have at most ${plural(max, 'item')} after validation, not ${value.length}`
      return report.fail('too_long', msg, value, { field_type: 'List', max_length: max, ...actual })
    }
    const before = report.failures.length
    const items: unknown[] = []
    for (const [index, given] of value.entries()) {
      if (report.isFull()) break
      items.push(report.at(index, item, given))
    }
    if (value.length < min && report.failures.length === before) {
      const msg = `List should have at least ${plural(min, 'item')} after validation, not ${value.length}`
      return report.fail('too_short', msg, value, { field_type: 'List', min_length: min, ...actual })
    }
    return items
  }

const uncleanKey: Check = cleanFirst((value) => value)

export const map =
  (item: Check): Check =>
  (value, report) => {
    if (!isObject(value)) return report.fail('dict_type', 'Input should be a valid dictionary', value)
    const entries = createBag()
    for (const key of Object.keys(value)) {
      if (report.isFull()) break
      // Reported at the map itself: the location of a failure is text too, and must be clean.
      if (isCleanText(key)) entries[key] = report.at(key, item, value[key])
      else uncleanKey(key, report)
    }
    return entries
  }

export const notObject: Check = (value, report) => {
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  return report.fail('model_attributes_type', msg, value)
}

/** Validates fields in declaration order. Undeclared fields go to `rest` or are dropped. */
export const model =
  (fields: readonly Field[], rest: Check | undefined, source: Source): Check =>
  (value, report) => {
    if (!isObject(value)) return notObject(value, report)
    const missing: Check = () => report.fail('missing', 'Field required', source === 'json' ? value : null)
    const known: Record<string, unknown> = rest === undefined ? {} : createBag()
    const isGiven = (name: string | undefined): boolean =>
      name !== undefined && Object.hasOwn(value, name) && value[name] !== undefined
    for (const { name, isRequired, unless, fallback, check } of fields) {
      if (isGiven(name)) known[name] = report.at(name, check, value[name])
      else if (isRequired && !isGiven(unless)) report.at(name, missing, undefined)
      else if (fallback !== undefined) known[name] = structuredClone(fallback)
    }
    if (rest === undefined) return known
    const others = createBag()
    for (const key of Object.keys(value)) {
      if (!fields.some(({ name }) => name === key)) others[key] = value[key]
    }
    return Object.assign(known, rest(others, report))
  }

const anything: Check = cleanFirst((value, report) => {
  if (Array.isArray(value)) return anyList(value, report)
  if (isObject(value)) return anyMap(value, report)
  if (typeof value === 'number' && !Number.isFinite(value))
    return report.fail('finite_number', 'Input should be a finite number', value)
  return value
})
const anyList = list(anything)
const anyMap = map(anything)

/** Any JSON value with clean text and finite numbers. */
export const any = anything
