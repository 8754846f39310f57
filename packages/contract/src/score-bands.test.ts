import { expect, it } from 'vitest'
import { bandOf, scoreCaps } from './score-bands.ts'

it.each([
  [0, 'poor'],
  [39, 'poor'],
  [39.6, 'weak'],
  [59, 'weak'],
  [60, 'fair'],
  [75, 'good'],
  [89, 'good'],
  [90, 'strong'],
  [100, 'strong'],
])('puts a score of %d into the band %s', (score, band) => {
  expect(bandOf(score)).toBe(band)
})

it('keeps a model with a critical finding below fair and one with a high finding below strong', () => {
  expect([bandOf(scoreCaps.critical), bandOf(scoreCaps.critical + 1)]).toEqual(['weak', 'fair'])
  expect([bandOf(scoreCaps.high), bandOf(scoreCaps.high + 1)]).toEqual(['good', 'strong'])
})
