import { type FoundTable, kindOf } from '@deal-canvas/engine'
import { type Block, blockMetrics, citedMetrics, fencedBlocks } from '@deal-canvas/memo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../sections/catalogue.ts'
import { noMaterial } from './draft-material.ts'
import { draftSection } from './draft-section.ts'
import { sentences } from './sentences.ts'

const sectionOf = (key: string) => {
  const section = catalogue.find((item) => item.key === key)
  if (section === undefined) throw new Error(`no section ${key}`)
  return section
}
const known = (...keys: string[]) => new Map(keys.map((key) => [key, kindOf(key)?.label ?? key]))
/** Every block of a draft, each of which must be one that a memo can hold. */
const blocksIn = (draft = ''): Block[] => {
  const blocks = fencedBlocks(draft)
  expect(blocks).toHaveLength(draft.split('```dc-block').length - 1)
  return blocks
}
const withoutBlocks = (draft: string): string => draft.replaceAll(/^```dc-block\n.*\n```$/gm, '')
const uses: FoundTable = {
  kind: 'uses',
  sheet: 'S&U',
  area: { top: 3, left: 1, bottom: 5, right: 2 },
  headRows: 1,
  rows: [
    { row: 4, label: 'Purchase price', isTotal: false },
    { row: 5, label: 'Total uses', isTotal: true },
  ],
  columns: [2],
}
const given = (...keys: string[]) => ({ known: known(...keys) })

