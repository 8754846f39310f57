import { cellValueOf } from '../ripple/cell-value.ts'
import type { UncertainInput } from './request.ts'

/** 0.07 * 100 is 7.000000000000001: displayed values have 15 digits, like Excel's. */
export const tidy = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(15)) : value)

/**
 * The cell values of an input for a value. Before the change it is what they held, to the last bit; after it, what a
 * what-if would put there, so that zero uncertainty gives the same result.
 */
export const inCells = (input: UncertainInput, worth: number): number => {
  const { base, value, scale = 1 } = input
  if (worth !== base && worth !== value) return worth / scale
  return typedInCells(input, worth)
}

/** The cell values of an input that a what-if sets to a value, to the last bit. */
export const typedInCells = (input: UncertainInput, worth: number): number => {
  const { base, held, scale = 1 } = input
  if (worth === base && held !== undefined) return held
  return cellValueOf(worth, { unit: 'ratio', scale, date1904: false }) ?? worth / scale
}
