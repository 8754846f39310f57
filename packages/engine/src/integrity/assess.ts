import type { Calculator } from '../compile/calculator.ts'
import { formulaChecks, valueChecks } from './checks.ts'
import type { Finding, MappedMetric, Question } from './finding.ts'
import { impactsOf } from './impact.ts'
import { createInspection } from './inspection.ts'
import { gravest, judge, locate } from './judge.ts'
import { countBySeverity, type SeverityCounts } from './score.ts'

/** More findings than this are not read; their number is told. */
const maxFindings = 200

export interface Assessment {
  /** From 0 to 100. */
  readonly score: number
  /** How much of the model could be examined, from 0 to 1. */
  readonly coverage: number
  /** Of all findings, also of those that are not listed. */
  readonly counts: SeverityCounts
  readonly total: number
  /** Checks that had something to look at. */
  readonly checksRun: number
  /** The worst first, no more than 200. */
  readonly findings: readonly Finding[]
  /** What has to be confirmed before some checks can say anything; they lower nothing. */
  readonly questions: readonly Question[]
}

/** Examines a workbook: what is wrong with it, how grave that is, and how far its numbers can be relied on. */
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
