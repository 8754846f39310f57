import type { WorkbookSheet } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModel } from '../calculate/model.ts'
import { detectDealType } from './deal-type.ts'
import { type MetricMap, mapMetrics } from './map-metrics.ts'
import { sheetOf, workbookOf } from './testing.ts'

/** Labels that identify a property. */
const property = sheetOf('About', {
  A1: 'Gross Potential Rent',
  A2: 'Effective Gross Income',
  A3: 'Loan to Value',
  A4: 'Debt Yield',
  A5: 'Price per Unit',
  A6: 'Loss to Lease',
})
const map = (...sheets: WorkbookSheet[]) => mapMetrics(workbookOf([property, ...sheets]))
/** The most likely cell of a metric: a workbook of a few cells has too little evidence for a match. */
const matchOf = ({ matches, unsure }: MetricMap, key: string) => {
  const [likeliest, ...alternatives] = unsure.find(({ metricKey }) => metricKey === key)?.alternatives ?? []
  return matches.find(({ metricKey }) => metricKey === key) ?? (likeliest && { ...likeliest, alternatives })
}
const percent = (value: number) => ({ value, format: '0.00%' })

describe('deal type', () => {
  it.each([
    ['cre_multifamily', ['NOI', 'Price per Unit', 'Loss to Lease', 'Exit Cap Rate', 'Market Rent', 'OpEx per Unit']],
    ['cre_office', ['NOI', 'WALT', 'TI/LC', 'Exit Cap Rate', 'Mark-to-Market', 'Renewal Probability', 'Downtime']],
    ['saas_growth', ['ARR', 'MRR', 'Net Revenue Retention', 'CAC Payback', 'Rule of 40', 'Burn Multiple']],
    ['pe_lbo', ['Sponsor Equity', 'Entry Multiple', 'Exit Multiple', 'Senior Debt', 'MOIC', 'Net Leverage']],
  ] as const)('identifies %s by its labels', (domain, labels) => {
    const cells = Object.fromEntries(labels.map((label, n) => [`A${n + 1}`, label]))
    const found = detectDealType(workbookOf([sheetOf('S', cells)]))
    expect(found.domain).toBe(domain)
    expect(found.confidence).toBeGreaterThan(0.4)
    expect(found.confidence).toBeLessThanOrEqual(1)
  })

  it('gives no deal type if no label mentions a deal', () => {
    const workbook = workbookOf([sheetOf('S', { A1: 'Shopping', A2: 'Milk', B2: 3 })])
    expect(detectDealType(workbook)).toEqual({ domain: undefined, confidence: 0 })
    expect(mapMetrics(workbook).matches).toEqual([])
  })
})

