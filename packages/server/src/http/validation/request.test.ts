import { boolean, integer, list, map, model, optional, type TSchema, text, uuid } from '@deal-canvas/contract'
import { operations } from '@deal-canvas/contract/operations'
import { describe, expect, test } from 'vitest'
import { compileRequest } from './request.ts'
import { bytes, failuresOf, judgeField, judgeOf } from './testing.ts'

describe('the body as a whole', () => {
  const judge = judgeOf({ body: model({ f: text() }) })
  const lenient = judgeOf({ body: model({ f: optional(text()) }), bodyOptional: true })
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  const noObject = { type: 'model_attributes_type', loc: ['body'], msg }

  test.each([
    ['absent', undefined],
    ['empty', bytes('')],
    ['null', bytes('null')],
  ])('an %s body is missing, unless the operation does without', (_, body) => {
    const missing = { type: 'missing', loc: ['body'], msg: 'Field required', input: null }
    expect(failuresOf(judge({ body }))).toEqual([missing])
    expect(lenient({ body })).toMatchObject({ ok: true, body: {} })
  })

  test('a body that is not JSON says where and why', () => {
    const loc = ['body', 6]
    const ctx = { error: 'Expecting value' }
    expect(failuresOf(judge({ body: bytes('{"f": x}') }))).toEqual([
      { type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx },
    ])
  })

  test('a body that is JSON but no object is echoed', () => {
    expect(failuresOf(judge({ body: bytes('[1]') }))).toEqual([{ ...noObject, input: [1] }])
  })

  test.each([[undefined], ['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp'], ['']])(
    'a body of content type %s is not read, but echoed as text',
    (contentType) => {
      for (const body of ['{"f":"x"}', 'null', 'f=x'])
        expect(failuresOf(judge({ body: bytes(body), contentType }))).toEqual([{ ...noObject, input: body }])
    },
  )

  test.each([['application/json'], ['Application/JSON ; charset=utf-8'], ['application/merge-patch+json']])(
    'a body of content type %s is read',
    (contentType) => {
      expect(judge({ body: bytes('{"f":"x"}'), contentType })).toMatchObject({ ok: true, body: { f: 'x' } })
    },
  )

  test('an operation without a body does not look at what is sent', () => {
    const nothing = { params: undefined, query: undefined, body: undefined }
    expect(judgeOf({})({ body: bytes('{{{') })).toEqual({ ok: true, ...nothing })
  })
})

describe('all failures are reported', () => {
  test('those of the path, then of the query, then of the body, each in the order of declaration', () => {
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

  test('one for each field: a list with wrong items is not also too short', () => {
    const failures = failuresOf(judgeField(list(integer(), { min: 2 }), '["x"]'))
    expect(failures.map(({ type, loc }) => [type, ...loc])).toEqual([['int_parsing', 'body', 'f', 0]])
  })

  test('but no more than 100', () => {
    const wrong = Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, 'x'] as const)
    expect(failuresOf(judgeField(list(list(integer())), JSON.stringify(wrong)))).toHaveLength(100)
    expect(failuresOf(judgeField(map(integer()), JSON.stringify(Object.fromEntries(wrong))))).toHaveLength(100)
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, text()]))
    expect(failuresOf(judgeField(model(fields), '{}'))).toHaveLength(100)
  })
})

describe('a contract that the validator cannot judge by is refused at start-up', () => {
  test.each<[string, TSchema]>([
    ['an unknown keyword', { type: 'integer', multipleOf: 5 }],
    ['an unknown format', { type: 'string', format: 'ipv4' }],
    ['an unknown type', { type: 'date' }],
    ['two types', { type: ['string', 'integer'] }],
    ['numbers in an enum', { type: 'string', enum: [1] }],
    ['a closed model', { type: 'object', properties: {}, additionalProperties: false }],
  ])('%s', (_, schema) => {
    expect(() => judgeOf({ body: model({ f: schema }) })).toThrow('sample body.f')
  })
})

test('every operation of the contract can be judged by', () => {
  expect(operations.length).toBeGreaterThan(0)
  for (const declared of operations) expect(() => compileRequest(declared)).not.toThrow()
})
