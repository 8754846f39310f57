import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { isLookAlike } from './look-alikes.ts'

describe('labels that resemble a metric', () => {
  it.each([
    ['cash_balance', 'Minimum Cash'],
    ['logo_churn_pct', 'Gross MRR Churn'],
    ['revenue_growth_pct', 'Terminal Growth Rate'],
    ['dscr', 'Minimum DSCR'],
    ['purchase_price', 'Land Purchase Price'],
    ['equity_multiple', 'Unlevered Equity Multiple'],
  ])('does not read a label as %s if a word makes it another metric: %s', (key, label) => {
    expect(isLookAlike(key, label)).toBe(true)
  })

  it('reads a label as the metric if it has its exact name', () => {
    for (const { key, label } of catalogue) expect([key, isLookAlike(key, label)]).toEqual([key, false])
  })
})