describe('drafted section', () => {
  it('drafts sentences from known metrics and lists the remaining ones', () => {
    const draft = draftSection(
      sectionOf('financing_structure'),
      given('loan_amount', 'interest_rate_pct', 'dscr', 'ltc_pct'),
    )
    expect(draft).toBe(
      'The loan is [[loan_amount]] at [[interest_rate_pct]]. DSCR is [[dscr]].\n\n- **Loan to Cost**: [[ltc_pct]]',
    )
  })

  it('drafts nothing for a section without known metrics', () => {
    expect(draftSection(sectionOf('financing_structure'), given())).toBeUndefined()
    expect(draftSection(sectionOf('legal_regulatory'), given('noi'))).toBeUndefined()
  })

  it('names unconfirmed metrics without stating their values', () => {
    const section = sectionOf('financing_structure')
    expect(
      draftSection(section, {
        known: known('loan_amount', 'interest_rate_pct'),
        unconfirmed: known('dscr', 'ltc_pct'),
      }),
    ).toBe(
      'The loan is [[loan_amount]] at [[interest_rate_pct]].\n\n*To confirm in the workbook: Loan to Cost, Debt Service Coverage Ratio.*',
    )
  })

  it('drafts nothing from a number or two without a sentence, and nothing from unconfirmed numbers alone', () => {
    const section = sectionOf('quality_of_earnings')
    expect(draftSection(section, given('reported_ebitda', 'adjusted_ebitda'))).toBeUndefined()
    expect(draftSection(section, given('reported_ebitda', 'adjusted_ebitda', 'ebitda_adjustments'))).toBeDefined()
    expect(draftSection(section, { known: known(), unconfirmed: known('adjusted_ebitda') })).toBeUndefined()
  })

  it('drafts nothing for a section that needs judgment, unless there is something to rest it on', () => {
    expect(draftSection(sectionOf('recommendation'), given('purchase_price'))).toBeUndefined()
    expect(draftSection(sectionOf('risks_mitigants'), given('dscr'))).toBeUndefined()
    const draft = draftSection(sectionOf('risks_mitigants'), {
      known: known('dscr'),
      values: new Map([['dscr', 1.05]]),
    })
    expect(blocksIn(draft)).toEqual([
      expect.objectContaining({ block: 'risk', severity: 'high', evidence: [{ metric: 'dscr' }] }),
    ])
    expect(draft).toContain('*To add: mitigants')
  })

  it('states the key figures in the order of the catalog, only those that are known', () => {
    const draft = draftSection(sectionOf('returns_analysis'), {
      known: known('equity_multiple', 'levered_irr_pct'),
      values: new Map([
        ['equity_multiple', 2],
        ['levered_irr_pct', 15],
      ]),
    })
    expect(blocksIn(draft)).toEqual([{ block: 'kpis', metrics: ['levered_irr_pct', 'equity_multiple'] }])
  })

  it('quotes what documents state in the first section about the metric, each sentence once', () => {
    const quote = 'The property has units of many sizes and is well let.'
    const fact = { documentId: 'd1', page: 3, quote }
    const material = {
      ...noMaterial,
      facts: [
        { ...fact, metricKey: 'unit_count' },
        { ...fact, metricKey: 'physical_occupancy_pct' },
      ],
    }
    const quoted = catalogue.flatMap((section) =>
      blocksIn(draftSection(section, { known: known('unit_count'), material })).map(() => section.key),
    )
    expect(quoted).toEqual(['property_overview'])
  })

  it('shows the tables of the model where a reader looks for them', () => {
    const draft = draftSection(sectionOf('transaction_overview'), {
      known: known(),
      material: { ...noMaterial, tables: [uses] },
    })
    expect(blocksIn(draft)).toEqual([
      {
        block: 'model_table',
        title: 'Uses',
        sheet: 'S&U',
        range: 'B4:C6',
        header_rows: 1,
        rows: [
          { row: 5, label: 'Purchase price' },
          { row: 6, label: 'Total uses', total: true },
        ],
        columns: ['C'],
      },
    ])
  })

  it('names the main risks in the summary, and cites their numbers unless it already does', () => {
    const draft = draftSection(sectionOf('executive_summary'), {
      known: known('purchase_price', 'dscr', 'ltv_pct'),
      values: new Map([
        ['dscr', 1.05],
        ['ltv_pct', 75],
      ]),
    })
    expect(draft).toContain('**Main risks**\n\n- Debt service coverage is thin')
    expect(draft).toContain('depends on the value holding ([[ltv_pct]]).')
    expect(draft?.split('[[dscr]]')).toHaveLength(2)
  })

  it('lists contradictions and serious findings among the risks, contradictions first', () => {
    const draft = draftSection(sectionOf('risks_mitigants'), {
      known: known(),
      material: {
        ...noMaterial,
        contradictions: [{ metricKey: 'noi', documentId: 'd1', page: 2, quote: 'NOI was lower.' }],
        findings: [
          { severity: 'critical', title: 'Balance sheet does not balance', place: 'BS!F20', metrics: ['noi'] },
        ],
      },
    })
    expect(blocksIn(draft)).toEqual([
      { block: 'fact', document: 'd1', page: 2, quote: 'NOI was lower.', metric: 'noi' },
      { block: 'risk', statement: 'Model: Balance sheet does not balance (BS!F20).', severity: 'high' },
    ])
  })

  it('drafts a section that cites only known metrics and states no number of its own [SECTION-7]', () => {
    const metrics = [...new Set(catalogue.flatMap((section) => section.metrics))]
    fc.assert(
      fc.property(
        fc.subarray(metrics),
        fc.constantFrom(...catalogue),
        fc.array(fc.double(), { minLength: 1 }),
        (keys, section, numbers) => {
          const values = new Map(keys.map((key, n) => [key, numbers[n % numbers.length] ?? 0]))
          const draft = draftSection(section, { ...given(...keys), values }) ?? ''
          for (const block of blocksIn(draft)) expect(blockMetrics(block).every((key) => keys.includes(key))).toBe(true)
          const text = withoutBlocks(draft)
          const cited = [...text.matchAll(/\[\[([a-z0-9_]+)\]\]/g)].map(([, key = '']) => key)
          const isOwn = !/\d/.test(text.replaceAll(/\[\[[^\]]*\]\]|\*\*[^*]*\*\*/g, ''))
          return cited.every((key) => keys.includes(key)) && new Set(cited).size === cited.length && isOwn
        },
      ),
      { numRuns: 300 },
    )
  })

  it('uses only sections and metrics from the catalogs in its sentences', () => {
    for (const [key, ways] of Object.entries(sentences)) {
      expect(catalogue.map((section) => section.key)).toContain(key)
      for (const way of ways.flat())
        for (const metric of citedMetrics(way)) expect(kindOf(metric), metric).toBeDefined()
    }
  })
})
