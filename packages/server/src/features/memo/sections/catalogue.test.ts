import { kindOf } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'

describe('the catalogue of sections', () => {
  it('speaks only of metrics that the catalogue of metrics knows', () => {
    const spokenOf = new Set(catalogue.flatMap(({ metrics }) => metrics))
    expect(spokenOf.size).toBeGreaterThan(50)
    expect([...spokenOf].filter((key) => kindOf(key) === undefined)).toEqual([])
  })
})
