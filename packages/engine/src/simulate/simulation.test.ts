import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { propertyModel } from '../testing/property-model.ts'
import { ImpossibleCorrelation } from './cholesky.ts'
import { createQuantile, type Distribution, objectionTo } from './distribution.ts'
import { drawSamples } from './draws.ts'
import { createRandom } from './random.ts'
import { runSamples } from './run.ts'
import { probabilityAtLeast, rankCorrelation, summarise } from './summary.ts'

const draw = (distribution: Distribution, { samples = 10_000, seed = 7 } = {}): Float64Array =>
  drawSamples({ distributions: [distribution], samples, seed })[0] ?? new Float64Array()

describe('random numbers', () => {
  it('are the same for the same seed, and have nothing to do with those of another', () => {
    const [one, same, other, stream] = [createRandom(1), createRandom(1), createRandom(2), createRandom(1, 1)]
    const take = (random: () => number) => Array.from({ length: 5 }, random)
    const first = take(one)
    expect(take(same)).toEqual(first)
    expect(take(other)).not.toEqual(first)
    expect(take(stream)).not.toEqual(first)
  })

  it('are these, on every machine', () => {
    const random = createRandom(42)
    expect([random(), random(), random()]).toEqual([0.7903569010382901, 0.7911258280067259, 0.3437717223632455])
  })
})

describe('draws', () => {
  // Percentiles of the standard forms, from tables.
  it.each<[string, Distribution, number, number, number]>([
    ['normal', { kind: 'normal', mean: 100, deviation: 10 }, 83.5515, 100, 116.4485],
    ['uniform', { kind: 'uniform', low: 0, high: 1 }, 0.05, 0.5, 0.95],
    ['triangular', { kind: 'triangular', low: 0, mode: 0.5, high: 1 }, 0.158114, 0.5, 0.841886],
    ['pert', { kind: 'pert', low: 0, mode: 0.5, high: 1 }, 0.18926, 0.5, 0.81074],
    ['lognormal', { kind: 'lognormal', mean: 1, deviation: 0.5 }, 0.41158, 0.894427, 1.94371],
  ])('of a %s distribution have its percentiles', (_, distribution, p5, p50, p95) => {
    const summary = summarise(draw(distribution))
    const near = (got: number | undefined, wanted: number) =>
      expect(Math.abs((got ?? Number.NaN) - wanted)).toBeLessThan((p95 - p5) / 500)
    near(summary?.p5, p5)
    near(summary?.p50, p50)
    near(summary?.p95, p95)
  })

  it('never leave the bounds', () => {
    const bounds = fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }))
    fc.assert(
      fc.property(bounds, fc.double({ min: 0.01, max: 3, noNaN: true }), ([min, width], deviation) => {
        const max = min + width
        for (const value of draw({ kind: 'normal', mean: 0, deviation, min, max }, { samples: 50 })) {
          expect(value).toBeGreaterThanOrEqual(min)
          expect(value).toBeLessThanOrEqual(max)
        }
      }),
    )
  })

  it.each([{ min: 8.2, max: 9 }, { min: -9, max: -8.2 }, { min: 20, max: 30 }, { min: 8.25 }])(
    'stay within bounds far out in a tail: %o',
    (bounds) => {
      const values = draw({ kind: 'normal', mean: 0, deviation: 1, ...bounds }, { samples: 200 })
      const { min, max = Number.POSITIVE_INFINITY } = bounds
      expect(values.filter((value) => !(value >= min && value <= max))).toHaveLength(0)
    },
  )

  it('of no width are all the same', () => {
    expect(new Set(draw({ kind: 'pert', low: 5, mode: 5, high: 5 }))).toEqual(new Set([5]))
    expect(new Set(draw({ kind: 'normal', mean: 5, deviation: 0 }))).toEqual(new Set([5]))
  })

  it('go together as asked, each with its own spread', () => {
    const [one, other] = drawSamples({
      distributions: [
        { kind: 'normal', mean: 0, deviation: 1 },
        { kind: 'uniform', low: 10, high: 20 },
      ],
      samples: 10_000,
      seed: 3,
      correlation: [
        [1, 0.7],
        [0.7, 1],
      ],
    }) as [Float64Array, Float64Array]
    // Of ranks: a little less than that of the normal scores.
    expect(rankCorrelation(one, other)).toBeCloseTo(0.68, 1)
    expect(summarise(other)?.p50).toBeCloseTo(15, 2)
  })

  it('that contradict one another are refused', () => {
    const correlation = [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ]
    const normal = { kind: 'normal', mean: 0, deviation: 1 } as const
    const request = { distributions: [normal, normal, normal], samples: 10, seed: 1, correlation }
    expect(() => drawSamples(request)).toThrow(ImpossibleCorrelation)
  })

  it.each<[Distribution, RegExp]>([
    [{ kind: 'normal', mean: 0, deviation: -1 }, /negative/],
    [{ kind: 'normal', mean: Number.NaN, deviation: 1 }, /finite/],
    [{ kind: 'lognormal', mean: 0, deviation: 1 }, /above zero/],
    [{ kind: 'uniform', low: 2, high: 1 }, /low end/],
    [{ kind: 'pert', low: 0, mode: 2, high: 1 }, /mode/],
    [{ kind: 'normal', mean: 0, deviation: 1, min: 2, max: 1 }, /bound/],
  ])('of an impossible distribution are objected to', (distribution, sentence) => {
    expect(objectionTo(distribution)).toMatch(sentence)
  })

  it('rise with the share', () => {
    const kinds: Distribution[] = [
      { kind: 'normal', mean: 1, deviation: 2 },
      { kind: 'lognormal', mean: 1, deviation: 2 },
      { kind: 'triangular', low: 0, mode: 1, high: 5 },
      { kind: 'pert', low: 0, mode: 1, high: 5 },
    ]
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...kinds), share, share, (kind, one, other) => {
        const quantile = createQuantile(kind)
        const [low, high] = [quantile(Math.min(one, other)), quantile(Math.max(one, other))]
        // Shares that are next to one another may change places in the last digit.
        expect(low - high).toBeLessThanOrEqual(1e-12)
      }),
    )
  })
})

