import { describe, expect, test } from 'vitest'
import { bytes, failuresOf, judgeField, judgeOf, judgeQuery } from './testing/judging.ts'
import {
  boolean,
  email,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  number,
  oneOf,
  optional,
  secret,
  type TSchema,
  text,
  uuid,
} from './testing/schemas.ts'

const fromBody = (schema: TSchema, json: string) => {
  const judged = judgeField(schema, json)
  return judged.ok ? judged.body : judged.failures
}

describe('validated body', () => {
  test('accepts an integral float as an integer', () => expect(fromBody(integer(), '5.0')).toEqual({ f: 5 }))
  test('counts lengths in code points', () => {
    expect(fromBody(text({ max: 2 }), '"😀😀"')).toEqual({ f: '😀😀' })
    expect(failuresOf(judgeField(text({ min: 2 }), '"😀"'))).toMatchObject([{ type: 'string_too_short' }])
  })
  test('hands on an instant as plain text', () => expect(fromBody(instant(), '"soon"')).toEqual({ f: 'soon' }))
  test('normalizes a UUID to lower case with hyphens', () => {
    const id = '0192f0c1-2345-7abc-8def-0123456789ab'
    expect(fromBody(uuid(), `"{${id.toUpperCase()}}"`)).toEqual({ f: id })
  })
  test('normalizes the domain of an email address to lower case', () => {
    expect(fromBody(email(), '"Ann@Example.COM"')).toEqual({ f: 'Ann@example.com' })
  })
  test('drops unknown fields', () => {
    expect(fromBody(model({ a: integer() }), '{"a":1,"b":2,"__proto__":{"c":3}}')).toEqual({ f: { a: 1 } })
  })
  test('keeps and validates unknown fields if the schema allows them', () => {
    const open = { ...model({ a: integer() }), additionalProperties: text() }
    expect(fromBody(open, '{"a":1,"b":"x"}')).toEqual({ f: { a: 1, b: 'x' } })
    expect(failuresOf(judgeField(open, '{"a":1,"b":2}'))).toMatchObject([{ loc: ['body', 'f', 'b'] }])
  })
  test('treats a field inherited from Object.prototype as absent', () => {
    const fields = model({ constructor: optional(text()), toString: text() })
    expect(failuresOf(judgeField(fields, '{}'))).toMatchObject([{ type: 'missing', loc: ['body', 'f', 'toString'] }])
  })
  test('applies a default to an absent field, not to null', () => {
    const judge = judgeOf({ body: model({ n: optional(integer({ default: 20 })) }) })
    expect(judge({ body: bytes('{}') })).toMatchObject({ ok: true, body: { n: 20 } })
    expect(failuresOf(judge({ body: bytes('{"n":null}') }))).toMatchObject([{ type: 'int_type' }])
  })
  test('does not share a default value between requests', () => {
    const judge = judgeOf({ body: model({ tags: optional({ ...list(text()), default: [] }) }) })
    const tagsOf = () => {
      const judged = judge({ body: bytes('{}') })
      return judged.ok ? (judged.body as { tags: string[] }).tags : undefined
    }
    tagsOf()?.push('mine')
    expect(tagsOf()).toEqual([])
  })
  test('leaves an absent optional field absent', () => {
    expect(fromBody(model({ a: optional(text()) }), '{}')).toEqual({ f: {} })
  })
  test.each([
    ['a map', map(integer())],
    ['anything', {}],
  ])('treats __proto__ and constructor as ordinary keys in %s', (_, schema) => {
    const judged = judgeOf({ body: schema })({ body: bytes('{"__proto__":1,"constructor":2}') })
    const body: unknown = judged.ok ? judged.body : undefined
    expect(Object.entries(body ?? {})).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ])
    expect(judged).not.toHaveProperty('body.toString')
  })
  test('accepts any value with clean text and finite numbers if the schema is empty', () => {
    expect(fromBody({}, '{"a":[1,null,{"b":"x"}]}')).toEqual({ f: { a: [1, null, { b: 'x' }] } })
    expect(failuresOf(judgeField({}, '{"a":["\\u0000",NaN]}'))).toMatchObject([
      { type: 'value_error', loc: ['body', 'f', 'a', 0] },
      { type: 'finite_number', loc: ['body', 'f', 'a', 1] },
    ])
  })
  test('accepts null in every nullable field and in no other', () => {
    const kinds: Record<string, TSchema> = {
      text: text({ min: 1, pattern: 'x' }),
      secret: secret(),
      email: email(),
      uuid: uuid(),
      instant: instant(),
      integer: integer({ minimum: 1 }),
      number: number(),
      boolean: boolean(),
      oneOf: oneOf(['a', 'b']),
      list: list(text(), { min: 1 }),
      map: map(text()),
      model: model({ a: text() }),
    }
    const names = Object.keys(kinds)
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    const nullables = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, nullable(kind)]))
    const body = bytes(JSON.stringify(nulls))
    expect(judgeOf({ body: model(nullables) })({ body })).toMatchObject({ ok: true, body: nulls })
    expect(failuresOf(judgeOf({ body: model(kinds) })({ body })).map(({ loc }) => loc[1])).toEqual(names)
  })
})

