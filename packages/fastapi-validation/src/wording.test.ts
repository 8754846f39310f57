import { describe, expect, test } from 'vitest'
import { ruleFailure } from './rule-failure.ts'
import { bytes, failuresOf, judgeField, judgeOf } from './testing/judging.ts'
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
  type TSchema,
  text,
  uuid,
} from './testing/schemas.ts'

type Row = [name: string, schema: TSchema, json: string, type: string, msg: string, ctx?: Record<string, unknown>]

const digits = '^\\d{6}$'
const modes = oneOf(['all', 'by_deal'])
const id = '0192f0c1-2345-7abc-8def-0123456789ab'
const noString = 'Input should be a valid string'
const noInteger = 'Input should be a valid integer'
const noNumber = 'Input should be a valid number'
const noBoolean = 'Input should be a valid boolean'
const noList = 'Input should be a valid list'
const noModel = 'Input should be a valid dictionary or object to extract fields from'
const infinite = 'Input should be a finite number'
const tooLarge = 'Unable to parse input string as an integer, exceeded maximum size'
const twoModes = { expected: "'all' or 'by_deal'" }

const short = (n: number, noun: string): [string, Record<string, unknown>] => [
  `String should have at least ${n} ${noun}`,
  { min_length: n },
]
const strange = 'invalid character: found `x` at 1'
const oneLong = 'invalid length: expected length 32 for simple format, found 1'
const elevenLong = 'invalid group length in group 4: expected 12, found 11'
const noSign = 'An email address must have an @-sign.'

const strings: Row[] = [
  ['null for a string', text(), 'null', 'string_type', noString],
  ['a number for a string', text(), '5', 'string_type', noString],
  ['a string too short', text({ min: 2 }), '"a"', 'string_too_short', ...short(2, 'characters')],
  ['an empty string', text({ min: 1 }), '""', 'string_too_short', ...short(1, 'character')],
  [
    'a string too long',
    text({ max: 5 }),
    '"abcdef"',
    'string_too_long',
    'String should have at most 5 characters',
    { max_length: 5 },
  ],
  [
    'a pattern missed',
    text({ pattern: digits }),
    '"12a"',
    'string_pattern_mismatch',
    `String should match pattern '${digits}'`,
    { pattern: digits },
  ],
  ['the only word missed', oneOf(['all']), '"x"', 'literal_error', "Input should be 'all'", { expected: "'all'" }],
  ['both of two words missed', modes, '"x"', 'literal_error', `Input should be ${twoModes.expected}`, twoModes],
  ['null for a word', modes, 'null', 'literal_error', `Input should be ${twoModes.expected}`, twoModes],
  ['null is no word', nullable(modes), '"x"', 'literal_error', `Input should be ${twoModes.expected}`, twoModes],
  [
    'each of three words missed',
    oneOf(['a', 'b', 'c']),
    '1',
    'literal_error',
    "Input should be 'a', 'b' or 'c'",
    { expected: "'a', 'b' or 'c'" },
  ],
  ['a strange UUID', uuid(), '"xyz"', 'uuid_parsing', `Input should be a valid UUID, ${strange}`, { error: strange }],
  ['a short UUID', uuid(), '"1"', 'uuid_parsing', `Input should be a valid UUID, ${oneLong}`, { error: oneLong }],
  [
    'a UUID with a short group',
    uuid(),
    `"${id.slice(0, -1)}"`,
    'uuid_parsing',
    `Input should be a valid UUID, ${elevenLong}`,
    { error: elevenLong },
  ],
  ['a number for a UUID', uuid(), '5', 'uuid_type', 'UUID input should be a string, bytes or UUID object'],
  [
    'no email address',
    email(),
    '"x"',
    'value_error',
    `value is not a valid email address: ${noSign}`,
    { reason: noSign },
  ],
  ['a number for an email address', email(), '5', 'string_type', noString],
]