describe('a summary', () => {
  it('counts what is no number, and leaves it out', () => {
    const summary = summarise(Float64Array.from([1, Number.NaN, 3]))
    expect(summary).toMatchObject({ samples: 3, invalid: 1, mean: 2, p50: 2 })
    expect(summarise(Float64Array.from([Number.NaN]))).toBeUndefined()
    expect(probabilityAtLeast(Float64Array.from([1, Number.NaN, 3]), 2)).toBe(0.5)
  })

  it('has all valid samples in its histogram', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const counts = summarise(Float64Array.from(values))?.histogram.counts ?? []
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length)
      }),
    )
  })

  it('knows standard errors that hold: nine of ten means lie within two of them', () => {
    let within = 0
    for (let seed = 0; seed < 50; seed++) {
      const random = createRandom(seed)
      const summary = summarise(Float64Array.from({ length: 400 }, random))
      if (Math.abs((summary?.mean ?? 0) - 0.5) <= 2 * (summary?.standardErrors.mean ?? 0)) within += 1
    }
    expect(within).toBeGreaterThanOrEqual(45)
  })
})

describe('a simulation', () => {
  const { workbook, inputCell, outputs: wanted } = propertyModel({ months: 24, types: 3, expenses: 2 })
  const calculator = openCalculator(workbook)
  calculator.recalculate()
  const { grid } = calculator.model
  const { row, column } = inputCell('rent_growth')
  const id = grid.idOf(0, row, column)
  const outputs = wanted.map((cell) => grid.idOf(2, cell.row, cell.column))

  it('gives the same bytes in one part and in four', () => {
    const values = draw({ kind: 'pert', low: 0, mode: 0.03, high: 0.06 }, { samples: 400 })
    const whole = runSamples(calculator, { inputs: [{ id, values }], outputs, from: 0, to: 400 })
    const parts = [0, 100, 200, 300].map((from) =>
      runSamples(calculator, { inputs: [{ id, values }], outputs, from, to: from + 100 }),
    )
    outputs.forEach((_, n) => {
      expect([...(whole[n] ?? [])]).toEqual(parts.flatMap((part) => [...(part[n] ?? [])]))
    })
  })

  it('of no width is the model itself, and leaves it as it was', () => {
    const value = grid.get(id) as number
    const before = outputs.map(grid.get)
    const values = Float64Array.from({ length: 5 }, () => value)
    const results = runSamples(calculator, { inputs: [{ id, values }], outputs, from: 0, to: 5 })
    expect(results.map((list) => [...list])).toEqual(before.map((one) => Array.from({ length: 5 }, () => one)))
    expect(outputs.map(grid.get)).toEqual(before)
  })

  it('says NaN where an output is no number', () => {
    const price = inputCell('purchase_price')
    const values = Float64Array.from([0, 1_000_000])
    const at = grid.idOf(0, price.row, price.column)
    const results = runSamples(calculator, { inputs: [{ id: at, values }], outputs, from: 0, to: 2 })
    expect(results.some((list) => Number.isNaN(list[0] ?? 0) && !Number.isNaN(list[1] ?? Number.NaN))).toBe(true)
  })
})
