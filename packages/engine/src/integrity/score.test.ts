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

describe('integrity score', () => {
  it('gives a score of 100 if everything was examined and nothing was found', () => {
    expect(scoreOf([], 1)).toBe(100)
  })
  it('limits the score to 59 with a critical finding and to 89 with a high one [QUALITY-5]', () => {
    expect(scoreOf([{ ...mask, severity: 'critical' }], 1)).toBe(59)
    expect(scoreOf([{ ...mask, severity: 'high' }], 1)).toBe(89)
    expect(scoreOf([mask], 1)).toBe(99)
  })
  it('never gives a score of 100 if little could be examined', () => {
    expect(scoreOf([], 0)).toBe(50)
    expect(scoreOf([], 0.5)).toBe(75)
    expect(scoreOf([], 0.99)).toBe(99)
  })
  it('deducts less from the score for less certain findings', () => {
    const [sure, doubtful] = ['circular_reference', 'inconsistent_formula'] as const
    const many = (check: CheckId): Judged[] => [
      { check, severity: 'high' },
      { check, severity: 'high' },
    ]
    expect(scoreOf(many(doubtful), 1)).toBeGreaterThan(scoreOf(many(sure), 1))
  })
  it('deducts less for each further finding of a check, and at most four times the first', () => {
    expect(scoreOf([cycle, cycle], 1)).toBe(82)
    expect(
      scoreOf(
        Array.from({ length: 1000 }, () => cycle),
        1,
      ),
    ).toBe(60)
  })
  it('does not count disclosure-only findings in the score', () => {
    expect(scoreOf([{ check: 'hidden_sheet', severity: 'medium' }], 1)).toBe(100)
  })
  it('keeps the score between 0 and 100, and never raises it for a further finding [QUALITY-4]', () => {
    fc.assert(
      fc.property(
        fc.array(finding),
        finding,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (findings, added, coverage) => {
          const score = scoreOf(findings, coverage)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
          expect(scoreOf([...findings, added], coverage)).toBeLessThanOrEqual(score)
        },
      ),
    )
  })
  it('counts findings by severity', () => {
    expect(countBySeverity([stale, cycle, cycle])).toEqual({ critical: 1, high: 2, medium: 0, low: 0 })
  })
})

describe('coverage of an assessment', () => {
  it('gives full coverage if all formulas were recomputed and enough checks had something to examine', () => {
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 18 })).toBe(1)
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 33 })).toBe(1)
  })
  it('lowers coverage for formulas that were not recomputed and checks that had nothing to examine', () => {
    expect(coverageOf({ formulas: 10, verified: 5, checksRun: 18 })).toBeCloseTo(0.65)
    expect(coverageOf({ formulas: 10, verified: 10, checksRun: 9 })).toBeCloseTo(0.85)
    expect(coverageOf({ formulas: 0, verified: 0, checksRun: 0 })).toBe(0)
  })
})
