import { kindOf } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'

describe('section catalog', () => {
  it('cites only metrics from the metric catalog', () => {
    const spokenOf = new Set(catalogue.flatMap(({ metrics }) => metrics))
    expect(spokenOf.size).toBeGreaterThan(50)
    expect([...spokenOf].filter((key) => kindOf(key) === undefined)).toEqual([])
  })
})
