import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createNodeLists } from './node-lists.ts'

it('stores short and long lists for each formula, in any order of insertion', () => {
  const lists = fc.array(fc.array(fc.nat(1_000), { maxLength: 40 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(lists, (given) => {
      const kept = createNodeLists(given.length)
      for (let n = given.length - 1; n >= 0; n--) kept.keep(n, Int32Array.from(given[n] ?? []))
      return given.every((list, n) => kept.get(n)?.join() === list.join())
    }),
  )
  expect(createNodeLists(3).get(1)).toBeUndefined()
})
