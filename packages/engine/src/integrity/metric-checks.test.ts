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
  it('must have one value', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(980))).toMatchObject([
      { severity: 'high', sheet: 'Summary', cell: 'B1', message: expect.stringContaining('980') },
    ])
  })
  it('is graver the further apart the values are, but never critical: either of them may be right', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(996))).toMatchObject([{ severity: 'low' }])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(992))).toMatchObject([{ severity: 'medium' }])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900))).toMatchObject([{ severity: 'high' }])
    const [one, other] = [metric('closing_costs', 1000), metric('closing_costs', 900, { sheet: 1 })]
    expect(found('cross_tab_mismatch', one, other)).toMatchObject([{ severity: 'high' }])
  })
  it('may differ from period to period', () => {
    const years = [metric('noi', 1000, { period: '2024' }), noi(900, { period: '2025' })]
    expect(found('cross_tab_mismatch', ...years)).toEqual([])
    const year = [metric('noi', 1000, { period: '2024' }), noi(900, { period: '2024' })]
    expect(found('cross_tab_mismatch', ...year)).toHaveLength(1)
  })
  it('may differ by rounding, in a doubtful mapping, or on one tab', () => {
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(1000.5))).toEqual([])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900, { confidence: 0.5 }))).toEqual([])
    expect(found('cross_tab_mismatch', metric('noi', 1000), noi(900, { sheet: 0, row: 1 }))).toEqual([])
  })
  it('is a matter of units where the values are a thousand times apart', () => {
    expect(found('unit_scale_mismatch', metric('noi', 1_000_000), noi(1000))).toMatchObject([{ severity: 'critical' }])
    expect(found('cross_tab_mismatch', metric('noi', 1_000_000), noi(1000))).toEqual([])
    expect(found('unit_scale_mismatch', metric('noi', 1_000_000), noi(500_000))).toEqual([])
  })
})

describe('a typed percentage', () => {
  const typed = (label: string, value: number) =>
    findingsOf('unit_scale_mismatch', smallBook({ Model: { A1: label, B1: { value, format: '0.00%' } } }))
  it('of 150 % and more is a number in another unit', () => {
    expect(typed('Interest rate', 5.25)).toMatchObject([
      { severity: 'high', cell: 'B1', message: expect.stringContaining('525 %') },
    ])
  })
  it('may be large where growth is', () => {
    expect(typed('Interest rate', 0.0525)).toEqual([])
    expect(typed('Revenue growth', 2.5)).toEqual([])
  })
})

describe('a metric', () => {
  it('outside of its range is implausible', () => {
    expect(found('implausible_value', metric('physical_occupancy_pct', 104))).toMatchObject([
      { severity: 'medium', cell: 'B1', message: 'The physical occupancy (%) is 104; plausible is 0 to 100.' },
    ])
    expect(found('implausible_value', metric('exit_cap_rate_pct', 0.055))).toHaveLength(1)
    expect(found('implausible_value', metric('exit_cap_rate_pct', 5.5))).toEqual([])
  })
  it('that cannot be negative is told once', () => {
    const price = metric('purchase_price', -5)
    expect(found('negative_where_positive', price)).toMatchObject([{ severity: 'high', cell: 'B1' }])
    expect(found('negative_where_positive', metric('revenue', -5))).toHaveLength(1)
    expect(found('implausible_value', metric('revenue', -5))).toEqual([])
  })
  it('that is a cost may be written as a negative number', () => {
    expect(found('negative_where_positive', metric('real_estate_taxes', -5), metric('purchase_price', 5))).toEqual([])
  })
  it('must be what the metrics it is made of give', () => {
    const [noi, price] = [metric('noi', 50), metric('purchase_price', 1000, { row: 1 })]
    const rate = (value: number) => metric('going_in_cap_rate_pct', value, { row: 2 })
    expect(found('derived_identity_broken', noi, price, rate(6.5))).toMatchObject([
      { severity: 'high', cell: 'B3', message: 'The going in cap rate (%) is 6.5, but noi and purchase price give 5.' },
    ])
    expect(found('derived_identity_broken', noi, price, rate(5.2))).toMatchObject([{ severity: 'medium' }])
    expect(found('derived_identity_broken', noi, price, rate(5))).toEqual([])
    expect(found('derived_identity_broken', noi, rate(6.5))).toEqual([])
  })
})

describe('a stated return', () => {
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
  it('must be what the equity cash flows give', () => {
    const wrong = findingsOf('returns_reconcile', flows(-100, 10, 10, 110), stated(12, 1.5))
    expect(wrong).toMatchObject([
      { severity: 'critical', cell: 'B1', message: expect.stringContaining('gives 10') },
      { cell: 'B2', message: expect.stringContaining('gives 1.3') },
    ])
    expect(findingsOf('returns_reconcile', flows(-100, 10, 10, 110), stated(10.1, 1.31))).toEqual([])
  })
  it('is yearly where the cash flows are monthly', () => {
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
