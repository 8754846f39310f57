import { describe, expect, it } from 'vitest'
import { catalogue } from '../metrics/catalogue/catalogue.ts'
import { defaultReach, isCounted } from './default-range.ts'

const asked = { isAsked: true }
const further = { isAsked: false }

describe('the default range of an uncertain metric', () => {
  it.each([
    ['exit_cap_rate_pct', { width: 0.75 }],
    ['going_in_cap_rate_pct', { width: 0.5 }],
    ['rent_growth_pct', { width: 1 }],
    ['expense_growth_pct', { width: 1 }],
    ['revenue_growth_pct', { width: 1 }],
    ['physical_occupancy_pct', { width: 3 }],
    ['interest_rate_pct', { width: 0.5 }],
  ])('of %s is in percentage points and not a share of its value', (key, reach) => {
    expect(defaultReach(key, 'percentage_points', further)).toEqual(reach)
  })

  it.each(['market_rent_per_unit', 'in_place_rent_psf', 'gross_potential_rent'])('of %s is 5 %% of it', (key) => {
    expect(defaultReach(key, 'currency', further)).toEqual({ share: 0.05 })
  })

  it.each(['purchase_price', 'loan_amount', 'promote_pct', 'unit_count'])(
    'of %s is none, because it is a price or a signed term, unless it is what is changed',
    (key) => {
      const unit = catalogue.find((kind) => kind.key === key)?.unit ?? 'currency'
      expect(defaultReach(key, unit, further)).toEqual({ width: 0 })
      expect(Object.values(defaultReach(key, unit, asked))[0]).toBeGreaterThan(0)
    },
  )

  it('is above zero for every metric of the catalogue that can be changed', () => {
    for (const { key, unit } of catalogue)
      if (unit !== 'date')
        expect([key, Object.values(defaultReach(key, unit, asked))[0]]).toEqual([key, expect.any(Number)])
    const still = catalogue.filter(({ key, unit }) => Object.values(defaultReach(key, unit, asked))[0] === 0)
    expect(still.map(({ unit }) => unit)).toEqual(still.map(() => 'date'))
  })

  it('knows which units come in whole numbers', () => {
    expect(['months', 'count', 'square_feet'].every((unit) => isCounted(unit as 'months'))).toBe(true)
    expect(isCounted('percentage_points')).toBe(false)
  })
})
