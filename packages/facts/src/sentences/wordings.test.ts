import type { MetricDomain } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { extractFacts } from '../extract-facts.ts'
import type { Fact } from '../fact.ts'

const factsIn = (text: string, dealType: MetricDomain): readonly Fact[] =>
  extractFacts({ kind: 'text', title: null, pages: [{ page: 1, text }] }, { dealType }).facts
const apartments = (text: string): readonly Fact[] => factsIn(text, 'cre_multifamily')
const offices = (text: string): readonly Fact[] => factsIn(text, 'cre_office')
const company = (text: string): readonly Fact[] => factsIn(text, 'pe_lbo')
const valuesOf = (facts: readonly Fact[], key: string): number[] =>
  facts.filter(({ metricKey }) => metricKey === key).map(({ value }) => value)

describe('verbs between a term and its number', () => {
  it.each([
    ['NOI should reach $1.06 million.', 'noi', 1_060_000],
    ['NOI should exceed $1.06 million by then.', 'noi', 1_060_000],
    ['Once the store is stabilized, NOI should reach $1.06 million.', 'stabilized_noi', 1_060_000],
    ['Upon stabilization, net operating income will total $1.06 million.', 'stabilized_noi', 1_060_000],
    ['We assume that rents grow at 3.5% per year.', 'rent_growth_pct', 3.5],
    ['We conclude to a market rent of $7.00 per square foot, rising at 3.25% a year.', 'rent_growth_pct', 3.25],
    ['Market rents are assumed to increase by 3% annually.', 'rent_growth_pct', 3],
    ['Operating expenses grow at 2.5% per annum.', 'expense_growth_pct', 2.5],
    ['The average tenant pays $138 per unit per month.', 'in_place_rent_per_unit', 138],
    ['The average resident pays $1,412 per unit.', 'in_place_rent_per_unit', 1_412],
    ['Street rates today average $149 per unit.', 'market_rent_per_unit', 149],
    ['Debt yield no lower than 9.00%.', 'debt_yield_pct', 9],
    ['The loan is not to go over 60% of the lower of cost and value.', 'ltv_pct', 60],
    ['The lender offers a loan of 65% of the lesser of the purchase price and the appraised value.', 'ltv_pct', 65],
  ])('reads "%s" as %s', (text, key, value) => {
    expect(valuesOf(apartments(text), key)).toEqual([value])
  })

  it('does not take a wish, a condition or a step of a lease for a forecast', () => {
    expect(apartments('A 5.3 cap should feel fair.')).toEqual([])
    expect(apartments('If all goes well, NOI should reach $1.06 million.')).toEqual([])
    expect(apartments('Reserves are waived while occupancy stays over 85%.')).toEqual([])
    expect(valuesOf(offices('Each lease has base rent increasing at 3% a year.'), 'rent_growth_pct')).toEqual([])
    expect(valuesOf(apartments('The population is growing by 1.8% a year.'), 'rent_growth_pct')).toEqual([])
  })

  it('reads what is denied as an upper limit, and a floor as a lower one', () => {
    const boundOf = (text: string): unknown => company(text).concat(apartments(text))[0]?.bound
    expect(boundOf('Debt yield no lower than 9%.')).toBe('at_least')
    expect(boundOf('LTV of not over 60%.')).toBe('at_most')
    expect(boundOf('LTV never above 60%.')).toBe('at_most')
  })
})

