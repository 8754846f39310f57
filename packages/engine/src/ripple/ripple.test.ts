import type { Workbook } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Calculator, openCalculator } from '../compile/calculator.ts'
import { mapMetrics } from '../metrics/map-metrics.ts'
import { bitsOf, open, property, withValues } from '../testing/property-deal.ts'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { createRipple } from './ripple.ts'
import type { MetricChange } from './ripple-result.ts'

/** The same workbook with other inputs typed in, computed from scratch. */
const typedIn = (workbook: Workbook, at: number, row: number, value: number): Calculator =>
  openCalculator({
    ...workbook,
    sheets: workbook.sheets.map((sheet, n) => ({
      ...sheet,
      cells: sheet.cells.map((cell) =>
        cell.formula !== undefined
          ? { ...cell, value: null }
          : n === at && cell.row === row && cell.column === 1
            ? { ...cell, value }
            : cell,
      ),
    })),
  })

const change: fc.Arbitrary<MetricChange & { row: number; scale: number }> = fc.oneof(
  fc.record({
    metricKey: fc.constant('purchase_price'),
    value: fc.integer({ min: 1, max: 90_000_000 }),
    row: fc.constant(0),
    scale: fc.constant(0),
  }),
  fc.record({
    metricKey: fc.constant('exit_cap_rate_pct'),
    value: fc.integer({ min: 1, max: 2_000 }).map((bps) => Number(`${bps}e-2`)),
    row: fc.constant(4),
    scale: fc.constant(-2),
  }),
  fc.record({
    metricKey: fc.constant('unit_count'),
    value: fc.integer({ min: 0, max: 900 }),
    row: fc.constant(6),
    scale: fc.constant(0),
  }),
)

