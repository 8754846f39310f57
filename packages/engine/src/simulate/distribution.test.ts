import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createQuantile, type Distribution, objectionTo } from './distribution.ts'
import { latinShares } from './latin-hypercube.ts'
import { distributionAround, type Spread } from './spread.ts'
import { summaryOf } from './summary.ts'

const draw = (distribution: Distribution, samples = 10_000): Float64Array =>
  latinShares(0, samples, 7).map(createQuantile(distribution))

describe('input distributions', () => {
  it('draws the likely choice of a discrete distribution half of the time and the others equally often', () => {
    const choices = Array.from({ length: 11 }, (_, n) => n)
    const drawn = draw({ kind: 'discrete', likely: 4, choices: [...choices, ...choices].reverse() })
    const shares = choices.map((choice) => drawn.filter((value) => value === choice).length / drawn.length)
    for (const [choice, share] of shares.entries()) expect(share).toBeCloseTo(choice === 4 ? 0.5 : 0.05, 3)
    const quantile = createQuantile({ kind: 'discrete', likely: 1, choices: [1, 2] })
    expect([0, 0.4999, 0.5, 0.9999, 1].map(quantile)).toEqual([1, 1, 2, 2, 2])
  })

  // In closed form, or from tables.
  it.each<[string, Distribution, number, number, number]>([
    ['normal', { kind: 'normal', mean: 100, deviation: 10 }, 83.5514637304853, 100, 116.448536269515],
    ['uniform', { kind: 'uniform', low: 0, high: 1 }, 0.05, 0.5, 0.95],
    ['triangular', { kind: 'triangular', low: 0, mode: 0.5, high: 1 }, Math.sqrt(0.025), 0.5, 1 - Math.sqrt(0.025)],
    [
      'skewed triangular',
      { kind: 'triangular', low: 0, mode: 0, high: 2 },
      2 - Math.sqrt(3.8),
      2 - Math.sqrt(2),
      2 - Math.sqrt(0.2),
    ],
    ['pert', { kind: 'pert', low: 0, mode: 0.5, high: 1 }, 0.189255377, 0.5, 0.810744623],
    // Shapes 1 and 5: the share below x is 1 − (1 − x)⁵.
    ['skewed PERT', { kind: 'pert', low: 0, mode: 0, high: 1 }, 1 - 0.95 ** 0.2, 1 - 0.5 ** 0.2, 1 - 0.05 ** 0.2],
    ['lognormal', { kind: 'lognormal', mean: 1, deviation: 0.5 }, 0.411243851, 0.894427191, 1.945317838],
    // Half of a bell curve: the median is the upper quartile of the whole.
    ['truncated', { kind: 'normal', mean: 0, deviation: 1, min: 0 }, 0.062706778, 0.67448975, 1.959963985],
  ])('gives the known percentiles of a %s distribution', (_, distribution, p5, p50, p95) => {
    const quantile = createQuantile(distribution)
    expect(quantile(0.05)).toBeCloseTo(p5, 8)
    expect(quantile(0.5)).toBeCloseTo(p50, 8)
    expect(quantile(0.95)).toBeCloseTo(p95, 8)
    const summary = summaryOf(draw(distribution).sort())
    const near = (got: number | undefined, wanted: number) =>
      expect(Math.abs((got ?? Number.NaN) - wanted)).toBeLessThan((p95 - p5) / 500)
    near(summary?.p5, p5)
    near(summary?.p50, p50)
    near(summary?.p95, p95)
  })

  it('gives a distribution the requested mean and standard deviation', () => {
    for (const kind of ['normal', 'lognormal'] as const) {
      const summary = summaryOf(draw({ kind, mean: 50, deviation: 5 }).sort())
      expect(summary?.mean).toBeCloseTo(50, 2)
      expect(summary?.deviation).toBeCloseTo(5, 1)
    }
  })

  it('never draws a value outside the bounds', () => {
    const bounds = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }))
    const kind = fc.constantFrom('normal', 'lognormal', 'uniform', 'triangular', 'pert')
    fc.assert(
      fc.property(bounds, fc.double({ min: 0.01, max: 3, noNaN: true }), kind, ([min, width], size, which) => {
        const max = min + width
        const shape: Distribution =
          which === 'normal' || which === 'lognormal'
            ? { kind: which, mean: 1, deviation: size }
            : which === 'uniform'
              ? { kind: which, low: -size, high: size }
              : { kind: which, low: -size, mode: 0, high: size }
        return draw({ ...shape, min, max }, 50).every((value) => value >= min && value <= max)
      }),
    )
  })

  it.each([{ min: 8.2, max: 9 }, { min: -9, max: -8.2 }, { min: 20, max: 30 }, { min: 8.25 }, { min: 50, max: 60 }])(
    'draws values within bounds far out in a tail: %o',
    (bounds) => {
      const values = draw({ kind: 'normal', mean: 0, deviation: 1, ...bounds }, 200)
      const { min, max = Number.POSITIVE_INFINITY } = bounds
      expect(values.filter((value) => !(value >= min && value <= max))).toHaveLength(0)
    },
  )

  it('gives both tails the same shape, also far out', () => {
    const upper = createQuantile({ kind: 'normal', mean: 0, deviation: 1, min: 8.2, max: 9 })
    const lower = createQuantile({ kind: 'normal', mean: 0, deviation: 1, min: -9, max: -8.2 })
    // This far out, a bell curve falls exponentially with the distance.
    expect(upper(0.5)).toBeCloseTo(8.28280594807916, 12)
    expect(upper(0.25)).toBe(-lower(0.75))
  })

  it('always draws the same value from a distribution of zero width', () => {
    expect(new Set(draw({ kind: 'pert', low: 5, mode: 5, high: 5 }))).toEqual(new Set([5]))
    expect(new Set(draw({ kind: 'normal', mean: 5, deviation: 0 }))).toEqual(new Set([5]))
    expect(new Set(draw({ kind: 'lognormal', mean: 0.1, deviation: 0 }))).toEqual(new Set([0.1]))
  })

  it('draws values that increase with the quantile', () => {
    const kinds: Distribution[] = [
      { kind: 'normal', mean: 1, deviation: 2 },
      { kind: 'lognormal', mean: 1, deviation: 2 },
      { kind: 'triangular', low: 0, mode: 1, high: 5 },
      { kind: 'pert', low: 0, mode: 1, high: 5 },
    ]
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...kinds), share, share, (kind, a, b) => {
        const quantile = createQuantile(kind)
        // Adjacent quantiles can swap in the last digit.
        return quantile(Math.min(a, b)) - quantile(Math.max(a, b)) <= 1e-12
      }),
    )
  })

  it.each<[Distribution, RegExp]>([
    [{ kind: 'normal', mean: 0, deviation: -1 }, /negative/],
    [{ kind: 'normal', mean: Number.NaN, deviation: 1 }, /finite/],
    [{ kind: 'lognormal', mean: 0, deviation: 1 }, /above zero/],
    [{ kind: 'uniform', low: 2, high: 1 }, /low value/],
    [{ kind: 'pert', low: 0, mode: 2, high: 1 }, /mode/],
    [{ kind: 'normal', mean: 0, deviation: 1, min: 2, max: 1 }, /bound/],
  ])('rejects an impossible distribution', (distribution, sentence) => {
    expect(objectionTo(distribution)).toMatch(sentence)
  })
})

