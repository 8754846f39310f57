import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestUrl } from './request-url.ts'

describe('the address of a request', () => {
  test('joins base and path whether or not the base ends with a slash', () => {
    expect(requestUrl('https://x.example', '/a')).toBe('https://x.example/a')
    expect(requestUrl('https://x.example/', '/a')).toBe('https://x.example/a')
    expect(requestUrl('', '/a')).toBe('/a')
  })

  test('any text stands in the path as one segment and reads back as it was', () => {
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

  test.each(['', '.', '..'])('a path segment %j is refused, for it would reach another endpoint', (id) => {
    expect(() => requestUrl('', '/deals/{deal_id}', { deal_id: id })).toThrow(TypeError)
  })

  test('a missing path parameter is refused', () => {
    expect(() => requestUrl('', '/deals/{deal_id}')).toThrow('The path needs deal_id')
  })

  test('the query leaves out what is undefined or null and repeats lists', () => {
    const query = { limit: 5, cursor: undefined, team: null, q: 'a&b', kind: ['x', 'y'], open: false }
    expect(requestUrl('', '/a', {}, query)).toBe('/a?limit=5&q=a%26b&kind=x&kind=y&open=false')
  })
})
