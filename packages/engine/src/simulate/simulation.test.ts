import { beforeAll, describe, expect, it } from 'vitest'
import { type Calculator, openCalculator } from '../compile/calculator.ts'
import { type PropertyInput, propertyModel } from '../testing/property-model.ts'
import { smallBook } from '../testing/small-book.ts'
import { planSimulation } from './plan.ts'
import type { SimulationRequest, UncertainInput, WatchedOutput } from './request.ts'
import { divideRuns, runShare } from './run.ts'
import { refinePlan } from './settle.ts'
import { simulate } from './simulate.ts'
import { type SimulationResult, summarize } from './summarize.ts'

const made = propertyModel({ months: 24, types: 3, expenses: 2 })
const calculator = openCalculator(made.workbook)
calculator.recalculate()
const { grid } = calculator.model

const cellOf = (name: PropertyInput): number => {
  const { row, column } = made.inputCell(name)
  return grid.idOf(0, row, column)
}
const outputs = ['equity', 'noi', 'cash', 'dscr', 'sale', 'total', 'moic', 'coverage', 'yield', 'cash_yield'].map(
  (key, n): WatchedOutput => {
    const { row = 0, column = 0 } = made.outputs[n] ?? {}
    return { key, cell: grid.idOf(2, row, column), better: 'higher' }
  },
)
const rentGrowth: UncertainInput = { key: 'rent_growth', cells: [cellOf('rent_growth')], scale: 100, base: 3, value: 4 }
const exitCapRate: UncertainInput = {
  key: 'exit_cap_rate',
  cells: [cellOf('exit_cap_rate')],
  scale: 100,
  base: 5.5,
  value: 5.5,
  range: [3, 12],
}
const request = (more: Partial<SimulationRequest> = {}): SimulationRequest => ({
  inputs: [rentGrowth, exitCapRate],
  outputs,
  samples: 400,
  seed: 11,
  ...more,
})
const stateOf = ({ model }: Calculator): string =>
  JSON.stringify(Array.from({ length: model.grid.size }, (_, id) => model.grid.get(id)))
const outputOf = (result: SimulationResult, key: string) => {
  const found = result.outputs.find((output) => output.key === key)
  if (found === undefined) throw new Error(`There is no ${key}`)
  return found
}

