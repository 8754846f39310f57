import { maxFrozenCells, maxTrials, scoreCaps } from '@deal-canvas/contract'
import { scoreCaps as engineCaps, maxFrozenCells as maxFrozenOfEngine, maxSamples } from '@deal-canvas/engine'
import { expect, it } from 'vitest'

it('keeps the limits of the engine equal to those in the contract', () => {
  expect({ maxFrozenCells: maxFrozenOfEngine, maxTrials: maxSamples, scoreCaps: engineCaps }).toEqual({
    maxFrozenCells,
    maxTrials,
    scoreCaps,
  })
})