const numbers: Row[] = [
  ['null for an integer', integer(), 'null', 'int_type', noInteger],
  ['a list for an integer', integer(), '[1]', 'int_type', noInteger],
  ['an object for an integer', integer(), '{}', 'int_type', noInteger],
  ['a boolean for an integer', integer(), 'true', 'int_type', noInteger],
  ['a fraction', integer(), '5.5', 'int_from_float', `${noInteger}, got a number with a fractional part`],
  ['text for an integer', integer(), '"5"', 'int_parsing', `${noInteger}, unable to parse string as an integer`],
  ['an integer beyond the safe range', integer(), '9007199254740993', 'int_parsing_size', tooLarge],
  ['infinity for an integer', integer(), '1e999', 'finite_number', infinite],
  ['null for a number', number(), 'null', 'float_type', noNumber],
  ['a list for a number', number(), '[]', 'float_type', noNumber],
  ['an object for a number', number(), '{}', 'float_type', noNumber],
  ['a boolean for a number', number(), 'false', 'float_type', noNumber],
  ['text for a number', number(), '"1.5"', 'float_parsing', `${noNumber}, unable to parse string as a number`],
  ['NaN', number(), 'NaN', 'finite_number', infinite],
  ['-Infinity', number(), '-Infinity', 'finite_number', infinite],
  ['1e999', number(), '1e999', 'finite_number', infinite],
  ['a number for a boolean', boolean(), '1', 'bool_type', noBoolean],
  ['null for a boolean', boolean(), 'null', 'bool_type', noBoolean],
  ['text for a boolean', boolean(), '"true"', 'bool_parsing', `${noBoolean}, unable to interpret input`],
  ['≥', integer({ minimum: 1 }), '0', 'greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }],
  ['≤', integer({ maximum: 10 }), '11', 'less_than_equal', 'Input should be less than or equal to 10', { le: 10 }],
  ['>', number({ exclusiveMinimum: 0 }), '0', 'greater_than', 'Input should be greater than 0', { gt: 0 }],
  ['<', number({ exclusiveMaximum: 1 }), '1', 'less_than', 'Input should be less than 1', { lt: 1 }],
  [
    'a bound before the safe range',
    integer({ maximum: 9 }),
    '1e20',
    'less_than_equal',
    'Input should be less than or equal to 9',
    { le: 9 },
  ],
]

const containers: Row[] = [
  ['a list for a nested model', model({}), '[1]', 'model_attributes_type', noModel],
  ['null for a nested model', model({}), 'null', 'model_attributes_type', noModel],
  ['a list for a map', map(text()), '[]', 'dict_type', 'Input should be a valid dictionary'],
  ['an object for a list', list(text()), '{}', 'list_type', noList],
  ['null for a list', list(text()), 'null', 'list_type', noList],
  [
    'a list too short',
    list(text(), { min: 1 }),
    '[]',
    'too_short',
    'List should have at least 1 item after validation, not 0',
    { field_type: 'List', min_length: 1, actual_length: 0 },
  ],
  [
    'a list too long',
    list(text(), { max: 2 }),
    '["a","b",3]',
    'too_long',
    'List should have at most 2 items after validation, not 3',
    { field_type: 'List', max_length: 2, actual_length: 3 },
  ],
]

describe('wording of field failures', () => {
  const echoOf = (json: string): unknown => (/NaN|Infinity|999/.test(json) ? null : JSON.parse(json))

  test.each([...strings, ...numbers, ...containers])(
    'words the failure of %s as FastAPI does [REQUEST-16]',
    (_, schema, json, type, msg, ctx) => {
      const expected = { type, loc: ['body', 'f'], msg, input: echoOf(json), ...(ctx === undefined ? {} : { ctx }) }
      expect(failuresOf(judgeField(schema, json))).toEqual([expected])
    },
  )

  test('reports a validation failure as type, loc, msg and input, with ctx only if there is one [REQUEST-16]', () => {
    const keysOf = (json: string) =>
      failuresOf(judgeField(text({ max: 1 }), json)).map((failure) => Object.keys(failure))
    expect(keysOf('"ab"')).toEqual([['type', 'loc', 'msg', 'input', 'ctx']])
    expect(keysOf('5')).toEqual([['type', 'loc', 'msg', 'input']])
  })

  test('echoes the enclosing object for a missing body field', () => {
    const judge = judgeOf({ body: model({ a: integer(), inner: model({ b: text() }) }) })
    expect(failuresOf(judge({ body: bytes('{"x":1,"inner":{"c":2}}') }))).toEqual([
      { type: 'missing', loc: ['body', 'a'], msg: 'Field required', input: { x: 1, inner: { c: 2 } } },
      { type: 'missing', loc: ['body', 'inner', 'b'], msg: 'Field required', input: { c: 2 } },
    ])
  })

  test('echoes nothing for a missing query value', () => {
    expect(failuresOf(judgeOf({ query: model({ q: text() }) })({ query: { other: 'x' } }))).toEqual([
      { type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: null },
    ])
  })
})

describe('custom rules', () => {
  const loc = ['body', 'f']
  const msg = 'Value error, Unknown key'

  test('reports a custom rule as a value error with its reason', () => {
    const expected = { type: 'value_error', loc, msg, input: 'x', ctx: { error: 'Unknown key' } }
    expect(ruleFailure(loc, 'Unknown key', 'x')).toEqual(expected)
  })
  test('adds details of a custom rule to the context', () => {
    expect(ruleFailure(loc, 'Unknown key', 'x', { nearest: ['y'] }).ctx).toEqual({
      error: 'Unknown key',
      nearest: ['y'],
    })
  })
})