describe('shares', () => {
  it.each([
    'Adjusted EBITDA of $16.4 million, a margin of 18.8%',
    'Adjusted EBITDA was $16.4 million (an 18.8% margin)',
    'EBITDA of $16.4 million, at a margin of 18.8%',
  ])('reads the margin next to the earnings: "%s"', (text) => {
    expect(valuesOf(company(text), 'ebitda_margin_pct')).toEqual([18.8])
  })

  it.each([
    'Consumables make up 63% of revenue and are recurring in nature.',
    'Service contracts are 63% of total revenue, all of it recurring.',
    'About 63% of net sales comes from recurring orders.',
  ])('reads the recurring share: "%s"', (text) => {
    expect(valuesOf(company(text), 'recurring_revenue_pct')).toEqual([63])
  })

  it('does not take what does not recur for recurring', () => {
    expect(
      valuesOf(company('Projects make up 37% of revenue and are non-recurring.'), 'recurring_revenue_pct'),
    ).toEqual([])
  })

  it.each([
    ['No customer accounts for more than 15% of sales.', 'top_customer_pct'],
    ['No single client represents over 15% of revenue.', 'top_customer_pct'],
    ['None of our customers exceeds 15% of net sales.', 'top_customer_pct'],
  ])('reads an upper limit of the largest share: "%s"', (text, key) => {
    const [fact] = company(text)
    expect([fact?.metricKey, fact?.value, fact?.bound]).toEqual([key, 15, 'at_most'])
  })

  it('does not take the limit of all others for that of the largest', () => {
    expect(company('No other customer represented more than 6% of sales.')).toEqual([])
  })

  it.each([
    'Anchor Corvane Supply (NYSE-listed parent) contributes 52% of base rent.',
    'The anchor, a listed grocer, pays 52% of the total annual rent.',
    'Our largest tenant generates 52% of gross rental income.',
  ])('reads the share of the anchor: "%s"', (text) => {
    expect(valuesOf(offices(text), 'largest_tenant_pct')).toEqual([52])
  })

  it.each(['558 of 612 units rented this morning = 91.2%', 'Of the units, 558 out of 612 are occupied, or 91.2%.'])(
    'reads the share that two counts make as the occupancy: "%s"',
    (text) => {
      expect(valuesOf(apartments(text), 'physical_occupancy_pct')).toEqual([91.2])
    },
  )

  it('does not take a share that the counts do not make for the occupancy', () => {
    expect(valuesOf(apartments('558 of 612 units rented, up 4.1%'), 'physical_occupancy_pct')).toEqual([])
  })
})

describe('what a number counts', () => {
  it.each([
    'The store comprises 624 storage units in nine single-story buildings.',
    'A facility of 624 climate-controlled units',
    'A 624-unit apartment building',
  ])('reads the noun behind its modifiers: "%s"', (text) => {
    expect(valuesOf(apartments(text), 'unit_count')).toEqual([624])
  })

  it('does not count buildings by their stories', () => {
    const buildings = (text: string): number[] =>
      apartments(text)
        .filter(({ term }) => term === 'buildings')
        .map(({ value }) => value)
    expect(buildings('The property has nine three-story buildings.')).toEqual([9])
    expect(buildings('The property has eleven two-story residential buildings.')).toEqual([11])
    expect(buildings('A 250-unit apartment building')).toEqual([])
  })

  it.each(['downtime of nine months', 'we assume 9 months of downtime', 'A void period of 9 months is modeled.'])(
    'reads the months between tenants: "%s"',
    (text) => {
      expect(valuesOf(offices(text), 'downtime_months')).toEqual([9])
    },
  )
})

describe('labels of loan terms', () => {
  it.each([
    ['Proceeds: $8.0 million', 'loan_amount', null],
    ['Loan proceeds: $8.0 million', 'loan_amount', null],
    ['Coverage: we need to see 1.30x minimum', 'dscr', 'minimum'],
    ['Minimum coverage: 1.30x', 'dscr', 'minimum'],
  ])('reads "%s" as %s', (text, key, qualifier) => {
    const [fact] = apartments(text)
    expect([fact?.metricKey, fact?.qualifier]).toEqual([key, qualifier])
  })
})

describe('numbers of others', () => {
  it.each([
    'Recent trades suggest a cap rate of 5.6%.',
    'The average of these is $166 per foot at a cap rate of 6.27%.',
    'These sales were at a cap rate of 6.1%.',
  ])('does not take comparables for the deal: "%s"', (text) => {
    expect(apartments(text)).toEqual([])
  })
})
