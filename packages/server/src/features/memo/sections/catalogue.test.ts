import { kindOf } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { catalogue, titleOf } from './catalogue.ts'

describe('section catalog', () => {
  it('cites only metrics from the metric catalog', () => {
    const spokenOf = new Set(catalogue.flatMap(({ metrics }) => metrics))
    expect(spokenOf.size).toBeGreaterThan(50)
    expect([...spokenOf].filter((key) => kindOf(key) === undefined)).toEqual([])
  })

  it('lists each section and each of its metrics only once', () => {
    expect(new Set(catalogue.map((section) => section.key)).size).toBe(catalogue.length)
    for (const { key, label, dealTypes, metrics } of catalogue) {
      expect(key).toMatch(/^[a-z0-9_]{1,64}$/)
      expect([key, new Set(metrics).size]).toEqual([key, metrics.length])
      expect(metrics.every((metric) => /^[a-z0-9_]{1,80}$/.test(metric))).toBe(true)
      expect([titleOf(key), dealTypes.length > 0]).toEqual([label, true])
    }
  })
})