describe('simulation', () => {
  it('gives bit-identical results in one share and in four that return in any order', () => {
    const plan = planSimulation(request())
    const whole = summarize(plan, [runShare(calculator, plan.work, 0, plan.work.runs)])
    const shares = divideRuns({ from: 0, to: plan.work.runs }, 4).map(({ from, to }) =>
      runShare(calculator, plan.work, from, to),
    )
    expect(summarize(plan, shares.reverse())).toEqual(whole)
    expect(shares).toHaveLength(4)
  })

  it('rejects shares that are incomplete', () => {
    const plan = planSimulation(request({ samples: 10 }))
    const share = runShare(calculator, plan.work, 0, 5)
    expect(() => summarize(plan, [share])).toThrow(/end at run 5/)
    expect(() => summarize(plan, [share, share])).toThrow(/fit together/)
  })

  it('restores the calculator to the last bit', () => {
    const before = stateOf(calculator)
    simulate(calculator, request({ samples: 50 }))
    expect(stateOf(calculator)).toBe(before)
  })

  it('gives the same result for the same seed, and another for another', () => {
    const result = simulate(calculator, request())
    expect(simulate(calculator, request())).toEqual(result)
    expect(outputOf(simulate(calculator, request({ seed: 12 })), 'total').summary).not.toEqual(
      outputOf(result, 'total').summary,
    )
  })

  it.each(['few', 'all'] as const)(
    'equals the model itself if no input varies, with %s trials computed',
    (computed) => {
      const value = 4.35
      const still = { kind: 'normal', width: 0 } as const
      const inputs = [
        { ...rentGrowth, value, distribution: still },
        { ...exitCapRate, distribution: still },
      ]
      const result = simulate(calculator, request({ inputs, samples: 30, computed }))
      const before = outputs.map(({ cell }) => grid.get(cell))
      calculator.set([{ id: cellOf('rent_growth'), value: 0.0435 }])
      const after = outputs.map(({ cell }) => grid.get(cell))
      calculator.set([{ id: cellOf('rent_growth'), value: 0.03 }])
      result.outputs.forEach((output, n) => {
        const scalar = Number((after[n] as number).toPrecision(15))
        expect(output.before).toBe(Number((before[n] as number).toPrecision(15)))
        expect(output.after).toBe(scalar)
        expect(output.summary).toMatchObject({ p5: scalar, p50: scalar, p95: scalar, mean: scalar, deviation: 0 })
        expect(output.worst?.mean).toBe(scalar)
        expect(output.change?.deviation).toBe(0)
      })
      expect(result.modelRuns).toBe(computed === 'few' ? 8 : 66)
    },
  )

  it('uses the current cell values to the last bit, however they are displayed', () => {
    calculator.set([{ id: cellOf('rent_growth'), value: 1 / 30 }])
    const inputs = [{ ...rentGrowth, base: 3.33, held: 1 / 30 }]
    const now = grid.get(outputs[5]?.cell ?? 0) as number
    const result = simulate(calculator, request({ inputs, samples: 10 }))
    calculator.set([{ id: cellOf('rent_growth'), value: 0.03 }])
    expect(outputOf(result, 'total').before).toBe(Number(now.toPrecision(15)))
  })

  it('reports the distribution of the change, with the same trials before and after', () => {
    const result = simulate(calculator, request())
    const { change, summary, before, after } = outputOf(result, 'noi')
    expect(change?.probabilityBetter).toBe(1)
    expect(change?.p50).toBeCloseTo((after ?? 0) - (before ?? 0), -4)
    // Both sides move together, so their difference is far more certain than either.
    expect(change?.deviation).toBeLessThan((summary?.deviation ?? 0) / 2)
    expect(outputOf(result, 'equity').change).toMatchObject({
      p5: 0,
      p95: 0,
      probabilityBetter: 0,
      probabilityWorse: 0,
    })
  })

  it('runs every trial once and changes nothing if there is no change', () => {
    const result = simulate(calculator, request({ inputs: [{ ...rentGrowth, value: 3 }, exitCapRate] }))
    expect(result.modelRuns).toBe(406)
    expect(outputOf(result, 'total').change).toMatchObject({ mean: 0, probabilityBetter: 0 })
  })

  it('reports the drivers of an output, and the inputs in its worst trials', () => {
    const result = simulate(calculator, request())
    const { drivers, worst } = outputOf(result, 'sale')
    expect(drivers.map(({ key }) => key)).toEqual(['exit_cap_rate', 'rent_growth'])
    expect(drivers[0]?.correlation).toBeLessThan(-0.9)
    const rate = worst?.inputs.find(({ key }) => key === 'exit_cap_rate')
    expect(rate?.usual).toBeCloseTo(5.5, 1)
    expect(rate?.p50).toBeGreaterThan(6)
    expect(worst?.mean).toBeLessThan(outputOf(result, 'sale').summary?.p5 ?? 0)
  })

  it('reports the probability of falling below the requested and the standard thresholds', () => {
    const asked = outputs.map((output) =>
      output.key === 'dscr' ? { ...output, thresholds: [{ below: 0.01 }] } : output,
    )
    const { probabilityOf } = outputOf(simulate(calculator, request({ outputs: asked })), 'dscr')
    expect(probabilityOf.map(({ name }) => name)).toEqual(['below_0.01', 'below_1', 'worse_than_base'])
  })

  it('respects correlations between inputs', () => {
    const correlations = [{ one: 'rent_growth', other: 'exit_cap_rate', correlation: 0.9 }]
    const alone = outputOf(simulate(calculator, request()), 'sale').summary
    const together = outputOf(simulate(calculator, request({ correlations })), 'sale').summary
    // Higher rent goes with a higher rate, so that they offset each other.
    expect(together?.deviation).toBeLessThan(alone?.deviation ?? 0)
  })

  it('draws values only within the plausible range', () => {
    const inputs = [{ ...exitCapRate, value: 5.5, range: [5, 5.6] as const }]
    const [input] = simulate(calculator, request({ inputs })).inputs
    expect(input?.p5).toBeGreaterThanOrEqual(5)
    expect(input?.p95).toBeLessThanOrEqual(5.6)
  })

  it('returns the points of a fan chart', () => {
    const points = [6, 12, 18, 24].map((month) => ({ label: `Month ${month}`, cell: grid.idOf(1, 8, month) }))
    const [series] = simulate(calculator, request({ series: [{ key: 'income', points }] })).series
    expect(series?.points.map(({ label }) => label)).toEqual(points.map(({ label }) => label))
    const widths = series?.points.map(({ p5, p95 }) => (p95 ?? 0) - (p5 ?? 0)) ?? []
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    for (const { p5, p25, p50, p75, p95 } of series?.points ?? [])
      expect([p5, p25, p50, p75, p95]).toEqual([p5, p25, p50, p75, p95].sort((a, b) => (a ?? 0) - (b ?? 0)))
  })
})

