import { maxTableValues } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveParts, curveValues, labelSide, roundTicks } from './curve.ts'

const search = { present: 5.5, from: 1, to: 20, isWhole: false }

describe('values of the curve', () => {
  it('include the present value and the solution, with room on both sides', () => {
    const values = curveValues({ ...search, solutions: [6.5] })
    expect(values).toHaveLength(maxTableValues)
    expect(values[0]).toBeLessThan(5.5)
    expect(values[0]).toBeGreaterThan(4)
    expect(values.at(-1)).toBeGreaterThan(6.5)
    expect(values.at(-1)).toBeLessThan(8)
  })

  it('are those of the searched range if there is no solution', () => {
    const values = curveValues({ ...search, solutions: [] })
    expect([values[0], values.at(-1)]).toEqual([1, 20])
  })

  it('are whole numbers, each once, for an input that has only those', () => {
    const values = curveValues({ present: 60, solutions: [62], from: 12, to: 120, isWhole: true })
    expect(values.every(Number.isInteger)).toBe(true)
    expect(new Set(values).size).toBe(values.length)
  })

  it('never leave the searched range, except for the present value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 20, noNaN: true }), fc.double({ min: 1, max: 20, noNaN: true }), (a, b) => {
        const values = curveValues({ ...search, present: a, solutions: [b] })
        expect(Math.min(...values)).toBeGreaterThanOrEqual(1 - 1e-9)
        expect(Math.max(...values)).toBeLessThanOrEqual(20 + 1e-9)
      }),
    )
  })
})

describe('parts of the curve', () => {
  it('are separated where the metric is not a number', () => {
    expect(curveParts([1, 2, 3, 4], [5, null, 6, 7])).toEqual([
      [{ x: 1, y: 5 }],
      [
        { x: 3, y: 6 },
        { x: 4, y: 7 },
      ],
    ])
    expect(curveParts([1], [null])).toEqual([])
  })
})

describe('ticks of an axis', () => {
  it('are round values within the range', () => {
    expect(roundTicks(4.6, 6.9, 4)).toEqual([5, 6])
    expect(roundTicks(7.2, 21, 3)).toEqual([10, 15, 20])
    expect(roundTicks(0, 1, 4)).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(roundTicks(3, 3, 4)).toEqual([])
  })
})

describe('label of a point on the curve', () => {
  const room = { at: { x: 100, y: 50 }, width: 80, left: 40, right: 400, isRising: false, target: 100 }

  it('stands above a falling curve on the right, and above a rising one on the left', () => {
    expect(labelSide(room)).toEqual({ isRight: true, isAbove: true })
    expect(labelSide({ ...room, at: { x: 300, y: 50 }, isRising: true })).toEqual({ isRight: false, isAbove: true })
  })

  it('stands below the curve where it would leave the drawing', () => {
    expect(labelSide({ ...room, at: { x: 380, y: 50 } })).toEqual({ isRight: false, isAbove: false })
    expect(labelSide({ ...room, isRising: true })).toEqual({ isRight: true, isAbove: false })
  })

  it('stands below a point that is just below the target', () => {
    expect(labelSide({ ...room, target: 40 })).toEqual({ isRight: false, isAbove: false })
  })
})