describe('what-if through a workbook', () => {
  it('returns every metric that changes, in its own unit', () => {
    const { changed, impacts, method, warnings } = open().ripple([{ metricKey: 'exit_cap_rate_pct', value: 5 }])
    expect(method).toBe('workbook')
    expect(changed).toEqual([
      {
        metricKey: 'exit_cap_rate_pct',
        label: 'Exit Cap Rate',
        unit: 'percentage_points',
        before: 5.5,
        after: 5,
        delta: -0.5,
        deltaPct: -9.09090909091,
      },
    ])
    const found = Object.fromEntries(impacts.map((impact) => [impact.metricKey, impact]))
    // 1,200,000 at 5.5 % and at 5 %.
    expect(found['gross_exit_value']).toMatchObject({ before: 21_818_181.8181818, after: 24_000_000, deltaPct: 10 })
    expect(found['net_sale_proceeds']).toMatchObject({ after: 23_520_000, depth: 2, method: 'workbook' })
    expect(found['equity_multiple']).toMatchObject({ after: 1.42162162162162, depth: 3 })
    expect(found['equity_multiple']?.path).toEqual([
      'Exit Cap Rate',
      'Gross Exit Value',
      'Net Sale Proceeds before Debt',
      'Equity Multiple',
    ])
    expect(found['dscr']).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('enters rates as users type them: 5.35 becomes 0.0535, not 0.053499999999999996', () => {
    const { calculator } = open()
    let seen: unknown
    const spying = {
      ...calculator,
      set: (changes: Parameters<Calculator['set']>[0]) => {
        seen ??= changes[0]?.value
        return calculator.set(changes)
      },
    }
    createRipple(spying, mapMetrics(property, calculator.model))([{ metricKey: 'exit_cap_rate_pct', value: 5.35 }])
    expect(seen).toBe(0.0535)
  })

  it('returns what the catalog derives from changed metrics that the workbook does not have', () => {
    const { impacts } = open().ripple([{ metricKey: 'purchase_price', value: 24_000_000 }])
    const cap = impacts.find(({ metricKey }) => metricKey === 'going_in_cap_rate_pct')
    expect(cap).toMatchObject({ before: 6, after: 5, method: 'catalogue', depth: 1 })
    expect(cap?.path).toEqual(['Purchase Price', 'Going-in Cap Rate'])
  })

  it('overrides a formula, and does not recompute it because of another change', () => {
    const { ripple } = open()
    const { impacts, warnings } = ripple([
      { metricKey: 'noi', value: 1_000_000 },
      { metricKey: 'unit_count', value: 50 },
    ])
    expect(impacts.find(({ metricKey }) => metricKey === 'effective_gross_income')).toMatchObject({ after: 900_000 })
    expect(impacts.find(({ metricKey }) => metricKey === 'annual_debt_service')).toBeUndefined()
    expect(impacts.find(({ metricKey }) => metricKey === 'dscr')?.after).toBe(1.28205128205128)
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'overrides_formula', metricKey: 'noi' }))
  })

  it('overrides a formula that depends on another overridden formula', () => {
    const given = [
      { metricKey: 'dscr', value: 2 },
      { metricKey: 'noi', value: 1_000_000 },
    ]
    for (const changes of [given, given.toReversed()]) {
      const { changed, impacts } = open().ripple(changes)
      expect(changed.map(({ after }) => after).sort()).toEqual([1_000_000, 2])
      expect(impacts.find(({ metricKey }) => metricKey === 'gross_exit_value')?.after).toBe(18_181_818.1818182)
    }
  })

  it('restores every bit of the workbook, also if a formula became an error', () => {
    const { calculator, ripple } = open()
    const before = bitsOf(calculator)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 1 }), (changes) => {
        ripple(changes)
        return bitsOf(calculator) === before
      }),
      { numRuns: 30 },
    )
    const { impacts, warnings } = ripple([{ metricKey: 'exit_cap_rate_pct', value: 0 }])
    expect(impacts.find(({ metricKey }) => metricKey === 'gross_exit_value')).toMatchObject({
      after: null,
      delta: null,
    })
    expect(warnings.filter(({ code }) => code === 'became_error').length).toBeGreaterThan(0)
    expect(bitsOf(calculator)).toBe(before)
  })

  it('changes nothing if a metric in the workbook is set to its current value', () => {
    const { ripple, calculator } = open()
    for (const { metricKey, value } of mapMetrics(property, calculator.model).matches) {
      const { impacts, changed, formulasRecalculated } = ripple([{ metricKey, value }])
      expect({ impacts, formulasRecalculated, delta: changed[0]?.delta }).toEqual({
        impacts: [],
        formulasRecalculated: 0,
        delta: 0,
      })
    }
  })

  it('gives the same result as a workbook computed from scratch with the value typed in', () => {
    const { ripple, calculator } = open()
    const { matches } = mapMetrics(property, calculator.model)
    fc.assert(
      fc.property(change, ({ metricKey, value, row, scale }) => {
        const { impacts } = ripple([{ metricKey, value }])
        const { grid, workbook } = typedIn(property, 0, row, Number(`${value}e${scale}`)).model
        for (const match of matches) {
          if (match.metricKey === metricKey) continue
          const at = workbook.sheets.findIndex(({ name }) => name === match.sheet)
          const held = grid.get(grid.idOf(at, match.row, match.column))
          const reported = impacts.find((impact) => impact.metricKey === match.metricKey)
          const expected = typeof held === 'number' ? Number((held * match.scale).toPrecision(15)) : null
          const got = reported === undefined ? match.value : reported.after
          if (got !== expected) throw new Error(`${match.metricKey}: ${got}, not ${expected}`)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('follows OFFSET and INDIRECT to their new targets, and restores the old ones afterwards', () => {
    const book = withValues(
      smallBook({
        Deal: {
          ...rowsFrom('A1', [
            ['Number of Units', 2],
            ['Exit Value', { formula: '=OFFSET(D1,B1,0)*1000', format: '$#,##0' }],
            ['Net Sale Proceeds', { formula: '=INDIRECT("B2")*0.98', format: '$#,##0' }],
            ['Exit Cap Rate', { value: 0.055, format: '0.00%' }],
            ['Net Operating Income', { value: 900_000, format: '$#,##0' }],
          ]),
          ...rowsFrom('D1', [[10], [20], [30], [40]]),
        },
      }),
    )
    const { ripple, calculator } = open(book)
    const before = bitsOf(calculator)
    for (let n = 0; n < 2; n++) {
      const { impacts } = ripple([{ metricKey: 'unit_count', value: 3 }])
      expect(impacts.map(({ metricKey, after, depth }) => [metricKey, after, depth])).toEqual([
        ['gross_exit_value', 40_000, 1],
        ['net_sale_proceeds', 39_200, 2],
      ])
      expect(bitsOf(calculator)).toBe(before)
    }
  })

  it('shortens a long path in the middle, and shows a row passed from month to month once', () => {
    const chain = Array.from({ length: 20 }, (_, n): SmallCell[] => [`Step ${n}`, `=B${n + 2}+1`])
    const months = Array.from(
      { length: 12 },
      (_, n): SmallCell => ({
        formula: n === 0 ? '=B23' : `=${String.fromCharCode(65 + n)}24*1.01`,
      }),
    )
    const book = withValues(
      smallBook({
        Deal: rowsFrom('A1', [
          ['Exit Cap Rate', { value: 0.055, format: '0.00%' }],
          ['Purchase Price', { value: 1_000, format: '$#,##0' }],
          ...chain,
          ['Starting level', '=B22'],
          ['Monthly rent', ...months],
          ['Net Operating Income', { formula: '=M24', format: '$#,##0' }],
        ]),
      }),
    )
    const { impacts } = open(book).ripple([{ metricKey: 'purchase_price', value: 2_000 }])
    const noi = impacts.find(({ metricKey }) => metricKey === 'noi')
    expect(noi?.depth).toBe(34)
    expect(noi?.path).toHaveLength(12)
    expect(noi?.path.slice(0, 2)).toEqual(['Purchase Price', 'Step 0'])
    expect(noi?.path[6]).toBe('… 13 more steps …')
    expect(noi?.path.slice(-3)).toEqual(['Starting level', 'Monthly rent', 'Net Operating Income'])
  })

  it('gives the same result in any order of the sheets', () => {
    const turned = { ...property, sheets: property.sheets.toReversed() }
    fc.assert(
      fc.property(change, ({ metricKey, value }) => {
        const [first, second] = [property, turned].map((workbook) =>
          JSON.stringify(open(workbook).ripple([{ metricKey, value }])),
        )
        if (first !== second) throw new Error(`${first}\n${second}`)
      }),
      { numRuns: 12 },
    )
  })

  it('rejects an impossible change, and changes nothing', () => {
    const { ripple, calculator } = open()
    const before = bitsOf(calculator)
    const refused = (changes: readonly MetricChange[]): unknown => {
      try {
        return ripple(changes)
      } catch (error) {
        return error
      }
    }
    expect(refused([{ metricKey: 'exit_cap', value: 5 }])).toMatchObject({
      code: 'unknown_metric',
      nearest: expect.arrayContaining(['exit_cap_rate_pct']),
    })
    expect(refused([{ metricKey: 'noi', value: Number.NaN }])).toMatchObject({ code: 'invalid_value' })
    expect(refused([{ metricKey: 'noi', value: '5' }])).toMatchObject({ code: 'invalid_value' })
    expect(
      refused([
        { metricKey: 'noi', value: 5 },
        { metricKey: 'noi', value: 6 },
      ]),
    ).toMatchObject({ code: 'repeated_metric' })
    expect(bitsOf(calculator)).toBe(before)
  })

  it('returns the integrity score before and after on request', () => {
    const { ripple } = open()
    expect(ripple([{ metricKey: 'noi', value: 1 }]).integrity).toBeNull()
    const { integrity } = ripple([{ metricKey: 'exit_cap_rate_pct', value: 90 }], { integrity: true })
    expect(integrity?.after).toBeLessThan(integrity?.before ?? 0)
  })

  it('lists the findings behind a changed integrity score, and those resolved when it is changed back', () => {
    const { ripple } = open()
    const worse = ripple([{ metricKey: 'exit_cap_rate_pct', value: 90 }], { integrity: true }).integrity
    expect(worse?.appeared).toContainEqual(
      expect.objectContaining({
        sheet: expect.any(String),
        cell: expect.any(String),
        message: expect.stringContaining('90'),
      }),
    )
    expect(worse?.resolved).toEqual([])
    const same = ripple([{ metricKey: 'exit_cap_rate_pct', value: 5.6 }], { integrity: true }).integrity
    expect(same).toMatchObject({ before: worse?.before, after: worse?.before, appeared: [], resolved: [] })
  })
})
