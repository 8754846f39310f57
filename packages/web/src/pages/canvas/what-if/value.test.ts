import { metricUnits } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimalComma, readValue, valueAsTyped } from './read-value.ts'
import { placeIn, rangeOf, snapped, valueAfterKey } from './value-range.ts'

const unit = fc.constantFrom(...metricUnits)
const metric = fc.record({
  value: fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000_000 }), fc.double({ min: -100, max: 100, noNaN: true })),
  unit,
  plausible: fc.option(fc.record({ from: fc.integer({ min: 0, max: 10 }), to: fc.integer({ min: 11, max: 100 }) })),
})

describe('slider range', () => {
  it('includes the value in the slider range, which is never empty', () => {
    fc.assert(
      fc.property(metric, (given) => {
        const range = rangeOf(given)
        expect(range.from).toBeLessThanOrEqual(given.value)
        expect(range.to).toBeGreaterThanOrEqual(given.value)
        expect(range.to).toBeGreaterThan(range.from)
        expect(range.step).toBeGreaterThan(0)
        const place = placeIn(given.value, range)
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(1)
      }),
    )
  })
  it('uses the plausible range for the slider, or 50% around the value', () => {
    expect(rangeOf({ value: 6, unit: 'percentage_points', plausible: { from: 0, to: 15 } })).toMatchObject({
      from: 0,
      to: 15,
      step: 0.1,
    })
    expect(rangeOf({ value: 200, unit: 'currency', plausible: null })).toMatchObject({ from: 100, to: 300, step: 1 })
    expect(rangeOf({ value: -200, unit: 'currency', plausible: null })).toMatchObject({ from: -300, to: -100 })
  })
  it('limits the slider to values near the current one if the plausible range is too wide', () => {
    expect(rangeOf({ value: 212, unit: 'count', plausible: { from: 1, to: 20_000 } })).toMatchObject({
      from: 106,
      to: 318,
    })
  })
  it('uses whole steps for units without fractions', () => {
    expect(rangeOf({ value: 12, unit: 'months', plausible: null }).step).toBe(1)
  })
  it('snaps a dragged value to a round step within the range', () => {
    const range = rangeOf({ value: 5.35, unit: 'percentage_points', plausible: { from: 0, to: 25 } })
    expect(snapped(10.4763, range)).toBe(10.5)
    expect(snapped(99, range)).toBe(25)
    expect(valueAfterKey('ArrowRight', 5.36, range)).toBe(5.5)
    expect(valueAfterKey('PageDown', 5.5, range)).toBe(4.5)
    expect(valueAfterKey('Home', 5.5, range)).toBe(0)
    expect(valueAfterKey('a', 5.5, range)).toBeUndefined()
  })
})

describe('typed value', () => {
  it.each([
    ['10.5%', 'percentage_points', 10.5],
    ['10.5', 'percentage_points', 10.5],
    ['$48.5M', 'currency', 48_500_000],
    ['1,250,000', 'currency', 1_250_000],
    ['-$2k', 'currency', -2000],
    ['\u22122', 'ratio', -2],
    ['1.2x', 'multiple_x', 1.2],
    ['.5', 'ratio', 0.5],
    ['2025-11-15', 'date', 45_976],
  ] as const)('parses %s in the unit %s as %d', (text, of, value) => {
    expect(readValue(text, of)).toBe(value)
  })
  it.each([
    ['', 'currency'],
    ['abc', 'currency'],
    ['1.2.3', 'ratio'],
    ['5%', 'currency'],
    ['5,75', 'percentage_points'],
    ['1,25,000', 'currency'],
    ['1,2500', 'currency'],
    ['15.11.2025', 'date'],
    ['2025-13-40', 'date'],
  ] as const)('rejects %s in the unit %s', (text, of) => {
    expect(readValue(text, of)).toBeUndefined()
  })
  it('does not read a decimal comma as a thousands separator, and knows the value that was probably meant', () => {
    expect(readValue('5,75', 'percentage_points')).toBeUndefined()
    expect(readDecimalComma('5,75', 'percentage_points')).toBe(5.75)
    expect(readDecimalComma('5.75', 'percentage_points')).toBeUndefined()
    expect(readDecimalComma('1,250,000', 'currency')).toBeUndefined()
  })
  it('parses formatted values back to the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (thousandths) => {
        const value = thousandths / 1000
        expect(readValue(valueAsTyped(value, 'currency'), 'currency')).toBe(value)
      }),
    )
    expect(readValue(valueAsTyped(45_976, 'date'), 'date')).toBe(45_976)
  })
})
