import { expect, it } from 'vitest'
import { bandOf, scoreBands } from './score-band.ts'

it('names the score bands from lowest to highest', () => {
  expect(scoreBands.map(({ name, from, tone }) => `${name} ${from} ${tone}`)).toEqual([
    'Poor 0 red',
    'Weak 40 red',
    'Fair 60 amber',
    'Good 75 green',
    'Strong 90 green',
  ])
  expect(bandOf(89).name).toBe('Good')
})
