import { expect, test } from 'vitest'
import { objectionFailure } from './objection-failure.ts'

const loc = ['body', 'f']

test('reports an objection of a service as a value error with its reason', () => {
  expect(objectionFailure({ at: loc, reason: 'Unknown key', input: 'x' })).toEqual({
    type: 'value_error',
    loc,
    msg: 'Value error, Unknown key',
    input: 'x',
    ctx: { error: 'Unknown key' },
  })
})

test('echoes null as the input of an objection without one', () => {
  expect(objectionFailure({ at: loc, reason: 'Unknown key' })).toMatchObject({ input: null })
})

test('reports an objection to a missing field as missing', () => {
  const expected = { type: 'missing', loc, msg: 'Field required', input: null }
  expect(objectionFailure({ at: loc, reason: 'Needed here', missing: true })).toEqual(expected)
})
