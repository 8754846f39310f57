import type { Calculator } from '../compile/calculator.ts'
import { brokenReferences } from './broken-references.ts'
import { type CheckId, definitionOf, type Severity, severities } from './catalogue.ts'
import type { Check } from './check.ts'
import { circularReferences } from './circular-references.ts'
import { dateGaps } from './date-gaps.ts'
import { derivedIdentities } from './derived-identities.ts'
import { doubleCounts } from './double-counts.ts'
import { duplicatedCalculations } from './duplicated-calculations.ts'
import { embeddedConstants } from './embedded-constants.ts'
import { errorValues } from './error-values.ts'
import { externalLinks } from './external-links.ts'
import type { Finding, MappedMetric, Slip } from './finding.ts'
import { approximateLookups, complexFormulas, errorMasks, volatileFunctions } from './formula-habits.ts'
import { hiddenSheets } from './hidden-sheets.ts'
import { impactsOf } from './impact.ts'
import { inconsistentFormulas } from './inconsistent-formulas.ts'
import { createInspection } from './inspection.ts'
import { crossTabMismatches, unitScaleMismatches } from './metric-agreement.ts'
import { implausibleMetrics, negativeMetrics } from './metric-ranges.ts'
import { failedModelChecks, missingModelChecks } from './model-checks.ts'
import { numbersAsText } from './numbers-as-text.ts'
import { cellOf } from './rectangles.ts'
import { rentRolls } from './rent-rolls.ts'
import { returns } from './returns.ts'
import { scenarios } from './scenarios.ts'
import { countBySeverity, coverageOf, type SeverityCounts, scoreOf } from './score.ts'
import { signs } from './signs.ts'
import { staleValues } from './stale-values.ts'
import { balanceSheets, cashTies, sourcesAndUses } from './statement-ties.ts'
import { sumRangeGaps } from './sum-range-gaps.ts'
import { totalMismatches } from './total-mismatches.ts'
import { typedOverFormulas } from './typed-over-formulas.ts'

/** All but the comparison of two versions: one workbook does not know the other. */
const checks: Record<Exclude<CheckId, 'version_conflict'>, Check> = {
  error_value: errorValues,
  broken_reference: brokenReferences,
  sources_ne_uses: sourcesAndUses,
  balance_sheet_unbalanced: balanceSheets,
  cash_tie_out: cashTies,
  cross_tab_mismatch: crossTabMismatches,
  unit_scale_mismatch: unitScaleMismatches,
  stale_cached_value: staleValues,
  hardcode_over_formula: typedOverFormulas,
  inconsistent_formula: inconsistentFormulas,
  sum_range_gap: sumRangeGaps,
  double_count: doubleCounts,
  circular_reference: circularReferences,
  total_mismatch: totalMismatches,
  external_link: externalLinks,
  numbers_as_text: numbersAsText,
  embedded_constant: embeddedConstants,
  date_gap: dateGaps,
  sign_convention: signs,
  implausible_value: implausibleMetrics,
  negative_where_positive: negativeMetrics,
  derived_identity_broken: derivedIdentities,
  returns_reconcile: returns,
  rent_roll_tie: rentRolls,
  approximate_lookup: approximateLookups,
  error_mask: errorMasks,
  volatile_function: volatileFunctions,
  hidden_sheet: hiddenSheets,
  duplicated_calculation: duplicatedCalculations,
  complex_formula: complexFormulas,
  no_check_sheet: missingModelChecks,
  failed_model_check: failedModelChecks,
  scenario_not_base: scenarios,
}

/** More findings than this are not read; their number is told. */
const mostFindings = 200

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
}

const rank = (severity: Severity): number => severities.indexOf(severity)

/** Examines a workbook: what is wrong with it, how grave that is, and how far its numbers can be relied on. */
export const assess = (calculator: Calculator, metrics: readonly MappedMetric[]): Assessment => {
  const inspection = createInspection(calculator, metrics)
  const { workbook, model, check } = inspection
  const results = Object.values(checks).map((run) => run(inspection))
  const slips = results
    .flatMap((found) => found ?? [])
    .map((slip: Slip) => ({ ...slip, severity: slip.severity ?? definitionOf(slip.check).severity }))
    .sort(
      (one, other) =>
        rank(one.severity) - rank(other.severity) ||
        definitionOf(other.check).confidence - definitionOf(one.check).confidence,
    )

  const kept = slips.slice(0, mostFindings)
  const impacts = impactsOf(inspection, kept)
  const findings = kept
    .map(
      ({ check, severity, message, areas: [area] }, n): Finding => ({
        check,
        severity,
        message,
        sheet: area === undefined ? null : (workbook.sheets[area.sheet]?.name ?? null),
        cell: area === undefined ? null : cellOf(area),
        impact: impacts[n] ?? { dependents: 0, metrics: [] },
      }),
    )
    .sort(
      (one, other) =>
        rank(one.severity) - rank(other.severity) ||
        other.impact.metrics.length - one.impact.metrics.length ||
        other.impact.dependents - one.impact.dependents,
    )

  const checksRun = results.filter((found) => found !== undefined).length
  const frozen = model.formulas.filter((formula) => formula.frozen !== undefined).length
  const formulas = model.formulas.length
  const coverage = coverageOf({ formulas, verified: formulas - frozen - check.disagreeing.length, checksRun })
  return {
    score: scoreOf(slips, coverage),
    coverage,
    counts: countBySeverity(slips),
    total: slips.length,
    checksRun,
    findings,
  }
}
