/** The most severe first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export interface CheckDefinition {
  /** The severity of its findings, unless a finding says otherwise. */
  readonly severity: Severity
  readonly title: string
  /** What a finding means, for users. */
  readonly meaning: string
  /** The share of its findings that are right, from 0 to 1: its weight in the score. */
  readonly confidence: number
  /** How many of the manually reviewed findings were right. */
  readonly measured?: string
  /** Reported, but not counted in the score. */
  readonly disclosureOnly?: true
}

export const catalogue = {
  error_value: {
    severity: 'critical',
    title: 'Error value',
    meaning: 'A formula ends in an error, and all that depends on it with it.',
    confidence: 1.0,
    measured: '25/25',
  },
  broken_reference: {
    severity: 'critical',
    title: 'Broken reference',
    meaning: 'A formula or name points to cells, a sheet or a name that no longer exists.',
    confidence: 1.0,
    measured: '25/25',
  },
  sources_ne_uses: {
    severity: 'critical',
    title: 'Sources do not equal uses',
    meaning: 'The money raised and the money spent differ.',
    confidence: 1.0,
  },
  balance_sheet_unbalanced: {
    severity: 'critical',
    title: 'Balance sheet does not balance',
    meaning: 'Assets differ from liabilities and equity.',
    confidence: 0.9,
  },
  cash_tie_out: {
    severity: 'critical',
    title: 'Cash or balance does not tie out',
    meaning: 'A balance does not carry over, or cash differs between cash flow and balance sheet.',
    confidence: 0.9,
  },
  cross_tab_mismatch: {
    severity: 'high',
    title: 'Tabs disagree',
    meaning: 'One metric has different values on different tabs.',
    confidence: 0.85,
  },
  unit_scale_mismatch: {
    severity: 'critical',
    title: 'Unit or scale mismatch',
    meaning: 'A number seems to be stated in another unit than its peers.',
    confidence: 0.85,
  },
  stale_cached_value: {
    severity: 'critical',
    title: 'Stale value',
    meaning: 'The value in the file is not what its formula gives.',
    confidence: 0.9,
  },
  hardcode_over_formula: {
    severity: 'high',
    title: 'Hardcoded number among formulas',
    meaning: 'A number was typed where its neighbors are computed.',
    confidence: 0.6,
    measured: '15/25',
  },
  inconsistent_formula: {
    severity: 'high',
    title: 'Formula breaks its pattern',
    meaning: 'A formula differs from its neighbors.',
    confidence: 0.55,
    measured: '11/21',
  },
  edge_formula: {
    severity: 'high',
    title: 'First or last formula differs from its row',
    meaning: 'The formula in the first or last column of a row is not the one that the rest of the row uses.',
    confidence: 0.6,
    measured: '4/5',
  },
  empty_reference: {
    severity: 'medium',
    title: 'Reference to an empty cell',
    meaning: 'A formula reads an empty cell where the formulas beside it read numbers.',
    confidence: 0.6,
    measured: '2/3',
  },
  sum_range_gap: {
    severity: 'high',
    title: 'Sum leaves out a number',
    meaning: 'A sum stops before a number beside its range.',
    confidence: 0.9,
    measured: '10/10',
  },
  double_count: {
    severity: 'high',
    title: 'Double count',
    meaning: 'A total includes a subtotal and what the subtotal adds up.',
    confidence: 0.8,
  },
  circular_reference: {
    severity: 'high',
    title: 'Circular reference',
    meaning: 'Formulas depend on themselves.',
    confidence: 1.0,
    measured: '9/9',
  },
  total_mismatch: {
    severity: 'critical',
    title: 'Total does not add up',
    meaning: 'A total differs from the sum of its parts.',
    confidence: 0.95,
  },
  external_link: {
    severity: 'high',
    title: 'Link to another workbook',
    meaning: 'Numbers come from a file that is not here.',
    confidence: 1.0,
  },
  numbers_as_text: {
    severity: 'high',
    title: 'Number stored as text',
    meaning: 'Sums pass over a number that is stored as text.',
    confidence: 0.95,
    measured: '24/25',
  },
  embedded_constant: {
    severity: 'medium',
    title: 'Constant inside a formula',
    meaning: 'An assumption is hidden inside a formula.',
    confidence: 0.65,
    measured: '17/25',
  },
  date_gap: {
    severity: 'high',
    title: 'Gap in the timeline',
    meaning: 'The periods of a timeline skip, repeat or change their length.',
    confidence: 0.85,
  },
  sign_convention: {
    severity: 'medium',
    title: 'Sign differs from its neighbors',
    meaning: 'A cost has another sign than the costs beside it.',
    confidence: 0.6,
  },
  implausible_value: {
    severity: 'medium',
    title: 'Implausible value',
    meaning: 'A metric lies outside of what is plausible.',
    confidence: 0.7,
  },
  negative_where_positive: {
    severity: 'high',
    title: 'Negative value',
    meaning: 'A metric that cannot be negative is.',
    confidence: 0.85,
  },
  derived_identity_broken: {
    severity: 'high',
    title: 'Metrics do not reconcile',
    meaning: 'A metric differs from what the metrics it is made of give.',
    confidence: 0.9,
  },
  returns_reconcile: {
    severity: 'critical',
    title: 'Returns do not reconcile',
    meaning: 'A stated return differs from what the equity cash flows give.',
    confidence: 0.85,
  },
  rent_roll_tie: {
    severity: 'high',
    title: 'Rent roll does not tie out',
    meaning: 'Units or rents of the rent roll do not add up.',
    confidence: 0.85,
  },
  approximate_lookup: {
    severity: 'medium',
    title: 'Approximate lookup',
    meaning: 'A lookup answers with the nearest entry where there is no exact one.',
    confidence: 0.8,
  },
  error_mask: {
    severity: 'low',
    title: 'Hidden error',
    meaning: 'An error would show as zero or blank.',
    confidence: 0.3,
    measured: '7/25',
  },
  volatile_function: {
    severity: 'low',
    title: 'Volatile function',
    meaning: 'A result changes by itself, or hides what it depends on.',
    confidence: 1.0,
    measured: '25/25',
  },
  hidden_sheet: {
    severity: 'medium',
    title: 'Hidden sheet',
    meaning: 'A hidden sheet feeds visible numbers.',
    confidence: 1.0,
    measured: '25/25',
    disclosureOnly: true,
  },
  duplicated_calculation: {
    severity: 'low',
    title: 'Duplicate calculation',
    meaning: 'The same calculation stands in several places.',
    confidence: 0.7,
  },
  complex_formula: {
    severity: 'low',
    title: 'Complex formula',
    meaning: 'A formula is too long or too deep to be reviewed.',
    confidence: 0.7,
  },
  no_check_sheet: {
    severity: 'low',
    title: 'No built-in checks',
    meaning: 'The model does not check itself.',
    confidence: 0.8,
  },
  failed_model_check: {
    severity: 'critical',
    title: 'Failed model check',
    meaning: 'One of the model’s own checks fails.',
    confidence: 0.95,
  },
  scenario_not_base: {
    severity: 'medium',
    title: 'Not the base case',
    meaning: 'The model is switched to another case than the base case.',
    confidence: 0.6,
  },
  version_conflict: {
    severity: 'medium',
    title: 'Conflicting versions',
    meaning: 'Two models of one name differ.',
    confidence: 0.7,
  },
} as const satisfies Record<string, CheckDefinition>
export type CheckId = keyof typeof catalogue

/** The definition of one check, with all optional fields. */
export const definitionOf = (check: CheckId): CheckDefinition => catalogue[check]
