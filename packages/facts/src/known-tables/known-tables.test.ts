import { describe, expect, it } from 'vitest'
import { type Extracted, extractFacts, type KnownTable } from '../extract-facts.ts'

const read = (rows: string[][], dealType: 'cre_multifamily' | 'cre_office' | 'pe_lbo' | 'saas_growth'): Extracted =>
  extractFacts({ kind: 'sheets', title: null, sheets: [{ name: 'Data', rows }] }, { dealType })
const readText = (text: string, dealType: 'cre_multifamily' | 'cre_office'): Extracted =>
  extractFacts({ kind: 'text', title: null, pages: [{ page: 1, text }] }, { dealType })
const tableOf = <Kind extends KnownTable['kind']>({ tables }: Extracted, kind: Kind) =>
  tables.find((table): table is Extract<KnownTable, { kind: Kind }> => table.kind === kind)
const codes = (table: KnownTable | undefined): string[] => (table?.flags ?? []).map(({ code }) => code)
type MetricValues = Partial<
  Record<
    'unit_count' | 'customer_count' | 'top_customer_pct' | 'top_10_customers_pct' | 'walt_months' | 'rentable_sf',
    number
  >
>

const factValues = ({ facts }: Extracted): MetricValues =>
  Object.fromEntries(facts.map(({ metricKey, term, value }) => [metricKey ?? term, value]))

describe('rent roll', () => {
  const heads = ['Unit', 'Type', 'SF', 'Tenant', 'Status', 'Market Rent', 'Lease Rent', 'Start', 'Lease End']
  const rows = [
    ['Rent roll as of 10/31/2026'],
    heads,
    ['101', 'A1', '700', 'Alvarez', 'Occupied', '1,450', '1,400', '02/01/2026', '01/31/2027'],
    ['102', 'A1', '700', 'Boone', 'Occupied', '1,450', '0', '02/01/2026', '01/31/2027'],
    ['103', 'A1', '700', 'Carver', 'Occupied', '1,450', '1,380', '02/01/2025', '01/31/2026'],
    ['103', 'A1', '700', 'Dietz', 'Occupied', '1,450', '1,420', '02/01/2026', ''],
    ['104', 'A1', '700', '', 'Vacant', '1,450', '', '', ''],
    ['Total', '', '3,500', '', '', '7,250', '4,300', '', ''],
  ]

  it('flags zero rents, expired leases, missing expiries, duplicates and a total that does not foot', () => {
    expect(codes(tableOf(read(rows, 'cre_multifamily'), 'rent_roll'))).toEqual([
      'zero_rent',
      'expired',
      'duplicate_unit',
      'occupied_without_expiry',
      'total_differs',
    ])
  })

  it('yields the number of units, occupancy and average rents', () => {
    expect(factValues(read(rows, 'cre_multifamily'))).toEqual({
      unit_count: 4,
      rentable_sf: 3_500,
      physical_occupancy_pct: 80,
      in_place_rent_per_unit: 1_400,
      market_rent_per_unit: 1_450,
      gross_potential_rent: 87_000,
    })
  })

  it('states the cell of a sheet for each fact', () => {
    expect(read(rows, 'cre_multifamily').facts[0]?.place).toMatchObject({ sheet: 'Data', cell: 'A8' })
  })
})

describe('operating statement', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
    (name) => `${name}-26`,
  )
  const monthly = (label: string, amount: string, total: string): string[] => [
    label,
    ...months.map(() => amount),
    total,
  ]

  it('checks that twelve months add up to the year, and that income less expenses is the NOI', () => {
    const read12 = read(
      [
        ['', ...months, 'Total'],
        monthly('Gross Potential Rent', '100', '1,200'),
        monthly('Effective Gross Income', '90', '1,080'),
        monthly('Real Estate Taxes', '10', '130'),
        monthly('Insurance', '5', '60'),
        monthly('Payroll', '15', '180'),
        monthly('Total Operating Expenses', '30', '360'),
        monthly('Net Operating Income', '70', '840'),
      ],
      'cre_multifamily',
    )
    const statement = tableOf(read12, 'operating_statement')
    expect(statement?.flags).toEqual([
      { code: 'months_differ_from_total', row: 3, stated: 130, computed: 120 },
      { code: 'noi_differs', row: 7, stated: 840, computed: 720 },
    ])
    expect(read12.facts.find(({ metricKey }) => metricKey === 'noi')).toMatchObject({
      value: 840,
      period: { kind: 'trailing' },
    })
  })

  it('maps lines to standard categories', () => {
    const statement = tableOf(
      readText(
        '| | T-12 |\n|---|---|\n| Property taxes | $10 |\n| Water & sewer | $5 |\n| Salaries | $9 |\n| NOI | $40 |',
        'cre_multifamily',
      ),
      'operating_statement',
    )
    expect(statement?.lines.map(({ category }) => category)).toEqual([
      'real_estate_taxes',
      'utilities',
      'payroll',
      'noi',
    ])
  })
})

