import { describe, expect, it } from 'vitest'
import { extractFacts } from './extract-facts.ts'
import type { Fact } from './fact.ts'
import { periodOfLabel } from './periods.ts'
import { compareDocuments, type ModelMetric, reconcile } from './reconcile.ts'

const factsIn = (text: string): readonly Fact[] =>
  extractFacts({ kind: 'text', title: null, pages: [{ page: 1, text }] }, { dealType: 'cre_multifamily' }).facts
const metric = (
  metricKey: string,
  value: number,
  period: string | null = null,
  more: Partial<ModelMetric> = {},
): ModelMetric => ({
  metricKey,
  label: metricKey,
  unit: 'currency',
  value,
  period: period === null ? null : periodOfLabel(period),
  qualifier: null,
  ...more,
})
const statuses = (text: string, ...metrics: ModelMetric[]): string[] =>
  reconcile(factsIn(text), metrics).map(({ status }) => status)
const units = (value: number): ModelMetric => metric('unit_count', value, null, { unit: 'count' })

describe('reconciliation with the model', () => {
  it('agrees within the rounding of how the document states the value', () => {
    expect(statuses('The purchase price is $41.2 million.', metric('purchase_price', 41_187_500))).toEqual(['agrees'])
    expect(statuses('The purchase price is $41.2 million.', metric('purchase_price', 41_320_000))).toEqual(['differs'])
    expect(
      statuses('The purchase price is approximately $41.2 million.', metric('purchase_price', 41_320_000)),
    ).toEqual(['agrees'])
  })

  it('compares the pro forma of a stated year with the projection of that year, and no other pro forma', () => {
    const table = (head: string): string => `| | ${head} |\n|---|---:|\n| Net operating income | $968,000 |`
    const year1 = metric('noi', 901_000, 'Year 1')
    expect(statuses(table('Pro Forma Year 1'), year1)).toEqual(['differs'])
    expect(statuses(table('Year 1 Pro-Forma'), year1)).toEqual(['differs'])
    expect(statuses(table('Yr 1 Proforma'), year1)).toEqual(['differs'])
    expect(statuses(table('Pro Forma'), year1)).toEqual(['unclear'])
    expect(statuses(table('Pro Forma Year 2'), year1)).toEqual(['unclear'])
  })

  it('reports both values and the difference', () => {
    const [finding] = reconcile(factsIn('The property has 104 units.'), [units(100)])
    expect(finding).toMatchObject({
      status: 'differs',
      metric: { value: 100 },
      difference: 4,
      relativeDifference: 0.04,
    })
    expect(finding?.status === 'differs' && finding.facts[0]?.value).toBe(104)
  })

  it('compares flows only in the same period', () => {
    const text = 'Trailing twelve month NOI was $1,061,400.'
    expect(statuses(text, metric('noi', 1_101_400, 'T-12'))).toEqual(['differs'])
    expect(statuses(text, metric('noi', 1_101_400, 'Year 1'))).toEqual(['unclear'])
    expect(statuses(text, metric('noi', 1_101_400))).toEqual(['unclear'])
    expect(statuses('NOI was $1,061,400.', metric('noi', 1_101_400, 'T-12'))).toEqual(['unclear'])
  })

  it('never takes a covenant, a limit or a target for a contradiction', () => {
    const dscr = metric('dscr', 1.31, null, { unit: 'multiple_x' })
    expect(statuses('Minimum DSCR: 1.20x', dscr)).toEqual(['unclear'])
    expect(statuses('The DSCR is at least 1.20x.', dscr)).toEqual(['unclear'])
    expect(statuses('We target a DSCR of 1.40x.', dscr)).toEqual(['unclear'])
  })

  it('does not report values of another magnitude, which are another thing or another scale', () => {
    expect(statuses('The purchase price is $41,200.', metric('purchase_price', 41_200_000))).toEqual(['unclear'])
  })

  it('compares a document that states two values by the one it states more often', () => {
    const text = 'The property has 104 units. All 104 units are rented.\n\nA 100-unit plan was drawn.'
    expect(statuses(text, units(104))).toEqual(['agrees', 'unclear'])
  })

  it('lists what only the document or only the model states', () => {
    const findings = reconcile(factsIn('The property has 104 units.'), [metric('purchase_price', 1)])
    expect(findings.map(({ status }) => status)).toEqual(['only_in_model', 'only_in_document'])
  })

  it('compares a named term with a custom metric of that name', () => {
    const deposit = metric('custom_deposit', 500_000, null, { label: 'Earnest money deposit' })
    expect(statuses('Earnest money of $750,000 is due.', deposit)).toEqual(['differs'])
  })
})

describe('comparison of documents with each other', () => {
  it('reports metrics for which two documents state different values', () => {
    const [found, ...more] = compareDocuments([
      { document: 'memorandum', facts: factsIn('The property has 104 units. The purchase price is $41.2 million.') },
      { document: 'email', facts: factsIn('There are 108 units. The price is $41,187,500.') },
    ])
    expect(more).toEqual([])
    expect(found?.metricKey).toBe('unit_count')
    expect(found?.values.map(({ value, facts }) => [value, facts.map(({ document }) => document)])).toEqual([
      [104, ['memorandum']],
      [108, ['email']],
    ])
  })

  it('does not compare flows without a period', () => {
    expect(
      compareDocuments([
        { document: 'a', facts: factsIn('NOI was $1.0 million.') },
        { document: 'b', facts: factsIn('NOI was $1.2 million.') },
      ]),
    ).toEqual([])
  })
})
