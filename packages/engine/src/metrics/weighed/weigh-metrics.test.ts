import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WorkbookSheet } from '../../read/workbook.ts'
import { sheetOf, workbookOf } from '../testing.ts'
import { weighMetrics } from './weigh-metrics.ts'

/** Labels that say that this is a property, and those that say that it is a buyout. */
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

const weighed = (about: WorkbookSheet, ...sheets: WorkbookSheet[]) => weighMetrics(workbookOf([about, ...sheets]))
const cellsOf = ({ metrics }: ReturnType<typeof weighMetrics>, key: string) =>
  metrics.find(({ metricKey }) => metricKey === key)?.cells ?? []
const likeliest = (found: ReturnType<typeof weighMetrics>, key: string) => {
  const [first] = cellsOf(found, key)
  return first && `${first.sheet}!${first.cell}`
}

const years = { B1: '2023A', C1: '2024A', D1: '2025E' }

describe('the likeliest cell of a metric', () => {
  it('of a company is of the last year that has happened', () => {
    const found = weighed(buyout, sheetOf('Model', { ...years, A2: 'Revenue', B2: 90, C2: 100, D2: 120 }))
    expect(likeliest(found, 'revenue')).toBe('Model!C2')
  })

  it('is not on a sheet of peers, where the deal has one of its own', () => {
    const line = { A2: 'Enterprise Value', B2: 500 }
    const found = weighed(buyout, sheetOf('Trading Comps', line), sheetOf('LBO', { ...line, B2: 700 }))
    expect(likeliest(found, 'enterprise_value')).toBe('LBO!B2')
  })

  it('is what goes together with other metrics', () => {
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

  it('is that of the base case, not of the first', () => {
    const found = weighed(
      property,
      sheetOf('Deal', { B1: 'Low', C1: 'Base', D1: 'High', A2: 'Net Operating Income', B2: 80, C2: 100, D2: 120 }),
    )
    expect(likeliest(found, 'noi')).toBe('Deal!C2')
  })
})

describe('a metric that is weighed', () => {
  it('is found where its cell is more likely right than not, and only offered below', () => {
    const { metrics } = weighed(
      property,
      sheetOf('Deal', {
        A1: 'Purchase Price',
        B1: 20_000_000,
        A2: 'Loan Amount',
        B2: 12_000_000,
        A3: 'Rentable Area of the Annex',
        B3: 900,
      }),
    )
    for (const { isFound, cells } of metrics) expect(isFound).toBe((cells[0]?.confidence ?? 0) >= 0.5)
    expect(metrics.find(({ metricKey }) => metricKey === 'purchase_price')?.isFound).toBe(true)
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

  it('has cells whose confidence is at most one together, the likeliest first', () => {
    fc.assert(
      fc.property(sheets, (some) => {
        for (const { cells } of weighMetrics(workbookOf([property, ...some])).metrics) {
          const shares = cells.map(({ confidence }) => confidence)
          expect(shares).toEqual(shares.toSorted((a, b) => b - a))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.01)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is the same in whatever order the sheets stand', () => {
    const shuffled = sheets.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length })),
    )
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(weighMetrics(workbookOf([property, ...other]))).toEqual(weighMetrics(workbookOf([...one, property])))
      }),
      { numRuns: 60 },
    )
  })
})