describe('parsing of path and query text', () => {
  const fromQuery = (schema: TSchema, value: string | string[]) => {
    const judged = judgeQuery(schema, value)
    return judged.ok ? judged.query : judged.failures
  }

  const integers = { '5': 5, ' 5 ': 5, '+5': 5, '-5': -5, '1_000': 1000, '5.0': 5, '007': 7 }
  test.each(Object.entries(integers))('parses %j as an integer', (given, parsed) => {
    expect(fromQuery(integer(), given)).toEqual({ f: parsed })
  })
  test.each(['5.5', 'x', '', '1__0', '_1', '+-1', '5e3', '0x10', 'NaN', '٣'])('rejects %j as an integer', (given) => {
    expect(fromQuery(integer(), given)).toMatchObject([{ type: 'int_parsing', loc: ['query', 'f'], input: given }])
  })
  test('reports an oversized integer against its maximum, or as too large if it has none', () => {
    const typesOf = (schema: TSchema, digits: number) =>
      failuresOf(judgeQuery(schema, '9'.repeat(digits))).map(({ type }) => type)
    expect(typesOf(integer({ maximum: 100 }), 400)).toEqual(['less_than_equal'])
    expect(typesOf(integer(), 20)).toEqual(['int_parsing_size'])
    expect(typesOf(integer(), 5000)).toEqual(['int_parsing_size'])
  })

  const numbers = { '1.5': 1.5, '.5': 0.5, '1e3': 1000, ' -2. ': -2, '1_0.5': 10.5 }
  test.each(Object.entries(numbers))('parses %j as a number', (given, parsed) => {
    expect(fromQuery(number(), given)).toEqual({ f: parsed })
  })
  test.each(['x', '', '1,5', '_1', '1e'])('rejects %j as a number', (given) => {
    expect(fromQuery(number(), given)).toMatchObject([{ type: 'float_parsing', input: given }])
  })
  test.each(['inf', '-Infinity', 'NaN', '1e999'])('rejects %j because it is not a finite number', (given) => {
    expect(fromQuery(number(), given)).toMatchObject([{ type: 'finite_number', input: given }])
  })

  test.each(['1', 'true', 'TRUE', 't', 'Yes', 'y', 'on'])('parses %j as true', (given) => {
    expect(fromQuery(boolean(), given)).toEqual({ f: true })
  })
  test.each(['0', 'false', 'F', 'no', 'N', 'OFF'])('parses %j as false', (given) => {
    expect(fromQuery(boolean(), given)).toEqual({ f: false })
  })
  test.each(['2', '', 'ja', ' true'])('rejects %j as a boolean', (given) => {
    expect(fromQuery(boolean(), given)).toMatchObject([{ type: 'bool_parsing', input: given }])
  })

  test('uses the last of a repeated query value', () => expect(fromQuery(integer(), ['1', '2'])).toEqual({ f: 2 }))
  test('collects repeated query values, or a single value, into a list', () => {
    expect(fromQuery(list(integer()), ['1', '2'])).toEqual({ f: [1, 2] })
    expect(fromQuery(list(integer()), '1')).toEqual({ f: [1] })
    expect(fromQuery(list(integer()), ['1', 'x'])).toMatchObject([{ loc: ['query', 'f', 1], input: 'x' }])
  })
  test('validates a path parameter', () => {
    const failures = failuresOf(judgeOf({ params: model({ user_id: uuid() }) })({ params: { user_id: 'me' } }))
    expect(failures).toMatchObject([{ type: 'uuid_parsing', loc: ['path', 'user_id'], input: 'me' }])
  })
})
