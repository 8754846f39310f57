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

describe('the impact table', () => {
  it('has the largest effect on top, whichever way it goes', () => {
    expect(keysOf(byEffect([impact('a', 5), impact('b', -30), impact('c', 12)]))).toEqual(['b', 'c', 'a'])
  })
  it('puts what comes from nothing before every share, and what stays last', () => {
    const order = byEffect([impact('a', 900), impact('b', null, 3), impact('c', null, 0)])
    expect(keysOf(order)).toEqual(['b', 'a', 'c'])
  })
  it('has the key returns on top, in the order in which a committee asks for them', () => {
    const order = byEffect([
      impact('noi', 90),
      impact('unlevered_irr_pct', 40),
      impact('dscr', 30),
      impact('project_npv', -80),
      impact('equity_multiple', 4),
      impact('levered_irr_pct', -3),
      impact('moic', 2),
      // A word inside of another is not that word.
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
  it('does not depend on the order in which effects are told', () => {
    fc.assert(
      fc.property(impacts, (given) => {
        expect(keysOf(byEffect(given.toReversed()))).toEqual(keysOf(byEffect(given)))
      }),
    )
  })
  it('keeps every row in its place while a value is dragged, new ones last', () => {
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

describe('an effect bar', () => {
  it('grows from the right where all fall and from the left where all rise', () => {
    expect(effectBars([impact('a', -40), impact('b', -10)])).toEqual([
      { left: 0, width: 100 },
      { left: 75, width: 25 },
    ])
    expect(effectBars([impact('a', 40), impact('b', 10)])).toEqual([
      { left: 0, width: 100 },
      { left: 0, width: 25 },
    ])
  })
  it('grows from a zero in the middle where signs mix', () => {
    expect(effectBars([impact('a', -40), impact('b', 20)])).toEqual([
      { left: 0, width: 50 },
      { left: 50, width: 25 },
    ])
  })
  it('never leaves its room', () => {
    fc.assert(
      fc.property(impacts, (given) => {
        for (const { left, width } of effectBars(given)) {
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + width).toBeLessThanOrEqual(100 + 1e-9)
        }
      }),
    )
  })
  it('of a share of thousands does not shrink the others to nothing', () => {
    expect(effectBars([impact('a', 5000), impact('b', 50)])[1]).toEqual({ left: 0, width: 50 })
  })
})

describe('better and worse', () => {
  it('follow the catalogue, not the sign', () => {
    expect(toneOf(-1, 'lower')).toBe('better')
    expect(toneOf(1, 'lower')).toBe('worse')
    expect(toneOf(1, 'higher')).toBe('better')
  })
  it('are not said where neither way is good or nothing moved', () => {
    expect(toneOf(1, null)).toBe('plain')
    expect(toneOf(0, 'higher')).toBe('plain')
    expect(toneOf(null, 'higher')).toBe('plain')
  })
})

it('the headline is the metric that most of the touched sections cite', () => {
  const sections = [
    { section_key: 's', title: 'S', metric_keys: ['b'] },
    { section_key: 't', title: 'T', metric_keys: ['a', 'b'] },
  ]
  expect(headlineOf([impact('a', 90), impact('b', 5)], sections)?.metric_key).toBe('b')
  expect(headlineOf([impact('a', 90), impact('b', 5)], [])?.metric_key).toBe('a')
})
