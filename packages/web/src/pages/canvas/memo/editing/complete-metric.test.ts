import type { Metric } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someMetric } from '../testing.ts'
import { completed, matching, namingAt } from './complete-metric.ts'

const metric = (metric_key: string, label: string): Metric => ({ ...someMetric, metric_key, label })
const noi = metric('noi', 'Net Operating Income')
const irr = metric('levered_irr_pct', 'Levered IRR')

describe('metric completion', () => {
  it('starts a completion with two opening brackets and ends it with closing ones or the line', () => {
    expect(namingAt('NOI of [[no', 11)).toEqual({ from: 7, words: 'no' })
    expect(namingAt('NOI of [[noi]] and', 18)).toBeUndefined()
    expect(namingAt('NOI of [[no\nnext', 16)).toBeUndefined()
    expect(namingAt('a [link](x)', 7)).toBeUndefined()
  })

  it('finds metrics by words of their label or key', () => {
    expect(matching([noi, irr], 'irr')).toEqual([irr])
    expect(matching([noi, irr], 'operating net')).toEqual([noi])
    expect(matching([noi, irr], 'levered_i')).toEqual([irr])
    expect(matching([noi, irr], '')).toHaveLength(2)
    expect(matching([noi, irr], 'dscr')).toEqual([])
  })

  it('inserts the complete token once and puts the caret after it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,20}$/), fc.stringMatching(/^[a-z ]{0,20}$/), (before, after) => {
        const text = `${before}[[no]]${after}`
        const caret = before.length + 4
        const naming = namingAt(text, caret)
        if (naming === undefined) throw new Error('Nothing is being named')
        const next = completed(text, naming, caret, 'noi')
        expect(next.text).toBe(`${before}[[noi]]${after}`)
        expect(next.text.slice(0, next.caret)).toBe(`${before}[[noi]]`)
      }),
    )
  })
})
