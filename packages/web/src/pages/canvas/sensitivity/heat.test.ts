import { describe, expect, it } from 'vitest'
import { heatOf } from './heat.ts'

describe('colors of a two-way table', () => {
  it('are stronger the farther a value is from the base', () => {
    const heat = heatOf([10, 14, 16, 20, null], 15, 'higher')
    expect(heat(20)).toEqual({ tone: 'better', level: 4 })
    expect(heat(16)).toEqual({ tone: 'better', level: 1 })
    expect(heat(10)).toEqual({ tone: 'worse', level: 4 })
  })

  it('follow the metric: a lower loan to value is better', () => {
    expect(heatOf([60, 65, 70], 65, 'lower')(60)).toEqual({ tone: 'better', level: 4 })
  })

  it('judge nothing where neither direction is better, and leave the base without color', () => {
    expect(heatOf([1, 2, 3], 2, null)(3)).toEqual({ tone: 'plain', level: 4 })
    expect(heatOf([1, 2, 3], 2, 'higher')(2)).toEqual({ tone: 'plain', level: 0 })
    expect(heatOf([2, 2], 2, 'higher')(2)).toEqual({ tone: 'plain', level: 0 })
  })
})
