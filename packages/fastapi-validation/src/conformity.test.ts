import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Keywords } from './keywords.ts'
import { bytes, failuresOf, judgeOf } from './testing/judging.ts'
import {
  boolean,
  email,
  integer,
  list,
  map,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type TSchema,
  text,
  uuid,
} from './testing/schemas.ts'

const schemas: [string, TSchema][] = [
  [
    'scalars',
    model({
      a: text({ min: 1, max: 5 }),
      b: optional(integer({ minimum: 0, maximum: 9, default: 3 })),
      c: nullable(uuid()),
      d: optional(text({ pattern: '^[a-c]*$' })),
      e: number({ exclusiveMinimum: -1, exclusiveMaximum: 5 }),
    }),
  ],
  [
    'lists',
    model({ a: list(model({ a: nullable(number()), b: oneOf(['a', 'b']) }), { min: 1, max: 3 }), b: boolean() }),
  ],
  ['maps', model({ a: map(list(integer())), b: optional(email()), c: optional(nullable(map(text()))) })],
  ['anything', model({ a: {}, b: nullable(model({ a: optional(map({})) })) })],
  ['a map of maps', map(map(boolean()))],
]

const key = fc.constantFrom('a', 'b', 'x', '__proto__', 'constructor', 'y\0', '\ud800')
const noise = fc.oneof(fc.jsonValue(), fc.constantFrom(null, true, -0, 2 ** 53, '', 'ab\0', '\ud800', [], {}))

/** Mostly matches the schema, so that values pass as well as fail, and fail in one field. */
const shaped = (schema: TSchema): fc.Arbitrary<unknown> => {
  const {
    type = [],
    enum: words,
    format,
    items = {},
    properties,
    required = [],
    additionalProperties,
  }: Keywords = schema
  const kinds = [type].flat().map((kind): fc.Arbitrary<unknown> => {
    if (kind === 'null') return fc.constant(null)
    if (kind === 'boolean') return fc.boolean()
    if (kind === 'integer' || kind === 'number') return fc.integer({ min: -1, max: 10 })
    if (kind === 'array') return fc.array(shaped(items), { maxLength: 4 })
    if (words !== undefined) return fc.constantFrom(...words)
    if (format === 'uuid') return fc.uuid()
    if (format === 'email') return fc.emailAddress()
    if (kind === 'string') return fc.string({ unit: 'grapheme', maxLength: 6 })
    if (typeof additionalProperties === 'object')
      return fc.dictionary(key, shaped(additionalProperties), { maxKeys: 3 })
    const fields = Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, shaped(field)]))
    return fc.record(fields, { requiredKeys: [...required] })
  })
  return fc.oneof(
    { weight: 20, arbitrary: fc.oneof(...(kinds.length === 0 ? [fc.jsonValue()] : kinds)) },
    { weight: 1, arbitrary: noise },
  )
}

const isClean = (given: string) => !/[\0\p{Surrogate}]/u.test(given)

const conformsAsObject = ({ properties = {}, required = [], additionalProperties }: Keywords, value: object): boolean =>
  required.every((name) => Object.hasOwn(value, name)) &&
  Object.entries(value).every(([name, inner]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return typeof field === 'object' && isClean(name) && conforms(field, inner)
  })

/** An independent check, separate from the validator, of what a handler can rely on. */
const conforms = (schema: TSchema, value: unknown): boolean => {
  const { type = [], enum: words, items = {}, pattern = '', ...rest }: Keywords = schema
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = rest
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = rest
  const types = [type].flat()
  if (typeof value === 'string') {
    const length = [...value].length
    const fits = length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value)
    return (
      isClean(value) && (types.length === 0 || (types.includes('string') && fits && (words?.includes(value) ?? true)))
    )
  }
  if (typeof value === 'number') {
    const isRight = types.includes('integer')
      ? Number.isSafeInteger(value)
      : types.length === 0 || types.includes('number')
    return isRight && value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
  }
  if (Array.isArray(value)) {
    const fits = value.length >= minItems && value.length <= maxItems
    return (types.length === 0 || types.includes('array')) && fits && value.every((item) => conforms(items, item))
  }
  if (typeof value === 'object' && value !== null)
    return types.length === 0
      ? conformsAsObject({ additionalProperties: {} }, value)
      : types.includes('object') && conformsAsObject(schema, value)
  return types.length === 0 || types.includes(value === null ? 'null' : typeof value)
}

test.each(schemas)('hands on only conforming values for %s, or reports a failure, whatever the body', (_, schema) => {
  const judge = judgeOf({ body: schema })
  const counts = { passed: 0, failed: 0 }
  fc.assert(
    fc.property(shaped(schema), (value) => {
      const judged = judge({ body: bytes(JSON.stringify(value)) })
      counts[judged.ok ? 'passed' : 'failed'] += 1
      if (!judged.ok) return judged.failures.length > 0 && judged.failures.every(({ loc }) => loc[0] === 'body')
      expect(judge({ body: bytes(JSON.stringify(judged.body)) })).toEqual(judged)
      return conforms(schema, judged.body)
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(counts.passed, counts.failed)).toBeGreaterThan(20)
})

const megabyte = 2 ** 20
const hostile: [string, string][] = [
  ['half a million open brackets', '['.repeat(500_000)],
  ['half a million nested objects', '{"a":'.repeat(500_000)],
  ['a megabyte of text', JSON.stringify({ a: 'x'.repeat(megabyte), b: 'x'.repeat(megabyte) })],
  ['a megabyte of escapes', `{"a":"${'\\u0041'.repeat(megabyte / 6)}"}`],
  ['a megabyte of hyphens', JSON.stringify({ a: '-'.repeat(megabyte), c: '-'.repeat(megabyte) })],
  ['a megabyte of digits', `{"a":${'9'.repeat(megabyte)},"b":${'9'.repeat(megabyte)}}`],
  [
    'an address of a megabyte',
    JSON.stringify({ a: {}, b: `${'a.'.repeat(megabyte / 4)}@${'b-'.repeat(megabyte / 4)}` }),
  ],
  [
    'a hundred thousand keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]))),
  ],
  ['a hundred thousand items', JSON.stringify({ a: Array.from({ length: 100_000 }, () => ({})) })],
  [
    'the keys of prototypes',
    '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"hasOwnProperty":1,"toString":null}',
  ],
]

test.each(hostile)('handles %s with every schema', (_, body) => {
  for (const [, schema] of schemas) {
    const judged = judgeOf({ body: schema })({ body: bytes(body) })
    expect(judged.ok || JSON.stringify(failuresOf(judged)).length < 200_000).toBe(true)
  }
  expect({} as Record<string, unknown>).not.toHaveProperty('a')
})
