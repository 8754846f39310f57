import { defineMessages } from './define-messages.ts'

export const whatIfMessages = defineMessages('what-if', {
  // The drawer
  title: 'What if',
  nothingSaved: 'Preview, nothing is saved',
  close: 'Close what if',
  pickHint: 'Pick a metric to see how changing it affects the deal.',
  noValueHint: 'This metric has no value to change. Pick another.',
  changeHint: 'Drag the slider or type a value to see its effect.',
  catalogFormulas:
    'Computed with the standard formulas of the metric catalog, because no workbook formula computes this deal’s metrics.',
  previewAgain: 'Preview again',

  // The metric and its new value
  metric: 'Metric',
  metrics: 'Metrics',
  pickMetric: 'Pick a metric',
  noMatchingMetric: 'No matching metrics',
  enteredByHand: 'By hand',
  newValue: 'New value',
  newValueOf: 'New value of {metric}',
  valueAndBefore: '{value}, was {before}',
  before: 'was {value}',
  enterNumber: 'Enter a number',
  didYouMean: 'Did you mean {value}?',
  suggestedValue: 'Use {value}',
  valueIntended: 'This value is intended',

  // The steps of a preview
  steps: 'Steps of the preview',
  stepLoad: 'Load',
  stepTrace: 'Trace',
  stepRecalculate: 'Recalculate',
  stepSections: 'Sections',
  stepSimulate: 'Simulate',
  stepDone: '{step}<hidden>, done</hidden>',
  stepRunning: '{step}<hidden>, in progress</hidden>',
  milliseconds: '{time} ms',
  seconds: '{time} s',
  recalculated: '{formulas, plural, one {# formula} other {# formulas}} in {time}',
  recalculatedAndSimulated:
    '{formulas, plural, one {# formula} other {# formulas}} in {time}, {trials, plural, one {# trial} other {# trials}} in {simulationTime}',

  // Goal seek
  goalSeek: 'Goal seek',
  goalSeekQuestion: 'Goal seek: which input gives {value}?',
  strongestInputs: 'Strongest inputs',
  otherInputs: 'Other inputs',
  findValue: 'Find value',
  openWhatIf: 'Open the what-if for {metric}',
  goalSolution: '{input} of {value} gives {metric} of {target}.',
  goalSolutions: '{count, number} values of {input} give {metric} of {target}: {values}.',
  goalMoreSolutions: 'There may be more: the model is too large to search the full range.',
  goalClosest: 'The closest is {metricValue} at {inputValue}.',
  goalDoesNotDepend: '{metric} does not depend on {input}.',
  goalNotANumber: '{metric} is not a number for any {input} between {from} and {to}.',
  goalWholeNumbersOnly: 'No whole-number {input} gives {metric} of {target}.',
  goalJumpsOver: '{metric} jumps past {target} without reaching it.',
  goalCutShort: 'The model is too large to search every {input} between {from} and {to}. Search a smaller range.',
  goalNoSolution: 'No {input} between {from} and {to} gives {metric} of {target}.',

  // The table of impacts
  noImpact: 'No metric depends on {metric}.',
  impacts: 'What changes: key returns first, then the largest effect',
  impactBefore: 'Before',
  impactAfter: 'After',
  impactChange: 'Change',
  impactEffect: 'Effect',
  fromZero: 'from 0',
  betterEffect: '{effect}<hidden>, better</hidden>',
  worseEffect: '{effect}<hidden>, worse</hidden>',
  showMoreChanged: 'Show {count, number} more that changed',
  changed: '{count, number} changed',
  notChanged: '{count, number} did not change',

  // Next to the table
  warnings: 'Warnings',
  pathTo: 'Path to',
  sectionsTouched: 'Sections touched',
  noSectionTouched: 'No section cites a number that changes.',
  integrityScore: 'Integrity score {before} → {after}',
  newFinding: '<b>New:</b> {message}',
  resolvedFinding: '<b>Resolved:</b> {message}',

  // The simulation
  simulation: 'Simulation',
  simulationHint: 'Shows the range of outcomes when inputs are uncertain',
  simulated:
    '{trials, plural, one {# trial} other {# trials}}, {inputs, plural, one {# uncertain input} other {# uncertain inputs}}, seed {seed}',
  simulatedInterpolated:
    '{trials, plural, one {# trial} other {# trials}} ({computed, number} computed, the rest interpolated), {inputs, plural, one {# uncertain input} other {# uncertain inputs}}, seed {seed}',
  needsWorkbook: 'Needs a workbook. This deal’s numbers are entered by hand.',
  needsFullModel: 'Needs a full model. No metric in this workbook can be recalculated.',
  dateNotSimulated: 'A date cannot be simulated',
  noCell: 'This metric has no cell in the workbook',
  furtherUncertain: '{count, plural, one {# further uncertain input} other {# further uncertain inputs}}',
  uncertainInputs: 'Uncertain inputs',
  asSet: 'As set for the scenario',
  ownChoice: 'Own choice',
  uncertainAsSet: '{count, plural, one {# uncertain input} other {# uncertain inputs}}',
  changeSettings: 'Change the settings on the Scenarios page',
  inputRange: 'P5 {low} to P95 {high}',
  inputFixed: 'fixed',
  simulationFailed: 'The simulation failed: {reason}',
  noneSimulated: 'No metric changes in these trials.',
  fewerTrials:
    'This model is too large for {requested, plural, one {# trial} other {# trials}}; these figures use {trials, number}.',
  metricExcluded: '{metric} is excluded. {reason}',
  invalidTrials:
    '{invalid, number} of {trials, plural, one {# trial} other {# trials}} produced no number and are excluded: {reasons}.',
  invalidReason: '{count, number} × {reason}',
  invalidText: 'text or blank',
  invalidNotConverged: 'circular reference did not converge',
  invalidNum: '#NUM! (the return does not exist or was not found)',

  // The distribution of a metric
  distribution: '{metric}: P5 {p5}, P50 {p50}, P95 {p95}',
  distributionAndBreach: '{metric}: P5 {p5}, P50 {p50}, P95 {p95}, {breach}',
  under1Percent: 'under 1%',
  over99Percent: 'over 99%',
  breachBelow: '{probability} below {limit}',
  breachAbove: '{probability} above {limit}',
  breachCurrent: '{probability} worse than the current {limit}',
  breachBelowAndBefore: '{probability} below {limit}, was {before}',
  breachAboveAndBefore: '{probability} above {limit}, was {before}',
  chartCurrent: 'Now {value}',
  chartLimit: 'Limit {value}',
  limit: 'Limit',
  limitOf: 'Limit of {metric}',
  noLimit: 'none',
  standardErrors: 'Standard error: P5 ±{p5}, P50 ±{p50}, P95 ±{p95}.',
  notConverged: 'Not converged: run more trials before relying on the percentiles.',

  // Drivers and the worst trials
  drivers: 'What moves {metric}',
  driversHint: 'each input alone, others at base; P10 to P90',
  worst: 'The worst 5% of trials',
  worstHint: 'typical inputs in these trials',
  worstColumn: 'In the worst trials',
  usualColumn: 'Usually',
  meanOf: 'Mean {metric}',
  usually: 'usually {value}',

  // Applying
  unsavedHint: 'Nothing is saved until you apply it.',
  applyMarksStale: 'Applying marks {sections, plural, one {# section} other {# sections}} stale.',
  applyMarksStaleAndNotifies:
    'Applying marks {sections, plural, one {# section} other {# sections}} stale and notifies {members, plural, one {# member} other {# members}}.',
  previewExpires: 'Preview expires in {time}.',
  previewExpired: 'The preview has expired.',
  lessThanMinute: 'less than a minute',
  minutes: '{count, number} min',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  discard: 'Discard',
  apply: 'Apply',
  applyValue: 'Apply {value}',
  modelChanged: 'The model has changed since this preview, so nothing was applied.',
  previewExpiredBefore: 'This preview has expired, so nothing was applied.',
  previewApplied: 'This preview was already applied.',
  computedByModel:
    'The model computes this number, so it cannot be overridden. Use goal seek to find the input that gives it.',
  proposed:
    'Proposed, not applied: your organization requires approval. The owners of the deal are notified, and the proposal is on the Scenarios page.',
  dealFinalized: 'This deal is finalized. An owner can reopen it on the Audit trail page.',
  onlyEditorsApply: 'Only editors can apply. Nothing here is saved.',

  // Overrides
  overrides: 'Overrides',
  override: '{metric} <b>{value}</b>{replaces, select, formula {, replaces a formula} other {}}',
  overrideOfWorkbook:
    '{metric} <b>{value}</b> (workbook: {workbookValue}){replaces, select, formula {, replaces a formula} other {}}',
  overrideBy: '{person}, {time}',
  formerMember: 'A former member',
  revert: 'Revert',
})
