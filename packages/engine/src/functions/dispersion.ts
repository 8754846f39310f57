import { divError, numError } from '@deal-canvas/workbook-reader'
import { numbers, numbersCountingText } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'
import {
  mean,
  populationDeviation,
  populationVariance,
  sampleDeviation,
  sampleVariance,
  squaredDeviations,
  sum,
} from './summaries.ts'

type Compute = (values: readonly number[]) => number

const ofNumbers = (compute: Compute, ...names: readonly string[]): FunctionDefinition[] =>
  names.map((name) => define(name, 'r*', (args, context) => compute(numbers(args, context))))

const ofAllValues = (compute: Compute, name: string): FunctionDefinition =>
  define(name, 'r*', (args, context) => compute(numbersCountingText(args, context)))

/** The sum of a power of the deviations from the mean, in standard deviations. */
const moments = (values: readonly number[], deviation: number, power: number): number => {
  if (deviation === 0) return fail(divError)
  const middle = mean(values)
  return sum(values.map((value) => ((value - middle) / deviation) ** power))
}

const skewness: Compute = (values) => {
  const n = values.length
  if (n < 3) return fail(divError)
  return (moments(values, sampleDeviation(values), 3) * n) / ((n - 1) * (n - 2))
}

const populationSkewness: Compute = (values) => {
  if (values.length < 3) return fail(divError)
  return moments(values, populationDeviation(values), 3) / values.length
}

const kurtosis: Compute = (values) => {
  const n = values.length
  if (n < 4) return fail(divError)
  const fourth = moments(values, sampleDeviation(values), 4)
  const scale = (n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))
  return scale * fourth - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
}

const meanDistance: Compute = (values) => {
  if (values.length === 0) return fail(numError)
  const middle = mean(values)
  return mean(values.map((value) => Math.abs(value - middle)))
}

const positive = (values: readonly number[]): readonly number[] =>
  values.length === 0 || values.some((value) => value <= 0) ? fail(numError) : values

export const dispersionFunctions: FunctionDefinition[] = [
  ...ofNumbers(sampleVariance, 'VAR', 'VAR.S'),
  ...ofNumbers(populationVariance, 'VARP', 'VAR.P'),
  ...ofNumbers(sampleDeviation, 'STDEV', 'STDEV.S'),
  ...ofNumbers(populationDeviation, 'STDEVP', 'STDEV.P'),
  ofAllValues(sampleVariance, 'VARA'),
  ofAllValues(populationVariance, 'VARPA'),
  ofAllValues(sampleDeviation, 'STDEVA'),
  ofAllValues(populationDeviation, 'STDEVPA'),
  ...ofNumbers((values) => (values.length === 0 ? fail(numError) : squaredDeviations(values)), 'DEVSQ'),
  ...ofNumbers(meanDistance, 'AVEDEV'),
  ...ofNumbers(skewness, 'SKEW'),
  ...ofNumbers(populationSkewness, 'SKEW.P'),
  ...ofNumbers(kurtosis, 'KURT'),
  ...ofNumbers((values) => Math.exp(mean(positive(values).map(Math.log))), 'GEOMEAN'),
  ...ofNumbers((values) => 1 / mean(positive(values).map((value) => 1 / value)), 'HARMEAN'),
]
