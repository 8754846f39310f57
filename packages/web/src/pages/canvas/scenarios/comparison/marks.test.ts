import { describe, expect, it } from 'vitest'
import { marksOf } from './marks.ts'

describe('best and worst values of a row', () => {
  it('are marked by what is better for the metric', () => {
    expect(marksOf([15.7, 8.8, 10.5], 'higher')).toEqual(['best', 'worst', undefined])
    expect(marksOf([62, 65, null], 'lower')).toEqual(['best', 'worst', undefined])
  })

  it('are all marked if several are equal, apart from noise of the computation', () => {
    expect(marksOf([1.27, 1.27 + 1e-12, 1.12], 'higher')).toEqual(['best', 'best', 'worst'])
  })

  it('are not marked if all are equal, if only one is known, or if neither direction is better', () => {
    expect(marksOf([5, 5], 'higher')).toEqual([undefined, undefined])
    expect(marksOf([5, null], 'higher')).toEqual([undefined, undefined])
    expect(marksOf([5, 6], null)).toEqual([undefined, undefined])
  })
})
