import { defineMessages } from './define-messages.ts'

export const qualityMessages = defineMessages('quality', {
  pageTitle: 'Quality · {deal} · Deal Canvas',
  title: 'Quality',
  workbookRead: '{file}, read {time}',
  chooseWorkbook: 'Use a workbook',
  replaceWorkbook: 'Replace the workbook',
  checkAgain: 'Check again',
  checking: 'Checking the model',
  openCell: 'Open {cell}',

  // Settled findings
  settle: 'Settle',
  settleNamed: 'Settle: {finding}',
  settleTitle: 'Settle: {finding}',
  settlement: 'Settlement',
  settlementChoice:
    '{choice, select, accepted {Accept: it is right, and we live with it} dismissed {Dismiss: it is not a mistake} other {}}',
  settled: '{choice, select, accepted {Accepted} dismissed {Dismissed} other {}}',
  settleReason: 'Reason',
  settleReasonMissing: 'Enter a reason. It is shown with the finding.',
  settleHint: 'The score stays as it is. The finding opens again when it says something else.',
  settledBy: '{person}, {time}: {reason}',
  reopen: 'Open again',
  reopenNamed: 'Open again: {finding}',

  // A deal without a workbook
  noModel: 'No model to check',
  noModelForEditor:
    'The numbers of this deal are entered by hand, so there are no formulas to check. Use a workbook to have its formulas checked here.',
  noModelForViewer:
    'The numbers of this deal are entered by hand, so there are no formulas to check. Ask an editor to use a workbook.',
  backToMemo: 'Back to the memo',

  // Integrity score
  score: 'Integrity score',
  scoreOutOf: '<b>{score}</b> <scale>of 100</scale>',
  bandAndFixes: '{band}, {count, plural, one {# issue} other {# issues}} to fix',
  bandNoSeriousIssues: '{band}, no serious issues',
  bandNoIssues: '{band}, no issues found',
  bandsSpoken: 'Bands: {bands}. The score is {score}, {band}.',
  bandSpoken: '{band} from {from}',
  bandMark: '{band} {from}',
  cappedByCritical: 'At most {max, number} while a critical finding is open.',
  cappedByHigh: 'At most {max, number} while a high finding is open.',
  cappedByCoverage: 'Below 100 because part of the model could not be examined.',
  checksRun: 'Checks run',
  modelExamined: 'Model examined',
  formulasRecalculated: 'Formulas recalculated',
  countOfTotal: '{count, number} of {total, number}',
  formulasAgreeing: 'Agree with the workbook',
  formulasWithoutValue: 'Without a value in the workbook',
  calculatedHere: '{count, number}, calculated here',

  // Frozen cells
  frozenCells: 'Frozen cells',
  frozenHint:
    'These cells cannot be recalculated and keep their workbook values. A what-if does not pass through them to the metrics that depend on them. All other metrics are recalculated.',
  frozenAffects: 'Affects {metrics}',
  frozenMore: 'and {count, plural, one {# more cell} other {# more cells}}',

  // Findings
  findings: 'Findings',
  severity: 'Severity',
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  allFindings: 'All {count}',
  severityAndCount: '{severity} {count}',
  findingsOfSeverity: '{severity} findings',
  noFindings: 'All applicable checks passed.',
  noCriticalFindings: 'No critical findings.',
  noHighFindings: 'No high findings.',
  noMediumFindings: 'No medium findings.',
  noLowFindings: 'No low findings.',
  showAllFindings: 'Show all findings',
  findingsNotListed:
    '{count, plural, one {# less severe finding is not listed.} other {# less severe findings are not listed.}}',
  affectsFormulas: 'Affects {formulas, plural, one {# formula} other {# formulas}}',
  affectsMetrics: 'Affects {metrics}, {formulas, plural, one {# formula} other {# formulas}}',
  affectsMoreMetrics:
    'Affects {metrics} and {more, plural, one {# more metric} other {# more metrics}}, {formulas, plural, one {# formula} other {# formulas}}',
  wholeWorkbook: 'Whole workbook',

  // Questions
  questions: 'Questions {count}',
  questionsHint: 'These checks depend on cells that were identified with low confidence. They do not lower the score.',
  isThisTheMetric: 'Is this the {metric}?',

  // Highlights by tab
  highlights: 'Highlights by tab',
  whichHighlights: 'Which highlights',
  highlightsDisagree: 'Disagree {count}',
  highlightsInSeveralTabs: 'In several tabs {count}',
  highlightsAll: 'All {count}',
  noTabsDisagree: 'No tabs disagree.',
  differsSpoken: 'differs',
  tabsDisagree: '{metric}: tabs disagree',
  gap: '{gap} apart',
  usedByDeal: 'Used by the deal',
  differs: 'Differs',
  cellsAround: 'Cells around {cell}',

  // A workbook cell
  fileRemoved: '{file} is no longer among the deal’s documents.',
  emptyCell: 'Empty',
  typedIn: 'typed in',
  centerOn: 'Center on {cell}',
  openInWorkbook: 'Open in the workbook',
  readAs: 'Read as {metric}',
  overridden:
    'The deal uses {value} for {metric}, applied by {name} {time}. The cell shows the value from the workbook.',

  // Replacing the workbook
  replaceTitle: 'Use numbers from another workbook',
  replaceHint:
    'All numbers of the deal are read again. Sections that cite a changed number become stale. The current workbook stays among the documents.',
  workbook: 'Workbook',
  noOtherWorkbook: 'The deal has no other workbook yet.',
  uploadWorkbook: 'Upload a newer workbook',
  keepWorkbook: 'Keep current workbook',
  compareFile: 'Compare {file}',
  compareWorkbook: 'Compare',
  previewTitle: 'What {file} would change',
  previewHint:
    'Nothing has changed yet. {sections, plural, =0 {No section} one {1 section} other {# sections}} would become stale.',
  acceptWorkbook: 'Use this workbook',
  discardUpload: 'Discard this file',
  otherWorkbook: 'Choose another',
  overridesDetached: 'Overrides that cannot be kept: {metrics}.',
  cellsNotCompared: 'The present workbook cannot be compared cell by cell. The numbers below can.',
  inputsChanged: '{count, plural, =0 {No inputs changed} other {Inputs changed: #}}',
  outputsMoved: '{count, plural, =0 {No metrics moved} other {Metrics moved: #}}',
  structureChanged: '{count, plural, =0 {Same structure} other {Structure: # changes}}',
  sheetAdded: 'Sheet added',
  sheetRemoved: 'Sheet removed',
  rowNumber: 'Row {row}',
  rowChange: '{change, select, added {Row added} other {Row removed}}',
  columnName: 'Column {column}',
  columnChange: '{change, select, added {Column added} other {Column removed}}',
  formula: 'Formula',
  aValue: 'a typed value',
  noValue: 'no value',
  notListed: '{count, plural, one {1 more is not listed.} other {# more are not listed.}}',
  replacedTitle: 'Workbook replaced',
  noNumbersChanged: 'No numbers changed.',
  numbersChanged:
    '{numbers, plural, one {# number} other {# numbers}} changed, {sections, plural, one {# section is stale} other {# sections are stale}}.',
  notInNewWorkbook: 'Not in the new workbook: {metrics}.',
  metric: 'Metric',
  before: 'Before',
  now: 'Now',
  done: 'Done',
})
