import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page, ReadDocument } from './document.ts'
import { type Extracted, extractFacts } from './extract-facts.ts'
import { type Fact, maxFacts } from './fact.ts'

const textOf = (text: string, more: Partial<Page> = {}): ReadDocument => ({
  kind: 'text',
  title: null,
  pages: [{ page: 1, text, ...more }],
})
const property = (text: string): readonly Fact[] => extractFacts(textOf(text), { dealType: 'cre_multifamily' }).facts
const company = (text: string): readonly Fact[] => extractFacts(textOf(text), { dealType: 'pe_lbo' }).facts
const values = (facts: readonly Fact[], key: string | null): number[] =>
  facts.filter(({ metricKey }) => metricKey === key).map(({ value }) => value)

describe('facts in sentences', () => {
  it.each([
    ['a purchase price of $41.2 million', 'purchase_price', 41_200_000],
    ['The purchase price is 41,200,000.', 'purchase_price', 41_200_000],
    ['Purchase price: USD 41.2mm', 'purchase_price', 41_200_000],
    [
      'The purchase price is forty-one million two hundred thousand dollars ($41,200,000).',
      'purchase_price',
      41_200_000,
    ],
    ['The going-in cap rate is 5.75 percent.', 'going_in_cap_rate_pct', 5.75],
    ['This is a 5.3 cap on in-place income.', 'going_in_cap_rate_pct', 5.3],
    ['The loan is priced at a spread of 575 bps over SOFR.', 'spread_pct', 5.75],
    ['The lender quotes L+325 floating.', 'spread_pct', 3.25],
    ['DSCR of 1.25x', 'dscr', 1.25],
    ['a debt service coverage ratio of 1.25:1', 'dscr', 1.25],
    ['a 104-unit community', 'unit_count', 104],
    ['The property has one hundred and four units.', 'unit_count', 104],
    ['The property is sixty percent occupied.', 'physical_occupancy_pct', 60],
    ['The property has 186,400 rentable square feet.', 'rentable_sf', 186_400],
    ['The loan amortizes on a 30-year amortization schedule.', 'amortization_months', 360],
    ['The price of $18.9 million equates to $181,700 per unit.', 'price_per_unit', 181_700],
    ['A loan of $11.3 million at 4.62% is assumable.', 'interest_rate_pct', 4.62],
    ['An agency lender quoted a loan at 62% of the purchase price.', 'ltv_pct', 62],
  ])('reads "%s" as %s', (text, key, value) => {
    expect(values(property(text), key)).toEqual([value])
  })

  it('attaches the period that stands next to each number', () => {
    const facts = property(
      'NOI increased from $1.0 million in 2024 to $1.1 million in 2025; year 1 NOI is $1.2 million.',
    )
    expect(facts.map(({ value, period }) => [value, period?.label])).toEqual([
      [1_000_000, '2024'],
      [1_100_000, '2025'],
      [1_200_000, 'year 1'],
    ])
  })

  it('gives a period at the start of a sentence to all its numbers', () => {
    const facts = company(
      'For the twelve months ended June 30, 2026 net sales were $212.4 million and Adjusted EBITDA $38.6 million.',
    )
    expect(facts.map(({ metricKey, period }) => [metricKey, period?.kind])).toEqual([
      ['revenue', 'trailing'],
      ['adjusted_ebitda', 'trailing'],
    ])
  })

  it('pairs names and numbers in order where the sentence says "respectively"', () => {
    const facts = company(
      'Revenue and Adjusted EBITDA for fiscal 2025 were $201.8 million and $36.2 million, respectively.',
    )
    expect(values(facts, 'revenue')).toEqual([201_800_000])
    expect(values(facts, 'adjusted_ebitda')).toEqual([36_200_000])
  })

  it.each([
    ['a range', 'Occupancy has been between 93 and 96 %.'],
    ['a hypothesis', 'Occupancy would reach 97% if the units were renovated.'],
    ['a possibility', 'A buyer could obtain a loan at 65% of the purchase price.'],
    ['a comparable', 'Comparable sales traded at a cap rate of 5.0%.'],
    ['a market average', 'Occupancy in the submarket is 95.1%.'],
    ['a competitor', 'Competing properties have 388 units.'],
    ['an earlier purchase', 'The seller acquired the property in 2016 for a purchase price of $9.8 million.'],
    ['a denied value', 'The unit count is not 144.'],
    ['a part', 'Of these, 36 three-bedroom units are vacant.'],
    ['a difference', 'Market rents are $160 higher than in 2024.'],
  ])('does not read %s as a fact of the deal', (_, text) => {
    expect(property(text).filter(({ metricKey }) => metricKey !== null)).toEqual([])
  })

  it('does not read sections about the market or comparables', () => {
    const facts = property(
      '# Sale comparables\n\nThe purchase price was $10 million.\n\n# Offering\n\nThe purchase price is $12 million.',
    )
    expect(values(facts, 'purchase_price')).toEqual([12_000_000])
  })

  it('widens the tolerance of an approximate number, and keeps limits apart', () => {
    const [exact, about, limit] = [
      'is $41.2 million',
      'is approximately $41.2 million',
      'is more than $41.2 million',
    ].map((text) => property(`The purchase price ${text}.`)[0])
    expect(exact?.tolerance).toBe(50_000)
    expect(about?.tolerance).toBe(412_000)
    expect(limit?.bound).toBe('at_least')
  })

  it.each([
    [
      '1. Purchase Price. Forty-Six Million Five Hundred Thousand Dollars ($46,500,000), in cash.',
      'purchase_price',
      46_500_000,
    ],
    [
      'The loan shall bear interest at six and fifteen hundredths percent (6.15%) per annum.',
      'interest_rate_pct',
      6.15,
    ],
    ['A sale at exit at a 5.50% cap is planned.', 'exit_cap_rate_pct', 5.5],
    ['Purchaser would be prepared to buy the property, comprising 188 rental units.', 'unit_count', 188],
    ['Occupancy improved to 95% from 91% last year.', 'physical_occupancy_pct', 95],
    ['The lender quotes 55% LTV and 6.40%, 25-year amort.', 'interest_rate_pct', 6.4],
    ['Expenses are $6,850 per unit before reserves.', 'opex_per_unit', 6_850],
  ])('reads the wording of letters: "%s"', (text, key, value) => {
    expect(values(property(text), key)).toEqual([value])
  })

  it('keeps the limit that stands before a number in words', () => {
    const [fact] = property('Borrower shall maintain a debt yield of at least nine percent (9.0%).')
    expect([fact?.value, fact?.bound]).toEqual([9, 'at_least'])
  })

  it('does not take what two things come to together for one of them', () => {
    const facts = company('A senior term loan of $100 million and notes of $25 million, together 5.0x adjusted EBITDA.')
    expect(values(facts, 'senior_leverage')).toEqual([])
    expect(values(facts, 'total_leverage')).toEqual([5])
    expect(values(facts, 'senior_debt')).toEqual([100_000_000])
  })

  it('does not take a monthly amount for the annual metric', () => {
    expect(values(company('Monthly capital expenditures averaged $610,000.'), 'capex')).toEqual([])
  })

  it('marks covenants, so that they are not taken for the ratio itself', () => {
    const facts = property('Minimum DSCR: 1.20x\nMaximum LTV: 65%')
    expect(facts.map(({ metricKey, qualifier }) => [metricKey, qualifier])).toEqual([
      ['dscr', 'minimum'],
      ['ltv_pct', 'maximum'],
    ])
  })

  it('names terms that the metric catalog does not have', () => {
    const [fact] = property('Purchaser shall deposit earnest money of $750,000.')
    expect([fact?.metricKey, fact?.term, fact?.value]).toEqual([null, 'earnest money deposit', 750_000])
  })

  it('returns the box around the lines of the quote, and the confidence of a scan', () => {
    const text = 'The property has 104 units\nin nine buildings.'
    const lines = [
      { from: 0, to: 26, box: [0.1, 0.1, 0.9, 0.12] as const, confidence: 0.5 },
      { from: 27, to: 45, box: [0.1, 0.13, 0.5, 0.15] as const },
    ]
    const { facts } = extractFacts(textOf(text, { lines }), { dealType: 'cre_multifamily' })
    expect(facts[0]?.place.box).toEqual([0.1, 0.1, 0.9, 0.15])
    expect(facts[0]?.confidence).toBeLessThan(0.5)
  })
})

