import { describe, expect, it } from 'vitest'
import { findingsOf, metric } from '../testing/findings-of.ts'
import { rowsFrom, smallBook } from '../testing/small-book.ts'
import type { CheckId } from './catalogue.ts'
import type { MappedMetric } from './finding.ts'

const book = smallBook({ Model: { A1: 'A', B1: 1, B2: 2, B3: 3 }, Summary: { A1: 'B', B1: 1 } })
const found = (check: CheckId, ...metrics: MappedMetric[]) => findingsOf(check, book, metrics)

describe('one metric on two tabs', () => {
  const noi = (value: number, rest: Partial<MappedMetric> = {}) =>
    metric('noi', value, { sheet: 1, confidence: 0.9, ...rest })
  it('reports one metric with different values on two tabs', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(980))).toMatchObject([
      { severity: 'high', sheet: 'Summary', cell: 'B1', message: expect.stringContaining('980') },
    ])
  })
  it('raises the severity of a metric mismatch with the difference, but never to critical', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(996))).toMatchObject([{ severity: 'low' }])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(992))).toMatchObject([{ severity: 'medium' }])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900))).toMatchObject([{ severity: 'high' }])
    const [first, second] = [metric('closing_costs', 1000), metric('closing_costs', 900, { sheet: 1 })]
    expect(found('cross_tab_mismatch', first, second)).toMatchObject([{ severity: 'high' }])
  })
  it('reports a metric mismatch with both values, in the workbook’s currency, and both cells', () => {
    const book = smallBook({
      Summary: { C4: { value: 2_550_250, format: '$#,##0' } },
      'Cash Flow': { C40: { value: 2_501_100, format: '$#,##0' } },
    })
    const stated = [
      metric('noi', 2_550_250, { row: 3, column: 2 }),
      metric('noi', 2_501_100, { sheet: 1, row: 39, column: 2, confidence: 0.9 }),
    ]
    expect(findingsOf('cross_tab_mismatch', book, stated)).toMatchObject([
      { message: 'NOI is $2,550,250 in Summary!C4 but $2,501,100 in Cash Flow!C40.' },
    ])
  })
  it('does not report a metric that differs between periods', () => {
    const years = [metric('noi', 1000, { period: '2024' }), noi(900, { period: '2025' })]
    expect(found('cross_tab_mismatch', ...years)).toEqual([])
    const year = [metric('noi', 1000, { period: '2024' }), noi(900, { period: '2024' })]
    expect(found('cross_tab_mismatch', ...year)).toHaveLength(1)
  })
  it('does not report metrics that differ by rounding, in an uncertain mapping, or on one tab', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(1000.5))).toEqual([])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900, { confidence: 0.5 }))).toEqual([])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900, { sheet: 0, row: 1 }))).toEqual([])
  })
  it('reports a unit mismatch if the values of a metric differ by a factor of a thousand', () => {
    expect(found('unit_scale_mismatch', metric('noi', 1_000_000), noi(1000))).toMatchObject([{ severity: 'critical' }])
    expect(found('cross_tab_mismatch', metric('noi', 1_000_000), noi(1000))).toEqual([])
    expect(found('unit_scale_mismatch', metric('noi', 1_000_000), noi(500_000))).toEqual([])
  })
})

describe('typed percentages', () => {
  const typed = (label: string, value: number) =>
    findingsOf('unit_scale_mismatch', smallBook({ Model: { A1: label, B1: { value, format: '0.00%' } } }))
  it('reports a typed percentage of 150 % or more as a unit mismatch', () => {
    expect(typed('Interest rate', 5.25)).toMatchObject([
      { severity: 'high', cell: 'B1', message: expect.stringContaining('525%') },
    ])
  })
  it('accepts a large typed percentage for growth', () => {
    expect(typed('Interest rate', 0.0525)).toEqual([])
    expect(typed('Revenue growth', 2.5)).toEqual([])
  })
})

describe('metric values', () => {
  it('reports a metric outside its plausible range', () => {
    expect(found('implausible_value', metric('physical_occupancy_pct', 104))).toMatchObject([
      {
        severity: 'medium',
        cell: 'B1',
        message: 'Physical Occupancy is 104% in Model!B1. The plausible range is 0% to 100%.',
      },
    ])
    expect(found('implausible_value', metric('exit_cap_rate_pct', 0.055))).toHaveLength(1)
    expect(found('implausible_value', metric('exit_cap_rate_pct', 5.5))).toEqual([])
  })
  it('reports a negative metric that cannot be negative once', () => {
    const price = metric('purchase_price', -5)
    expect(found('negative_where_positive', price)).toMatchObject([{ severity: 'high', cell: 'B1' }])
    expect(found('negative_where_positive', metric('revenue', -5))).toHaveLength(1)
    expect(found('implausible_value', metric('revenue', -5))).toEqual([])
  })
  it('accepts a cost metric written as a negative number', () => {
    expect(found('negative_where_positive', metric('real_estate_taxes', -5), metric('purchase_price', 5))).toEqual([])
  })
  it('reports a metric that differs from the value implied by its components', () => {
    const [noi, price] = [metric('noi', 50), metric('purchase_price', 1000, { row: 1 })]
    const rate = (value: number) => metric('going_in_cap_rate_pct', value, { row: 2 })
    expect(found('derived_identity_broken', noi, price, rate(6.5))).toMatchObject([
      {
        severity: 'high',
        cell: 'B3',
        message: 'Going-in Cap Rate is 6.5% in Model!B3, but NOI (Model!B1) and Purchase Price (Model!B2) imply 5%.',
      },
    ])
    expect(found('derived_identity_broken', noi, price, rate(5.2))).toMatchObject([{ severity: 'medium' }])
    expect(found('derived_identity_broken', noi, price, rate(5))).toEqual([])
    expect(found('derived_identity_broken', noi, rate(6.5))).toEqual([])
  })
})

describe('stated returns', () => {
  const flows = (...values: number[]) =>
    smallBook({
      Model: rowsFrom('A1', [
        ['IRR', 0.2],
        ['Multiple', 1.3],
        ['Levered cash flow', ...values],
      ]),
    })
  const stated = (irr: number, multiple: number) => [
    metric('levered_irr_pct', irr),
    metric('equity_multiple', multiple, { row: 1 }),
  ]
  it('reports a stated return that differs from the equity cash flows', () => {
    const wrong = findingsOf('returns_reconcile', flows(-100, 10, 10, 110), stated(12, 1.5))
    expect(wrong).toMatchObject([
      { severity: 'critical', cell: 'B1', message: expect.stringContaining('gives 10%') },
      { cell: 'B2', message: expect.stringContaining('gives 1.3x') },
    ])
    expect(findingsOf('returns_reconcile', flows(-100, 10, 10, 110), stated(10.1, 1.31))).toEqual([])
  })
  it('annualizes the return of monthly cash flows', () => {
    const months = [45_322, 45_351, 45_382, 45_412].map((value) => ({ value, format: 'mmm-yy' }))
    const monthly = smallBook({
      Model: rowsFrom('A1', [
        ['', ...months],
        ['Levered cash flow', -100, 1, 1, 101],
      ]),
    })
    expect(findingsOf('returns_reconcile', monthly, [metric('levered_irr_pct', 12.68)])).toEqual([])
    expect(findingsOf('returns_reconcile', monthly, [metric('levered_irr_pct', 1)])).toHaveLength(1)
  })
})
