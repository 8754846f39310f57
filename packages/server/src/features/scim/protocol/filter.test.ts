import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { DomainError } from '../../../domain-error.ts'
import { comparisons, type Filter, parseFilter } from './filter.ts'
import { maxComparisons, maxFilterDepth, maxFilterLength } from './limits.ts'

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return undefined
}

const write = (filter: Filter): string => {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.of.map((part) => `(${write(part)})`).join(` ${filter.kind} `)
  }
  if (filter.kind === 'not') return `not (${write(filter.of)})`
  if (filter.kind === 'present') return `${filter.attribute} pr`
  if (filter.kind === 'some') return `${filter.attribute}[${write(filter.of)}]`
  return `${filter.attribute} ${filter.by} ${JSON.stringify(filter.value)}`
}

const attribute = fc.constantFrom('username', 'emails.value', 'name.givenname', 'order', 'notes')
const value = fc.oneof(fc.string({ maxLength: 8 }), fc.boolean(), fc.constant(null), fc.integer())
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), attribute, by: fc.constantFrom(...comparisons), value }),
  fc.record({ kind: fc.constant('present' as const), attribute }),
)
const some = fc.record({ kind: fc.constant('some' as const), attribute: fc.constant('emails'), of: leaf })
const inner = fc.oneof(leaf, some)
const filters: fc.Arbitrary<Filter> = fc.oneof(
  inner,
  fc.record({ kind: fc.constant('not' as const), of: inner }),
  fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    of: fc.array(fc.oneof(inner, fc.record({ kind: fc.constant('not' as const), of: inner })), {
      minLength: 2,
      maxLength: 4,
    }),
  }),
)

describe('SCIM filter', () => {
  const eq = (name: string, wanted: string): Filter => ({ kind: 'compare', attribute: name, by: 'eq', value: wanted })

  test.each<[string, Filter]>([
    ['userName Eq "bjensen"', eq('username', 'bjensen')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', eq('username', 'a')],
    ['emails[type eq "work"]', { kind: 'some', attribute: 'emails', of: eq('type', 'work') }],
    ['title pr', { kind: 'present', attribute: 'title' }],
    ['not (a eq "b")', { kind: 'not', of: eq('a', 'b') }],
    ['not(a eq "b")', { kind: 'not', of: eq('a', 'b') }],
    ['a eq "\\"\\u00e9\\\\"', eq('a', '"é\\')],
    [
      'a eq "1" or b eq "2" and c eq "3"',
      { kind: 'or', of: [eq('a', '1'), { kind: 'and', of: [eq('b', '2'), eq('c', '3')] }] },
    ],
    [
      '(a eq "1" or b eq "2") and c eq "3"',
      { kind: 'and', of: [{ kind: 'or', of: [eq('a', '1'), eq('b', '2')] }, eq('c', '3')] },
    ],
  ])('reads %s', (text, wanted) => {
    expect(parseFilter(text)).toEqual(wanted)
  })

  test.each([
    '',
    ' ',
    'a',
    'a eq',
    'a eq b',
    'a eq "b',
    'a eq "b" and',
    '(a eq "b"',
    'a eq "b")',
    'a[b eq "c"',
    'a xx "b"',
    '"a" eq "b"',
    'a eq "b" c eq "d"',
    'a eq "\\x"',
    'a eq __proto__',
    'not a eq "b"',
    'a eq 1.',
  ])('refuses %j with invalidFilter', (text) => {
    expect(codeOf(() => parseFilter(text))).toBe('scim_invalid_filter')
  })

  it('reads every filter that it is given back as the same filter', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilter(write(filter))).toEqual(filter)
      }),
    )
  })

  it('answers any text with a filter or with invalidFilter', () => {
    const pieces = fc.constantFrom('a', 'eq', '"x"', '(', ')', '[', ']', 'and', 'or', 'not', 'pr', '\\', '"', '1', ' ')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join(' ')),
        ),
        (text) => {
          expect([undefined, 'scim_invalid_filter']).toContain(codeOf(() => parseFilter(text)))
        },
      ),
    )
  })

  it('limits length, depth and the number of comparisons [SCIM-6]', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`
    const broad = (count: number) => Array.from({ length: count }, () => 'a pr').join(' or ')
    expect(codeOf(() => parseFilter(nested(maxFilterDepth)))).toBeUndefined()
    expect(codeOf(() => parseFilter(nested(maxFilterDepth + 1)))).toBe('scim_invalid_filter')
    expect(codeOf(() => parseFilter(nested(400)))).toBe('scim_invalid_filter')
    expect(codeOf(() => parseFilter(broad(maxComparisons)))).toBeUndefined()
    expect(codeOf(() => parseFilter(broad(maxComparisons + 1)))).toBe('scim_invalid_filter')
    expect(codeOf(() => parseFilter(`a eq "${'x'.repeat(maxFilterLength)}"`))).toBe('scim_invalid_filter')
  })
})
