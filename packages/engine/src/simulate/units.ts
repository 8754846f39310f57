import { cellValueOf } from '../ripple/cell-value.ts'
import type { UncertainInput } from './request.ts'

/** 0.07 * 100 is 7.000000000000001: what people see has the 15 digits that Excel has. */
export const tidy = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(15)) : value)

/**
 * What the cells of an input hold where it is worth so much. What it is before the change is what they held, to the last
 * bit; what it is after it is what a ripple would put there, so that no uncertainty means the same result.
 */
export const inCells = (input: UncertainInput, worth: number): number => {
  const { base, value, scale = 1 } = input
  if (worth !== base && worth !== value) return worth / scale
  return typedInCells(input, worth)
}

/** What the cells of an input hold where a what-if sets it to so much, to the last bit. */
export const typedInCells = (input: UncertainInput, worth: number): number => {
  const { base, held, scale = 1 } = input
  if (worth === base && held !== undefined) return held
  return cellValueOf(worth, { unit: 'ratio', scale, date1904: false }) ?? worth / scale
}
