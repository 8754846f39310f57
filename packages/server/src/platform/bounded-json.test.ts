import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStoredJson, parseStoredObject, readBoundedJson } from './bounded-json.ts'

const bounds = { maxBytes: 1_000, maxDepth: 8 }

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('bounded JSON reader', () => {
  it('parses every JSON value within the bounds like JSON.parse and rejects every other text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        const read = readBoundedJson(text, bounds)
        if (Buffer.byteLength(text) > bounds.maxBytes) expect(read).toEqual({ ok: false, problem: 'too_large' })
        else if (depthOf(value) > bounds.maxDepth) expect(read).toEqual({ ok: false, problem: 'too_deep' })
        else expect(read).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('never throws, whatever text it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', ']', '{', '}', '"', '\\', ':', ',', '1', 'a', ' ')), (parts) => {
        const text = parts.join('')
        const read = readBoundedJson(text, bounds)
        if (read.ok) expect(read.value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('does not count brackets inside strings as depth', () => {
    expect(readBoundedJson('["[[[[[[[[[[[[\\"[["]', bounds)).toEqual({ ok: true, value: ['[[[[[[[[[[[["[['] })
  })

  it('rejects a million open brackets without a stack overflow', () => {
    const text = '['.repeat(1_000_000)
    expect(readBoundedJson(text, { maxBytes: 2_000_000, maxDepth: 64 })).toEqual({ ok: false, problem: 'too_deep' })
  })

  it('throws an ordinary error for stored text that is not an object within the bounds', () => {
    expect(() => parseStoredJson(`${'['.repeat(200)}${']'.repeat(200)}`)).toThrow('Stored JSON is too deep')
    expect(() => parseStoredObject('{')).toThrow('Stored JSON is malformed')
    expect(() => parseStoredObject('[]')).toThrow('Stored JSON is not an object')
    expect(parseStoredObject('{"a":1}')).toEqual({ a: 1 })
  })
})
