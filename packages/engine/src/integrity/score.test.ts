import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckId, catalogue, severities } from './catalogue.ts'
import { countBySeverity, coverageOf, type Judged, scoreOf } from './score.ts'

const finding = fc.record({
  check: fc.constantFrom(...(Object.keys(catalogue) as CheckId[])),
  severity: fc.constantFrom(...severities),
})
const stale: Judged = { check: 'stale_cached_value', severity: 'critical' }
const cycle: Judged = { check: 'circular_reference', severity: 'high' }
const mask: Judged = { check: 'error_mask', severity: 'low' }

describe('the score', () => {
  it('is 100 where everything was examined and nothing found', () => {
    expect(scoreOf([], 1)).toBe(100)
  })
  it('is at most 59 while a critical finding is open, and at most 89 while a high one is', () => {
    expect(scoreOf([{ ...mask, severity: 'critical' }], 1)).toBe(59)
    expect(scoreOf([{ ...mask, severity: 'high' }], 1)).toBe(89)
    expect(scoreOf([mask], 1)).toBe(99)
  })
  it('is never 100 where little could be examined', () => {
    expect(scoreOf([], 0)).toBe(50)
    expect(scoreOf([], 0.5)).toBe(75)
    expect(scoreOf([], 0.99)).toBe(99)
  })
  it('takes less for what is less certain', () => {
    const [sure, doubtful] = ['circular_reference', 'inconsistent_formula'] as const
    const many = (check: CheckId): Judged[] => [
      { check, severity: 'high' },
      { check, severity: 'high' },
    ]
    expect(scoreOf(many(doubtful), 1)).toBeGreaterThan(scoreOf(many(sure), 1))
  })
  it('takes less for each further finding of a check, and never more than four times the first', () => {
    expect(scoreOf([cycle, cycle], 1)).toBe(82)
    expect(
      scoreOf(
        Array.from({ length: 1000 }, () => cycle),
        1,
      ),
    ).toBe(60)
  })
  it('does not count what is only disclosed', () => {
    expect(scoreOf([{ check: 'hidden_sheet', severity: 'medium' }], 1)).toBe(100)
  })
  it('lies between 0 and 100, and no further finding raises it', () => {
    fc.assert(
      fc.property(fc.array(finding), finding, fc.double({ min: 0, max: 1, noNaN: true }), (findings, one, coverage) => {
        const score = scoreOf(findings, coverage)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        expect(scoreOf([...findings, one], coverage)).toBeLessThanOrEqual(score)
      }),
    )
  })
  it('counts findings by severity', () => {
    expect(countBySeverity([stale, cycle, cycle])).toEqual({ critical: 1, high: 2, medium: 0, low: 0 })
  })
})

describe('coverage', () => {
  it('is whole where all formulas were recomputed and enough checks had something to look at', () => {
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 18 })).toBe(1)
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 33 })).toBe(1)
  })
  it('falls with formulas that were not recomputed and with checks that had nothing to look at', () => {
    expect(coverageOf({ formulas: 10, verified: 5, checksRun: 18 })).toBeCloseTo(0.65)
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 9 })).toBeCloseTo(0.85)
    expect(coverageOf({ formulas: 0, verified: 0, checksRun: 0 })).toBe(0)
  })
})
