import { describe, expect, it } from 'vitest'
import { catalogue } from '../metrics/catalogue/catalogue.ts'
import { defaultReach, isCounted } from './default-range.ts'

const asked = { isAsked: true }
const further = { isAsked: false }

describe('default range of an uncertain metric', () => {
  it.each([
    ['exit_cap_rate_pct', { width: 0.75 }],
    ['going_in_cap_rate_pct', { width: 0.5 }],
    ['rent_growth_pct', { width: 1 }],
    ['expense_growth_pct', { width: 1 }],
    ['revenue_growth_pct', { width: 1 }],
    ['physical_occupancy_pct', { width: 3 }],
    ['interest_rate_pct', { width: 0.5 }],
  ])('gives %s a default range in percentage points, not as a share of its value', (key, reach) => {
    expect(defaultReach(key, 'percentage_points', further)).toEqual(reach)
  })

  it.each(['market_rent_per_unit', 'in_place_rent_psf', 'gross_potential_rent'])(
    'gives %s a default range of 5 %% of its value',
    (key) => {
      expect(defaultReach(key, 'currency', further)).toEqual({ share: 0.05 })
    },
  )

  it.each(['purchase_price', 'loan_amount', 'promote_pct', 'unit_count'])(
    'gives %s no default range, because it is a price or an agreed term, unless it is the changed metric',
    (key) => {
      const unit = catalogue.find((kind) => kind.key === key)?.unit ?? 'currency'
      expect(defaultReach(key, unit, further)).toEqual({ width: 0 })
      expect(Object.values(defaultReach(key, unit, asked))[0]).toBeGreaterThan(0)
    },
  )

  it('gives every changeable catalog metric a default range above zero', () => {
    for (const { key, unit } of catalogue)
      if (unit !== 'date')
        expect([key, Object.values(defaultReach(key, unit, asked))[0]]).toEqual([key, expect.any(Number)])
    const still = catalogue.filter(({ key, unit }) => Object.values(defaultReach(key, unit, asked))[0] === 0)
    expect(still.map(({ unit }) => unit)).toEqual(still.map(() => 'date'))
  })

  it('knows which units are whole numbers', () => {
    expect(['months', 'count', 'square_feet'].every((unit) => isCounted(unit as 'months'))).toBe(true)
    expect(isCounted('percentage_points')).toBe(false)
  })
})
