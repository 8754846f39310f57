import { defineMessages } from '@deal-canvas/messages'

/** Warnings of a what-if, and why a change cannot be tried. */
export const warningMessages = defineMessages('warnings', {
  overridesFormula: '{name} is calculated in {cell}. This what-if replaces its formula with the new value.',
  overridesDerived: '{name} is derived from other metrics. This what-if replaces the derived value.',
  onePeriod: '{name} changes for {period} only ({cell}).',
  nothingDepends: 'No formula depends on {name} ({cell}).',
  unsettledNotIterated:
    'The circular reference at {cell} has no solution, so its cells keep their values. Iterative calculation is off in the workbook.',
  unsettled: 'The circular reference at {cell} does not converge.',
  solvedNotIterated:
    'Iterative calculation is off in the workbook, so Excel would warn about the circular reference at {cell}. It is solved here.',

  outsideRange: '{name} is {value}. The plausible range is {min} to {max}.',
  dscrBelowOne: '{name} is {value}, so income does not cover debt service.',
  dscrStillBelowOne: '{name} is {value}, so income does not cover debt service. It did not before the change either.',
  becameError: '{name} is no longer a number.',
  sourcesDiffer: 'Sources are {sources} but uses are {uses}.',
  sourcesStillDiffer: 'Sources are {sources} but uses are {uses}. They differed before the change, too.',

  sameValue: 'No other metric changes. {name} already has this value.',
  sameValues: 'No other metric changes. The metrics already have these values.',
  onlyFormulas:
    'No other metric changes. {count, plural, one {# formula changed, but no other metric depends on it} other {# formulas changed, but no other metric depends on them}}.',
  notDerived:
    'No other metric changes. None can be derived from {name}, and the workbook does not calculate its metrics.',
  formulaDiffers: 'The stated {name} differs from the result of its formula, so only the change is calculated.',
  cannotRecalculate:
    'No other metric changes. The formulas that use the changed cell cannot be recalculated and keep their values.',
  sameResults:
    'No other metric changes. {count, plural, one {# formula was recalculated with the same result} other {# formulas were recalculated with the same results}}.',

  keptFormula: 'The change reaches {cell}, which cannot be recalculated and keeps its value.',
  keptFormulas:
    'The change reaches {count, plural, one {# formula} other {# formulas}} that cannot be recalculated and keep their values, such as {cell}.',
  keptTableWithoutInput: 'The data table at {cell} has no input cell and keeps its values.',
  keptTableTooLarge: 'The data table at {cell} has too many cells and keeps its values.',
  keptTableDiffers: 'The data table at {cell} does not recalculate to the values in the workbook and keeps those.',
  frozenMetrics: 'Dependent metrics may be out of date, in simulations too: {names}.',
  frozenMetricsAndMore: 'Dependent metrics may be out of date, in simulations too: {names} and {more, number} more.',

  invalidValue: '{metricKey} cannot be {value}',
  unknownMetric: 'The model has no metric {metricKey}',
  repeatedMetric: '{metricKey} is changed more than once',
})
