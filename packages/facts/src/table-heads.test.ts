import type { MetricDomain } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { statementsIn } from './testing.ts'

describe('tables with alternatives, several head rows, or years in the rows', () => {
  it.each<readonly [MetricDomain, string, readonly string[]]>([
    [
      'cre_multifamily',
      '# Willow Creek\n\n| Metric | Value |\n|---|---|\n| Purchase Price | $18,200,000 |\n| Price Per Unit | $130,000 |\n| Total Units | 140 |\n| Occupancy (9/30/26) | 95.7% |\n| Avg. In-Place Rent | $1,258 |\n| Going-In Cap (T-12) | 5.53% |',
      [
        'purchase_price 18200000',
        'price_per_unit 130000',
        'unit_count 140',
        'physical_occupancy_pct 95.7',
        'in_place_rent_per_unit 1258',
        'going_in_cap_rate_pct 5.53 trailing',
      ],
    ],
    [
      'cre_multifamily',
      'Loan summary\n\nLender             Cumberland Bank\nLoan Amount        $10,920,000\nLTV                60.0%\nInterest Rate      6.15% fixed\nTerm               5 years\nAmortization       30 years\nDSCR               1.28x\nDebt Yield         9.4%',
      [
        'loan_amount 10920000',
        'ltv_pct 60',
        'amortization_months 360',
        'dscr 1.28',
        'debt_yield_pct 9.4',
        'interest_rate_pct 6.15',
      ],
    ],
    [
      'cre_multifamily',
      '| | Lender A | Lender B |\n|---|---|---|\n| Loan amount | $10,920,000 | $9,500,000 |\n| Rate | 6.15% | 5.60% |\n| LTV | 60% | 52% |',
      [],
    ],
    [
      'cre_multifamily',
      '| | Option 1 | Option 2 | Selected |\n|---|---|---|---|\n| Loan amount | $10,920,000 | $9,500,000 | $10,920,000 |\n| Interest rate | 6.15% | 5.60% | 6.15% |',
      ['loan_amount 10920000', 'interest_rate_pct 6.15'],
    ],
    [
      'cre_multifamily',
      '| | 2024 Actual | 2025 Actual | 2026 Budget |\n|---|---|---|---|\n| Effective Gross Income | 1,900,000 | 2,000,000 | 2,150,000 |\n| Total Operating Expenses | 1,000,000 | 1,050,000 | 1,100,000 |\n| Net Operating Income | 900,000 | 950,000 | 1,050,000 |',
      [
        'effective_gross_income 1900000 year',
        'effective_gross_income 2000000 year',
        'effective_gross_income 2150000 year',
        'total_operating_expenses 1000000 year',
        'total_operating_expenses 1050000 year',
        'total_operating_expenses 1100000 year',
        'noi 900000 year',
        'noi 950000 year',
        'noi 1050000 year',
      ],
    ],
    [
      'cre_multifamily',
      '| | Actual | Actual | Budget |\n|---|---|---|---|\n| | 2024 | 2025 | 2026 |\n| Net Operating Income | 900,000 | 950,000 | 1,050,000 |',
      ['noi 900000 year', 'noi 950000 year', 'noi 1050000 year'],
    ],
    [
      'cre_multifamily',
      '| | T-12 | Per Unit | % of EGI | Year 1 | Per Unit |\n|---|---|---|---|---|---|\n| Effective gross income | 2,136,720 | 15,262 | 100.0% | 2,271,000 | 16,221 |\n| Real estate taxes | 231,500 | 1,654 | 10.8% | 265,000 | 1,893 |\n| Net operating income | 1,061,400 | 7,581 | 49.7% | 1,118,000 | 7,986 |',
      [
        'effective_gross_income 2136720 trailing',
        'effective_gross_income 2271000 nth_year',
        'real_estate_taxes 231500 trailing',
        'real_estate_taxes 265000 nth_year',
        'noi 1061400 trailing',
        'noi 1118000 nth_year',
      ],
    ],
    [
      'cre_multifamily',
      'Operating statement ($000s)\n\n| | T-12 | Year 1 |\n|---|---|---|\n| Effective gross income | 2,137 | 2,271 |\n| Total operating expenses | (1,075) | (1,153) |\n| NOI | 1,061 | 1,118 |',
      [
        'effective_gross_income 2137000 trailing',
        'effective_gross_income 2271000 nth_year',
        'total_operating_expenses 1075000 trailing',
        'total_operating_expenses 1153000 nth_year',
        'noi 1061000 trailing',
        'noi 1118000 nth_year',
      ],
    ],
    [
      'cre_multifamily',
      '| Year | EGI | Operating expenses | NOI |\n|---|---|---|---|\n| 2024 | 1,900,000 | 1,000,000 | 900,000 |\n| 2025 | 2,000,000 | 1,050,000 | 950,000 |',
      [
        'effective_gross_income 1900000 year',
        'total_operating_expenses 1000000 year',
        'noi 900000 year',
        'effective_gross_income 2000000 year',
        'total_operating_expenses 1050000 year',
        'noi 950000 year',
      ],
    ],
    [
      'cre_multifamily',
      '| | In place | Market |\n|---|---|---|\n| Average rent | $1,258 | $1,359 |\n| Occupancy | 95.7% | 93.1% |',
      ['in_place_rent_per_unit 1258', 'physical_occupancy_pct 95.7'],
    ],
    [
      'cre_multifamily',
      '| | Subject | Submarket |\n|---|---|---|\n| Occupancy | 95.7% | 93.1% |\n| Market rent | $1,359 | $1,410 |',
      ['physical_occupancy_pct 95.7', 'market_rent_per_unit 1359'],
    ],
    [
      'cre_multifamily',
      '| Sources | | Uses | |\n|---|---|---|---|\n| Senior loan | $10,920,000 | Purchase price | $18,200,000 |\n| Sponsor equity | $8,611,000 | Closing costs | $273,000 |\n| | | Renovation budget | $1,058,000 |\n| Total sources | $19,531,000 | Total uses | $19,531,000 |',
      [
        'loan_amount 10920000',
        'purchase_price 18200000',
        'equity_invested 8611000',
        'closing_costs 273000',
        'renovation_budget 1058000',
        'total_project_cost 19531000',
      ],
    ],
    [
      'cre_multifamily',
      '| Sources | Amount | % |\n|---|---|---|\n| Senior loan | $10,920,000 | 55.9% |\n| Equity | $8,611,000 | 44.1% |',
      ['loan_amount 10920000', 'equity_invested 8611000'],
    ],
    [
      'cre_office',
      '| Tenant | SF | % of NRA | Expiration | Rent PSF |\n|---|---|---|---|---|\n| Meridian Health | 51,504 | 24.0% | 6/30/2031 | $33.10 |\n| Polk Legal | 20,000 | 9.3% | 12/31/2028 | $31.00 |\n| Ardent | 18,000 | 8.4% | 3/31/2027 | $30.50 |\n| Total | 189,706 | 88.4% | | $32.50 |',
      [],
    ],
    [
      'pe_lbo',
      '| ($ in millions) | FY24A | FY25A | LTM Sep-26 | FY26E |\n|---|---|---|---|---|\n| Net sales | 33.9 | 38.2 | 41.6 | 43.0 |\n| % growth | 9.1% | 12.7% | 8.9% | 12.6% |\n| Adjusted EBITDA | 7.4 | 9.0 | 10.9 | 11.4 |\n| % margin | 21.8% | 23.6% | 26.2% | 26.5% |',
      [
        'revenue 33900000 year',
        'revenue 38200000 year',
        'revenue 41600000 trailing',
        'revenue 43000000 year',
        'revenue_growth_pct 9.1 year',
        'revenue_growth_pct 12.7 year',
        'revenue_growth_pct 8.9 trailing',
        'revenue_growth_pct 12.6 year',
        'adjusted_ebitda 7400000 year',
        'adjusted_ebitda 9000000 year',
        'adjusted_ebitda 10900000 trailing',
        'adjusted_ebitda 11400000 year',
        'ebitda_margin_pct 21.8 year',
        'ebitda_margin_pct 23.6 year',
        'ebitda_margin_pct 26.2 trailing',
        'ebitda_margin_pct 26.5 year',
      ],
    ],
    [
      'saas_growth',
      '| | Q1 26 | Q2 26 | Q3 26 |\n|---|---|---|---|\n| ARR | 7.1 | 7.8 | 8.4 |\n| NRR | 116% | 117% | 118% |',
      [],
    ],
  ])('in a deal of type %s reads the table %j as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})
