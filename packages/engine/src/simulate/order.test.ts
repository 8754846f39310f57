import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderNumbers } from './order.ts'

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, 5e-324, -5e-324, Number.NaN),
)

it('sorts any numbers, stably, and leaves out NaN', () => {
  fc.assert(
    fc.property(fc.array(anyNumber.map((value) => value + 0)), (list) => {
      const { sorted, places } = orderNumbers(Float64Array.from(list))
      const expected = list
        .map((value, place) => ({ value, place }))
        .filter(({ value }) => !Number.isNaN(value))
        .sort((a, b) => (a.value === b.value ? a.place - b.place : a.value < b.value ? -1 : 1))
      expect([...sorted]).toEqual(expected.map(({ value }) => value))
      expect([...places]).toEqual(expected.map(({ place }) => place))
    }),
  )
})

it('sorts a part of a larger list', () => {
  expect([...orderNumbers(Float64Array.of(9, 3, 1, 2, 9).subarray(1, 4)).sorted]).toEqual([1, 2, 3])
})

it('leaves out the only number if it is NaN, also with a likely order', () => {
  expect([...orderNumbers(Float64Array.of(Number.NaN), Uint32Array.of(0)).places]).toEqual([])
})

it('gives the same order whether or not a likely order is given, and whatever that order is', () => {
  const order = fc.array(anyNumber.map((value) => value + 0)).chain((list) => {
    const places = list.map((_, place) => place)
    const sorted = [...orderNumbers(Float64Array.from(list)).places]
    const likely = fc.oneof(
      fc.shuffledSubarray(places),
      fc.constant(places),
      fc.constantFrom(sorted, sorted.toReversed()),
    )
    return fc.record({ values: fc.constant(Float64Array.from(list)), likely })
  })
  fc.assert(
    fc.property(order, ({ values, likely }) => {
      expect(orderNumbers(values, Uint32Array.from(likely))).toEqual(orderNumbers(values))
    }),
  )
})
