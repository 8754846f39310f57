import { defineMessages } from './define-messages.ts'

/** Goal seek on the scenarios page; the what-if has its own. */
export const goalSeekMessages = defineMessages('goal-seek', {
  title: 'Goal seek',
  question: '<word>What</word> {input} <word>gives</word> {metric} <end><word>of</word> {target} <word>?</word></end>',
  input: 'Input',
  metric: 'Metric',
  target: 'Target',
  targetHint: 'Such as {example}',
  enterTarget: 'Enter a target to find the value of the input that reaches it.',
  targetInvalid: 'Enter the target as a number, such as {example}.',
  calculating: 'Calculating',
  tryAgain: 'Calculate again',
  tooFewMetrics: 'Goal seek needs a computed metric and an input with values.',
  solutions: 'Solutions',
  difference: '{difference} from {current} in {scenario}.',
  same: 'This is the value in {scenario}.',
  saveAsScenario: 'Save as scenario',
  scenarioName: '{input} {value}',

  // The curve
  curve: '{metric} by {input}: {from} to {to}. {scenario}: {currentMetric} at {currentInput}.',
  curveAndSolutions: '{curve} {target} at {values}.',
  currentPoint: '{scenario} {value}',
  targetLine: 'Target {value}',
})