describe('metric mapping', () => {
  it('takes the first number to the right of a label, after empty cells and units', () => {
    const found = map(sheetOf('Summary', { B2: ' Purchase Price: ', D2: '$', E2: 40_000_000, F2: 9 }))
    expect(matchOf(found, 'purchase_price')).toMatchObject({
      sheet: 'Summary',
      cell: 'E2',
      row: 1,
      column: 4,
      rawLabel: 'Purchase Price:',
      rawValue: 40_000_000,
      value: 40_000_000,
      period: null,
    })
  })

  it('never takes a number that belongs to a nearer label', () => {
    const found = map(sheetOf('Summary', { A1: 'Purchase Price', B1: 'Deposit', C1: 5 }))
    expect(matchOf(found, 'purchase_price')).toBeUndefined()
  })

  it('takes the number below a head', () => {
    const found = map(sheetOf('Cards', { B2: 'Debt Yield', D2: 'DSCR', B3: percent(0.09), D3: 1.3 }))
    expect(matchOf(found, 'debt_yield_pct')).toMatchObject({ cell: 'B3', value: 9 })
    expect(matchOf(found, 'dscr')).toMatchObject({ cell: 'D3', value: 1.3 })
  })

  it('gives low confidence to the first number of a list below a head, such as a rent roll', () => {
    const roll = { A1: 'Unit', B1: 'Market Rent', A2: '101', B2: 1_500, A3: '102', B3: 1_700, A4: '103', B4: 1_650 }
    const card = { B1: 'Market Rent', B2: 1_500 }
    const sureOf = (cells: Parameters<typeof sheetOf>[1]) =>
      matchOf(map(sheetOf('Rents', cells)), 'market_rent_per_unit')?.confidence ?? 0
    expect(sureOf(roll)).toBeLessThan(0.5)
    expect(sureOf(card)).toBeGreaterThan(0.5)
  })

  it('converts a date in a workbook with the 1904 date system', () => {
    const sheet = sheetOf('Summary', { A1: 'Closing Date', B1: { value: 45_292 - 1_462, format: 'yyyy-mm-dd' } })
    const found = mapMetrics({ ...workbookOf([property, sheet]), date1904: true })
    expect(found.matches.find(({ unit }) => unit === 'date')?.value).toBe('2024-01-01')
  })

  it('finds a metric of the last twelve months by its label', () => {
    const labels = ['Sponsor Equity', 'Entry Multiple', 'Exit Multiple', 'Senior Debt', 'MOIC', 'Net Leverage']
    const company = sheetOf('About', Object.fromEntries(labels.map((label, n) => [`A${n + 1}`, label])))
    const sheet = sheetOf('Summary', { A1: 'LTM EBITDA', B1: { value: 12_000_000, format: '$#,##0' } })
    expect(mapMetrics(workbookOf([company, sheet])).matches.map(({ rawLabel }) => rawLabel)).toContain('LTM EBITDA')
  })

  it('finds a metric by a named cell', () => {
    const sheet = sheetOf("Bob's", { C7: percent(0.055) })
    const name = { name: 'ExitCapRate', sheet: undefined, formula: "'Bob''s'!$C$7" }
    const found = mapMetrics(workbookOf([property, sheet], [name]))
    expect(matchOf(found, 'exit_cap_rate_pct')).toMatchObject({ sheet: "Bob's", cell: 'C7', value: 5.5 })
  })

  it.each([
    ['a fraction shown in percent', 'Exit Cap Rate', percent(0.0525), 5.25],
    ['a fraction', 'Exit Cap Rate', 0.07, 7],
    ['percentage points', 'Exit Cap Rate', 5.25, 5.25],
    ['basis points', 'Development Spread (bps)', 150, 1.5],
    ['years', 'Hold Period (years)', 5, 60],
    ['months', 'Hold Period (months)', 60, 60],
    ['an outflow', 'Purchase Price', -100, 100],
    ['thousands', 'Purchase Price ($000s)', 100, 100_000],
    ['a day', 'Closing Date', { value: 45_366, format: 'yyyy-mm-dd' }, '2024-03-15'],
  ])('converts a metric given as %s to the unit of the catalog', (_, label, cell, value) => {
    const [only] = map(sheetOf('S', { A1: label, B1: cell })).matches
    expect(only).toMatchObject({ value })
    if (typeof value === 'number') expect((only?.rawValue ?? 0) * (only?.scale ?? 0)).toBeCloseTo(value, 9)
  })

  it.each([
    ['a rate', 'Purchase Price', percent(0.05)],
    ['a fraction', 'Vacancy', 0.05],
    ['an amount', 'Exit Cap Rate', { value: 5, format: '$#,##0' }],
    ['a number far beyond all rates', 'Exit Cap Rate', 1_250_000],
    ['a day', 'Purchase Price', { value: 45_366, format: 'mmm-yy' }],
    ['an exit in the year 2029 is not a number of years, and', 'Exit Year', 2_029],
  ])('does not match a metric: %s is something else', (_, label, cell) => {
    expect(map(sheetOf('S', { A1: label, B1: cell })).matches).toEqual([])
  })

  it('takes the scale of a metric from the heading above, the unit next to it, or the other sheets', () => {
    const noi = { A3: 'NOI', B3: 120 }
    const heading = { A1: 'Cash flow ($ in thousands)' }
    expect(matchOf(map(sheetOf('S', { ...heading, ...noi })), 'noi')?.value).toBe(120_000)
    expect(matchOf(map(sheetOf('S', { A3: 'NOI', B3: '$mm', C3: 120 })), 'noi')?.value).toBe(120_000_000)
    const others = [sheetOf('T', { ...heading, A2: 'x', B2: 1 }), sheetOf('U', { ...heading, A2: 'x', B2: 1 })]
    expect(matchOf(map(sheetOf('S', noi), ...others), 'noi')?.value).toBe(120_000)
    expect(matchOf(map(sheetOf('S', noi), ...others.slice(1)), 'noi')?.value).toBe(120_000)
    const millions = sheetOf('V', { A1: '($ in millions)', A2: 'x', B2: 1 })
    expect(matchOf(map(sheetOf('S', noi), ...others.slice(1), millions), 'noi')?.value).toBe(120)
  })

  it('does not multiply a rate or a multiple by the scale of amounts', () => {
    const found = map(sheetOf('S', { A1: '($000s)', A2: 'DSCR', B2: 1.25, A3: 'Exit Cap Rate', B3: percent(0.05) }))
    expect([matchOf(found, 'dscr')?.value, matchOf(found, 'exit_cap_rate_pct')?.value]).toEqual([1.25, 5])
  })

  it('takes the headline period of a metric with many periods, and names it', () => {
    const years = { B1: 'Year 0', C1: 'Year 1', D1: 'Year 2' }
    const found = map(sheetOf('S', { ...years, A2: 'NOI', B2: 0, C2: 100, D2: 110 }))
    expect(matchOf(found, 'noi')).toMatchObject({ cell: 'C2', period: { label: 'Year 1', rule: 'first_projected' } })
  })

  it('does not treat equal adjacent amounts as years', () => {
    const sheet = sheetOf('S', { B1: 'M1', C1: 'M2', A2: 'Rent', B2: 2_000, C2: 2_000, A3: 'NOI', B3: 70, C3: 80 })
    expect(matchOf(map(sheet), 'noi')).toMatchObject({ cell: 'B3', period: { label: 'M1' } })
  })

  it('selects one cell for a metric found in several, with the others as alternatives of lower confidence', () => {
    const noi = matchOf(
      map(sheetOf('S', { A1: 'Net Operating Income', B1: 1, A2: 'Income, Net Operating', B2: 2 })),
      'noi',
    )
    expect(noi).toMatchObject({ cell: 'B1', alternatives: [{ cell: 'B2', value: 2 }] })
    expect(noi?.alternatives[0]?.confidence).toBeLessThan(noi?.confidence ?? 0)
  })

  it('prefers the cell that formulas read for a metric that is typed twice', () => {
    const workbook = workbookOf([
      property,
      sheetOf('S', {
        A1: 'Exit Cap Rate',
        B1: percent(0.05),
        A2: 'Exit Cap Rate',
        B2: percent(0.05),
        C5: { value: 5, formula: 'B2*100' },
      }),
    ])
    expect(matchOf(mapMetrics(workbook), 'exit_cap_rate_pct')?.cell).toBe('B1')
    expect(matchOf(mapMetrics(workbook, createModel(workbook)), 'exit_cap_rate_pct')?.cell).toBe('B2')
  })
})

