import { expect, it } from 'vitest'
import { bandOf } from './score-band.ts'

it.each([
  [0, 'Poor'],
  [39, 'Poor'],
  [39.6, 'Weak'],
  [59, 'Weak'],
  [60, 'Fair'],
  [75, 'Good'],
  [89, 'Good'],
  [90, 'Strong'],
  [100, 'Strong'],
])('a score of %d is %s', (score, name) => {
  expect(bandOf(score).name).toBe(name)
})
