import { describe, expect, test } from 'vitest'
import { bytes, failuresOf, judgeField, judgeOf } from './testing/judging.ts'
import { boolean, email, integer, list, map, model, oneOf, type TSchema, text, uuid } from './testing/schemas.ts'

describe('U+0000 and unpaired surrogates in text', () => {
  const error = 'Text must not contain U+0000 or unpaired surrogates'
  const refusedAt = (...loc: (string | number)[]) => ({
    type: 'value_error',
    loc,
    msg: `Value error, ${error}`,
    input: null,
    ctx: { error },
  })

  test.each<[string, TSchema]>([
    ['text', text({ max: 1 })],
    ['a word', oneOf(['a'])],
    ['a UUID', uuid()],
    ['an email address', email()],
    ['an integer', integer()],
    ['a boolean', boolean()],
  ])('rejects U+0000 and unpaired surrogates in a field that expects %s [REQUEST-9]', (_, schema) => {
    for (const json of ['"a\\u0000"', '"\\ud800x"', '"x\\udc00\\ud800"'])
      expect(failuresOf(judgeField(schema, json))).toEqual([refusedAt('body', 'f')])
  })
  test('rejects U+0000 and unpaired surrogates in a map key and reports them at the map', () => {
    expect(failuresOf(judgeField(map(text()), '{"\\udc00":"x"}'))).toEqual([refusedAt('body', 'f')])
  })
  test('rejects U+0000 and unpaired surrogates in the path and the query', () => {
    const judge = judgeOf({ params: model({ p: text() }), query: model({ q: list(text()) }) })
    const failures = failuresOf(judge({ params: { p: '\0' }, query: { q: ['ok', '\ud800'] } }))
    expect(failures).toEqual([refusedAt('path', 'p'), refusedAt('query', 'q', 1)])
  })
  test('does not echo U+0000 or unpaired surrogates inside another value', () => {
    expect(failuresOf(judgeField(text(), '["a\\u0000", "b"]'))).toMatchObject([{ input: [null, 'b'] }])
    expect(failuresOf(judgeField(text(), '{"\\ud800": 1}'))).toMatchObject([{ input: null }])
  })
  test('counts a surrogate pair as one character', () => {
    expect(judgeField(text({ max: 1 }), '"\\ud83d\\ude00"')).toMatchObject({ ok: true, body: { f: '😀' } })
  })
})

describe('bounded echo of inputs', () => {
  test('replaces an input by null if it would make the echo larger than 64 KiB, and keeps the others', () => {
    const judge = judgeOf({ body: model({ a: integer(), b: integer(), c: integer() }) })
    const body = bytes(JSON.stringify({ a: 'x'.repeat(100_000), b: 'y'.repeat(50_000), c: 'z'.repeat(50_000) }))
    expect(failuresOf(judge({ body })).map(({ input }) => input)).toEqual([null, 'y'.repeat(50_000), null])
  })
  test('counts the echo as JSON, including escapes', () => {
    const quotes = JSON.stringify('"'.repeat(40_000))
    expect(failuresOf(judgeField(integer(), quotes))).toMatchObject([{ type: 'int_parsing', input: null }])
  })
  test('does not repeat one large object for each of many failures', () => {
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`f${index}`, text()]))
    const body = bytes(JSON.stringify({ filler: Array.from({ length: 9_000 }, () => 'fill') }))
    const failures = failuresOf(judgeOf({ body: model(fields) })({ body }))
    expect(failures).toHaveLength(90)
    expect(JSON.stringify(failures.map(({ input }) => input)).length).toBeLessThan(65 * 1024)
    expect(failures.filter(({ input }) => input !== null)).toHaveLength(1)
  })
})
