import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestUrl } from './request-url.ts'

describe('request URL', () => {
  test('joins base and path whether or not the base ends with a slash', () => {
    expect(requestUrl('https://x.example', '/a')).toBe('https://x.example/a')
    expect(requestUrl('https://x.example/', '/a')).toBe('https://x.example/a')
    expect(requestUrl('', '/a')).toBe('/a')
  })

  test('encodes any text as one path segment that decodes to the same text', () => {
    const idText = fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => id !== '.' && id !== '..')
    fc.assert(
      fc.property(idText, (id) => {
        const url = new URL(requestUrl('http://x.example', '/deals/{deal_id}/end', { deal_id: id }))
        const segments = url.pathname.split('/')
        expect(segments).toHaveLength(4)
        expect(decodeURIComponent(segments[2] ?? '')).toBe(id)
      }),
    )
  })

  test.each(['', '.', '..'])('rejects the path segment %j, which would reach another endpoint', (id) => {
    expect(() => requestUrl('', '/deals/{deal_id}', { deal_id: id })).toThrow(TypeError)
  })

  test('rejects a missing path parameter', () => {
    expect(() => requestUrl('', '/deals/{deal_id}')).toThrow('The path needs deal_id')
  })

  test('omits undefined and null query values and repeats lists', () => {
    const query = { limit: 5, cursor: undefined, team: null, q: 'a&b', kind: ['x', 'y'], open: false }
    expect(requestUrl('', '/a', {}, query)).toBe('/a?limit=5&q=a%26b&kind=x&kind=y&open=false')
  })
})
