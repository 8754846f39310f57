import { expect, it } from 'vitest'
import { createLruCache } from './lru-cache.ts'

const given = () => createLruCache<string, string>({ maxWeight: 6, weightOf: (text) => text.length })

it('keeps the most recently used values within the maximum weight', () => {
  const cache = given()
  cache.set('a', 'xx')
  cache.set('b', 'xx')
  cache.set('c', 'xx')
  cache.get('a')
  cache.set('d', 'xxx')
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['xx', undefined, undefined, 'xxx'])
})

it('recomputes the weight of a replaced value and drops a deleted one', () => {
  const cache = given()
  cache.set('a', 'xxxxx')
  cache.set('a', 'x')
  cache.set('b', 'xxxxx')
  expect(cache.size()).toBe(2)
  cache.delete('b')
  expect(cache.get('b')).toBeUndefined()
})

it('does not evict everything for a value heavier than the whole cache', () => {
  const cache = given()
  cache.set('a', 'xx')
  cache.set('b', 'xxxxxxx')
  expect([cache.get('a'), cache.get('b')]).toEqual(['xx', undefined])
})
