import { definitionOf, severities } from './catalogue.ts'
import type { LocatedFinding, Slip } from './finding.ts'
import type { Layout } from './layout.ts'
import { cellOf } from './rectangles.ts'
import { coverageOf, type Judged, scoreOf } from './score.ts'

/** In the order of gravity, the worst first. */
export const gravest = (one: Pick<Judged, 'severity'>, other: Pick<Judged, 'severity'>): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity)

/** What a check found, with its severity. */
export type JudgedSlip = Slip & Judged

/** A finding by the names of its sheet and cell. */
export const locate = (
  { workbook }: Layout,
  { check, severity, message, areas: [area] }: JudgedSlip,
): LocatedFinding => ({
  check,
  severity,
  message,
  sheet: area === undefined ? null : (workbook.sheets[area.sheet]?.name ?? null),
  cell: area === undefined ? null : cellOf(area),
})

/** What checks say of a workbook together; undefined: one had nothing to look at. */
export const judge = ({ model, check }: Layout, results: readonly (readonly Slip[] | undefined)[]) => {
  const slips = results
    .flatMap((found) => found ?? [])
    .map((slip): JudgedSlip => ({ ...slip, severity: slip.severity ?? definitionOf(slip.check).severity }))
    .sort(
      (one, other) => gravest(one, other) || definitionOf(other.check).confidence - definitionOf(one.check).confidence,
    )
  const checksRun = results.filter((found) => found !== undefined).length
  const formulas = model.formulas.length
  const frozen = model.formulas.filter((formula) => formula.frozen !== undefined).length
  const coverage = coverageOf({ formulas, verified: formulas - frozen - check.disagreeing.length, checksRun })
  return { slips, checksRun, coverage, score: scoreOf(slips, coverage) }
}
