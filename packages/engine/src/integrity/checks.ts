import { brokenReferences } from './broken-references.ts'
import type { CheckId } from './catalogue.ts'
import type { Check, FormulaCheck } from './check.ts'
import { circularReferences } from './circular-references.ts'
import { dateGaps } from './date-gaps.ts'
import { derivedIdentities } from './derived-identities.ts'
import { doubleCounts } from './double-counts.ts'
import { duplicatedCalculations } from './duplicated-calculations.ts'
import { edgeFormulas } from './edge-formulas.ts'
import { embeddedConstants } from './embedded-constants.ts'
import { emptyReferences } from './empty-references.ts'
import { errorValues } from './error-values.ts'
import { externalLinks } from './external-links.ts'
import { approximateLookups, complexFormulas, errorMasks, volatileFunctions } from './formula-habits.ts'
import { hiddenSheets } from './hidden-sheets.ts'
import { inconsistentFormulas } from './inconsistent-formulas.ts'
import { crossTabMismatches, unitScaleMismatches } from './metric-agreement.ts'
import { implausibleMetrics, negativeMetrics } from './metric-ranges.ts'
import { failedModelChecks, missingModelChecks } from './model-checks.ts'
import { numbersAsText } from './numbers-as-text.ts'
import { rentRolls } from './rent-rolls.ts'
import { returns } from './returns.ts'
import { scenarios } from './scenarios.ts'
import { signs } from './signs.ts'
import { staleValues } from './stale-values.ts'
import { balanceSheets, cashTies, sourcesAndUses } from './statement-ties.ts'
import { sumRangeGaps } from './sum-range-gaps.ts'
import { totalMismatches } from './total-mismatches.ts'
import { typedOverFormulas } from './typed-over-formulas.ts'

/** The checks that read only formulas. */
export const formulaChecks = {
  broken_reference: brokenReferences,
  stale_cached_value: staleValues,
  inconsistent_formula: inconsistentFormulas,
  external_link: externalLinks,
  embedded_constant: embeddedConstants,
  approximate_lookup: approximateLookups,
  error_mask: errorMasks,
  volatile_function: volatileFunctions,
  hidden_sheet: hiddenSheets,
  duplicated_calculation: duplicatedCalculations,
  complex_formula: complexFormulas,
} satisfies Partial<Record<CheckId, FormulaCheck>>

/**
 * The checks that read cell values. Together these are all checks except the comparison of two versions, which needs a
 * second workbook.
 */
export const valueChecks: Record<Exclude<CheckId, 'version_conflict' | keyof typeof formulaChecks>, Check> = {
  error_value: errorValues,
  sources_ne_uses: sourcesAndUses,
  balance_sheet_unbalanced: balanceSheets,
  cash_tie_out: cashTies,
  cross_tab_mismatch: crossTabMismatches,
  unit_scale_mismatch: unitScaleMismatches,
  hardcode_over_formula: typedOverFormulas,
  edge_formula: edgeFormulas,
  empty_reference: emptyReferences,
  sum_range_gap: sumRangeGaps,
  double_count: doubleCounts,
  circular_reference: circularReferences,
  total_mismatch: totalMismatches,
  numbers_as_text: numbersAsText,
  date_gap: dateGaps,
  sign_convention: signs,
  implausible_value: implausibleMetrics,
  negative_where_positive: negativeMetrics,
  derived_identity_broken: derivedIdentities,
  returns_reconcile: returns,
  rent_roll_tie: rentRolls,
  no_check_sheet: missingModelChecks,
  failed_model_check: failedModelChecks,
  scenario_not_base: scenarios,
}
