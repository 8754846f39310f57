import { describe, expect, it } from 'vitest'
import { someMetric } from '../pages/canvas/memo/testing.ts'
import { numbersOf } from './numbers.ts'

const carried = [
  { metric_key: 'noi', label: 'NOI', unit: 'currency', value: 7 },
  { metric_key: 'odd', label: 'Odd', unit: 'furlongs', value: 3 },
]

describe('the numbers of a deal', () => {
  it('are those that the canvas carries until the metrics are there, and where they fail', () => {
    const noi = { metric_key: 'noi', label: 'NOI', unit: 'currency', value: 7 }
    expect(numbersOf(carried, undefined, false).metrics).toBe('loading')
    expect(numbersOf(carried, undefined, true).metrics).toBe('failed')
    for (const hasFailed of [false, true])
      expect(numbersOf(carried, undefined, hasFailed).shown.get('noi')).toEqual(noi)
  })

  it('never show a value in a unit that it does not have', () => {
    expect(numbersOf(carried, undefined, false).shown.has('odd')).toBe(false)
  })

  it('are those of the metrics as soon as they are known, also where asking anew fails', () => {
    const metrics = new Map([['noi', someMetric]])
    for (const hasFailed of [false, true]) {
      expect(numbersOf(carried, metrics, hasFailed)).toEqual({ shown: metrics, metrics: 'here' })
    }
  })
})
