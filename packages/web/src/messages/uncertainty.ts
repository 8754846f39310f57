import { defineMessages } from './define-messages.ts'

/** Simulated scenarios and what is uncertain in them. */
export const uncertaintyMessages = defineMessages('uncertainty', {
  // The card
  title: 'Probabilities',
  intro:
    'Simulate to see how likely each hurdle and covenant is to be breached, and the range of each output, when the inputs of a scenario are uncertain.',
  simulate: 'Simulate',
  simulateAgain: 'Simulate again',
  progress: 'Simulating, {done, number} of {total, plural, one {# scenario} other {# scenarios}} done',
  duration: '{count, plural, one {# scenario} other {# scenarios}} in {seconds} s',
  outdated: 'The numbers or the settings changed since this simulation. Simulate again for current results.',
  newColumns: 'Some of these scenarios are not simulated yet.',
  onlyFirst: 'At most {max, number} scenarios are simulated: the first ones of the comparison.',
  scrolls: 'Probabilities, scrolls sideways',
  tableLabel: 'Chances of a breach and ranges of outputs in each scenario',
  metric: 'Metric',
  breaches: 'Chance of a breach',
  outputs: 'Outputs',
  legend: 'Bar: P10 to P90. Line: P50. Dot: without uncertainty.',
  noThresholds: 'No hurdles or covenants yet. Add one to see how likely it is to be breached.',
  noOutputs: 'No metric varies.',
  limitOf: '{metric} {limit}',
  showMore: '{count, plural, one {Show # more output} other {Show # more outputs}}',

  // A column
  simulating: 'Simulating',
  notSimulated: 'Not simulated yet',
  failed: 'Not simulated: {reason}',
  trialsAndInputs:
    '{trials, plural, one {# trial} other {# trials}}, {inputs, plural, one {# uncertain input} other {# uncertain inputs}}',
  fewerTrials: 'Fewer trials than the {requested, number} requested, because the model is large',

  // A value
  chance: '{probability}<hidden> chance of a breach, standard error ±{error}</hidden>',
  chanceTitle: 'Standard error ±{error}. Without uncertainty: {value}',
  noError: 'n/a',
  neverANumber: 'Not counted: the metric is uncertain itself, or was not a number in any trial',
  noValue: 'n/a',
  doesNotVary: 'Does not vary',
  percentiles: '<hidden>P10 </hidden>{p10} – <hidden>P50 </hidden>{p50} – <hidden>P90 </hidden>{p90}',
  percentilesTitle: 'P10 {p10}, P50 {p50}, P90 {p90}. Without uncertainty: {value}',
  notConverged: 'Not converged',
  notConvergedHint: 'More trials could still change these percentiles',

  // Whose settings
  source:
    '{source, select, scenario {Own settings of this scenario} deal {Settings of the deal} other {Defaults by kind of metric}}',
  settings: 'Uncertainty settings',

  // The dialog
  dialogTitle: 'Uncertainty settings of {scenario}',
  loading: 'Loading the uncertainty settings',
  sourceHint:
    '{source, select, scenario {Other scenarios are not affected by these settings.} deal {This scenario has no settings of its own. Saving gives it some.} other {No settings are saved. Ranges follow from the kind of metric; prices and signed terms are fixed.}}',
  sourceHintOfDeal:
    '{source, select, default {No settings are saved. Ranges follow from the kind of metric; prices and signed terms are fixed.} other {Scenarios without settings of their own use these settings of the deal.}}',
  readOnly: 'You can see these settings, but not change them.',
  inputs: 'Inputs',
  varyingCount: '{count, number} of at most {max, number} uncertain',
  fixedInputs: '{count, plural, one {# fixed input} other {# fixed inputs}}',
  noInputs: 'The model has no input that can vary.',
  varies: '{input} varies',
  fixedAt: 'fixed at {value}',
  range: '{low} to {high}',
  resulting: 'Draws from {low} to {high}',
  resultingMost: 'Nine of ten draws from {low} to {high}',
  distribution: 'Distribution',
  distributionOf: 'Distribution of {input}',
  distributionName:
    '{kind, select, pert {PERT} triangular {Triangular} uniform {Uniform} normal {Normal} lognormal {Lognormal} discrete {Discrete choices} history {From history} other {{kind}}}',
  below: 'Below',
  above: 'Above',
  plusMinus: 'Plus or minus',
  measure: 'In',
  measureOf: 'Unit of the range of {input}',
  basisPoints: 'bp',
  percentOfValue: '% of value',
  amount: 'Amount',
  choices: 'Choices of {input}',
  choice: 'Value',
  probability: 'Probability, %',
  addChoice: 'Add choice',
  removeChoice: 'Remove choice {number, number}',
  sum: 'Sum: {sum}%',
  history: 'Observed values',
  historyHint: 'One per line. Draws lie between the lowest and the highest of them.',
  correlations: 'Correlations',
  correlationsHint: 'From −1 (opposite) to 1 (together). Pairs that are not listed are independent.',
  noCorrelations: 'All inputs are independent.',
  one: 'Input',
  other: 'And',
  correlation: 'Correlation',
  chooseInput: 'Choose an input',
  addCorrelation: 'Add correlation',
  removeCorrelation: 'Remove correlation {number, number}',
  tooMany: 'At most {max, number} inputs can vary. Fix another one first.',

  // What is wrong
  distanceInvalid: 'Enter 0 or more, such as {example}.',
  rangeEmpty: 'Enter how far it reaches below or above.',
  valueInvalid: 'Enter a number.',
  probabilityInvalid: 'Enter 0 to 100.',
  choiceTwice: 'This value is listed twice.',
  choicesMissing: 'Add at least one choice.',
  sumInvalid: 'The probabilities must add up to 100%, not {sum}%.',
  historyInvalid: 'Enter {min, number} to {max, number} numbers, one per line.',
  pairInvalid: 'Choose two different uncertain inputs.',
  pairTwice: 'This pair is listed twice.',
  correlationInvalid: 'Enter a number from −1 to 1.',

  // Saving, resetting and earlier versions
  save: 'Save settings',
  reset: 'Reset',
  resetHint:
    '{kind, select, base {Removes the settings of the deal; the defaults apply again.} other {Removes the settings of this scenario; those of the deal apply again.}} Earlier versions are kept.',
  version: 'Version',
  currentVersion: 'Current',
  versionBy: 'Version {version, number}, {person}, {time}',
  resetBy: 'Version {version, number}, reset by {person}, {time}',
  someone: 'a former member',
  someoneElse: 'Someone else',
  restore: 'Restore this version',
  earlier: 'This is an earlier version. Restoring saves it as a new version.',
  stale: 'Someone else changed these settings in the meantime. What you entered is kept.',
  conflict:
    '{person} changed these settings in the meantime. What you entered is kept. Compare, then use theirs or save yours instead.',
  whose: 'Settings to show',
  mine: 'Mine',
  theirs: 'Theirs',
  useTheirs: 'Use theirs',
  saveMine: 'Save mine instead',
})
