import type { MetricDomain } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { statementsIn } from '../testing.ts'

type Case = readonly [MetricDomain, string, readonly string[]]

describe('offers and prices, as the trade writes them', () => {
  it.each<Case>([
    [
      'cre_multifamily',
      'The property is offered at $18,200,000 ($130,000 per unit).',
      ['purchase_price 18200000', 'price_per_unit 130000'],
    ],
    [
      'cre_multifamily',
      'Asking price of $18.2MM, or $130K per unit, a 5.53% cap rate on trailing income.',
      ['purchase_price 18200000', 'price_per_unit 130000', 'going_in_cap_rate_pct 5.53'],
    ],
    ['cre_multifamily', 'We propose to acquire the Property for $18,200,000.', ['purchase_price 18200000']],
    ['cre_multifamily', 'Our offer is $18.2 million, all cash.', ['purchase_price 18200000']],
    ['cre_multifamily', 'Buyer shall pay Seller $18,200,000 for the Property.', ['purchase_price 18200000']],
    ['cre_multifamily', 'The contract price equates to $130,000 per unit.', ['price_per_unit 130000']],
    [
      'cre_multifamily',
      '$142 psf and $130,000 a door at our price of $18.2 million',
      ['price_per_sf 142', 'price_per_unit 130000', 'purchase_price 18200000'],
    ],
    ['cre_multifamily', '- Price / unit: $130,000', ['price_per_unit 130000']],
    ['cre_multifamily', '- Going-in cap: 5.53%', ['going_in_cap_rate_pct 5.53']],
    [
      'cre_multifamily',
      '- Cap rate: 5.53% going in, 6.00% exit',
      ['going_in_cap_rate_pct 5.53', 'exit_cap_rate_pct 6'],
    ],
    ['cre_office', 'At $67.0 million, or $312 per square foot', ['price_per_sf 312']],
    [
      'cre_office',
      'The price of $67.0 million ($312/SF) is below replacement cost of $450/SF.',
      ['purchase_price 67000000', 'price_per_sf 312'],
    ],
    ['cre_multifamily', '- Guidance: $18.2MM ($130k/door)', ['purchase_price 18200000', 'price_per_unit 130000']],
    [
      'cre_multifamily',
      '- 5.53% T-12 cap; 6.1% Y1 cap',
      ['going_in_cap_rate_pct 5.53 trailing', 'going_in_cap_rate_pct 6.1 nth_year'],
    ],
    [
      'cre_multifamily',
      'The going-in yield is 5.5 percent, rising to a 7.0 percent yield on cost once renovated.',
      ['going_in_cap_rate_pct 5.5', 'yield_on_cost_pct 7'],
    ],
    [
      'cre_office',
      'The price reflects a 6.5% cap rate on in-place NOI and 7.2% on year-one NOI.',
      ['going_in_cap_rate_pct 6.5 nth_year'],
    ],
    [
      'cre_office',
      'Purchaser will acquire the fee interest in Meadowlark for $62,400,000.',
      ['purchase_price 62400000'],
    ],
    [
      'cre_office',
      'Price: $62.4M ($151/SF), 6.4% going-in cap, 7.1% stabilized yield',
      ['purchase_price 62400000', 'price_per_sf 151', 'going_in_cap_rate_pct 6.4'],
    ],
    [
      'cre_office',
      'Price | $62,400,000 / $151 psf / 6.40% cap',
      ['purchase_price 62400000', 'price_per_sf 151', 'going_in_cap_rate_pct 6.4'],
    ],
    [
      'cre_multifamily',
      'We are buying at a 5.5% cap and exiting at a 5.75% cap.',
      ['going_in_cap_rate_pct 5.5', 'exit_cap_rate_pct 5.75'],
    ],
    ['cre_multifamily', '- Going-in 5.53%, exit 5.75%', ['going_in_cap_rate_pct 5.53', 'exit_cap_rate_pct 5.75']],
    ['cre_multifamily', 'at a 5.5 cap on our numbers', ['going_in_cap_rate_pct 5.5']],
    ['cre_multifamily', 'Seller wants $18.2 million.', ['purchase_price 18200000']],
    [
      'cre_multifamily',
      'The seller is asking $18.2 million, we think it trades at $17.5 million.',
      ['purchase_price 18200000'],
    ],
    ['cre_multifamily', "Seller's ask: $18.2 million", ['purchase_price 18200000']],
    ['cre_multifamily', 'We agreed on $17,850,000.', ['purchase_price 17850000']],
    ['cre_multifamily', 'Purchase price reduced to $17,850,000 from $18,200,000.', ['purchase_price 17850000']],
    ['cre_multifamily', 'PSA price: $17,850,000', ['purchase_price 17850000']],
    [
      'cre_multifamily',
      'The PSA calls for a purchase price of $17,850,000 and a deposit of $350,000.',
      ['purchase_price 17850000'],
    ],
    [
      'cre_multifamily',
      'Contract price $17,850,000; deposit $350,000; closing costs $268,000',
      ['purchase_price 17850000', 'closing_costs 268000'],
    ],
    [
      'cre_office',
      'Purchase price of $67.0 million at a 6.5% in-place cap',
      ['purchase_price 67000000', 'going_in_cap_rate_pct 6.5'],
    ],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('rents, areas and occupancy, as the trade writes them', () => {
  it.each<Case>([
    [
      'cre_multifamily',
      'At 95.7% occupancy and average rents of $1,258, the community is stable.',
      ['physical_occupancy_pct 95.7', 'in_place_rent_per_unit 1258'],
    ],
    ['cre_multifamily', 'Residents pay $1,258 a month on average.', ['in_place_rent_per_unit 1258']],
    [
      'cre_multifamily',
      'Average in-place rents are $1,258 per month ($1.38 per square foot).',
      ['in_place_rent_per_unit 1258', 'in_place_rent_psf 1.38'],
    ],
    ['cre_multifamily', 'The average apartment rents for $1,258 a month.', ['in_place_rent_per_unit 1258']],
    ['cre_multifamily', 'Market rents average $1,359 per month.', ['market_rent_per_unit 1359']],
    [
      'cre_multifamily',
      'Physical occupancy stood at 95.7% at September 30, 2026 and economic occupancy at 91.2%.',
      ['physical_occupancy_pct 95.7', 'economic_occupancy_pct 91.2'],
    ],
    [
      'cre_multifamily',
      '134 of the 140 apartments are occupied (95.7%).',
      ['unit_count 140', 'physical_occupancy_pct 95.7'],
    ],
    ['cre_multifamily', '140-unit garden-style community built in 1986', ['unit_count 140']],
    ['cre_multifamily', 'The 140 apartments average 915 square feet.', ['unit_count 140']],
    ['cre_multifamily', 'Of the 140 units, 48 have been renovated.', ['unit_count 140']],
    [
      'cre_multifamily',
      'Finished homes have been earning $165 more per month than classic ones.',
      ['rent_premium_per_unit 165'],
    ],
    ['cre_multifamily', 'Renovated units achieve $165 premiums over classic units.', ['rent_premium_per_unit 165']],
    ['cre_multifamily', 'Upgraded units command premiums of $165 per month.', ['rent_premium_per_unit 165']],
    ['cre_multifamily', 'Rents are projected to grow 3.0% annually.', ['rent_growth_pct 3']],
    [
      'cre_multifamily',
      'We model 3% annual rent growth and 2.75% expense growth.',
      ['rent_growth_pct 3', 'expense_growth_pct 2.75'],
    ],
    [
      'cre_multifamily',
      'Rents are grown at 3.00% a year and expenses at 2.75%.',
      ['rent_growth_pct 3', 'expense_growth_pct 2.75'],
    ],
    [
      'cre_multifamily',
      'Income is inflated at 3.0% and expenses at 2.75% per year.',
      ['rent_growth_pct 3', 'expense_growth_pct 2.75'],
    ],
    ['cre_multifamily', 'Breakeven occupancy is 78.4%.', ['breakeven_occupancy_pct 78.4']],
    ['cre_multifamily', 'Gross potential rent of $2,283,360', ['gross_potential_rent 2283360']],
    ['cre_multifamily', '- Occupancy 95.7%', ['physical_occupancy_pct 95.7']],
    ['cre_multifamily', '- 140 units, 95.7% occupied', ['unit_count 140', 'physical_occupancy_pct 95.7']],
    ['cre_office', 'The building contains 214,600 rentable square feet.', ['rentable_sf 214600']],
    ['cre_office', 'Harbor Tower is a 214,600-square-foot office building.', ['rentable_sf 214600']],
    ['cre_office', 'Harbor Tower, a 12-story, 214,600 SF Class A office tower', ['rentable_sf 214600']],
    ['cre_office', 'Net rentable area: 214,600 SF', ['rentable_sf 214600']],
    [
      'cre_office',
      'NRA of 214,600 square feet, 88.4% leased to 14 tenants',
      ['rentable_sf 214600', 'physical_occupancy_pct 88.4'],
    ],
    [
      'cre_office',
      'The property is 88.4% leased with a WALT of 5.2 years.',
      ['physical_occupancy_pct 88.4', 'walt_months 62.4'],
    ],
    ['cre_office', 'Weighted average remaining lease term of 5.2 years', ['walt_months 62.4']],
    ['cre_office', 'a 5.2-year WALT', ['walt_months 62.4']],
    ['cre_office', 'WALT: 62 months', ['walt_months 62']],
    ['cre_office', 'Leases have 5.2 years of weighted average term remaining.', ['walt_months 62.4']],
    [
      'cre_office',
      'In-place rents average $32.50 per square foot against market rents of $35.00.',
      ['in_place_rent_psf 32.5', 'market_rent_psf 35'],
    ],
    [
      'cre_office',
      'Average in-place rent is $32.50 PSF, 7% below market at $35.00 PSF.',
      ['in_place_rent_psf 32.5', 'market_rent_psf 35'],
    ],
    ['cre_office', 'The weighted average base rent is $32.50/SF.', ['in_place_rent_psf 32.5']],
    ['cre_office', 'We underwrite market rent at $35.00 per square foot.', ['market_rent_psf 35']],
    ['cre_office', 'The largest tenant, Meridian Health, leases 24% of the building.', ['largest_tenant_pct 24']],
    ['cre_office', 'Meridian Health, the largest tenant, accounts for 24.0% of base rent.', ['largest_tenant_pct 24']],
    ['cre_office', 'Leases covering 31% of the space expire within 24 months.', ['rollover_24m_pct 31']],
    ['cre_office', '31% of the NRA rolls in the next two years.', ['rollover_24m_pct 31']],
    ['cre_office', 'New leases receive a TI allowance of $55 per square foot.', ['ti_psf_new 55']],
    ['cre_office', 'Leasing commissions of 6% on new leases', ['leasing_commission_pct 6']],
    ['cre_office', 'Renewal probability is set at 70%.', ['renewal_probability_pct 70']],
    [
      'cre_office',
      'We assume a 70% renewal probability and nine months of downtime.',
      ['renewal_probability_pct 70', 'downtime_months 9'],
    ],
    ['cre_office', '70% of tenants are assumed to renew.', ['renewal_probability_pct 70']],
    [
      'cre_multifamily',
      'Key metrics: 140 units | 95.7% occupied | $1,258 average rent | $18.2MM guidance',
      ['unit_count 140', 'physical_occupancy_pct 95.7', 'in_place_rent_per_unit 1258', 'purchase_price 18200000'],
    ],
    ['cre_multifamily', 'Total square footage is 128,040.', ['rentable_sf 128040']],
    ['cre_multifamily', '128,040 net rentable square feet in eleven buildings', ['rentable_sf 128040']],
    ['cre_office', 'Occupancy is 88.4% with 5.2 years WALT.', ['physical_occupancy_pct 88.4', 'walt_months 62.4']],
    ['cre_office', 'The weighted-average lease term (WALT) is 5.2 years.', ['walt_months 62.4']],
    [
      'cre_office',
      'GLA: 214,600 SF; year built 1998; occupancy 88.4%',
      ['rentable_sf 214600', 'physical_occupancy_pct 88.4'],
    ],
    [
      'cre_office',
      '100% leased to Acme under a 12-year NNN lease at $9.50 per foot with 2% bumps.',
      ['physical_occupancy_pct 100'],
    ],
    ['cre_office', 'Building size: 214,600 RSF', ['rentable_sf 214600']],
    [
      'cre_office',
      'Meadowlark Distribution Center is a 412,000-square-foot, cross-dock warehouse on 24 acres.',
      ['rentable_sf 412000'],
    ],
    ['cre_office', 'The 412,000 SF facility is fully leased to two tenants.', ['rentable_sf 412000']],
    ['cre_office', 'The building totals 412,000 square feet.', ['rentable_sf 412000']],
    ['cre_office', 'Total GLA 412,000 SF', ['rentable_sf 412000']],
    [
      'cre_office',
      'Weighted average in-place rent is $6.10 NNN versus market of $7.25 NNN.',
      ['in_place_rent_psf 6.1', 'market_rent_psf 7.25'],
    ],
    ['cre_office', 'Market rent growth of 3.25% per annum.', ['rent_growth_pct 3.25']],
    ['cre_office', 'Remaining lease term is 4.6 years weighted by income.', ['walt_months 55.2']],
    ['cre_office', 'WALE of 4.6 yrs by area', ['walt_months 55.2']],
    [
      'cre_office',
      'Downtime of nine months between leases and a 65% renewal probability',
      ['downtime_months 9', 'renewal_probability_pct 65'],
    ],
    [
      'cre_office',
      'Occupancy is 93%; the vacant 28,840 SF bay is on the market at $7.50.',
      ['physical_occupancy_pct 93'],
    ],
    ['cre_office', '93% occupied (383,160 SF of 412,000 SF)', ['physical_occupancy_pct 93']],
    [
      'cre_multifamily',
      'The community is 94.3 percent occupied and 96.1 percent leased.',
      ['physical_occupancy_pct 94.3'],
    ],
    ['cre_multifamily', 'Occupancy: 94.3% (96.1% leased)', ['physical_occupancy_pct 94.3']],
    [
      'cre_multifamily',
      'Year Built: 1986 / Units: 140 / Net Rentable SF: 128,040',
      ['unit_count 140', 'rentable_sf 128040'],
    ],
    ['cre_multifamily', 'A $165 rent bump on 92 units', ['rent_premium_per_unit 165']],
    ['cre_multifamily', 'We have 140 units, 8 of them vacant.', ['unit_count 140']],
    ['cre_multifamily', 'There are 140 apartments in eleven buildings.', ['unit_count 140']],
    ['cre_multifamily', "The property's 140 units are 94% occupied.", ['unit_count 140', 'physical_occupancy_pct 94']],
    ['cre_multifamily', 'Occupancy has slipped to 93.6% from 95.7% in June.', ['physical_occupancy_pct 93.6']],
    [
      'cre_multifamily',
      'Occupancy, 94.3% at inspection, has averaged 95% for three years.',
      ['physical_occupancy_pct 94.3'],
    ],
    ['cre_multifamily', 'Current rents average $1,258, or about $100 below market.', ['in_place_rent_per_unit 1258']],
    ['cre_multifamily', 'We think market rent is closer to $1,325.', ['market_rent_per_unit 1325']],
    ['cre_multifamily', 'Premiums average $165 a month on finished units.', ['rent_premium_per_unit 165']],
    ['cre_multifamily', 'Economic occupancy (T-12) 89.7%', ['economic_occupancy_pct 89.7 trailing']],
    [
      'cre_multifamily',
      'Annual rent growth: 3.0%; annual expense growth: 2.75%',
      ['rent_growth_pct 3', 'expense_growth_pct 2.75'],
    ],
    [
      'cre_multifamily',
      'Growth assumptions: rents 3.0%, expenses 2.75%',
      ['rent_growth_pct 3', 'expense_growth_pct 2.75'],
    ],
    ['cre_multifamily', 'Rent / expense growth: 3.0% / 2.75%', ['rent_growth_pct 3', 'expense_growth_pct 2.75']],
    [
      'cre_office',
      'The tower is 88% leased; leased occupancy falls to 81% if Polk leaves.',
      ['physical_occupancy_pct 88'],
    ],
    ['cre_office', 'Average rent $32.50 FSG', ['in_place_rent_psf 32.5']],
    ['cre_office', 'The largest tenant is Meridian Health with 24.0% of rent.', ['largest_tenant_pct 24']],
    ['cre_office', 'Largest tenant: Meridian Health (24.0% of base rent)', ['largest_tenant_pct 24']],
    ['cre_office', 'Top tenant concentration 24%', ['largest_tenant_pct 24']],
    ['cre_office', 'Lease rollover in the first 24 months is 31%.', ['rollover_24m_pct 31']],
    ['cre_office', 'TI allowance for new leases: $55 psf', ['ti_psf_new 55']],
    ['cre_office', 'Rollover is 31% within 24 months.', ['rollover_24m_pct 31']],
    ['cre_office', 'The WALT stands at 62 months.', ['walt_months 62']],
    ['cre_office', 'Mark-to-market of 7.7%', ['mark_to_market_pct 7.7']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('income and expenses of a property, as the trade writes them', () => {
  it.each<Case>([
    [
      'cre_multifamily',
      'T-12 NOI is $1,006,520 and Year 1 NOI is projected at $1,118,000.',
      ['noi 1006520 trailing', 'noi 1118000 nth_year'],
    ],
    ['cre_multifamily', 'Trailing twelve-month net operating income was $1,006,520.', ['noi 1006520 trailing']],
    [
      'cre_multifamily',
      'Net operating income for the twelve months ended September 30, 2026 was $1,006,520.',
      ['noi 1006520 trailing'],
    ],
    ['cre_multifamily', 'NOI over the twelve months to September 2026 came to $1,006,520.', ['noi 1006520 trailing']],
    ['cre_multifamily', 'First-year NOI is underwritten at $1.118 million.', ['noi 1118000 nth_year']],
    [
      'cre_multifamily',
      'We underwrite year-one NOI of $1.118 million, growing to $1.33 million in Year 3.',
      ['noi 1118000 nth_year', 'noi 1330000 nth_year'],
    ],
    [
      'cre_multifamily',
      'In-place NOI of $1.006 million; stabilized NOI of $1.329 million.',
      ['noi 1006000 in place', 'stabilized_noi 1329000'],
    ],
    [
      'cre_multifamily',
      'Once the interior program is through, stabilized net operating income is $1,329,000.',
      ['stabilized_noi 1329000'],
    ],
    [
      'cre_multifamily',
      'Effective gross income totals $2,136,720 on a trailing basis.',
      ['effective_gross_income 2136720'],
    ],
    [
      'cre_multifamily',
      'Operating expenses of $1,130,200 ($8,073 per unit) represent 52.9% of EGI.',
      ['total_operating_expenses 1130200', 'opex_per_unit 8073', 'expense_ratio_pct 52.9'],
    ],
    ['cre_multifamily', 'Expenses run at 52.9% of effective gross income.', ['expense_ratio_pct 52.9']],
    ['cre_multifamily', 'The expense ratio is 52.9%.', ['expense_ratio_pct 52.9']],
    [
      'cre_multifamily',
      'Real estate taxes were $246,800 in 2025 and are budgeted at $265,000 for 2027.',
      ['real_estate_taxes 246800 year', 'real_estate_taxes 265000 year'],
    ],
    ['cre_multifamily', 'The 2026 tax bill was $246,800.', ['real_estate_taxes 246800 year']],
    [
      'cre_multifamily',
      "The insurance premium renewed at $148,900, up 13% from last year's $131,600.",
      ['insurance_expense 148900'],
    ],
    ['cre_multifamily', 'Replacement reserves of $250 per unit, or $35,000 a year.', ['replacement_reserves 35000']],
    ['cre_multifamily', 'We budget $11,500 per unit for interiors.', ['renovation_cost_per_unit 11500']],
    [
      'cre_multifamily',
      'Renovations cost $11,500 per unit and yield a $165 monthly premium.',
      ['renovation_cost_per_unit 11500', 'rent_premium_per_unit 165'],
    ],
    [
      'cre_multifamily',
      'We estimate $11,500 per apartment for quartz, plank flooring and stainless appliances.',
      ['renovation_cost_per_unit 11500'],
    ],
    ['cre_multifamily', 'Our capital budget totals $1,610,000.', ['renovation_budget 1610000']],
    ['cre_multifamily', 'Total capitalization of $20.4 million.', ['total_project_cost 20400000']],
    ['cre_multifamily', 'Closing costs are estimated at $364,000.', ['closing_costs 364000']],
    ['cre_multifamily', 'Untrended yield on cost of 6.5%.', ['yield_on_cost_pct 6.5']],
    [
      'cre_multifamily',
      'Loss to lease of $169,440 and vacancy loss of $139,300 in the T-12.',
      ['loss_to_lease 169440 trailing', 'vacancy_loss 139300 trailing'],
    ],
    [
      'cre_multifamily',
      'Concessions and bad debt were $21,600 and $34,700, respectively.',
      ['concessions 21600', 'bad_debt 34700'],
    ],
    ['cre_multifamily', 'Other income contributes $218,400 a year.', ['other_income 218400']],
    ['cre_multifamily', '- NOI (T-12): $1,006,520', ['noi 1006520 trailing']],
    ['cre_office', 'Expense reimbursements were $1.4 million in 2025.', ['expense_reimbursements 1400000 year']],
    [
      'cre_multifamily',
      'The T12 shows NOI of $1,006,520 on EGI of $2,136,720.',
      ['noi 1006520 trailing', 'effective_gross_income 2136720 trailing'],
    ],
    [
      'cre_multifamily',
      'Year 1 property taxes are underwritten at $310,000, Year 2 at $318,000.',
      ['real_estate_taxes 310000 nth_year', 'real_estate_taxes 318000 nth_year'],
    ],
    [
      'cre_office',
      'NOI: $4.36 million (T-12), $4.61 million (Year 1)',
      ['noi 4360000 trailing', 'noi 4610000 nth_year'],
    ],
    [
      'cre_office',
      'In-place NOI of $4,360,000 represents a 6.51% cap rate at the ask.',
      ['noi 4360000 in place', 'going_in_cap_rate_pct 6.51'],
    ],
    ['cre_office', 'CAM recoveries of $1.4 million', ['expense_reimbursements 1400000']],
    [
      'cre_multifamily',
      'Underwritten NOI of $1,040,000 supports 1.30x coverage at the actual rate.',
      ['noi 1040000', 'dscr 1.3'],
    ],
    [
      'cre_multifamily',
      'UW NOI: $1,040,000; UW DSCR: 1.30x; UW debt yield: 9.5%',
      ['noi 1040000', 'dscr 1.3', 'debt_yield_pct 9.5'],
    ],
    ['cre_multifamily', 'The lender underwrote NOI at $1,040,000, below our $1,118,000.', ['noi 1040000']],
    ['cre_multifamily', 'NOI is up 4% year over year to $1,006,520 for the T-12.', ['noi 1006520 trailing']],
    ['cre_multifamily', 'NOI of just over $1.0 million', ['noi 1000000 at_least']],
    [
      'cre_multifamily',
      'Capex: $1.058M ($11,500/unit on 92 units)',
      ['renovation_budget 1058000', 'renovation_cost_per_unit 11500'],
    ],
    ['cre_multifamily', 'All-in basis of $19.5 million or $139,507 a door', ['total_project_cost 19500000']],
    ['cre_multifamily', "Insurance: $131,600 vs. broker's quote of $148,900", ['insurance_expense 131600']],
    ['cre_multifamily', 'Annual premium: $148,900', ['insurance_expense 148900']],
    ['cre_multifamily', 'Total annual premium including taxes and fees $148,900', ['insurance_expense 148900']],
    ['cre_multifamily', 'The T-12 NOI of $1,006,520 includes $40,000 of one-time repairs.', ['noi 1006520 trailing']],
    ['cre_multifamily', 'Net operating income rose from $919,600 to $1,006,520.', ['noi 1006520']],
    ['cre_multifamily', 'Property taxes will reset to $310,000 in 2027.', ['real_estate_taxes 310000 year']],
    ['cre_multifamily', 'Insurance came in at $148,900, 13% higher than budget.', ['insurance_expense 148900']],
    ['cre_multifamily', 'Closing costs and reserves of $364,000', ['closing_costs 364000']],
    [
      'cre_multifamily',
      'Total capital budget: $1,144,400 including $86,400 of immediate repairs',
      ['renovation_budget 1144400'],
    ],
    ['cre_multifamily', 'Interior program of $1,058,000', ['renovation_budget 1058000 minimum']],
    ['cre_multifamily', 'Yield on cost reaches 7.0% once stabilized.', ['yield_on_cost_pct 7']],
    ['cre_multifamily', 'Stabilized NOI (Year 3) of $1,368,000', ['stabilized_noi 1368000 nth_year']],
    ['cre_office', 'The NOI of $4,360,000 equals $20.32 per square foot.', ['noi 4360000']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('exits and returns, as the trade writes them', () => {
  it.each<Case>([
    ['cre_multifamily', 'Exit in year five at a 6.0% cap rate.', ['exit_cap_rate_pct 6 nth_year']],
    ['cre_multifamily', 'We assume a sale at the end of Year 5 at a 6.00% cap.', ['exit_cap_rate_pct 6 nth_year']],
    [
      'cre_multifamily',
      'A terminal capitalization rate of 6.00% and selling costs of 1.5%.',
      ['exit_cap_rate_pct 6', 'selling_costs_pct 1.5'],
    ],
    ['cre_multifamily', 'The reversion is calculated with a residual cap rate of 6.00%.', ['exit_cap_rate_pct 6']],
    [
      'cre_multifamily',
      'Levered IRR of 16.4% and equity multiple of 2.05x over a five-year hold.',
      ['levered_irr_pct 16.4', 'equity_multiple 2.05', 'hold_period_months 60'],
    ],
    [
      'cre_multifamily',
      'Projected returns: 16.4% levered IRR / 2.05x equity multiple.',
      ['levered_irr_pct 16.4', 'equity_multiple 2.05'],
    ],
    [
      'cre_multifamily',
      'The deal pencils to a 16.4% IRR and a 2.05x multiple.',
      ['levered_irr_pct 16.4', 'equity_multiple 2.05'],
    ],
    [
      'cre_multifamily',
      '5-year hold, 16.4% IRR, 2.05x EM, 7.1% average cash-on-cash',
      ['hold_period_months 60', 'levered_irr_pct 16.4', 'equity_multiple 2.05', 'cash_on_cash_pct 7.1'],
    ],
    ['cre_multifamily', 'Year 1 cash-on-cash return of 6.2%.', ['cash_on_cash_pct 6.2 nth_year']],
    ['cre_multifamily', 'Unlevered IRR is 9.3%.', ['unlevered_irr_pct 9.3']],
    ['cre_multifamily', 'We need $7.9 million of equity.', ['equity_invested 7900000']],
    ['cre_multifamily', 'Total equity requirement: $7.9 million', ['equity_invested 7900000 required']],
    ['cre_multifamily', '8% preferred return, 20% promote thereafter.', ['preferred_return_pct 8', 'promote_pct 20']],
    ['cre_multifamily', '- Levered IRR / EM: 16.4% / 2.05x', ['levered_irr_pct 16.4', 'equity_multiple 2.05']],
    [
      'cre_multifamily',
      'Hold period: 5 years; reversion cap: 6.0%; cost of sale: 1.5%',
      ['hold_period_months 60', 'exit_cap_rate_pct 6', 'selling_costs_pct 1.5'],
    ],
    [
      'cre_multifamily',
      'We get to a 16.4% levered return and double our money (2.05x) in five years.',
      ['levered_irr_pct 16.4'],
    ],
    ['cre_multifamily', 'Total equity is $8.6 million.', ['equity_invested 8600000']],
    ['cre_multifamily', 'The investment requires $8.6M in equity.', ['equity_invested 8600000 required']],
    [
      'cre_multifamily',
      'The exit is modeled in month 60 at a 5.75% cap and net of 1.5% selling costs.',
      ['exit_cap_rate_pct 5.75', 'selling_costs_pct 1.5'],
    ],
    ['cre_multifamily', 'Disposition at 5.75% cap rate in 2031', ['exit_cap_rate_pct 5.75 year']],
    [
      'cre_multifamily',
      'Project-level IRR of 9.3% unlevered and 16.4% levered',
      ['unlevered_irr_pct 9.3', 'levered_irr_pct 16.4'],
    ],
    ['cre_multifamily', 'Unlevered / levered IRR: 9.3% / 16.4%', ['unlevered_irr_pct 9.3', 'levered_irr_pct 16.4']],
    ['cre_multifamily', 'In the base case, levered IRR is 16.4%; the downside case is 9.1%.', ['levered_irr_pct 16.4']],
    ['cre_multifamily', 'Cash-on-cash averages 7.1% over the hold.', ['cash_on_cash_pct 7.1']],
    ['cre_multifamily', 'Equity needed: about $8.6 million', ['equity_invested 8600000']],
    ['cre_multifamily', 'Our equity is $8.6 million.', ['equity_invested 8600000']],
    ['cre_multifamily', 'Value at exit is $25.1 million.', ['gross_exit_value 25100000']],
    ['cre_multifamily', 'Gross sale proceeds of $25.1 million', ['gross_exit_value 25100000']],
    ['cre_multifamily', 'Net sale proceeds: $13.6 million', ['net_sale_proceeds 13600000']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('loans and debt, as the trade writes them', () => {
  it.each<Case>([
    ['cre_multifamily', "We'd lend $10,920,000, which is 60% of your price.", ['loan_amount 10920000', 'ltv_pct 60']],
    [
      'cre_multifamily',
      'We can offer $10,920,000 at 60% LTV, fixed at 6.15% for five years.',
      ['loan_amount 10920000', 'ltv_pct 60', 'interest_rate_pct 6.15'],
    ],
    ['cre_multifamily', 'Loan amount: $10,920,000 (60% LTV)', ['loan_amount 10920000', 'ltv_pct 60']],
    [
      'cre_multifamily',
      'Senior loan of $10.92 million, 60.0% of purchase price, 6.15% fixed rate, 30-year amortization.',
      ['loan_amount 10920000', 'ltv_pct 60', 'interest_rate_pct 6.15', 'amortization_months 360'],
    ],
    [
      'cre_multifamily',
      'Proceeds of up to $10,920,000, not to exceed 60% of cost.',
      ['loan_amount 10920000 at_most', 'ltc_pct 60 at_most'],
    ],
    ['cre_multifamily', 'Five-year term, thirty-year amortization, no interest-only.', ['amortization_months 360']],
    ['cre_multifamily', 'The loan amortizes over 30 years.', ['amortization_months 360 at_least']],
    ['cre_multifamily', 'Amortized over thirty (30) years.', ['amortization_months 360 at_least']],
    ['cre_multifamily', 'Principal and interest on a 30-year schedule.', ['amortization_months 360']],
    ['cre_multifamily', '30-yr am after 24 months IO', ['amortization_months 360']],
    ['cre_multifamily', 'Rate: SOFR + 285 bps with a 1-month floor of 3.00%', ['spread_pct 2.85']],
    [
      'cre_multifamily',
      'Priced at 195 bps over the five-year Treasury, 6.15% all-in today.',
      ['spread_pct 1.95', 'interest_rate_pct 6.15'],
    ],
    ['cre_multifamily', 'T5 + 195', ['spread_pct 1.95']],
    ['cre_multifamily', 'The five-year Treasury plus 195 basis points', ['spread_pct 1.95']],
    ['cre_multifamily', '10-year UST plus 175 bps', ['spread_pct 1.75']],
    ['cre_multifamily', 'The coupon is 6.15%, fixed for the term.', ['interest_rate_pct 6.15']],
    [
      'cre_multifamily',
      "Fixed at 6.15%, i.e. today's 4.20 five-year Treasury plus 195 over.",
      ['interest_rate_pct 6.15', 'spread_pct 1.95'],
    ],
    [
      'cre_multifamily',
      'At that coupon, annual debt service works out to $798,300 and the DSCR is 1.28x.',
      ['annual_debt_service 798300', 'dscr 1.28'],
    ],
    [
      'cre_multifamily',
      'Annual debt service of $798,300 is covered 1.28x by trailing NOI.',
      ['annual_debt_service 798300', 'dscr 1.28'],
    ],
    ['cre_multifamily', 'NOI covers debt service 1.28x.', ['dscr 1.28']],
    ['cre_multifamily', 'Debt service coverage is 1.28 times.', ['dscr 1.28']],
    ['cre_multifamily', 'Debt service coverage: 1.28x; debt yield: 9.4%', ['dscr 1.28', 'debt_yield_pct 9.4']],
    ['cre_multifamily', 'The loan shows a 9.4% debt yield and 1.28x coverage.', ['debt_yield_pct 9.4', 'dscr 1.28']],
    [
      'cre_multifamily',
      'Our policy minimum is a DSCR of 1.25x and a debt yield of 9.0%.',
      ['dscr 1.25 minimum', 'debt_yield_pct 9 minimum'],
    ],
    ['cre_multifamily', 'Program guidelines require 1.25x DSCR.', ['dscr 1.25 required']],
    ['cre_multifamily', 'We are at 60% LTV today; the prior quote was 65%.', ['ltv_pct 60']],
    ['cre_multifamily', '- LTV 60%; DSCR 1.28x; DY 9.4%', ['ltv_pct 60', 'dscr 1.28', 'debt_yield_pct 9.4']],
    [
      'cre_multifamily',
      '- Debt: $10.9M at 6.15%, 60% LTV, 5-year term',
      ['loan_amount 10900000', 'interest_rate_pct 6.15', 'ltv_pct 60'],
    ],
    ['cre_multifamily', 'Bank debt at 60% of cost, five years, two of them interest only.', ['ltc_pct 60']],
    ['cre_multifamily', 'The note bears interest at 6.15% per annum.', ['interest_rate_pct 6.15']],
    ['cre_multifamily', 'Rate lock at 6.15% was obtained on November 3.', ['interest_rate_pct 6.15']],
    [
      'cre_multifamily',
      'Sizing: lesser of 65% LTV, 1.25x DSCR and 8.5% debt yield',
      ['ltv_pct 65', 'dscr 1.25', 'debt_yield_pct 8.5'],
    ],
    [
      'cre_multifamily',
      'The borrower requests $10.92 million at 60% of value.',
      ['loan_amount 10920000', 'ltv_pct 60'],
    ],
    ['cre_multifamily', 'Requested loan: $10,920,000', ['loan_amount 10920000']],
    ['cre_multifamily', 'Maximum proceeds: $10,920,000', ['loan_amount 10920000']],
    [
      'cre_multifamily',
      'Lender will advance the lesser of $10,920,000 and 60% of appraised value.',
      ['loan_amount 10920000', 'ltv_pct 60'],
    ],
    ['cre_multifamily', 'Loan-to-value shall not exceed 65%.', ['ltv_pct 65 at_most']],
    [
      'cre_multifamily',
      'Borrower must maintain a DSCR of at least 1.20x, tested quarterly.',
      ['dscr 1.2 required at_least'],
    ],
    [
      'cre_multifamily',
      'Interest accrues at a fixed rate of 6.15% on an actual/360 basis.',
      ['interest_rate_pct 6.15'],
    ],
    ['cre_multifamily', '6.15% fixed, 5/30, 60% LTV', ['interest_rate_pct 6.15', 'ltv_pct 60']],
    [
      'cre_multifamily',
      'Rate: 1M Term SOFR + 2.85% (currently 7.2% all-in)',
      ['spread_pct 2.85', 'interest_rate_pct 7.2'],
    ],
    ['cre_multifamily', 'Interest-only for 24 months, then 30-year amortization', ['amortization_months 360']],
    ['cre_multifamily', 'The senior rate is 6.15% and the mezzanine rate 11.5%.', ['interest_rate_pct 6.15']],
    ['cre_multifamily', '- DSCR 1.28x (T-12), 1.40x (Y1)', ['dscr 1.28 trailing', 'dscr 1.4 nth_year']],
    [
      'cre_multifamily',
      '- 60% LTV / 6.15% / 30-yr am',
      ['ltv_pct 60', 'interest_rate_pct 6.15', 'amortization_months 360'],
    ],
    [
      'cre_multifamily',
      'Per our call, the bank is at 62.5% loan to value, $11.4 million, 5.95% for seven years with two years IO.',
      ['ltv_pct 62.5', 'loan_amount 11400000', 'interest_rate_pct 5.95'],
    ],
    ['cre_multifamily', 'Debt service comes to about $816,000 a year.', ['annual_debt_service 816000']],
    ['cre_multifamily', 'That leaves coverage of 1.31x on the trailing number and 1.42x on ours.', ['dscr 1.31']],
    ['cre_multifamily', 'Loan constant 7.31%, DSCR 1.28x', ['dscr 1.28']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})
