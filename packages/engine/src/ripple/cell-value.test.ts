import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellValueOf, metricValueOf } from './cell-value.ts'

const rate = { unit: 'percentage_points', scale: 100, date1904: false } as const
const thousands = { unit: 'currency', scale: 1_000, date1904: false } as const
const outflow = { unit: 'currency', scale: -1_000, date1904: false } as const
const years = { unit: 'months', scale: 12, date1904: false } as const
const basisPoints = { unit: 'percentage_points', scale: 0.01, date1904: false } as const
const day = { unit: 'date', scale: 1, date1904: false } as const

describe('cell value of a metric', () => {
  it.each([
    [5.25, rate, 0.0525],
    [5.35, rate, 0.0535],
    [0.07, rate, 0.0007],
    [12_345_678.9, thousands, 12_345.6789],
    [1.1, thousands, 0.0011],
    [2_500_000, outflow, -2_500],
    [66, years, 5.5],
    [5.25, basisPoints, 525],
    [1e-7, rate, 1e-9],
    [0, outflow, 0],
  ])('shifts the decimal point of %d exactly', (value, unit, held) => {
    expect(cellValueOf(value, unit)).toBe(held)
  })

  it('converts any rate to the fraction that a user would type', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: 0, max: 6 }),
        (digits, places) => {
          const typed = Number(`${digits}e-${places}`)
          return cellValueOf(typed, rate) === Number(`${digits}e-${places + 2}`) + 0
        },
      ),
    )
  })

  it('converts a cell value back to the metric', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.constantFrom(rate, thousands, outflow, basisPoints, years),
        (digits, unit) => metricValueOf(cellValueOf(digits / 100, unit) ?? null, unit) === digits / 100 + 0,
      ),
    )
  })

  it('converts a date to its number in both date systems', () => {
    expect(cellValueOf('2026-11-15', day)).toBe(46_341)
    expect(cellValueOf('2026-11-15', { ...day, date1904: true })).toBe(44_879)
    expect(metricValueOf(44_879, { ...day, date1904: true })).toBe('2026-11-15')
    expect(metricValueOf(46_341.75, day)).toBe('2026-11-15')
    expect(cellValueOf(46_341, day)).toBe(46_341)
  })

  it('gives no cell value for a value that the metric cannot have', () => {
    expect(cellValueOf('2026-02-30', day)).toBeUndefined()
    expect(cellValueOf('15.11.2026', day)).toBeUndefined()
    expect(cellValueOf('1899-01-01', day)).toBeUndefined()
    expect(cellValueOf('5', rate)).toBeUndefined()
    expect(cellValueOf(Number.POSITIVE_INFINITY, thousands)).toBeUndefined()
    expect(cellValueOf(1e308, basisPoints)).toBeUndefined()
  })

  it('gives no metric for a cell that is not a number', () => {
    for (const held of [null, 'n/a', true]) expect(metricValueOf(held, rate)).toBeNull()
  })
})