describe('overridden formulas in a simulation', () => {
  it('keeps an overridden formula’s value while its own inputs vary', () => {
    const book = openCalculator(smallBook({ Model: { A1: 2, A2: '=A1*10', A3: '=A2+A1' } }))
    const cell = (row: number): number => book.model.grid.idOf(0, row, 0)
    const still = { kind: 'normal', width: 0 } as const
    const result = simulate(book, {
      inputs: [
        { key: 'derived', cells: [cell(1)], base: 20, value: 100, distribution: still },
        { key: 'input', cells: [cell(0)], base: 2, value: 2, distribution: { kind: 'uniform', width: 1 } },
      ],
      outputs: [{ key: 'sum', cell: cell(2) }],
      samples: 50,
      seed: 1,
      computed: 'all',
    })
    expect(outputOf(result, 'sum')).toMatchObject({ before: 22, after: 102 })
    expect(outputOf(result, 'sum').summary?.p95).toBeCloseTo(102.9, 1)
    expect(book.model.grid.get(cell(1))).toBe(20)
  })
})

describe('trials without a number', () => {
  const book = openCalculator(
    smallBook({
      Model: { A1: 1, A2: '=IF(A1<1,1/0,IF(A1<1.2,"none",IF(A1<1.5,SQRT(-1),A1)))', A3: '=IF(A1<9,"none",1)' },
    }),
  )
  const cell = (row: number): number => book.model.grid.idOf(0, row, 0)
  const inputs = [
    { key: 'x', cells: [cell(0)], base: 1, value: 1, distribution: { kind: 'uniform', low: 0, high: 2 } as const },
  ]

  it('counts invalid trials by reason, and excludes them from everything else', () => {
    const watched: WatchedOutput[] = [{ key: 'y', cell: cell(1), better: 'higher' }]
    const { summary, invalid } = outputOf(simulate(book, { inputs, outputs: watched, samples: 1_000, seed: 1 }), 'y')
    expect(invalid).toEqual({
      total: 750,
      notANumber: 100,
      error: 500,
      notConverged: 150,
      reasons: { '#DIV/0!': 500, '#NUM!': 150, not_a_number: 100 },
    })
    expect(summary?.samples).toBe(250)
    expect(summary?.p50).toBeCloseTo(1.75, 2)
  })

  it('gives an output no summary if every trial is invalid', () => {
    const nothing = { inputs, outputs: [{ key: 'y', cell: cell(2) }], samples: 5_000, seed: 1 }
    const { summary, change, invalid } = outputOf(simulate(book, nothing), 'y')
    expect(change).toBeNull()
    expect(summary).toBeNull()
    expect(invalid).toMatchObject({ total: 5_000, notANumber: 5_000 })
  })
})

