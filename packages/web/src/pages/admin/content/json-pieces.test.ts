import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstBlank, formatted, jsonPieces, lineOf } from './json-pieces.ts'

describe('tokens of a line of JSON', () => {
  it('distinguishes keys, strings and placeholders in a line of JSON', () => {
    expect(jsonPieces('  "price": "{{PRICE}} USD",')).toEqual([
      { kind: 'plain', text: '  ' },
      { kind: 'key', text: '"price"' },
      { kind: 'plain', text: ': ' },
      { kind: 'string', text: '"' },
      { kind: 'blank', text: '{{PRICE}}' },
      { kind: 'string', text: ' USD"' },
      { kind: 'plain', text: ',' },
    ])
  })

  it('returns tokens that add up to the line, whatever is typed', () => {
    const typed = fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', '}', '{{A}}', 'a', ' ', '😀') })
    fc.assert(
      fc.property(typed, (line) => {
        expect(
          jsonPieces(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line)
      }),
    )
  })
})

describe('errors in structured data', () => {
  it('reports the first placeholder with its line', () => {
    expect(firstBlank('{\n  "a": "{{ONE}}",\n  "b": "{{TWO}}"\n}')).toEqual({ line: 2, text: '{{ONE}}' })
    expect(firstBlank('{"a": {"b": 1}}')).toBeUndefined()
  })

  it('reads the line number from the error message of the service', () => {
    expect(lineOf('This is not valid JSON: Expecting value (line 9, column 14)')).toBe(9)
    expect(lineOf('JSON-LD requires @context, such as "https://schema.org"')).toBeUndefined()
    expect(lineOf(undefined)).toBeUndefined()
  })

  it('does not format text that is not JSON', () => {
    expect(formatted('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(formatted('{"a":')).toBeUndefined()
  })
})
