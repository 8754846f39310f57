import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byEffect, effectBars, headlineOf, type Impact, inPlace, toneOf } from './effects.ts'

const impact = (key: string, share: number | null, delta = share ?? 1): Impact => ({
  metric_key: key,
  label: key,
  unit: 'currency',
  before: 100,
  after: 100 + delta,
  delta,
  delta_pct: share,
  depth: 1,
  path: [key],
})

const keysOf = (impacts: readonly Impact[]) => impacts.map(({ metric_key: key }) => key)

const impacts = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 12 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.integer({ min: -500, max: 500 }).map((share) => impact(key, share)))),
  )

describe('impact table', () => {
  it('sorts impacts by size, regardless of direction', () => {
    expect(keysOf(byEffect([impact('a', 5), impact('b', -30), impact('c', 12)]))).toEqual(['b', 'c', 'a'])
  })
  it('sorts changes from zero before all relative changes, and unchanged metrics last', () => {
    const order = byEffect([impact('a', 900), impact('b', null, 3), impact('c', null, 0)])
    expect(keysOf(order)).toEqual(['b', 'a', 'c'])
  })
  it('sorts key returns first, in the order in which a committee asks for them', () => {
    const order = byEffect([
      impact('noi', 90),
      impact('unlevered_irr_pct', 40),
      impact('dscr', 30),
      impact('project_npv', -80),
      impact('equity_multiple', 4),
      impact('levered_irr_pct', -3),
      impact('moic', 2),
      // A keyword inside another word does not count.
      impact('birrs', 70),
    ])
    expect(keysOf(order)).toEqual([
      'levered_irr_pct',
      'unlevered_irr_pct',
      'moic',
      'equity_multiple',
      'project_npv',
      'dscr',
      'noi',
      'birrs',
    ])
  })
  it('sorts impacts independently of their original order', () => {
    fc.assert(
      fc.property(impacts, (given) => {
        expect(keysOf(byEffect(given.toReversed()))).toEqual(keysOf(byEffect(given)))
      }),
    )
  })
  it('keeps the order of rows while a value is dragged, and adds new ones at the end', () => {
    fc.assert(
      fc.property(impacts, fc.nat(12), (given, known) => {
        const places = keysOf(given).slice(0, known)
        const keys = keysOf(inPlace(given, places))
        expect(keys.slice(0, places.length)).toEqual(places)
        expect(keys.toSorted()).toEqual(keysOf(given).toSorted())
      }),
    )
  })
})

describe('effect bars', () => {
  it('draws effect bars from the right if all fall and from the left if all rise', () => {
    expect(effectBars([impact('a', -40), impact('b', -10)])).toEqual([
      { left: 0, width: 100 },
      { left: 75, width: 25 },
    ])
    expect(effectBars([impact('a', 40), impact('b', 10)])).toEqual([
      { left: 0, width: 100 },
      { left: 0, width: 25 },
    ])
  })
  it('draws effect bars from a zero in the middle if signs differ', () => {
    expect(effectBars([impact('a', -40), impact('b', 20)])).toEqual([
      { left: 0, width: 50 },
      { left: 50, width: 25 },
    ])
  })
  it('never draws an effect bar outside its cell', () => {
    fc.assert(
      fc.property(impacts, (given) => {
        for (const { left, width } of effectBars(given)) {
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + width).toBeLessThanOrEqual(100 + 1e-9)
        }
      }),
    )
  })
  it('does not let an effect of thousands of percent shrink the other bars to nothing', () => {
    expect(effectBars([impact('a', 5000), impact('b', 50)])[1]).toEqual({ left: 0, width: 50 })
  })
})

describe('better and worse', () => {
  it('decides by the metric catalog, not by the sign, whether a change is better', () => {
    expect(toneOf(-1, 'lower')).toBe('better')
    expect(toneOf(1, 'lower')).toBe('worse')
    expect(toneOf(1, 'higher')).toBe('better')
  })
  it('calls a change neither better nor worse if no direction is better or nothing moved', () => {
    expect(toneOf(1, null)).toBe('plain')
    expect(toneOf(0, 'higher')).toBe('plain')
    expect(toneOf(null, 'higher')).toBe('plain')
  })
})

it('picks as the headline the metric that most of the affected sections cite', () => {
  const sections = [
    { section_key: 's', title: 'S', metric_keys: ['b'] },
    { section_key: 't', title: 'T', metric_keys: ['a', 'b'] },
  ]
  expect(headlineOf([impact('a', 90), impact('b', 5)], sections)?.metric_key).toBe('b')
  expect(headlineOf([impact('a', 90), impact('b', 5)], [])?.metric_key).toBe('a')
})