describe('whole-number inputs', () => {
  // A sale happens in the month that is looked up, and never if that is a fraction.
  const months = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`B${n + 1}`, n + 1]))
  const book = openCalculator(
    smallBook({ Model: { A1: 6, ...months, A2: '=SUMIF(B1:B12,A1,B1:B12)', A3: '=1/(A1-4)' } }),
  )
  const cell = (row: number): number => book.model.grid.idOf(0, row, 0)
  const asked = (more: Partial<UncertainInput> = {}, samples = 5_000): SimulationRequest => ({
    inputs: [
      { key: 'hold', cells: [cell(0)], base: 6, value: 6, distribution: { kind: 'pert', width: 3 }, step: 1, ...more },
    ],
    outputs: [
      { key: 'sale', cell: cell(1) },
      { key: 'broken', cell: cell(2) },
    ],
    samples,
    seed: 5,
  })

  it('draws whole numbers, so that lookups by number never come to zero', () => {
    const result = simulate(book, asked())
    expect(result.inputs[0]).toMatchObject({ p5: 4, p50: 6, p95: 8 })
    expect(outputOf(result, 'sale').summary).toMatchObject({ p5: 4, p50: 6, p95: 8 })
  })

  it('computes each whole value once and gives the same result as computing every trial', () => {
    const [once, each] = [simulate(book, asked()), simulate(book, { ...asked(), computed: 'all' })]
    expect(once.method).toBe('full')
    expect(once.modelRuns).toBeLessThan(20)
    expect(each.modelRuns).toBe(5_004)
    expect(once.outputs).toEqual(each.outputs)
  })

  it('counts invalid trials, not invalid values', () => {
    const { invalid, summary } = outputOf(simulate(book, asked()), 'broken')
    expect(invalid.reasons).toEqual({ '#DIV/0!': invalid.total })
    expect(invalid.total).toBeGreaterThan(200)
    expect(summary).toMatchObject({ samples: 5_000 - invalid.total, converged: false })
  })

  it('moves a whole-number input by whole steps before and after a change', () => {
    const result = simulate(book, asked({ value: 8 }, 500))
    expect(result.inputs[0]).toMatchObject({ p50: 8 })
    expect(outputOf(result, 'sale').change).toMatchObject({ p5: 2, p50: 2, p95: 2 })
  })

  it('varies a whole-number input by at least one step', () => {
    const [input] = simulate(book, asked({ distribution: { kind: 'uniform', width: 0.2 } })).inputs
    expect(input).toMatchObject({ p5: 5, p50: 6, p95: 7 })
  })

  it('draws one of the choices for an input that selects a case', () => {
    const distribution = { kind: 'discrete', likely: 6, choices: [2, 6, 12] } as const
    const [input] = simulate(book, asked({ distribution, step: undefined })).inputs
    expect(input).toMatchObject({ p5: 2, p50: 6, p95: 12 })
  })
})

