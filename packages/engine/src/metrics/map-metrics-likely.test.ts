import type { WorkbookSheet } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MetricMap, mapMetrics } from './map-metrics.ts'
import { sheetOf, workbookOf } from './testing.ts'

/** Labels that identify a property, and labels that identify a buyout. */
const labelsOf = (...labels: string[]): WorkbookSheet =>
  sheetOf('About', Object.fromEntries(labels.map((label, n) => [`A${n + 1}`, label])))
const property = labelsOf(
  'Gross Potential Rent',
  'Effective Gross Income',
  'Debt Yield',
  'Price per Unit',
  'Loss to Lease',
)
const buyout = labelsOf('Sponsor Equity', 'Entry Multiple', 'Exit Multiple', 'Senior Debt', 'MOIC', 'Net Leverage')

const weighed = (about: WorkbookSheet, ...sheets: WorkbookSheet[]) => mapMetrics(workbookOf([about, ...sheets]))
/** All candidate cells of a metric, the most likely first. */
const cellsOf = ({ matches, unsure }: MetricMap, key: string) => [
  ...matches.filter(({ metricKey }) => metricKey === key).flatMap((match) => [match, ...match.alternatives]),
  ...unsure.filter(({ metricKey }) => metricKey === key).flatMap(({ alternatives }) => alternatives),
]
const likeliest = (found: MetricMap, key: string) => {
  const [first] = cellsOf(found, key)
  return first && `${first.sheet}!${first.cell}`
}

const years = { B1: '2023A', C1: '2024A', D1: '2025E' }

describe('most likely cell of a metric', () => {
  it('prefers the last actual year for a metric of a company', () => {
    const found = weighed(buyout, sheetOf('Model', { ...years, A2: 'Revenue', B2: 90, C2: 100, D2: 120 }))
    expect(likeliest(found, 'revenue')).toBe('Model!C2')
  })

  it('prefers the deal’s own sheet over a sheet of peers', () => {
    const line = { A2: 'Enterprise Value', B2: 500 }
    const found = weighed(buyout, sheetOf('Trading Comps', line), sheetOf('LBO', { ...line, B2: 700 }))
    expect(likeliest(found, 'enterprise_value')).toBe('LBO!B2')
  })

  it('prefers the cell that is consistent with other metrics', () => {
    const found = weighed(
      property,
      sheetOf('Deal', {
        A1: 'Purchase Price',
        B1: 20_000_000,
        A2: 'Cap Rate',
        B2: 0.05,
        A3: 'Net Operating Income',
        B3: 1_000_000,
      }),
      sheetOf('Check', { A3: 'Net Operating Income', B3: 84_000 }),
    )
    expect(likeliest(found, 'noi')).toBe('Deal!B3')
  })

  it('prefers the base case over the first case', () => {
    const found = weighed(
      property,
      sheetOf('Deal', { B1: 'Low', C1: 'Base', D1: 'High', A2: 'Net Operating Income', B2: 80, C2: 100, D2: 120 }),
    )
    expect(likeliest(found, 'noi')).toBe('Deal!C2')
  })
})

describe('weighted metric candidates', () => {
  it('matches a metric if its cell is more likely right than not, and only offers it below that', () => {
    const { matches, unsure } = weighed(
      property,
      sheetOf('Deal', {
        A1: 'Purchase Price',
        B1: 20_000_000,
        A2: 'Loan Amount',
        B2: 12_000_000,
        A3: 'Maximum Annual Debt Service before Reserves',
        B3: 900_000,
      }),
    )
    for (const { confidence } of matches) expect(confidence).toBeGreaterThanOrEqual(0.5)
    for (const { alternatives } of unsure) expect(alternatives[0]?.confidence).toBeLessThan(0.5)
    expect(matches.map(({ metricKey }) => metricKey)).toContain('purchase_price')
    expect(unsure.map(({ metricKey }) => metricKey)).toContain('annual_debt_service')
  })

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

  it('sorts the cells of a metric by confidence, which adds up to at most one', () => {
    fc.assert(
      fc.property(sheets, (some) => {
        const found = mapMetrics(workbookOf([property, ...some]))
        for (const { metricKey } of [...found.matches, ...found.unsure]) {
          const shares = cellsOf(found, metricKey).map(({ confidence }) => confidence)
          expect(shares).toEqual(shares.toSorted((a, b) => b - a))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.01)
        }
      }),
      { numRuns: 60 },
    )
  })
})