describe('distributions around a value', () => {
  const around = (
    given: Distribution | Spread,
    value: number,
    more: { givenAround?: number; range?: [number, number] } = {},
  ) => distributionAround(given, { value, givenAround: more.givenAround ?? value, range: more.range })

  it('extends a distribution by a share of the value or a width in either direction', () => {
    expect(around({ kind: 'pert', spread: 0.2 }, 5)).toEqual({ kind: 'pert', low: 4, mode: 5, high: 6 })
    expect(around({ kind: 'triangular', spread: 0.2 }, -5)).toEqual({ kind: 'triangular', low: -6, mode: -5, high: -4 })
    expect(around({ kind: 'uniform', width: 0.5 }, 5)).toEqual({ kind: 'uniform', low: 4.5, high: 5.5 })
  })

  it('draws nine of ten values within the range if the distribution is unbounded', () => {
    for (const kind of ['normal', 'lognormal'] as const) {
      const values = draw(around({ kind, spread: 0.1 }, 100))
      expect(values.filter((value) => value >= 90 && value <= 110).length / values.length).toBeCloseTo(0.9, 2)
    }
  })

  it('ends a distribution at the plausible range, which always includes the value itself', () => {
    const floorAndCeiling = { low: 4, high: 6, floor: 4.5, ceiling: 12 }
    expect(around({ kind: 'pert' }, 5, { range: [4.5, 12] })).toMatchObject(floorAndCeiling)
    expect(around({ kind: 'pert' }, 15, { range: [4.5, 12] })).toMatchObject({ floor: 4.5, ceiling: 15 })
    expect(around({ kind: 'normal', mean: 5, deviation: 1, min: 5 }, 5, { range: [4, 12] })).toMatchObject({
      min: 5,
      ceiling: 12,
    })
  })

  it.each(['pert', 'triangular', 'uniform', 'normal'] as const)(
    'keeps the median and lower half of an occupancy that is capped at 100 %% (%s)',
    (kind) => {
      const [bounded, free] = [{ range: [0, 100] as [number, number] }, {}].map((more) =>
        draw(around({ kind, width: 6 }, 97, more)).sort(),
      )
      const [p5, p50, p95] = [0.05, 0.5, 0.95].map(
        (share) => (bounded ?? new Float64Array())[share * (bounded?.length ?? 0)],
      )
      expect(p50).toBeCloseTo(97, 2)
      expect(p5).toBe(free?.[0.05 * free.length])
      expect(p95).toBeLessThanOrEqual(100)
      expect(Math.max(...(bounded ?? []))).toBe(100)
    },
  )

  it('keeps the shape of a distribution around another value', () => {
    const given: Distribution = { kind: 'triangular', low: 4, mode: 5, high: 7 }
    expect(around(given, 6, { givenAround: 5 })).toEqual({ kind: 'triangular', low: 5, mode: 6, high: 8 })
    expect(around({ kind: 'lognormal', mean: 10, deviation: 2 }, 20, { givenAround: 10 })).toMatchObject({
      mean: 20,
      deviation: 4,
    })
    expect(() => around({ kind: 'lognormal', mean: 10, deviation: 2 }, 0, { givenAround: 10 })).toThrow(/above zero/)
  })
})
