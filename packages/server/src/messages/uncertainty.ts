import { defineMessages } from '@deal-canvas/messages'

/** What is uncertain in a scenario. */
export const uncertaintyMessages = defineMessages('uncertainty', {
  inputTwice: 'This input is listed twice',
  cannotVary: 'The model computes this metric, or its cell holds no number',
  rangeRequired: 'This distribution needs how far it reaches below and above the value',
  rangeUneven: 'A normal or lognormal distribution reaches as far below its mean as above it',
  choicesRequired: 'A discrete distribution needs at least one choice',
  choiceTwice: 'This choice is listed twice',
  probabilities: 'The probabilities must add up to 1',
  historyRequired: 'A history needs at least two values',
  notVarying: 'This input does not vary',
  sameInput: 'An input cannot be correlated with itself',
  pairTwice: 'This pair is listed twice',
  contradicting: 'These correlations contradict one another',
  scenarioTwice: 'This scenario is listed twice',
  settingsAndOwn: 'Use the settings of the scenario or name the uncertain metrics, not both',
  nothingVaries: 'No input of this scenario varies. Change its uncertainty settings first.',
  notRecalculated: 'The formulas of this workbook cannot be recalculated, so that nothing can be simulated',
})