describe('facts in tables', () => {
  const table =
    '| ($000s) | FY2024A | FY2025A | CAGR |\n|---|---|---|---|\n| Net sales | 186,900 | 201,800 | 8% |\n| EBITDA margin | 17.0% | 18.2% | |'

  it('reads each period of a row in the unit of the head', () => {
    const facts = company(table)
    expect(facts.map(({ metricKey, value, period }) => [metricKey, value, period?.year])).toEqual([
      ['revenue', 186_900_000, 2024],
      ['revenue', 201_800_000, 2025],
      ['ebitda_margin_pct', 17, 2024],
      ['ebitda_margin_pct', 18.2, 2025],
    ])
    expect(facts[0]?.quote).toBe('Net sales | 186,900 | 201,800 | 8%')
  })

  it('reads only the subject from a table of properties', () => {
    const facts = property(
      '| Property | Units | Cap rate |\n|---|---|---|\n| Subject | 104 | 5.6% |\n| Bayview | 212 | 5.1% |',
    )
    expect(values(facts, 'unit_count')).toEqual([104])
    expect(values(facts, 'going_in_cap_rate_pct')).toEqual([5.6])
  })

  it('does not take several lines of one kind for the metric itself', () => {
    const facts = property(
      '| | T-12 |\n|---|---|\n| Payroll | $62,788 |\n| Utilities | $31,813 |\n| Insurance | $26,880 |',
    )
    expect(values(facts, 'other_operating_expenses')).toEqual([])
    expect(values(facts, 'insurance_expense')).toEqual([26_880])
  })

  it('reads tables that stand side by side', () => {
    const facts = company(
      '| Sources | $mm | Uses | $mm |\n|---|---|---|---|\n| Sponsor equity | $147.9 | Transaction fees | $12.8 |',
    )
    expect(values(facts, 'sponsor_equity')).toEqual([147_900_000])
    expect(values(facts, 'transaction_fees')).toEqual([12_800_000])
  })

  it('uses the tables that the reader of the document found', () => {
    const text = 'Total units 104\nPurchase price $12,000,000'
    const tables = [
      {
        rows: [
          ['Total units', '104'],
          ['Purchase price', '$12,000,000'],
        ],
        from: 0,
        to: text.length,
      },
    ]
    const { facts } = extractFacts(textOf(text, { tables }), { dealType: 'cre_multifamily' })
    expect(facts.map(({ metricKey, quote }) => [metricKey, quote])).toEqual([
      ['unit_count', 'Total units 104'],
      ['purchase_price', 'Purchase price $12,000,000'],
    ])
  })
})

