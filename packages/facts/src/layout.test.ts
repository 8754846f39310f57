import type { MetricDomain } from '@deal-canvas/engine'
import { describe, expect, it } from 'vitest'
import type { Page } from './document.ts'
import { type Extracted, extractFacts } from './extract-facts.ts'
import type { Fact } from './fact.ts'

const read = (texts: readonly string[], dealType: MetricDomain): Extracted =>
  extractFacts(
    { kind: 'text', title: null, pages: texts.map((text, n): Page => ({ page: n + 1, text })) },
    { dealType },
  )
const factsIn = (text: string, dealType: MetricDomain): readonly Fact[] => read([text], dealType).facts
const pairs = (facts: readonly Fact[]): unknown[] =>
  facts.map(({ metricKey, term, value }) => [metricKey ?? term, value])

describe('values in the cells of a form', () => {
  it.each([
    '| | |\n|---|---|\n| Occupancy class | Self storage, 612 units, 78,450 SF rentable |\n| Location | 4417 Hixson Pike |',
    'Location      4417 Hixson Pike\nProperty      A community of 612 units, 78,450 rentable square feet',
  ])('reads each of several values', (text) => {
    expect(pairs(factsIn(text, 'cre_multifamily'))).toEqual([
      ['unit_count', 612],
      ['rentable_sf', 78_450],
    ])
  })

  it('reads labels and values in columns, and keeps those of a lease apart from those of the building', () => {
    const { facts, tables } = read(
      [
        [
          'Landlord            MC Four Owner LLC',
          'Tenant              Corvane Medical Supply LLC',
          'Building            Meridian Crossing, 214,600 rentable square feet',
          'Premises            Suite 100, 96,400 rentable square feet',
          'Security deposit    $98,810, letter of credit',
          'Improvement allowance   $4.00 psf paid in 2018, $2.25 psf not yet drawn',
        ].join('\n'),
      ],
      'cre_office',
    )
    expect(pairs(facts)).toEqual([
      ['rentable_sf', 214_600],
      ['security deposit', 98_810],
    ])
    expect(tables).toMatchObject([{ kind: 'lease_abstract', tenant: 'Corvane Medical Supply LLC', area: 96_400 }])
  })

  it.each([
    'First lien on Meridian Crossing Building Four, Olathe, Kansas (214,600 square feet).',
    'The collateral is Harbor Tower, Denver (214,600 sq. ft.).',
    'The property, a warehouse in Olathe (214,600 SF), is let.',
  ])('reads the area in brackets behind the building: "%s"', (text) => {
    expect(pairs(factsIn(text, 'cre_office'))).toEqual([['rentable_sf', 214_600]])
  })

  it('does not take the area of a suite in brackets for that of the building', () => {
    expect(factsIn('The building has one vacancy, Suite 500 (16,310 square feet).', 'cre_office')).toEqual([])
  })
})

describe('a scale stated once for many amounts', () => {
  const table = '| | FY2025 |\n|---|---:|\n| Net revenue | 84,120 |'

  it.each([
    'All amounts in US$ thousands unless noted.',
    'Figures are shown in thousands of dollars.',
    'Dollars in thousands.',
  ])('goes for tables and sentences after it: "%s"', (stated) => {
    const text = `${stated}\n\n## Results\n\nThe company reports as follows.\n\n${table}\n\nCapital expenditures were $2,180 in FY2025. Free cash flow was $9.1 million in FY2025.`
    expect(pairs(factsIn(text, 'pe_lbo'))).toEqual([
      ['revenue', 84_120_000],
      ['capex', 2_180_000],
      ['free_cash_flow', 9_100_000],
    ])
  })

  it('goes for later pages, but not for what is written out or by the piece', () => {
    const { facts } = read(
      ['All amounts in US$ thousands.', 'Capex was $2,180 in FY2025. The purchase price is $41,200,000.'],
      'pe_lbo',
    )
    expect(pairs(facts)).toEqual([
      ['capex', 2_180_000],
      ['enterprise_value', 41_200_000],
    ])
  })

  it('in brackets goes only for the tables of its section', () => {
    const text = `## Results ($ in 000s)\n\nAs audited.\n\n${table}\n\nCapex was $2,180 in FY2025.\n\n## More\n\nAs audited.\n\n${table.replace('84,120', '84,120,000')}`
    expect(pairs(factsIn(text, 'pe_lbo'))).toEqual([
      ['revenue', 84_120_000],
      ['revenue', 84_120_000],
      ['capex', 2_180],
    ])
  })
})

describe('what a heading says about the numbers below', () => {
  it.each([
    '**Taxes.** The effective rate was 25.5% in FY25.',
    '## Income taxes\n\nThe blended rate was 25.5%.',
    '### Taxation\n\nThe cash rate is 25.5%.',
  ])('names the rate: "%s"', (text) => {
    expect(pairs(factsIn(text, 'pe_lbo'))).toEqual([['tax_rate_pct', 25.5]])
  })

  it('reads a rate behind a bold label, and not the spread for it', () => {
    const text = '4. **Interest Rate.** Ten-year Treasury plus 1.78%, today 5.95%, fixed at commitment.'
    expect(pairs(factsIn(text, 'cre_office'))).toEqual([
      ['spread_pct', 1.78],
      ['interest_rate_pct', 5.95],
    ])
  })

  it.each([
    'We understand that it is under contract at $24,850,000.',
    'The property is under contract for $24,850,000 to the client.',
    'A pending sale is at a purchase price of $24,850,000.',
  ])('reads the sale that is under way from the history, and no former one: "%s"', (sentence) => {
    const text = `## Sales history\n\nThe current owner acquired the building in April 2018 for $15,300,000. ${sentence}`
    expect(pairs(factsIn(text, 'cre_office'))).toEqual([['purchase_price', 24_850_000]])
  })
})

describe('what the company owes before the deal', () => {
  it.each([
    'At August 31 the net debt was $21.4 million.',
    'As of June 30 senior debt stood at $14.6 million.',
    'The existing term loan of $14.6 million will be repaid.',
  ])('is marked, so that it is not taken for the debt of the deal: "%s"', (text) => {
    expect(factsIn(text, 'pe_lbo').map(({ qualifier }) => qualifier)).toEqual(['existing'])
  })

  it('is not what the deal borrows', () => {
    const facts = factsIn('The transaction is financed with a term loan of $62.6 million.', 'pe_lbo')
    expect(facts.map(({ qualifier }) => qualifier)).toEqual([null])
  })
})
