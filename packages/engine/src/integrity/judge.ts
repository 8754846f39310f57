import { definitionOf, severities } from './catalogue.ts'
import type { Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { coverageOf, type Judged, scoreOf } from './score.ts'

/** In the order of gravity, the worst first. */
export const gravest = (one: Pick<Judged, 'severity'>, other: Pick<Judged, 'severity'>): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity)

/** What checks say of a workbook together; undefined: one had nothing to look at. */
export const judge = ({ model, check }: Layout, results: readonly (readonly Slip[] | undefined)[]) => {
  const slips = results
    .flatMap((found) => found ?? [])
    .map((slip) => ({ ...slip, severity: slip.severity ?? definitionOf(slip.check).severity }))
    .sort(
      (one, other) => gravest(one, other) || definitionOf(other.check).confidence - definitionOf(one.check).confidence,
    )
  const checksRun = results.filter((found) => found !== undefined).length
  const formulas = model.formulas.length
  const frozen = model.formulas.filter((formula) => formula.frozen !== undefined).length
  const coverage = coverageOf({ formulas, verified: formulas - frozen - check.disagreeing.length, checksRun })
  return { slips, checksRun, coverage, score: scoreOf(slips, coverage) }
}
