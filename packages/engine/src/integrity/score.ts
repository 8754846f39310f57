import { type CheckId, definitionOf, type Severity, severities } from './catalogue.ts'
import { groupBy } from './rectangles.ts'

export type SeverityCounts = Readonly<Record<Severity, number>>

/** The deduction from 100 for one certain finding. */
const weights: SeverityCounts = { critical: 25, high: 10, medium: 3, low: 1 }

/** The maximum score while a finding of that severity is open. */
export const scoreCaps: Partial<SeverityCounts> = { critical: 59, high: 89 }

/** Each further finding of the same check counts less than the previous one: at most four times the first in total. */
const further = 0.75

/** The maximum score of a model of which nothing could be checked. */
const unchecked = 50

/** The number of checks with something to examine that counts as complete: no model has something for all of them. */
const wholeExamination = 18
/** The weight of recomputed formulas in the coverage; the rest is checks that had something to examine. */
const formulaShare = 0.7

export interface Judged {
  readonly check: CheckId
  readonly severity: Severity
}

export const countBySeverity = (findings: readonly Judged[]): SeverityCounts => {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** The share of a model that could be examined, from 0 to 1. */
export const coverageOf = (given: { formulas: number; verified: number; checksRun: number }): number => {
  const recomputed = given.formulas === 0 ? 0 : given.verified / given.formulas
  return formulaShare * recomputed + (1 - formulaShare) * Math.min(1, given.checksRun / wholeExamination)
}

const takenBy = (findings: readonly Judged[]): number =>
  findings
    .map(({ check, severity }) => weights[severity] * definitionOf(check).confidence)
    .sort((a, b) => b - a)
    .reduce((taken, weight, n) => taken + weight * further ** n, 0)

/**
 * From 0 to 100. Never above what the most severe open finding, the coverage and the headline metrics (`max`) allow.
 */
export const scoreOf = (findings: readonly Judged[], coverage: number, max = 100): number => {
  const counting = findings.filter(({ check }) => definitionOf(check).disclosureOnly !== true)
  const taken = [...groupBy(counting, ({ check }) => check).values()].reduce((sum, group) => sum + takenBy(group), 0)
  const worst = severities.find((severity) => counting.some((finding) => finding.severity === severity))
  const cap = Math.min(
    max,
    worst === undefined ? 100 : (scoreCaps[worst] ?? 100),
    unchecked + (100 - unchecked) * coverage,
  )
  return Math.floor(Math.max(0, Math.min(cap, 100 - taken)))
}