describe('circular references in a simulation', () => {
  const loan = { A1: 100, A2: '=A1+A3', A3: '=A2*0.1', A4: '=IF(A1>110,A4+1,0)', A5: '=A4*1' }
  const book = openCalculator(smallBook({ Model: loan }, { iteration: { rounds: 100, change: 0.001 } }))
  const cell = (row: number): number => book.model.grid.idOf(0, row, 0)
  const circular: SimulationRequest = {
    inputs: [{ key: 'x', cells: [cell(0)], base: 100, value: 100, distribution: { kind: 'uniform', width: 20 } }],
    outputs: [
      { key: 'total', cell: cell(1) },
      { key: 'endless', cell: cell(4) },
    ],
    samples: 200,
    seed: 1,
  }

  it('carries nothing over from one trial to the next in a circular reference', () => {
    const plan = planSimulation(circular)
    const whole = runShare(book, plan.work, 0, plan.work.runs)
    const parts = divideRuns({ from: 0, to: plan.work.runs }, 4).map(({ from, to }) =>
      runShare(book, plan.work, from, to),
    )
    expect(parts.flatMap((part) => [...(part.outputs[0] ?? [])])).toEqual([...(whole.outputs[0] ?? [])])
    expect(whole.outputs[0]?.[0]).toBeCloseTo(100 / 0.9, 3)
  })

  it('marks a trial invalid if a circular reference does not converge, only for its dependents', () => {
    const result = simulate(book, circular)
    expect(outputOf(result, 'total').invalid.total).toBe(0)
    expect(outputOf(result, 'endless').invalid).toEqual({
      total: 50,
      notANumber: 0,
      error: 0,
      notConverged: 50,
      reasons: { not_converged: 50 },
    })
  })
})

describe('single uncertain input', () => {
  const one = request({ inputs: [rentGrowth], samples: 10_000 })
  let few: SimulationResult
  let full: SimulationResult
  beforeAll(() => {
    few = simulate(calculator, one)
    full = simulate(calculator, { ...one, computed: 'all' })
  })

  it('needs a few hundred points for one input, and gives the same result as all trials', () => {
    expect(few).toMatchObject({ method: 'interpolated', modelRuns: 4 + 2 * 513 })
    expect(full).toMatchObject({ method: 'full', modelRuns: 20_004 })
    few.outputs.forEach((output, n) => {
      const other = full.outputs[n]
      for (const which of ['p5', 'p50', 'p95', 'mean', 'deviation'] as const) {
        const spread = (other?.summary?.p95 ?? 0) - (other?.summary?.p5 ?? 0)
        expect(Math.abs((output.summary?.[which] ?? 0) - (other?.summary?.[which] ?? 0))).toBeLessThanOrEqual(
          1e-5 * spread,
        )
        const room = (other?.change?.p95 ?? 0) - (other?.change?.p5 ?? 0)
        expect(Math.abs((output.change?.[which] ?? 0) - (other?.change?.[which] ?? 0))).toBeLessThanOrEqual(1e-4 * room)
      }
      expect(output.drivers).toHaveLength(1)
    })
  })

  describe('interpolation of a metric', () => {
    const book = openCalculator(
      smallBook({
        Model: {
          A1: 1,
          A2: '=IF(A1<1.234,0,1)',
          A3: '=MAX(A1,1.1)',
          A4: '=IF(A1<0.81,1/0,A1)',
          A5: '=A1^2',
          A6: '=MOD(A1*900,1)',
        },
      }),
    )
    const cell = (row: number): number => book.model.grid.idOf(0, row, 0)
    const inputs: UncertainInput[] = [
      { key: 'x', cells: [cell(0)], base: 1, value: 1, distribution: { kind: 'uniform', low: 0.8, high: 1.3 } },
    ]
    const watching = (row: number, computed: 'few' | 'all' = 'few'): SimulationResult =>
      simulate(book, { inputs, outputs: [{ key: 'y', cell: cell(row) }], samples: 5_000, seed: 3, computed })
    const first = 4 + 513

    it('computes no additional trials if a metric is smooth', () => {
      expect(watching(4)).toMatchObject({ method: 'interpolated', modelRuns: first })
    })

    it.each([
      ['jumps', 1],
      ['has a kink', 2],
    ])('computes all trials around the point if a metric %s, and gives the same result as all trials', (_, row) => {
      const near = watching(row)
      expect(near.method).toBe('interpolated')
      expect(near.modelRuns).toBeGreaterThan(first)
      expect(near.modelRuns).toBeLessThan(first + 100)
      const [found, wanted] = [near, watching(row, 'all')].map((result) => outputOf(result, 'y').summary)
      for (const which of ['p5', 'p50', 'p95', 'mean', 'deviation'] as const)
        expect(found?.[which]).toBeCloseTo(wanted?.[which] ?? Number.NaN, 9)
    })

    it('gives in two rounds the same bits as in one, also for the change and for series', () => {
      const asked: SimulationRequest = {
        inputs: inputs.map((input) => ({ ...input, value: 1.05 })),
        outputs: [1, 2].map((row) => ({ key: `y${row}`, cell: cell(row) })),
        series: [{ key: 'z', points: [{ label: '1', cell: cell(2) }] }],
        samples: 5_000,
        seed: 3,
      }
      const plan = planSimulation(asked)
      const computed = refinePlan(plan, [runShare(book, plan.work, 0, plan.work.runs)])?.request.computed
      expect(computed?.length).toBeGreaterThan(513)
      const [inTwo, inOne] = [simulate(book, asked), simulate(book, { ...asked, computed })]
      expect(inTwo).toEqual(inOne)
    })

    it.each([
      ['is not a number in some trials', 3],
      ['is discontinuous everywhere', 5],
    ])('computes every trial if a metric %s', (_, row) => {
      expect(watching(row)).toMatchObject({ method: 'full', modelRuns: first + 5_004 })
    })
  })

  it('gives bit-identical results in one share and in four after refinement', () => {
    const plan = planSimulation(one)
    const shares = divideRuns({ from: 0, to: plan.work.runs }, 4).map(({ from, to }) =>
      runShare(calculator, plan.work, from, to),
    )
    expect(refinePlan(plan, shares)).toBeUndefined()
    expect(summarize(plan, shares)).toEqual(few)
  })
})

