import { defineMessages } from '@deal-canvas/messages'

/** Why a simulation cannot be run as requested. */
export const simulationMessages = defineMessages('simulation', {
  samples: 'The number of trials must be a whole number from 1 to {max, number}',
  seed: 'The seed must be a whole number of at least 0',
  inputs: 'The number of uncertain inputs must be from 1 to {max, number}',
  noOutputs: 'The simulation has no outputs',
  tooManyNumbers: 'The simulation has too many outputs for this number of trials',
  computedOrder: 'The trials to compute must be in ascending order, from the first to the last',
  inputTwice: '{key} is listed twice',
  inputWithoutCell: '{key} has no cell in the workbook',
  cellTwice: 'The cell of {key} is listed twice',
  scale: 'A scale must be a number other than zero',
  values: 'Values must be finite numbers',
  range: 'A range must start below its end',
  distribution: '{key}: {objection}',

  unknownInput: '{key} is not an uncertain input',
  selfCorrelation: '{key} cannot be correlated with itself',
  correlationRange: 'A correlation must be between −1 and 1',
  correlationTwice: 'The correlation of {one} and {other} is listed twice',
  contradictingCorrelations: 'These correlations contradict one another',

  finiteParameters: 'All parameters of a distribution must be finite numbers',
  bounds: 'The lower bound must not be above the upper bound',
  step: 'The step must be above zero',
  deviation: 'The standard deviation must not be negative',
  lognormalMean: 'The mean of a lognormal distribution must be above zero',
  lognormalValues: 'A lognormal distribution needs values above zero, before the change too',
  lowAboveHigh: 'The low value must not be above the high value',
  discrete: 'The choices must be finite numbers and include the most likely one',
  weights: 'The weights must be one for each choice, none negative, and not all zero',
  history: 'The history must hold at least two finite numbers',
  mode: 'The mode must be between the low and the high value',
  spread: 'The spread must not be negative',
})
