import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { isLookAlike } from './look-alikes.ts'

describe('a label that looks like a metric', () => {
  it.each([
    ['cash_balance', 'Minimum Cash'],
    ['logo_churn_pct', 'Gross MRR Churn'],
    ['revenue_growth_pct', 'Terminal Growth Rate'],
    ['dscr', 'Minimum DSCR'],
    ['purchase_price', 'Land Purchase Price'],
    ['equity_multiple', 'Unlevered Equity Multiple'],
  ])('is not %s where a word makes it another: %s', (key, label) => {
    expect(isLookAlike(key, label)).toBe(true)
  })

  it('is the metric where it is called by its own name', () => {
    for (const { key, label } of catalogue) expect([key, isLookAlike(key, label)]).toEqual([key, false])
  })
})