describe('impossible simulation requests', () => {
  it.each<[string, Partial<SimulationRequest>, RegExp]>([
    ['no samples', { samples: 0 }, /number of trials/],
    ['too many samples', { samples: 100_001 }, /from 1 to 100,000/],
    ['a fractional seed', { seed: 1.5 }, /seed/],
    ['computed trials beyond the sample count', { computed: [0, 1_000_000] }, /ascending/],
    ['computed trials that do not begin with the first', { computed: [1, 2] }, /ascending/],
    ['no uncertain input', { inputs: [] }, /inputs/],
    ['no output', { outputs: [] }, /no outputs/],
    ['the same input twice', { inputs: [rentGrowth, rentGrowth] }, /listed twice/],
    ['one cell for two inputs', { inputs: [rentGrowth, { ...rentGrowth, key: 'other' }] }, /listed twice/],
    ['no cell', { inputs: [{ ...rentGrowth, cells: [] }] }, /no cell/],
    ['a scale of zero', { inputs: [{ ...rentGrowth, scale: 0 }] }, /scale/],
    ['an infinite value', { inputs: [{ ...rentGrowth, value: Number.POSITIVE_INFINITY }] }, /finite/],
    ['a negative spread', { inputs: [{ ...rentGrowth, distribution: { kind: 'pert', spread: -1 } }] }, /negative/],
    ['a lognormal loss', { inputs: [{ ...rentGrowth, base: -3, distribution: { kind: 'lognormal' } }] }, /above zero/],
    ['an inverted range', { inputs: [{ ...rentGrowth, range: [2, 1] }] }, /range/],
    [
      'an unknown correlation',
      { correlations: [{ one: 'rent_growth', other: 'x', correlation: 0 }] },
      /x is not an uncertain input/,
    ],
    [
      'a correlation of 2',
      { correlations: [{ one: 'rent_growth', other: 'exit_cap_rate', correlation: 2 }] },
      /between/,
    ],
    [
      'too many results to hold in memory',
      { samples: 100_000, outputs: Array.from({ length: 101 }, (_, n) => ({ key: `${n}`, cell: n })) },
      /too many outputs/,
    ],
  ])('rejects an impossible request with an explanation: %s', (_, more, sentence) => {
    expect(() => planSimulation(request(more))).toThrow(sentence)
  })
})
