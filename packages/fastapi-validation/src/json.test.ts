import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from './json.ts'
import { readPythonJson } from './python-json.ts'
import { bytes } from './testing/judging.ts'

const errorOf = (given: Uint8Array | string) => {
  const read = readJson(typeof given === 'string' ? bytes(given) : given)
  if (read.ok) return 'read'
  const { ctx: { error } = {}, loc } = read.failure
  return [error, loc[1]]
}

describe('malformed JSON', () => {
  test.each([
    ['  ', 'Expecting value', 2],
    ['x', 'Expecting value', 0],
    ['nul', 'Expecting value', 0],
    ['-', 'Expecting value', 0],
    ['[1,]', 'Expecting value', 3],
    ['[', 'Expecting value', 1],
    ['{"a":}', 'Expecting value', 5],
    ['{', 'Expecting property name enclosed in double quotes', 1],
    ['{a:1}', 'Expecting property name enclosed in double quotes', 1],
    ['{"a":1,}', 'Expecting property name enclosed in double quotes', 7],
    ['[1 2]', "Expecting ',' delimiter", 3],
    ['[1', "Expecting ',' delimiter", 2],
    ['{"a":1 "b":2}', "Expecting ',' delimiter", 7],
    ['{"a" 1}', "Expecting ':' delimiter", 5],
    ['["abc', 'Unterminated string starting at', 1],
    ['"\\', 'Unterminated string starting at', 0],
    ['"a\tb"', 'Invalid control character at', 2],
    ['"\\x"', 'Invalid \\escape', 1],
    ['"\\u12G4"', 'Invalid \\uXXXX escape', 2],
    ['"\\u1234', 'Invalid \\uXXXX escape', 2],
    ['01', 'Extra data', 1],
    ['1.', 'Extra data', 1],
    ['{} x', 'Extra data', 3],
    ['"😀" x', 'Extra data', 4],
  ])('reports malformed JSON %j as Python does: %s, at %i', (given, error, position) => {
    expect(errorOf(given)).toEqual([error, position])
  })

  test('reports malformed JSON at its position in the body and echoes nothing', () => {
    expect(readJson(bytes('{"password": hunter2}'))).toEqual({
      ok: false,
      failure: {
        type: 'json_invalid',
        loc: ['body', 13],
        msg: 'JSON decode error',
        input: {},
        ctx: { error: 'Expecting value' },
      },
    })
  })
})

describe('JSON that Python accepts', () => {
  test('skips a byte order mark and does not count it in positions', () => {
    expect(readJson(bytes('\ufeff{"a":1}'))).toEqual({ ok: true, value: { a: 1 } })
    expect(errorOf('\ufeffx')).toEqual(['Expecting value', 0])
  })
  test('accepts NaN, infinities and 1e999 as numbers', () => {
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number
    const value = [Number.NaN, POSITIVE_INFINITY, NEGATIVE_INFINITY, POSITIVE_INFINITY]
    expect(readJson(bytes('[NaN, Infinity, -Infinity, 1e999]'))).toEqual({ ok: true, value })
  })
  test('uses the last value of a repeated key and treats __proto__ as a key', () => {
    for (const json of ['{"a":1,"a":2,"__proto__":3}', '{"a":NaN,"a":2,"__proto__":3}']) {
      const read = readJson(bytes(json))
      expect(read.ok && Object.entries(read.value ?? {})).toEqual([
        ['a', 2],
        ['__proto__', 3],
      ])
    }
  })
})

describe('harmful JSON', () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

  test('rejects nesting deeper than 64 levels at the first bracket too deep', () => {
    expect(errorOf(nested(64, '[', ']'))).toBe('read')
    expect(errorOf(nested(65, '[', ']'))).toEqual(['Nesting deeper than 64 levels', 64])
    expect(errorOf(`{"a":${nested(64, '[', ']')}}`)).toEqual(['Nesting deeper than 64 levels', 68])
    expect(errorOf(`["\\"",${nested(64, '[', ']')}]`)).toEqual(['Nesting deeper than 64 levels', 69])
  })
  test('ignores brackets within text when counting nesting', () => {
    expect(errorOf(JSON.stringify([nested(500, '[{\\"', ''), '\\"[']))).toBe('read')
  })
  test('rejects half a million brackets, closed or not, in lists or objects', () => {
    const tooDeep = 'Nesting deeper than 64 levels'
    expect(errorOf(nested(500_000, '[', ']'))).toEqual([tooDeep, 64])
    expect(errorOf('['.repeat(500_000))).toEqual([tooDeep, 64])
    expect(errorOf('{"a":'.repeat(500_000))).toEqual([tooDeep, 320])
    expect(errorOf(`x${'['.repeat(500_000)}`)).toEqual(['Expecting value', 0])
  })
  test('rejects bytes that are not UTF-8 at the first invalid byte', () => {
    expect(errorOf(Uint8Array.of(0x22, 0xff, 0x22))).toEqual(['Invalid UTF-8', 1])
    expect(errorOf(Uint8Array.of(0x22, 0xef, 0xbf, 0xbd, 0xc3, 0xa9, 0xc3, 0x22))).toEqual(['Invalid UTF-8', 3])
    expect(errorOf(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toEqual(['Invalid UTF-8', 1])
  })
})

test('agrees with the native parser on all valid JSON, in both readers', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom('', ' ', '\n\t\r '), (json, space) => {
      const text = space + json + space
      expect(readJson(bytes(text))).toEqual({ ok: true, value: JSON.parse(json) })
      expect(readPythonJson(text, 64)).toEqual({ value: JSON.parse(json) })
    }),
    { numRuns: 1000 },
  )
})

test('never throws for any bytes, and rejects only what is not JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.uint8Array({ maxLength: 3 }), (json, cut, noise) => {
      const whole = bytes(json)
      const at = cut % (whole.length + 1)
      const given = Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at)])
      const read = readJson(given)
      if (!read.ok) expect(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(given))).toThrow()
    }),
    { numRuns: 1000 },
  )
})
