import type { MetricDomain } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import { statementsIn } from '../testing.ts'

type Case = readonly [MetricDomain, string, readonly string[]]

describe('offers and prices, as the trade writes them', () => {
  it.each<Case>([
    [
      'pe_lbo',
      'Enterprise value of $131.0 million, or 13.0x LTM Adjusted EBITDA of $10.08 million.',
      ['enterprise_value 131000000', 'entry_multiple 13 trailing', 'adjusted_ebitda 10080000 trailing'],
    ],
    ['pe_lbo', 'TEV of $131mm (13.0x LTM Adj. EBITDA)', ['enterprise_value 131000000', 'entry_multiple 13 trailing']],
    [
      'pe_lbo',
      'We are pleased to submit a proposal to acquire 100% of the company for $131 million on a cash-free, debt-free basis.',
      ['enterprise_value 131000000'],
    ],
    [
      'pe_lbo',
      'The purchase price of $131 million implies a multiple of 13.0x.',
      ['enterprise_value 131000000', 'entry_multiple 13'],
    ],
    ['pe_lbo', 'Purchase price: $131.0 million (13.0x)', ['enterprise_value 131000000', 'entry_multiple 13']],
    ['pe_lbo', 'We assume exit at the entry multiple of 13.0x.', ['entry_multiple 13']],
    [
      'pe_lbo',
      'We value the business at 13.0x LTM EBITDA, or $131 million.',
      ['entry_multiple 13 trailing', 'enterprise_value 131000000'],
    ],
    ['pe_lbo', 'Our bid of $131 million', ['enterprise_value 131000000']],
    ['pe_lbo', 'Entry at 13.0x and exit at 12.0x', ['entry_multiple 13', 'exit_multiple 12']],
    [
      'pe_lbo',
      'We are prepared to pay $112.8 million, 8.0x LTM Adjusted EBITDA of $14.1 million.',
      ['enterprise_value 112800000', 'entry_multiple 8 trailing', 'adjusted_ebitda 14100000 trailing'],
    ],
    [
      'pe_lbo',
      'Total consideration of $112.8 million comprises $96 million in cash and a $10 million seller note and $6.8 million of rollover.',
      ['enterprise_value 112800000', 'subordinated_debt 10000000', 'management_rollover 6800000'],
    ],
    ['pe_lbo', 'Headline price: $112.8 million', ['enterprise_value 112800000']],
    ['pe_lbo', 'Valuation: 8.0x / $112.8M EV', ['entry_multiple 8', 'enterprise_value 112800000']],
    ['pe_lbo', 'EV of 13.0x', ['entry_multiple 13']],
    ['pe_lbo', 'We offer 8.0x, or $112.8 million.', ['entry_multiple 8', 'enterprise_value 112800000']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('earnings and capital of a company, as the trade writes them', () => {
  it.each<Case>([
    [
      'pe_lbo',
      'LTM revenue of $41.6 million and Adjusted EBITDA of $10.9 million, a 26.2% margin',
      ['revenue 41600000 trailing', 'adjusted_ebitda 10900000 trailing', 'ebitda_margin_pct 26.2 trailing'],
    ],
    ['pe_lbo', 'In the twelve months to September 30, 2026, revenue was $41.6 million.', ['revenue 41600000 trailing']],
    [
      'pe_lbo',
      'The Company generated $41.6 million of revenue and $10.9 million of Adjusted EBITDA in the LTM period.',
      ['revenue 41600000 trailing', 'adjusted_ebitda 10900000 trailing'],
    ],
    [
      'pe_lbo',
      'Revenue of $38.2 million in FY2025 grew 12.7% over the prior year.',
      ['revenue 38200000 year', 'revenue_growth_pct 12.7 year'],
    ],
    [
      'pe_lbo',
      'Revenue grew 12.7% to $38.2 million in FY2025.',
      ['revenue_growth_pct 12.7 year', 'revenue 38200000 year'],
    ],
    ['pe_lbo', 'FY25 revenue: $38.2M (+12.7%)', ['revenue 38200000 year', 'revenue_growth_pct 12.7 year']],
    ['pe_lbo', 'Revenue +12.7% YoY to $38.2M', ['revenue_growth_pct 12.7', 'revenue 38200000']],
    [
      'pe_lbo',
      'Revenue increased by 12.7% from $33.9 million in FY2024 to $38.2 million in FY2025.',
      ['revenue_growth_pct 12.7', 'revenue 33900000 year', 'revenue 38200000 year'],
    ],
    ['pe_lbo', 'Gross margin of 75.4%, EBITDA margin of 26.2%', ['gross_margin_pct 75.4', 'ebitda_margin_pct 26.2']],
    ['pe_lbo', 'Gross margins expanded to 75.4% from 73.1%.', ['gross_margin_pct 75.4']],
    ['pe_lbo', 'EBITDA margins of 26%', ['ebitda_margin_pct 26']],
    ['pe_lbo', 'Capex was $0.9 million, or 2.2% of revenue.', ['capex 900000']],
    [
      'pe_lbo',
      'The sponsor will contribute $81.5 million of equity, with management rolling $13.5 million.',
      ['sponsor_equity 81500000', 'management_rollover 13500000'],
    ],
    [
      'pe_lbo',
      'Sponsor equity of $81,500,000 in cash and a management rollover of $13,500,000',
      ['sponsor_equity 81500000', 'management_rollover 13500000'],
    ],
    ['pe_lbo', 'Equity check of $81.5 million', ['sponsor_equity 81500000']],
    ['pe_lbo', 'Transaction fees and expenses of $3.9 million', ['transaction_fees 3900000']],
    [
      'pe_lbo',
      'The 2027 budget shows revenue of $49.8M and EBITDA of $14.2M.',
      ['revenue 49800000 year', 'reported_ebitda 14200000 year'],
    ],
    ['pe_lbo', 'We would expect a cash tax rate of 25%.', ['tax_rate_pct 25']],
    ['pe_lbo', 'We expect a cash tax rate of 25%.', ['tax_rate_pct 25']],
    ['pe_lbo', 'Free cash flow conversion of 88%', ['cash_conversion_pct 88']],
    ['saas_growth', 'Gross margin 78%', ['gross_margin_pct 78']],
    ['saas_growth', 'Cash in the bank: $9.9M', ['cash_balance 9900000']],
    [
      'pe_lbo',
      'Revenue has grown from $28 million in 2021 to $41.6 million LTM, a 14% CAGR.',
      ['revenue 28000000 year', 'revenue 41600000 trailing'],
    ],
    ['pe_lbo', 'FY2025 net sales were $38.2 million, 12.7% above FY2024.', ['revenue 38200000 year']],
    [
      'pe_lbo',
      'Sales of $41.6mm and EBITDA of $10.9mm (26.2%)',
      ['revenue 41600000', 'reported_ebitda 10900000', 'ebitda_margin_pct 26.2'],
    ],
    [
      'pe_lbo',
      'Management adjustments total $1.63 million, or 16.2% of Adjusted EBITDA.',
      ['ebitda_adjustments 1630000', 'addback_share_pct 16.2'],
    ],
    ['pe_lbo', 'Diligence-adjusted EBITDA for the LTM period is $9.61 million.', ['adjusted_ebitda 9610000 trailing']],
    [
      'pe_lbo',
      "QoE Adjusted EBITDA came in at $9.61 million versus management's $10.08 million.",
      ['adjusted_ebitda 9610000'],
    ],
    ['pe_lbo', 'The company has $7.2 million of cash and no debt.', ['cash_balance 7200000']],
    ['pe_lbo', 'Equity represents 67.7% of total capitalization.', ['equity_contribution_pct 67.7']],
    ['pe_lbo', 'Minimum equity contribution of 50%', ['equity_contribution_pct 50 minimum']],
    ['pe_lbo', 'Capital expenditures average $0.9 million a year.', ['capex 900000']],
    ['pe_lbo', 'Gross profit of $31.4 million (75.4% of revenue)', ['gross_profit 31400000', 'gross_margin_pct 75.4']],
    ['pe_lbo', 'EBITDA for the third quarter was $2.9 million.', ['reported_ebitda 2900000 quarter']],
    ['pe_lbo', 'Management case revenue of $49.8 million in FY2027', ['revenue 49800000 year']],
    ['saas_growth', 'Cash of $9.9M at September 30 with net burn of $450K per month', ['cash_balance 9900000']],
    [
      'pe_lbo',
      'Marlow Dental Supply generated net sales of $88.4 million and Adjusted EBITDA of $14.1 million in the fiscal year ended June 30, 2026.',
      ['revenue 88400000', 'adjusted_ebitda 14100000'],
    ],
    [
      'pe_lbo',
      'For fiscal 2026, net sales rose 6.2% to $88.4 million.',
      ['revenue_growth_pct 6.2 year', 'revenue 88400000 year'],
    ],
    [
      'pe_lbo',
      'FY26 Adj. EBITDA: $14.1mm, 16.0% margin',
      ['adjusted_ebitda 14100000 year', 'ebitda_margin_pct 16 year'],
    ],
    ['pe_lbo', 'Adj. EBITDA margin improved 120 bps to 16.0%', ['ebitda_margin_pct 16']],
    [
      'pe_lbo',
      'LTM Adj. EBITDA $14.1M / margin 16.0%',
      ['adjusted_ebitda 14100000 trailing', 'ebitda_margin_pct 16 trailing'],
    ],
    ['pe_lbo', 'Gross margin was 38.2% against 37.1% a year earlier.', ['gross_margin_pct 38.2']],
    ['pe_lbo', 'Maintenance capex is roughly $1.1 million.', ['capex 1100000']],
    ['pe_lbo', 'Effective tax rate: 25.5%', ['tax_rate_pct 25.5']],
    ['pe_lbo', 'Fees and expenses of $4.2 million are included in uses.', ['transaction_fees 4200000']],
    ['pe_lbo', 'Pro forma for the acquisition, Adjusted EBITDA is $15.3 million.', ['adjusted_ebitda 15300000']],
    [
      'pe_lbo',
      "Management's budget calls for FY27 revenue of $94 million and EBITDA of $15.5 million.",
      ['revenue 94000000 year', 'reported_ebitda 15500000 year'],
    ],
    ['pe_lbo', 'Budgeted EBITDA of $15.5 million was missed by $1.4 million.', ['reported_ebitda 15500000']],
    ['pe_lbo', "The fund's check is $47.2 million.", ['sponsor_equity 47200000']],
    ['pe_lbo', 'We would write an equity check of $47.2 million.', ['sponsor_equity 47200000']],
    ['pe_lbo', 'Sponsor Equity | $47.2M | 41.8%', ['sponsor_equity 47200000']],
    ['saas_growth', 'Gross margin (GAAP) 74%', ['gross_margin_pct 74']],
    [
      'saas_growth',
      'FY2025 revenue was $9.1 million; the FY2026 plan is $13.0 million.',
      ['revenue 9100000 year', 'revenue 13000000 year'],
    ],
    ['pe_lbo', 'LTM EBITDA (September): $10.9M', ['adjusted_ebitda 10900000 trailing']],
    ['pe_lbo', 'EBITDA (LTM Sep-26A): $10.9M', ['reported_ebitda 10900000 trailing']],
    [
      'pe_lbo',
      'Sales were $41.6 million, EBITDA $10.9 million and capex $0.9 million in the last twelve months.',
      ['revenue 41600000 trailing', 'reported_ebitda 10900000 trailing', 'capex 900000 trailing'],
    ],
    ['pe_lbo', 'Sales for FY2025 came in at $38.2 million.', ['revenue 38200000 year']],
    ['pe_lbo', 'FY2025: sales $38.2M, EBITDA $9.0M', ['revenue 38200000 year', 'reported_ebitda 9000000 year']],
    ['pe_lbo', '2025A revenue $38.2M; 2026E revenue $43.0M', ['revenue 38200000 year', 'revenue 43000000 year']],
    ['pe_lbo', 'Equity: $47.2M sponsor, $6.8M rollover', ['sponsor_equity 47200000', 'management_rollover 6800000']],
    ['pe_lbo', 'Organic growth of 6.2% in FY26', ['revenue_growth_pct 6.2 year']],
    ['pe_lbo', 'Gross margin fell 110 bps to 37.1%.', ['gross_margin_pct 37.1']],
    ['pe_lbo', 'Gross margins of 38% are three points above peers.', ['gross_margin_pct 38']],
    ['pe_lbo', 'EBITDA margin: 16.0% LTM vs 15.1% prior year', ['ebitda_margin_pct 16 trailing']],
    ['pe_lbo', 'Adjustments to EBITDA amount to $1.9 million.', ['ebitda_adjustments 1900000']],
    [
      'pe_lbo',
      'Reported EBITDA $12.2M + adjustments $1.9M = Adjusted EBITDA $14.1M',
      ['reported_ebitda 12200000', 'ebitda_adjustments 1900000', 'adjusted_ebitda 14100000'],
    ],
    ['pe_lbo', 'FCF conversion (EBITDA less capex) 92%', ['cash_conversion_pct 92']],
    ['saas_growth', 'Cash $9.9M; burn $520K/month; runway 19 months', ['cash_balance 9900000', 'runway_months 19']],
    ['saas_growth', 'GM 74%, S&M efficiency 0.9', ['gross_margin_pct 74']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('loans and debt, as the trade writes them', () => {
  it.each<Case>([
    ['pe_lbo', 'Term loan of $45.4 million at SOFR + 625 bps', ['senior_debt 45400000', 'spread_pct 6.25']],
    [
      'pe_lbo',
      'A $45.4 million unitranche priced at S+625 with a 1.00% floor and 98 OID',
      ['senior_debt 45400000', 'spread_pct 6.25'],
    ],
    [
      'pe_lbo',
      'Total leverage of 4.5x and senior leverage of 3.5x at close',
      ['total_leverage 4.5', 'senior_leverage 3.5'],
    ],
    ['pe_lbo', '4.5x total leverage, 3.5x through the first lien', ['total_leverage 4.5', 'senior_leverage 3.5']],
    ['pe_lbo', 'Opening leverage is 4.5x EBITDA.', ['total_leverage 4.5']],
    ['pe_lbo', 'Debt of 4.5x LTM EBITDA', ['total_leverage 4.5 trailing']],
    ['pe_lbo', 'Net debt of $45 million at closing', ['net_debt 45000000']],
    ['saas_growth', 'LTV/CAC of 4.2x and payback of 14 months', ['ltv_cac 4.2', 'cac_payback_months 14']],
    [
      'pe_lbo',
      'The unitranche carries interest at SOFR plus 6.25%, 10.6% all-in.',
      ['spread_pct 6.25', 'interest_rate_pct 10.6'],
    ],
    ['pe_lbo', 'Interest coverage of 2.3x and FCCR of 1.6x', ['interest_coverage 2.3', 'fixed_charge_coverage 1.6']],
    [
      'pe_lbo',
      'Senior debt of $49.4 million (3.5x) and mezzanine of $14.1 million (1.0x) for total leverage of 4.5x',
      ['senior_debt 49400000', 'senior_leverage 3.5', 'subordinated_debt 14100000', 'total_leverage 4.5'],
    ],
    ['pe_lbo', 'Senior / total leverage: 3.5x / 4.5x', ['senior_leverage 3.5', 'total_leverage 4.5']],
    ['pe_lbo', 'Total debt / EBITDA 4.5x', ['total_leverage 4.5']],
    ['pe_lbo', 'Debt at close equals 4.5 times EBITDA.', ['total_leverage 4.5']],
    ['pe_lbo', 'The term loan is $49,350,000 at SOFR + 5.50%.', ['senior_debt 49350000', 'spread_pct 5.5']],
    ['pe_lbo', 'Pricing: S + 550 bps, 0.75% floor, 2.0% OID', ['spread_pct 5.5']],
    ['pe_lbo', 'Closing leverage not to exceed 4.75x', ['total_leverage 4.75 at_most']],
    ['pe_lbo', 'Fixed charge coverage of at least 1.10x', ['fixed_charge_coverage 1.1 at_least']],
    ['pe_lbo', 'Net debt at June 30 was $21 million.', ['net_debt 21000000 existing']],
    ['saas_growth', 'LTV to CAC of 4.0x', ['ltv_cac 4']],
    ['pe_lbo', 'Debt: 4.5x ($63.5M)', ['total_leverage 4.5', 'total_debt 63500000']],
    ['pe_lbo', 'Total debt of $63.5 million, 4.5x EBITDA', ['total_debt 63500000', 'total_leverage 4.5']],
    ['pe_lbo', 'Leverage: 4.5x total, 3.5x senior', ['total_leverage 4.5', 'senior_leverage 3.5']],
    ['pe_lbo', 'Unitranche of $63.5 million at 4.5x', ['senior_debt 63500000']],
    ['pe_lbo', 'Interest: SOFR+575, about 10.1% all in', ['spread_pct 5.75', 'interest_rate_pct 10.1']],
    ['pe_lbo', 'Margin of 575 basis points over SOFR', ['spread_pct 5.75']],
    ['pe_lbo', 'Financing fee of 2.5% ($1.6 million)', ['financing_fees 1600000']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('rents, areas and occupancy, as the trade writes them', () => {
  it.each<Case>([
    ['pe_lbo', 'Founders roll $13.5 million.', ['management_rollover 13500000']],
    ['pe_lbo', 'Rollover equity of $6.8 million (6% of EV)', ['management_rollover 6800000']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('exits and returns, as the trade writes them', () => {
  it.each<Case>([
    [
      'pe_lbo',
      'Exit at 12.0x in year five yields a 2.6x MOIC and a 21.3% gross IRR.',
      ['exit_multiple 12 nth_year', 'moic 2.6', 'gross_irr_pct 21.3'],
    ],
    ['pe_lbo', 'Base case: 21.3% IRR / 2.6x MOIC', ['gross_irr_pct 21.3', 'moic 2.6']],
    ['saas_growth', 'Burn multiple 1.4x, rule of 40 score of 38%', ['burn_multiple 1.4', 'rule_of_40 38']],
    ['pe_lbo', 'Exit multiple: 12.0x (one turn below entry)', ['exit_multiple 12']],
    [
      'pe_lbo',
      '2.6x gross MOIC, 21.3% gross IRR, five-year hold',
      ['moic 2.6', 'gross_irr_pct 21.3', 'hold_period_months 60'],
    ],
    ['saas_growth', 'EV/ARR: 8.9x', ['valuation_arr_multiple 8.9']],
    ['saas_growth', '8.9x ARR post-money', ['valuation_arr_multiple 8.9']],
    ['pe_lbo', 'Our model assumes an exit after five years at 8.0x.', ['exit_multiple 8']],
    ['pe_lbo', 'Sponsor returns: 23.4% IRR, 2.8x MOIC', ['gross_irr_pct 23.4', 'moic 2.8']],
    ['pe_lbo', 'MOIC/IRR 2.8x/23.4%', ['moic 2.8', 'gross_irr_pct 23.4']],
    ['saas_growth', 'Burn multiple of 1.6x', ['burn_multiple 1.6']],
    ['pe_lbo', 'Exit in 2031 at 8.0x EBITDA', ['exit_multiple 8 year']],
    ['pe_lbo', 'IRR 23.4%, MOIC 2.8x (base)', ['gross_irr_pct 23.4', 'moic 2.8']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('customers and recurring revenue, as the trade writes them', () => {
  it.each<Case>([
    [
      'pe_lbo',
      'The largest customer represents 7.9% of revenue and the top ten 31.2%.',
      ['top_customer_pct 7.9', 'top_10_customers_pct 31.2'],
    ],
    [
      'pe_lbo',
      'Customer concentration is low: top customer 7.9%, top ten 31.2% of LTM revenue.',
      ['top_customer_pct 7.9', 'top_10_customers_pct 31.2 trailing'],
    ],
    ['pe_lbo', 'The top 10 customers account for 31.2% of sales.', ['top_10_customers_pct 31.2']],
    [
      'pe_lbo',
      'The largest customer, a regional authority in the Carolinas, accounts for 6.4% of revenue.',
      ['top_customer_pct 6.4'],
    ],
    ['pe_lbo', '91% of revenue is recurring.', ['recurring_revenue_pct 91']],
    ['pe_lbo', 'Recurring revenue represents 91% of the total.', ['recurring_revenue_pct 91']],
    ['pe_lbo', 'The Company serves 412 customers.', ['customer_count 412']],
    ['pe_lbo', 'Annual recurring revenue reached $37.9 million.', ['arr 37900000']],
    ['pe_lbo', 'ARR closed September at $37.9M', ['arr 37900000']],
    [
      'pe_lbo',
      'Net revenue retention was 108.5% and gross revenue retention 93.2%.',
      ['nrr_pct 108.5', 'grr_pct 93.2'],
    ],
    ['pe_lbo', 'NRR of 108.5%, GRR of 93.2%', ['nrr_pct 108.5', 'grr_pct 93.2']],
    ['pe_lbo', 'Net revenue retention 108.5%, down from 110.2% a year ago', ['nrr_pct 108.5']],
    ['pe_lbo', 'CAC payback 19 months (was 23)', ['cac_payback_months 19']],
    ['pe_lbo', 'Logo churn 6.8% annualized', ['logo_churn_pct 6.8']],
    ['pe_lbo', 'Churned ARR over the last twelve months: $2.74M', ['churned_arr 2740000 trailing']],
    ['saas_growth', 'ARR of $8.4M, up 92% year over year', ['arr 8400000', 'arr_growth_pct 92']],
    ['saas_growth', 'ARR grew 92% to $8.4 million.', ['arr_growth_pct 92', 'arr 8400000']],
    ['saas_growth', 'MRR is $700K.', ['mrr 700000']],
    [
      'saas_growth',
      'Net dollar retention 118%, gross retention 91%, logo churn 9%',
      ['nrr_pct 118', 'grr_pct 91', 'logo_churn_pct 9'],
    ],
    ['saas_growth', 'Burn is $450K a month, giving 22 months of runway.', ['runway_months 22']],
    ['saas_growth', '22 months of runway', ['runway_months 22']],
    ['saas_growth', 'CAC is $18,500 and is paid back in 14 months.', ['cac 18500', 'cac_payback_months 14']],
    ['saas_growth', '212 paying customers with ARPA of $39,600', ['customer_count 212', 'arpa 39600']],
    ['pe_lbo', 'No customer exceeds 8% of revenue.', ['top_customer_pct 8 at_most']],
    ['pe_lbo', 'Walmart, our largest customer, is 7.9% of revenue.', ['top_customer_pct 7.9']],
    ['pe_lbo', 'Recurring: 91% of LTM revenue', ['recurring_revenue_pct 91 trailing']],
    ['pe_lbo', 'Approximately 91% of revenue comes from recurring subscriptions.', ['recurring_revenue_pct 91']],
    ['pe_lbo', 'Churn of 6.8% and net retention of 108.5%', ['logo_churn_pct 6.8', 'nrr_pct 108.5']],
    [
      'saas_growth',
      'Ending ARR: $8.4M. New ARR: $1.2M. Churned ARR: $0.2M.',
      ['arr 8400000', 'new_arr 1200000', 'churned_arr 200000'],
    ],
    ['saas_growth', 'Customers: 212 (up from 148)', ['customer_count 212']],
    ['saas_growth', 'Average contract value of $39.6K across 212 customers', ['arpa 39600', 'customer_count 212']],
    [
      'pe_lbo',
      'The top customer, a DSO, is 11.8% of net sales; the top ten total 39%.',
      ['top_customer_pct 11.8', 'top_10_customers_pct 39'],
    ],
    ['pe_lbo', 'Top-10 concentration 39%', ['top_10_customers_pct 39']],
    ['pe_lbo', 'Our ten largest accounts make up 39% of sales.', ['top_10_customers_pct 39']],
    ['pe_lbo', 'Roughly 2,150 active customers', ['customer_count 2150']],
    ['pe_lbo', '84% of sales are reorders and recurring in nature.', ['recurring_revenue_pct 84']],
    ['pe_lbo', 'Annual churn is below 5%.', ['logo_churn_pct 5 at_most']],
    [
      'saas_growth',
      'Loomwork closed the quarter with ARR of $12.6 million, 41% higher than a year ago.',
      ['arr 12600000 quarter'],
    ],
    ['saas_growth', 'Quarter-end ARR: $12.6M', ['arr 12600000']],
    ['saas_growth', 'YoY ARR growth of 41%', ['arr_growth_pct 41']],
    ['saas_growth', 'Net new ARR of $1.1M in Q3', ['net_new_arr 1100000']],
    ['saas_growth', 'NRR 112% / GRR 90%', ['nrr_pct 112', 'grr_pct 90']],
    ['saas_growth', 'Net retention came in at 112 percent.', ['nrr_pct 112']],
    ['saas_growth', 'Dollar-based net retention rate of 112%', ['nrr_pct 112']],
    ['saas_growth', 'Blended CAC payback is 17 months.', ['cac_payback_months 17']],
    ['saas_growth', 'It takes 17 months to pay back CAC.', ['cac_payback_months 17']],
    ['saas_growth', 'At the current burn we have 19 months of cash.', ['runway_months 19']],
    ['saas_growth', '340 customers at an average ACV of $37,000', ['customer_count 340', 'arpa 37000']],
    ['saas_growth', 'Logo churn improved to 7.5% from 9.8%.', ['logo_churn_pct 7.5']],
    ['saas_growth', 'Rule of 40: 34%', ['rule_of_40 34']],
    ['pe_lbo', 'The biggest customer accounts for about 12%.', ['top_customer_pct 12']],
    ['pe_lbo', 'No single customer is more than 12% of sales.', ['top_customer_pct 12 at_most']],
    ['pe_lbo', 'About 84% of sales recur every year.', ['recurring_revenue_pct 84']],
    ['pe_lbo', 'Recurring revenue is $35 million (84% of total).', ['recurring_revenue_pct 84']],
    ['saas_growth', 'ARR at quarter end was $12.6M against a plan of $13.1M.', ['arr 12600000']],
    ['saas_growth', 'ARR $12.6M (plan $13.1M)', ['arr 12600000']],
    ['saas_growth', 'NRR slipped to 112% (Q2: 115%).', ['nrr_pct 112']],
    ['saas_growth', 'Customer count 340', ['customer_count 340']],
    ['saas_growth', 'We ended September with 340 customers.', ['customer_count 340']],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})

describe('rounds, as the trade writes them', () => {
  it.each<Case>([
    [
      'saas_growth',
      'Series B: $15 million at a $60 million pre-money valuation.',
      ['round_size 15000000', 'pre_money_valuation 60000000'],
    ],
    [
      'saas_growth',
      'We are raising $15M at $75M post-money.',
      ['round_size 15000000', 'post_money_valuation 75000000'],
    ],
    [
      'saas_growth',
      'The fund would invest $6 million for 8.0% on a fully diluted basis.',
      ['investment_amount 6000000', 'ownership_pct 8'],
    ],
    ['saas_growth', 'The round values the company at $75 million post-money.', ['post_money_valuation 75000000']],
    [
      'saas_growth',
      'Total Raised: $15 million; Post-Money: $75 million',
      ['round_size 15000000', 'post_money_valuation 75000000'],
    ],
    [
      'saas_growth',
      'Pre-money: $80M; new money: $20M; post-money: $100M',
      ['pre_money_valuation 80000000', 'round_size 20000000', 'post_money_valuation 100000000'],
    ],
    ['saas_growth', 'Fully diluted ownership after closing: 12.0%', ['ownership_pct 12']],
    [
      'saas_growth',
      'Round: $20M Series B at $80M pre / $100M post',
      ['round_size 20000000', 'pre_money_valuation 80000000', 'post_money_valuation 100000000'],
    ],
    ['saas_growth', 'We would invest $12 million for 12.0% of the company.', ['investment_amount 12000000']],
    [
      'saas_growth',
      'Valuation: $100M post-money (7.9x ARR)',
      ['post_money_valuation 100000000', 'valuation_arr_multiple 7.9'],
    ],
  ])('in a deal of type %s reads "%s" as %j', (dealType, text, stated) => {
    expect(statementsIn(text, dealType)).toEqual(stated)
  })
})