/** Words that make arbitrary text look like a document. */
const words = fc.constantFrom(
  ...'NOI of $41.2 million 5.75 % the units 104 - unit is was , . ; : | per SF T-12 FY2025 2024 ( ) cap rate loan DSCR 1.25 x SOFR + 325 bps not would\n\n\n # Purchase price respectively and between 5 to 6 years one hundred four dollars Total 1,000 tenant'.split(
    ' ',
  ),
)
const likeDocument = fc.array(words, { maxLength: 120 }).map((some) => some.join(' '))
const anyText = fc.oneof(fc.string({ maxLength: 400, unit: 'grapheme' }), likeDocument)
const anyRows = fc.array(
  fc.array(fc.oneof(anyText, fc.string({ maxLength: 12 }), fc.constantFrom('Unit', 'Rent', 'Total', '1,000', '5%')), {
    maxLength: 8,
  }),
  { maxLength: 12 },
)

/** The digits of a number without zeros around them: 575 for 5.75. */
const digitsOf = (value: number): string =>
  String(Math.abs(Number(value.toPrecision(12))))
    .replace(/e.*$/, '')
    .replace('.', '')
    .replaceAll(/^0+|0+$/g, '')

/** Values in words have no digits, and months can be stated in years. */
const containsDigits = ({ quote, value, unit, origin }: Fact): boolean =>
  origin === 'derived' ||
  unit === 'months' ||
  /one|hundred|four/.test(quote) ||
  quote.replaceAll(/[,.]/g, '').includes(digitsOf(value))

const isQuoted = (document: ReadDocument, { facts }: Extracted): boolean =>
  facts.every((fact) => {
    const { quote, place, value } = fact
    if (!Number.isFinite(value) || !containsDigits(fact)) return false
    if (document.kind === 'sheets') return quote.length === place.to
    return document.pages.find(({ page }) => page === place.page)?.text.slice(place.from, place.to) === quote
  })

describe('extraction from arbitrary documents', () => {
  it('never throws, and every quote of a text is at its place', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 3 }),
        fc.constantFrom(undefined, 'cre_multifamily' as const, 'pe_lbo' as const),
        (texts, dealType) => {
          const document: ReadDocument = {
            kind: 'text',
            title: null,
            pages: texts.map((text, n) => ({ page: n + 1, text })),
          }
          return isQuoted(document, extractFacts(document, { dealType }))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never throws on sheets and on tables whose cells are not in the text', () => {
    fc.assert(
      fc.property(anyRows, anyText, (rows, text) => {
        const sheets: ReadDocument = { kind: 'sheets', title: null, sheets: [{ name: 'Sheet', rows }] }
        const pages = textOf(text, { tables: [{ rows, from: 0, to: text.length }] })
        return isQuoted(sheets, extractFacts(sheets)) && isQuoted(pages, extractFacts(pages))
      }),
      { numRuns: 300 },
    )
  })

  it('contains the digits of each value that a sentence states in figures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 0, max: 9 }), (whole, tenth) => {
        const facts = property(`The purchase price is $${whole}.${tenth} million and the property has ${whole} units.`)
        expect(values(facts, 'purchase_price')[0]).toBeCloseTo((whole + tenth / 10) * 1e6, 3)
        expect(values(facts, 'unit_count')).toEqual([whole])
        return facts.every(({ quote }) => quote.includes(String(whole)))
      }),
    )
  })

  it('reads pages of more sentences, lines and cells than a call can have arguments', () => {
    for (const text of ['Yes. '.repeat(150_000), 'a:\n'.repeat(150_000), '| a | 1 |\n'.repeat(150_000)])
      expect(property(text)).toEqual([])
  })

  it('returns at most 5,000 facts', () => {
    const text = 'The purchase price is $12 million. '.repeat(maxFacts + 500)
    expect(property(text).length).toBeLessThanOrEqual(maxFacts)
  })
})
