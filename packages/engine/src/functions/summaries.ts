/**
 * Summary statistics of a list of numbers: the mathematics behind SUBTOTAL, AGGREGATE and the functions of the same
 * names.
 */
import { divError, naError, numError } from '@deal-canvas/workbook-reader'
import { finite } from './arguments.ts'
import { fail } from './definition.ts'

export const sum = (values: readonly number[]): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

export const product = (values: readonly number[]): number => {
  if (values.length === 0) return 0
  let total = 1
  for (const value of values) total *= value
  return finite(total)
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? fail(divError) : sum(values) / values.length

export const largest = (values: readonly number[]): number => {
  let found = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > found) found = value
  return values.length === 0 ? 0 : found
}

export const smallest = (values: readonly number[]): number => {
  let found = Number.POSITIVE_INFINITY
  for (const value of values) if (value < found) found = value
  return values.length === 0 ? 0 : found
}

/** The sum of squared deviations from the mean, in two passes: a single pass would lose the digits of large numbers. */
export const squaredDeviations = (values: readonly number[]): number => {
  const middle = mean(values)
  let total = 0
  for (const value of values) total += (value - middle) ** 2
  return total
}

export const sampleVariance = (values: readonly number[]): number =>
  values.length < 2 ? fail(divError) : squaredDeviations(values) / (values.length - 1)

export const populationVariance = (values: readonly number[]): number =>
  values.length < 1 ? fail(divError) : squaredDeviations(values) / values.length

export const sampleDeviation = (values: readonly number[]): number => Math.sqrt(sampleVariance(values))
export const populationDeviation = (values: readonly number[]): number => Math.sqrt(populationVariance(values))

export const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

/** The interpolated value at a fractional index of a sorted list. */
const between = (values: Float64Array, place: number): number => {
  const low = Math.floor(place)
  const [below = 0, above = below] = values.subarray(low, low + 2)
  return below + (place - low) * (above - below)
}

export const median = (values: readonly number[]): number =>
  values.length === 0 ? fail(numError) : between(sorted(values), (values.length - 1) / 2)

/** The inclusive percentile: the smallest and largest values count as 0 and 1. */
export const percentile = (values: readonly number[], share: number): number => {
  if (values.length === 0 || share < 0 || share > 1) return fail(numError)
  return between(sorted(values), share * (values.length - 1))
}

/** The exclusive percentile: the smallest and largest values lie inside. */
export const percentileExclusive = (values: readonly number[], share: number): number => {
  const place = share * (values.length + 1)
  if (values.length === 0 || share <= 0 || share >= 1 || place < 1 || place > values.length) return fail(numError)
  return between(sorted(values), place - 1)
}

export const kthSmallest = (values: readonly number[], k: number): number =>
  k < 1 || k > values.length ? fail(numError) : (sorted(values)[k - 1] ?? 0)

export const kthLargest = (values: readonly number[], k: number): number =>
  k < 1 || k > values.length ? fail(numError) : (sorted(values)[values.length - k] ?? 0)

/** All values that occur most often, in the order of their first occurrence. */
export const modes = (values: readonly number[]): number[] => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let maxCount = 0
  for (const count of counts.values()) maxCount = Math.max(maxCount, count)
  if (maxCount < 2) return fail(naError)
  return [...counts].filter(([, count]) => count === maxCount).map(([value]) => value)
}

export const mode = (values: readonly number[]): number => modes(values)[0] ?? fail(naError)
