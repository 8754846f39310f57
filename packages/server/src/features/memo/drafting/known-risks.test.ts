import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownRisks } from './known-risks.ts'

const risksOf = (values: Record<string, number>) => knownRisks(new Map(Object.entries(values)))

describe('risks that the numbers show', () => {
  it('names thin coverage as high below 1.10, as medium below 1.25, and not above', () => {
    expect(risksOf({ dscr: 1.09 })).toMatchObject([{ severity: 'high', evidence: [{ metric: 'dscr' }] }])
    expect(risksOf({ dscr: 1.24 })).toMatchObject([{ severity: 'medium' }])
    expect(risksOf({ dscr: 1.25 })).toEqual([])
  })

  it('compares exit with entry only if both are known', () => {
    expect(risksOf({ exit_cap_rate_pct: 4 })).toEqual([])
    expect(risksOf({ exit_cap_rate_pct: 4, going_in_cap_rate_pct: 5 })).toMatchObject([
      { severity: 'high', evidence: [{ metric: 'exit_cap_rate_pct' }, { metric: 'going_in_cap_rate_pct' }] },
    ])
    expect(risksOf({ exit_multiple: 8, entry_multiple: 8 })).toEqual([])
    expect(risksOf({ exit_multiple: 8.5, entry_multiple: 8 })).toMatchObject([{ severity: 'medium' }])
  })

  it('lists severe risks first, and states no number: the evidence does', () => {
    const keys = ['dscr', 'ltv_pct', 'net_leverage', 'nrr_pct', 'runway_months', 'exit_multiple', 'entry_multiple']
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 7, maxLength: 7 }), (numbers) => {
        const risks = knownRisks(new Map(keys.map((key, n) => [key, numbers[n] ?? 0])))
        const severities = risks.map(({ severity }) => severity)
        expect(severities).toEqual(severities.toSorted())
        expect(risks.every(({ statement }) => !/\d/.test(statement))).toBe(true)
      }),
    )
  })
})
