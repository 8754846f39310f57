import type { Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { comparedColumns, valuesIn } from './compared-column.ts'

const scenario = (id: string) => ({ id }) as Scenario

const comparison = {
  scenarios: [
    { id: 'base', version: 1, error: null, thresholds: [] },
    { id: 'a', version: 1, error: 'Too large', thresholds: [] },
  ],
}

describe('columns of a comparison', () => {
  it('find their values by id, and are pending until they are computed', () => {
    const columns = comparedColumns([scenario('base'), scenario('new'), scenario('a')], comparison)
    expect(columns.map(({ at, error }) => [at, error])).toEqual([
      [0, null],
      [undefined, null],
      [1, 'Too large'],
    ])
    expect(valuesIn(columns, { values: [15.7, 8.8] })).toEqual([15.7, null, 8.8])
  })

  it('are all pending before the first comparison', () => {
    expect(comparedColumns([scenario('base')], undefined).map(({ at }) => at)).toEqual([undefined])
  })
})
