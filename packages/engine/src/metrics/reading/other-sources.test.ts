import type { WorkbookSheet } from '@deal-canvas/workbook-reader'
import { describe, expect, it } from 'vitest'
import { mapMetrics } from '../map-metrics.ts'
import { sheetOf, workbookOf } from '../testing.ts'

const about = sheetOf('About', {
  A1: 'Gross Potential Rent',
  A2: 'Effective Gross Income',
  A3: 'Loss to Lease',
  A4: 'Debt Yield',
  A5: 'Price per Unit',
})
const deal = (name: string, price: number) =>
  sheetOf(name, { A1: 'Purchase Price', B1: price, A2: 'Loan Amount', B2: 12_000_000, A3: 'DSCR', B3: 1.3 })
const sourcesOf = (...sheets: WorkbookSheet[]) =>
  mapMetrics(workbookOf([about, ...sheets])).matches.find(({ metricKey }) => metricKey === 'purchase_price')?.sources

describe('other sources of a metric', () => {
  it('lists other sheets that state a metric, whether or not they agree', () => {
    expect(sourcesOf(deal('Deal', 20_000_000), deal('Sizing', 20_000_000))).toHaveLength(1)
    expect(sourcesOf(deal('Deal', 20_000_000), deal('Sizing', 21_000_000))).toMatchObject([{ cell: 'B1' }])
  })

  it('never lists peers, scenarios or older versions as other sources', () => {
    for (const name of ['Sales Comps', 'Scenarios', 'Old Deal', 'Sensitivity'])
      expect(sourcesOf(deal('Deal', 20_000_000), deal('Loan', 20_000_000), deal(name, 21_000_000))).toHaveLength(1)
  })
})
