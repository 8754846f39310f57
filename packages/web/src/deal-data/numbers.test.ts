import { describe, expect, it } from 'vitest'
import { someMetric } from '../pages/canvas/memo/testing.ts'
import { numbersOf } from './numbers.ts'

const carried = [
  { metric_key: 'noi', label: 'NOI', unit: 'currency', value: 7 },
  { metric_key: 'odd', label: 'Odd', unit: 'furlongs', value: 3 },
]

describe('numbers of a deal', () => {
  it('shows the numbers of the canvas while metrics are loading and if they fail to load', () => {
    const noi = { metric_key: 'noi', label: 'NOI', unit: 'currency', value: 7 }
    expect(numbersOf(carried, undefined, false).metrics).toBe('loading')
    expect(numbersOf(carried, undefined, true).metrics).toBe('failed')
    for (const hasFailed of [false, true])
      expect(numbersOf(carried, undefined, hasFailed).shown.get('noi')).toEqual(noi)
  })

  it('never shows a value with an unknown unit', () => {
    expect(numbersOf(carried, undefined, false).shown.has('odd')).toBe(false)
  })

  it('shows the metrics as soon as they are loaded, even if a refetch fails', () => {
    const metrics = new Map([['noi', someMetric]])
    for (const hasFailed of [false, true]) {
      expect(numbersOf(carried, metrics, hasFailed)).toEqual({ shown: metrics, metrics: 'here' })
    }
  })
})
