import { qualityMessages as messages } from '../../messages/quality.ts'

const titles: ReadonlyMap<string, () => string> = new Map([
  ['error_value', messages.checkErrorValue],
  ['broken_reference', messages.checkBrokenReference],
  ['sources_ne_uses', messages.checkSourcesNeUses],
  ['balance_sheet_unbalanced', messages.checkBalanceSheetUnbalanced],
  ['cash_tie_out', messages.checkCashTieOut],
  ['cross_tab_mismatch', messages.checkCrossTabMismatch],
  ['unit_scale_mismatch', messages.checkUnitScaleMismatch],
  ['stale_cached_value', messages.checkStaleCachedValue],
  ['hardcode_over_formula', messages.checkHardcodeOverFormula],
  ['inconsistent_formula', messages.checkInconsistentFormula],
  ['edge_formula', messages.checkEdgeFormula],
  ['empty_reference', messages.checkEmptyReference],
  ['sum_range_gap', messages.checkSumRangeGap],
  ['double_count', messages.checkDoubleCount],
  ['circular_reference', messages.checkCircularReference],
  ['total_mismatch', messages.checkTotalMismatch],
  ['external_link', messages.checkExternalLink],
  ['numbers_as_text', messages.checkNumbersAsText],
  ['embedded_constant', messages.checkEmbeddedConstant],
  ['date_gap', messages.checkDateGap],
  ['sign_convention', messages.checkSignConvention],
  ['implausible_value', messages.checkImplausibleValue],
  ['negative_where_positive', messages.checkNegativeWherePositive],
  ['derived_identity_broken', messages.checkDerivedIdentityBroken],
  ['returns_reconcile', messages.checkReturnsReconcile],
  ['rent_roll_tie', messages.checkRentRollTie],
  ['approximate_lookup', messages.checkApproximateLookup],
  ['error_mask', messages.checkErrorMask],
  ['volatile_function', messages.checkVolatileFunction],
  ['hidden_sheet', messages.checkHiddenSheet],
  ['duplicated_calculation', messages.checkDuplicatedCalculation],
  ['complex_formula', messages.checkComplexFormula],
  ['no_check_sheet', messages.checkNoCheckSheet],
  ['failed_model_check', messages.checkFailedModelCheck],
  ['scenario_not_base', messages.checkScenarioNotBase],
  ['version_conflict', messages.checkVersionConflict],
])

/** A newer service may run checks that are not known here; their name still says something. */
export const checkTitle = (check: string): string =>
  titles.get(check)?.() ?? check.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
