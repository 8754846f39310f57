import { expect, it } from 'vitest'
import { snap } from './snap.ts'

it.each([
  [0.5 - 0.4 - 0.1, 0.5 - 0.4, 0.1, 0],
  // Observed in a real model: 19,103,773 and similar values give 0, 16,319,453 does not.
  [-2.2351741790771484e-8, 19_103_773.611111097, 19_103_773.61111112, 0],
  [-2.2351741790771484e-8, 16_319_453.33333332, 16_319_453.333333343, -2.2351741790771484e-8],
  [-1.862645149230957e-8, 16_319_453.33333332, 16_319_453.333333343, -1.862645149230957e-8],
  [1e-20, 1e-20, 0, 1e-20],
  [3, 1, 2, 3],
])('snaps a sum of %d from the terms %d and %d to %d', (sum, a, b, wanted) => {
  expect(snap(sum, a, b)).toBe(wanted)
})
