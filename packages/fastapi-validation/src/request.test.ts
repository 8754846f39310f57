import { describe, expect, test } from 'vitest'
import { bytes, failuresOf, judgeField, judgeOf } from './testing/judging.ts'
import { boolean, integer, list, map, model, optional, type TSchema, text, uuid } from './testing/schemas.ts'

describe('request body', () => {
  const judge = judgeOf({ body: model({ f: text() }) })
  const lenient = judgeOf({ body: model({ f: optional(text()) }), bodyOptional: true })
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  const noObject = { type: 'model_attributes_type', loc: ['body'], msg }

  test.each([
    ['absent', undefined],
    ['empty', bytes('')],
    ['null', bytes('null')],
  ])('reports an %s body as missing, unless the operation makes it optional', (_, body) => {
    const missing = { type: 'missing', loc: ['body'], msg: 'Field required', input: null }
    expect(failuresOf(judge({ body }))).toEqual([missing])
    expect(lenient({ body })).toMatchObject({ ok: true, body: {} })
  })

  test('requires some fields only where another one is not given', () => {
    const either = judgeOf({
      body: model(
        { f: optional(text()), g: optional(integer()), many: optional(list(text())) },
        { requiredUnless: { given: 'many', fields: ['f', 'g'] } },
      ),
    })
    const missing = (field: string, input: unknown) => ({
      type: 'missing',
      loc: ['body', field],
      msg: 'Field required',
      input,
    })
    expect(failuresOf(either({ body: bytes('{}') }))).toEqual([missing('f', {}), missing('g', {})])
    expect(failuresOf(either({ body: bytes('{"f": "x"}') }))).toEqual([missing('g', { f: 'x' })])
    expect(either({ body: bytes('{"many": []}') })).toMatchObject({ ok: true, body: { many: [] } })
    expect(either({ body: bytes('{"f": "x", "g": 1}') })).toMatchObject({ ok: true, body: { f: 'x', g: 1 } })
  })

  test('reports where and why a body is not JSON', () => {
    const loc = ['body', 6]
    const ctx = { error: 'Expecting value' }
    expect(failuresOf(judge({ body: bytes('{"f": x}') }))).toEqual([
      { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx },
    ])
  })

  test('echoes a JSON body that is not an object', () => {
    expect(failuresOf(judge({ body: bytes('[1]') }))).toEqual([{ ...noObject, input: [1] }])
  })

  test.each([[undefined], ['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp'], ['']])(
    'does not parse a body of content type %s and echoes it as text',
    (contentType) => {
      for (const body of ['{"f":"x"}', 'null', 'f=x'])
        expect(failuresOf(judge({ body: bytes(body), contentType }))).toEqual([{ ...noObject, input: body }])
    },
  )

  test.each([['application/json'], ['Application/JSON ; charset=utf-8'], ['application/merge-patch+json']])(
    'parses a body of content type %s',
    (contentType) => {
      expect(judge({ body: bytes('{"f":"x"}'), contentType })).toMatchObject({ ok: true, body: { f: 'x' } })
    },
  )

  test('ignores the body for an operation without one', () => {
    const nothing = { params: undefined, query: undefined, body: undefined }
    expect(judgeOf({})({ body: bytes('{{{') })).toEqual({ ok: true, ...nothing })
  })
})

describe('reported failures', () => {
  test('reports all validation failures in the order path, query, body, each in declaration order [REQUEST-5]', () => {
    const judge = judgeOf({
      params: model({ p: uuid() }),
      query: model({ z: integer(), a: boolean() }),
      body: model({ z: text(), list: list(integer()), map: map(integer()), a: text() }),
    })
    const body = bytes('{"a":1,"list":[1,"x",null],"map":{"k":"v"}}')
    expect(failuresOf(judge({ params: { p: '' }, query: { a: 'x' }, body })).map(({ loc }) => loc)).toEqual([
      ['path', 'p'],
      ['query', 'z'],
      ['query', 'a'],
      ['body', 'z'],
      ['body', 'list', 1],
      ['body', 'list', 2],
      ['body', 'map', 'k'],
      ['body', 'a'],
    ])
  })

  test('reports one failure per field: a list with invalid items is not also too short', () => {
    const failures = failuresOf(judgeField(list(integer(), { min: 2 }), '["x"]'))
    expect(failures.map(({ type, loc }) => [type, ...loc])).toEqual([['int_parsing', 'body', 'f', 0]])
  })

  test('reports at most 100 validation failures [REQUEST-6]', () => {
    const wrong = Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, 'x'] as const)
    expect(failuresOf(judgeField(list(list(integer())), JSON.stringify(wrong)))).toHaveLength(100)
    expect(failuresOf(judgeField(map(integer()), JSON.stringify(Object.fromEntries(wrong))))).toHaveLength(100)
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, text()]))
    expect(failuresOf(judgeField(model(fields), '{}'))).toHaveLength(100)
  })
})

describe('unsupported schemas', () => {
  test.each<[string, TSchema]>([
    ['an unknown keyword', { type: 'integer', multipleOf: 5 }],
    ['an unknown format', { type: 'string', format: 'ipv4' }],
    ['an unknown type', { type: 'date' }],
    ['two types', { type: ['string', 'integer'] }],
    ['numbers in an enum', { type: 'string', enum: [1] }],
    ['a closed model', { type: 'object', properties: {}, additionalProperties: false }],
  ])('rejects a schema with %s at startup', (_, schema) => {
    expect(() => judgeOf({ body: model({ f: schema }) })).toThrow('sample body.f')
  })
})
