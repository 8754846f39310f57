import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue/catalogue.ts'
import { questionValue } from './question-value.ts'

const rate = { metricKey: 'exit_cap_rate_pct', unit: 'percentage_points', present: 5.5 } as const

describe('typed values', () => {
  it.each([
    ['a fraction entered for a percentage', 0.055, 5.5],
    ['a percentage without its decimal point', 575, 5.75],
    ['a percentage a hundred times too large', 500, 5],
    ['a negative rate', -5, 5],
  ])('questions a value that is %s, with the probable intention', (_what, value, suggestedValue) => {
    expect(questionValue(rate, value)).toMatchObject({ suggestedValue })
  })

  it.each([5, 6, 4.75, 8])('does not question a cap rate that changes from 5.5% to %d%', (value) => {
    expect(questionValue(rate, value)).toBeUndefined()
  })

  it('questions dollars typed in thousands or millions', () => {
    const price = { metricKey: 'purchase_price', unit: 'currency', present: 48_500_000 } as const
    expect(questionValue(price, 48_500)).toMatchObject({ suggestedValue: 48_500_000 })
    expect(questionValue(price, 50)).toMatchObject({ suggestedValue: 50_000_000 })
    expect(questionValue(price, 45_000_000)).toBeUndefined()
  })

  it('questions a value without a suggestion if nothing near it is plausible', () => {
    expect(questionValue(rate, 77_777)).toMatchObject({ reason: 'outside_range', suggestedValue: undefined })
  })

  it('never questions the current value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...catalogue), fc.double({ noNaN: true }), ({ key, unit }, value) => {
        expect(questionValue({ metricKey: key, unit, present: value }, value)).toBeUndefined()
      }),
    )
  })

  it('never suggests a value that would be questioned again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue.filter(({ range, unit }) => range !== null && unit !== 'date')),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        ({ key, unit, range }, share, value) => {
          const [lowest, highest] = range ?? [0, 0]
          const present = lowest + share * (highest - lowest)
          const question = questionValue({ metricKey: key, unit, present }, value)
          if (question?.suggestedValue === undefined) return
          const again = questionValue({ metricKey: key, unit, present }, question.suggestedValue)
          expect(again?.reason).not.toBe('outside_range')
        },
      ),
    )
  })
})
