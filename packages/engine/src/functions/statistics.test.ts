import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator()

const near = (got: unknown, expected: unknown): void => {
  if (Array.isArray(got) && Array.isArray(expected)) {
    expect(got.length).toBe(expected.length)
    for (const [n, item] of got.entries()) near(item, expected[n])
  } else if (typeof got === 'number' && typeof expected === 'number') {
    expect(Math.abs(got - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(expected)))
  } else expect(got).toBe(expected)
}

const scores = '{3,4,5,2,3,4,5,6,4,7}'
const years = '{11;12;13;14;15;16}'
const sales = '{33100;47300;69000;102000;150000;220000}'

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'spread is told of a sample or of all': [
    ['STDEV.S({1345,1301,1368,1322,1310,1370,1318,1350,1303,1299})', 27.46391571984349],
    ['STDEV.P({1345,1301,1368,1322,1310,1370,1318,1350,1303,1299})', 26.054558142482477],
    ['VAR.S({1})', '#DIV/0!'],
    ['VAR.P({1})', 0],
    ['STDEV({1000000001,1000000002,1000000003})', 1],
    ['DEVSQ({4,5,8,7,11,4,3})', 48],
    ['AVEDEV({4,5,6,7,5,4,3})', 1.020408163],
    [`SKEW(${scores})`, 0.359543071],
    [`SKEW.P(${scores})`, 0.303193339],
    [`KURT(${scores})`, -0.151799637],
    ['GEOMEAN({4,5,8,7,11,4,3})', 5.47698697],
    ['HARMEAN({4,5,8,7,11,4,3})', 5.028375962],
    ['GEOMEAN({1,0})', '#NUM!'],
    ['TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)', 3.777777778],
  ],
  'places in a list': [
    ['MEDIAN({1,2,3,4,5,6})', 3.5],
    ['MODE({5.6,4,4,3,2,4})', 4],
    ['MODE({1,2})', '#N/A'],
    ['MODE.MULT({1,2,3,4,3,2,1,2,3,5,6,1})', [[1], [2], [3]]],
    ['LARGE({3,5,3,5,4},3)', 4],
    ['SMALL({3,4,5},0)', '#NUM!'],
    ['LARGE({3,5,4},{1,2})', [[5, 4]]],
    ['PERCENTILE({1,3,2,4},0.3)', 1.9],
    ['PERCENTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},0.25)', 15],
    ['PERCENTILE.EXC({1,2},0.01)', '#NUM!'],
    ['QUARTILE({1,2,4,7,8,9,10,12},1)', 3.5],
    ['PERCENTRANK({13,12,11,8,4,3,2,1,1,1},8)', 0.666],
    ['PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},7)', 0.7],
    ['PERCENTRANK({1,2},3)', '#N/A'],
    ['FREQUENCY({79,85,78,85,50,81,95,88,97},{70;79;89})', [[1], [2], [4], [2]]],
    ['PROB({0,1,2,3},{0.2,0.3,0.1,0.4},1,3)', 0.8],
    ['PROB({0,1},{0.2,0.3},1)', '#NUM!'],
  ],
  'two lists are compared pair by pair': [
    ['CORREL({3,2,4,5,6},{9,7,12,15,17})', 0.997054486],
    ['COVARIANCE.P({3,2,4,5,6},{9,7,12,15,17})', 5.2],
    ['COVARIANCE.S({2,4,8},{5,11,12})', 9.666666667],
    ['SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 0.305555556],
    ['INTERCEPT({2,3,9,1,8},{6,5,11,7,5})', 0.048387097],
    ['RSQ({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 0.057950192],
    ['STEYX({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})', 3.30571895],
    ['FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})', 10.60725309],
    ['SLOPE({1,2},{1,2,3})', '#N/A'],
    ['SLOPE({1,2},{3,3})', '#DIV/0!'],
  ],
  'lines and curves are drawn through values': [
    ['LINEST({1;9;5;7},{0;4;2;3},,FALSE)', [[2, 1]]],
    ['LINEST({2;4;6},{1;2;3},FALSE)', [[2, 0]]],
    ['TREND({1,2,3},,{4,5})', [[4, 5]]],
    [`LOGEST(${sales},${years})`, [[1.463275628, 495.3047702]]],
    [`GROWTH(${sales},${years},{17;18})`, [[320196.7183635], [468536.054184]]],
    ['GROWTH({1;-1},{1;2})', '#NUM!'],
    ['LINEST({1;2;3},{1,2;3,4})', '#REF!'],
  ],
  'distributions and their inverses': [
    ['NORM.DIST(42,40,1.5,TRUE)', 0.9087888],
    ['NORM.DIST(42,40,1.5,FALSE)', 0.10934],
    ['NORM.INV(0.908789,40,1.5)', 42.000002],
    ['NORM.INV(1,0,1)', '#NUM!'],
    ['LOGNORM.DIST(4,3.5,1.2,TRUE)', 0.0390836],
    ['LOGNORM.INV(0.039084,3.5,1.2)', 4.0000252],
    ['T.DIST(60,1,TRUE)', 0.99469533],
    ['T.DIST(8,3,FALSE)', 0.00073691],
    ['T.INV(0.75,2)', 0.8164966],
    ['T.INV.2T(0.546449,60)', 0.606533],
    ['TDIST(1.959999998,60,2)', 0.05464493],
    ['F.DIST(15.2069,6,4,TRUE)', 0.99],
    ['F.INV.RT(0.01,6,4)', 15.206865],
    ['CHISQ.DIST(0.5,1,TRUE)', 0.52049988],
    ['CHISQ.INV.RT(0.050001,10)', 18.306973],
    ['GAMMA.DIST(10.00001131,9,2,TRUE)', 0.068094],
    ['GAMMA.INV(0.068094,9,2)', 10.0000112],
    ['BETA.DIST(2,8,10,TRUE,1,3)', 0.6854706],
    ['BETA.INV(0.685470581,8,10,1,3)', 2],
    ['BINOM.DIST(6,10,0.5,FALSE)', 0.2050781],
    ['BINOM.INV(6,0.5,0.75)', 4],
    ['BINOM.DIST.RANGE(60,0.75,45,50)', 0.5236297934718867],
    ['NEGBINOM.DIST(10,5,0.25,TRUE)', 0.3135141],
    ['POISSON.DIST(2,5,TRUE)', 0.124652],
    ['EXPON.DIST(0.2,10,FALSE)', 1.35335283],
    ['WEIBULL.DIST(105,20,100,TRUE)', 0.929581],
    ['HYPGEOM.DIST(1,4,8,20,TRUE)', 0.4654],
    ['GAMMALN(4)', 1.7917595],
    ['BINOM.DIST(3,2,3,#N/A)', '#N/A'],
  ].map(([formula, result]) => [formula, result] as [string, unknown]),
  'tests of significance': [
    ['Z.TEST({3,6,7,8,6,5,4,2,1,9},4)', 0.090574],
    ['T.TEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1)', 0.196016],
    ['F.TEST({6,7,9,15,21},{20,28,31,38,40})', 0.64831785],
    ['CHISQ.TEST({58,35;11,25;10,23},{45.35,47.65;17.56,18.44;16.09,16.91})', 0.0003082],
    ['CONFIDENCE.NORM(0.05,2.5,50)', 0.692952],
    ['CONFIDENCE.T(0.05,1,50)', 0.284196855],
  ],
}

describe('statistical functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => {
      const got = calculate(formula)
      if (typeof got === 'number' && rule.startsWith('distributions')) expect(got).toBeCloseTo(Number(result), 4)
      else near(got, result)
    })
  }

  it('fits a line through collinear points exactly', () => {
    const value = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const at = (x: number, z: number) => a * x + b * z + c
        const ys = [at(1, 2), at(2, -1), at(3, 5), at(5, 0)].join(';')
        near(calculate(`LINEST({${ys}},{1,2;2,-1;3,5;5,0})`), [[b, a, c]])
      }),
    )
  })

  it('ranks equal values by the first or the mean of their ranks', () => {
    const inCells = calculator([[7], [3.5], [3.5], [1], [2]])
    expect(['RANK(3.5,A1:A5,1)', 'RANK.EQ(7,A1:A5)', 'RANK.AVG(3.5,A1:A5)', 'RANK(4,A1:A5)'].map(inCells)).toEqual([
      3,
      1,
      2.5,
      '#N/A',
    ])
  })
})
