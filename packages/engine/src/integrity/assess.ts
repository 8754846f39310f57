import type { Calculator } from '../compile/calculator.ts'
import { formulaChecks, valueChecks } from './checks.ts'
import type { Finding, MappedMetric, Question } from './finding.ts'
import { impactsOf } from './impact.ts'
import { createInspection } from './inspection.ts'
import { gravest, judge, locate } from './judge.ts'
import { countBySeverity, type SeverityCounts } from './score.ts'

/** Maximum number of findings listed; the total is reported separately. */
const maxFindings = 200

export interface Assessment {
  /** From 0 to 100. */
  readonly score: number
  /** The share of the model that could be examined, from 0 to 1. */
  readonly coverage: number
  /** Counts of all findings, including those not listed. */
  readonly counts: SeverityCounts
  readonly total: number
  /** The number of checks that had something to examine. */
  readonly checksRun: number
  /** The most severe first, at most 200. */
  readonly findings: readonly Finding[]
  /** Cells to confirm before some checks can report anything; they do not lower the score. */
  readonly questions: readonly Question[]
}

/** Examines a workbook: its findings, their severity, and how reliable its numbers are. */
export const assess = (calculator: Calculator, metrics: readonly MappedMetric[]): Assessment => {
  const inspection = createInspection(calculator, metrics)
  const { slips, score, coverage, checksRun, questions } = judge(inspection, metrics, [
    ...Object.values(formulaChecks).map((run) => run(inspection)),
    ...Object.values(valueChecks).map((run) => run(inspection)),
  ])

  const kept = slips.slice(0, maxFindings)
  const impacts = impactsOf(inspection, kept)
  const findings = kept
    .map(
      (slip, n): Finding => ({
        ...locate(inspection, slip),
        impact: impacts[n] ?? { dependents: 0, metrics: [] },
      }),
    )
    .sort(
      (a, b) =>
        gravest(a, b) || b.impact.metrics.length - a.impact.metrics.length || b.impact.dependents - a.impact.dependents,
    )
  return { score, coverage, counts: countBySeverity(slips), total: slips.length, checksRun, findings, questions }
}
