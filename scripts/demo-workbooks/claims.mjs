/**
 * What the documents state about metrics of the models: the file, the wording, and the number in the metric's unit.
 * `differs` marks deliberate errors.
 */
export const claims = [
  {
    file: 'riverside-offering-memo.pdf',
    metric: 'purchase_price',
    words: 'guidance price of $48,500,000',
    value: 48_500_000,
  },
  { file: 'riverside-offering-memo.pdf', metric: 'unit_count', words: '212 units', value: 212 },
  { file: 'riverside-offering-memo.pdf', metric: 'rentable_sf', words: '186,400 rentable square feet', value: 186_400 },
  {
    file: 'riverside-offering-memo.pdf',
    metric: 'market_rent_per_unit',
    words: 'Asking rents average $1,985',
    value: 1_985,
  },
  {
    file: 'riverside-offering-memo.pdf',
    metric: 'in_place_rent_per_unit',
    words: 'in place average $1,870',
    value: 1_870,
  },
  { file: 'riverside-offering-memo.pdf', metric: 'physical_occupancy_pct', words: 'occupancy was 94.8%', value: 94.8 },
  {
    file: 'riverside-offering-memo.pdf',
    metric: 'gross_potential_rent',
    words: 'potential rent is $5,049,840',
    value: 5_049_840,
  },
  { file: 'riverside-offering-memo.pdf', metric: 'real_estate_taxes', words: 'taxes are $690,000', value: 690_000 },
  { file: 'riverside-offering-memo.pdf', metric: 'noi', words: 'was $2,601,000', value: 2_601_000, differs: true },
  { file: 'riverside-site-visit.md', metric: 'renovation_cost_per_unit', words: '$14,500 a unit', value: 14_500 },
  { file: 'helios-management-presentation.docx', metric: 'revenue', words: '$142.0 million', value: 142_000_000 },
  {
    file: 'helios-management-presentation.docx',
    metric: 'adjusted_ebitda',
    words: 'EBITDA was $25.2 million',
    value: 25_200_000,
  },
  {
    file: 'helios-management-presentation.docx',
    metric: 'ebitda_adjustments',
    words: 'add-backs of $2.9 million',
    value: 2_900_000,
  },
  {
    file: 'helios-management-presentation.docx',
    metric: 'capex',
    words: 'expenditures were $4.1 million',
    value: 4_100_000,
  },
  { file: 'helios-management-presentation.docx', metric: 'top_customer_pct', words: 'is 14.0% of revenue', value: 14 },
  {
    file: 'helios-management-presentation.docx',
    metric: 'top_10_customers_pct',
    words: 'ten largest are 46.0%',
    value: 46,
  },
  {
    file: 'helios-management-presentation.docx',
    metric: 'recurring_revenue_pct',
    words: '68% of revenue is recurring',
    value: 68,
    differs: true,
  },
  { file: 'helios-lender-call.md', metric: 'senior_debt', words: 'term loan of $100.8 million', value: 100_800_000 },
  { file: 'helios-lender-call.md', metric: 'total_leverage', words: 'together 5.0x adjusted EBITDA', value: 5 },
  { file: 'helios-lender-call.md', metric: 'interest_rate_pct', words: 'blended rate is 9.5%', value: 9.5 },
  { file: 'harbor-lease-abstracts.md', metric: 'rentable_sf', words: '240,000 square feet', value: 240_000 },
  { file: 'harbor-lease-abstracts.md', metric: 'physical_occupancy_pct', words: 'occupancy is 86.0%', value: 86 },
  { file: 'harbor-lease-abstracts.md', metric: 'in_place_rent_psf', words: 'in place average $31.50', value: 31.5 },
  { file: 'harbor-lease-abstracts.md', metric: 'walt_months', words: 'lease term is 52 months', value: 52 },
  {
    file: 'harbor-lease-abstracts.md',
    metric: 'market_rent_psf',
    words: 'the market at $36.00',
    value: 36,
    differs: true,
  },
]