describe('metrics that a sheet repeats', () => {
  const formula = (text: string, value: number) => ({ value, formula: text, format: '$#,##0' })

  it('reads a repeated metric where it is computed, so that a change moves its dependents', () => {
    const found = map(
      sheetOf('Summary', { A1: 'Gross Exit Value', B1: formula('Exit!C4', 9_000_000) }),
      sheetOf('Exit', { A4: 'Gross Exit Value', C4: formula('C2/C3', 9_000_000), A2: 'Exit NOI', C2: 450_000 }),
    )
    expect(matchOf(found, 'gross_exit_value')).toMatchObject({ sheet: 'Exit', cell: 'C4' })
  })
})

describe('order of the sheets', () => {
  const labels = ['NOI', 'Net Operating Income', 'Exit Cap Rate', 'Purchase Price', 'IRR', 'DSCR', 'Rent', 'Vacancy']
  const line = fc.record({ label: fc.constantFrom(...labels), value: fc.constantFrom(0.05, 1.2, 100, -5, 2_000) })
  const sheets = fc.array(fc.array(line, { maxLength: 6 }), { minLength: 2, maxLength: 5 }).map((some) =>
    some.map((lines, n) =>
      sheetOf(
        `Sheet${n}`,
        Object.fromEntries(
          lines.flatMap(({ label, value }, at) => [
            [`A${at + 1}`, label],
            [`B${at + 1}`, value],
          ]),
        ),
      ),
    ),
  )

  it('finds the same metrics in any order of the sheets', () => {
    const shuffled = sheets.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length })),
    )
    fc.assert(
      fc.property(shuffled, ([a, b]) => {
        expect(mapMetrics(workbookOf([property, ...b]))).toEqual(mapMetrics(workbookOf([...a, property])))
      }),
      { numRuns: 60 },
    )
  })
})