describe('loan terms', () => {
  it('collects amount, rate, terms, covenants and fees', () => {
    const terms = tableOf(
      readText(
        [
          'Loan Amount: $24,500,000',
          'Interest Rate: Fixed at 6.15% per annum',
          'Term: Ten (10) years',
          'Amortization: 30 years after 36 months of interest only',
          'Minimum DSCR: 1.30x',
          'Maximum LTV: 62.5%',
          'Minimum Debt Yield: 9.0%',
          'Origination Fee: 0.75%',
        ].join('\n'),
        'cre_office',
      ),
      'loan_terms',
    )
    expect([
      terms?.amount?.value,
      terms?.rate?.value,
      terms?.termMonths?.value,
      terms?.amortizationMonths?.value,
      terms?.interestOnlyMonths?.value,
      terms?.minDscr?.value,
      terms?.maxLtv?.value,
      terms?.minDebtYield?.value,
      terms?.originationFee?.value,
    ]).toEqual([24_500_000, 6.15, 120, 360, 36, 1.3, 62.5, 9, 0.75])
  })
})

describe('cap table', () => {
  it('checks shares and ownership against each other', () => {
    const table = tableOf(
      read(
        [
          ['Holder', 'Class', 'Shares', 'Ownership %'],
          ['Founders', 'Common', '6,000,000', '60.0%'],
          ['Fund', 'Preferred', '4,000,000', '30.0%'],
          ['Total', '', '11,000,000', '100.0%'],
        ],
        'saas_growth',
      ),
      'cap_table',
    )
    expect(codes(table)).toEqual(['shares_differ_from_total', 'ownership_differs', 'ownership_not_100'])
    expect(table?.facts[0]).toMatchObject({ metricKey: 'shares_outstanding', value: 10_000_000 })
  })
})

describe('customer list', () => {
  it('computes the shares of the largest and the ten largest customers', () => {
    const rows = Array.from({ length: 12 }, (_, n) => [`Customer ${n + 1}`, String(1_200 - n * 100)])
    const result = read([['Customer', 'LTM revenue'], ...rows, ['Total', '7,800']], 'pe_lbo')
    const values = factValues(result)
    expect(values.customer_count).toBe(12)
    expect(values.top_customer_pct).toBeCloseTo((1_200 / 7_800) * 100)
    expect(values.top_10_customers_pct).toBeCloseTo((7_500 / 7_800) * 100)
    expect(codes(tableOf(result, 'customer_list'))).toEqual([])
  })
})

describe('leases', () => {
  it('computes area, occupancy, rent and remaining term from a list of leases', () => {
    const result = read(
      [
        ['Lease schedule as of 2026-01-01'],
        ['Tenant', 'Suite', 'SF', 'Annual Rent', 'Commencement', 'Expiration'],
        ['Meridian Health', '100', '6,000', '$180,000', '1/1/2020', '1/1/2031'],
        ['Calder LLP', '200', '3,000', '$90,000', '1/1/2021', '1/1/2025'],
        ['Vacant', '300', '1,000', '', '', ''],
        ['Total', '', '10,000', '$270,000', '', ''],
      ],
      'cre_office',
    )
    const values = factValues(result)
    expect(values).toMatchObject({ rentable_sf: 10_000, physical_occupancy_pct: 90, in_place_rent_psf: 30 })
    expect(values.walt_months).toBeCloseTo(40, 0)
    expect(codes(tableOf(result, 'lease_list'))).toEqual(['expired'])
  })

  it('reads the abstract of one lease, whose area is not that of the property', () => {
    const result = readText(
      'Landlord: Two Meridian LLC\nTenant: Calder LLP\nPremises: 12,400 rentable square feet, Suite 300\nCommencement Date: January 1, 2022\nExpiration Date: December 31, 2031',
      'cre_office',
    )
    expect(tableOf(result, 'lease_abstract')).toMatchObject({ tenant: 'Calder LLP', area: 12_400, flags: [] })
    expect(factValues(result).rentable_sf).toBeUndefined()
  })
})
