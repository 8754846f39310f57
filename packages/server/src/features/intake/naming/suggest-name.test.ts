import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byConvention } from './convention.ts'
import { nameInFileName } from './name-in-file-name.ts'
import { suggestName } from './suggest-name.ts'

const file = (fileName: string, lines: string[] = [], title: string | null = null) => ({ fileName, title, lines })

describe('deal name in a file name', () => {
  it.each([
    ['Riverside_Apartments_model_v3_2026-11-15.xlsx', 'Riverside Apartments'],
    ['Helios LBO Model vF.xlsm', 'Helios'],
    ['HarborPoint-Offering Memorandum (2).pdf', 'Harbor Point'],
    ['Project Falcon - CIM - Nov 2026.pdf', 'Project Falcon'],
    ['model_v3.xlsx', ''],
    ['Tesla-ThreeStatementModel.xlsx', 'Tesla'],
    ['WIP - Copy of Blu Containers Worksheet - Advanced.xlsx', 'Blu Containers'],
    ['Financial Model - Tata Steel.xlsx', 'Tata Steel'],
    ['Blue_Owl_Model_2.xlsx', 'Blue Owl'],
    ['Pier 39 DCF.xlsx', 'Pier 39'],
    ['Coca-Cola valuation.xlsx', 'Coca-Cola'],
    ['Retail-Development-Model-v2.2-0ahk71.xlsm', ''],
    ['Underwriting Template.xlsx', ''],
    ['DCF Valuation Model.xlsx', ''],
    ['20261115.csv', ''],
    ['.xlsx', ''],
  ])('extracts from the file name %s the deal name "%s"', (name, expected) => {
    expect(nameInFileName(name)).toBe(expected)
  })
})

describe('deal name suggestion', () => {
  it('suggests nothing without files', () => {
    expect(suggestName([], {})).toBeUndefined()
  })

  it('prefers a labeled name in a workbook to the file name', () => {
    const suggestion = suggestName([file('uw_v2.xlsx', ['Inputs', 'Property Name | Riverside Apartments'])], {})
    expect(suggestion).toMatchObject({ name: 'Riverside Apartments', confidence: 0.9 })
    expect(suggestion?.candidates[0]).toEqual({
      name: 'Riverside Apartments',
      source: 'uw_v2.xlsx: Property Name',
      confidence: 0.9,
    })
  })

  it('is more confident the more files agree, and never certain', () => {
    const one = suggestName([file('Riverside Apartments.xlsx')], {})
    const two = suggestName([file('Riverside Apartments.xlsx'), file('riverside-apartments OM.pdf')], {})
    const many = suggestName(
      Array.from({ length: 20 }, (_, n) =>
        file(`Riverside Apartments v${n}.xlsx`, ['Deal Name: Riverside Apartments']),
      ),
      {},
    )
    expect(one?.confidence).toBe(0.45)
    expect(two?.confidence).toBe(0.7)
    expect(many?.confidence).toBe(0.98)
  })

  it('returns null name and confidence if the files contain no name', () => {
    expect(suggestName([file('model_v3.xlsx', ['1 | 2 | 3'])], {})).toEqual({
      name: null,
      confidence: null,
      parts: { company_or_asset: null, city: null, asset_type: null, date: null, codename: null },
      convention: null,
      candidates: [],
    })
  })

  it('returns the name parts found in the files: place, type, date and codename', () => {
    const suggestion = suggestName(
      [
        file(
          'Project Falcon model 2026-10-01.xlsx',
          ['Property Name | Riverside Apartments', 'City | Austin, TX', 'Closing Date | 2026-12-31'],
          null,
        ),
        file('om.pdf', ['A 220-unit multifamily community'], 'Riverside Apartments'),
      ],
      {},
    )
    expect(suggestion?.parts).toEqual({
      company_or_asset: 'Riverside Apartments',
      city: 'Austin',
      asset_type: 'Multifamily',
      date: '2026-12',
      codename: 'Falcon',
    })
    expect(suggestion?.convention).toBe('Riverside Apartments – Austin – Multifamily – 2026-12')
  })

  it('takes neither a budget line for a codename nor a neighboring building for the asset type', () => {
    const lines = [
      '# Harbor Point Offices: lease abstracts',
      'Total Project Cost | 1',
      'The garage is shared with the hotel',
      'Office rent | 3',
      'Office tower | 1',
    ]
    const suggestion = suggestName([file('abstracts.md', lines)], {})
    expect(suggestion?.parts).toMatchObject({ codename: null, asset_type: 'Office' })
    expect(suggestion?.name).toBe('Harbor Point Offices')
  })

  it('finds the city in an address', () => {
    const suggestion = suggestName([file('a.pdf', ['1200 River Road, San Marcos, TX 78666'])], {})
    expect(suggestion?.parts.city).toBe('San Marcos')
  })

  it('never fails to suggest a name for any file content', () => {
    const files = fc.array(
      fc.record({
        fileName: fc.string({ unit: 'grapheme', maxLength: 60 }),
        title: fc.option(fc.string({ unit: 'grapheme', maxLength: 60 })),
        lines: fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 10 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(files, (some) => {
        const suggestion = suggestName(some, {})
        const { confidence } = suggestion ?? { confidence: null }
        return suggestion !== undefined && (confidence === null || (confidence > 0 && confidence <= 0.98))
      }),
      { numRuns: 300 },
    )
  })
})

/** A workbook with one sheet that starts with these rows. */
const book = (fileName: string, rows: string[], { title = null as string | null, sheet = 'Cover' } = {}) => ({
  fileName,
  title,
  lines: rows,
  sheets: [{ name: sheet, rows }],
})

const notNames = [
  'Purchase Price',
  'Net Operating Income',
  'Exit Cap Rate',
  'Enterprise Value at Entry',
  'Sources & Uses',
  'Assumptions',
  'Assumption Sheet',
  'INPUTS',
  'Income Statement (€m)',
  'Last Modified By',
  'Last Modified',
  'Table of Contents',
  '$ in millions',
  'USD Millions',
  '(₹ in crores)',
  '<?xml version="1.0"?>',
  '<p class="title">Riverside</p>',
  'Riverside &amp; Sons',
  '{{deal_name}}',
  '[Property Name]',
  '15 November 2026',
  '2026-11-15',
  '12/31/2025',
  'Strictly Confidential',
  'Draft v3',
  'Microsoft Excel',
  'Microsoft Word - memo.docx',
  'Google Sheets',
  'openpyxl',
  'Sheet1',
  'Book1',
  'Column1',
  'Ticker',
  'Company Name',
  'Year 1',
  'Prepared by Ann Smith',
  'Ann Smith, CFA',
  'www.example.com',
  'Enter all inputs in the blue cells.',
]

describe('texts that are not deal names', () => {
  it.each(notNames)('never suggests "%s" from any position in a file', (text) => {
    const nothing = { name: null, candidates: [] }
    expect(suggestName([book('model.xlsx', [text])], {})).toMatchObject(nothing)
    expect(suggestName([book('model.xlsx', [], { title: text })], {})).toMatchObject(nothing)
    expect(suggestName([book('model.xlsx', [`Company | ${text} | EV | Revenue`])], {})).toMatchObject(nothing)
    expect(suggestName([book('model.xlsx', [`Property Name | ${text}`])], {})).toMatchObject(nothing)
    expect(suggestName([file('memo.pdf', [text], text)], {})).toMatchObject(nothing)
  })

  it('does not suggest an author, a slogan or other sheet text that nothing else supports', () => {
    const rows = ['Financial Model', 'Johann Somosa', 'Buy low and sell high', 'Pool | 12']
    expect(suggestName([book('Valuation Model.xlsx', rows, { sheet: 'Inputs' })], {})?.name).toBeNull()
  })

  it('does not suggest the header or the rows of a company table', () => {
    const rows = ['Company | Ticker | EV | Revenue', 'Acme | ACM | 12 | 3']
    expect(suggestName([book('Trading Comps.xlsx', rows, { sheet: 'Comps' })], {})?.name).toBeNull()
  })
})

describe('sources of deal names', () => {
  it.each([
    ['Project Falcon – Investment Memorandum', 'Project Falcon'],
    ['Investment memorandum: Harbor Point', 'Harbor Point'],
    ['Confidential Information Memorandum | Helios Software GmbH', 'Helios Software GmbH'],
    ['# Harbor Point Offices: lease abstracts', 'Harbor Point Offices'],
  ])('finds the name in the heading of a document: %s', (heading, name) => {
    expect(suggestName([file('memo.pdf', ['', heading])], {})?.name).toBe(name)
  })

  it.each([
    ['Ajanta Pharma Limited — Consolidated Balance Sheet', 'Ajanta Pharma Limited'],
    ['Apple Inc. (AAPL) — 3-Statement Model & Forecast', 'Apple Inc. (AAPL)'],
    ["PAPA JOHN'S INTERNATIONAL, INC. (NASDAQ: PZZA)", "PAPA JOHN'S INTERNATIONAL, INC."],
    ['PROJECT ATLAS - 50 MWp Solar PV, France', 'PROJECT ATLAS'],
    ['Arcadia Gardens - Investment Analysis', 'Arcadia Gardens'],
    ['Relative Valuation of Helios Ltd.', 'Helios Ltd.'],
    ['12 Harbor Street - Acquisition Model', '12 Harbor Street'],
  ])('finds the name on the cover of a workbook: %s', (title, name) => {
    expect(suggestName([book('model.xlsx', ['Financial Model', title].reverse())], {})?.name).toBe(name)
  })

  it('finds the name on the first sheet that is not about the file itself', () => {
    const sheets = [
      { name: 'Instructions', rows: ['Crown Academy Limited', 'Enter inputs in blue cells.'] },
      { name: 'Summary', rows: ['Crown Heights | 2026', 'Sources & Uses'] },
      { name: 'Debt', rows: ['Crown Heights'] },
    ]
    expect(suggestName([{ fileName: 'Value Add.xlsx', title: null, lines: [], sheets }], {})?.name).toBe(
      'Crown Heights',
    )
  })

  it('ranks names from documents first, then from the cover, the properties and the file name', () => {
    const names = (files: Parameters<typeof suggestName>[0]) =>
      suggestName(files, {})?.candidates.map(({ name }) => name)
    const workbook = book('Delta Tower.xlsx', ['Beta Gardens Limited'], { title: 'Gamma Court' })
    expect(names([workbook, file('memo.pdf', ['Alpha Plaza'])])).toEqual([
      'Alpha Plaza',
      'Beta Gardens Limited',
      'Gamma Court',
      'Delta Tower',
    ])
  })
})

describe('deal name by convention', () => {
  const parts = { company_or_asset: 'Riverside', city: 'Austin', asset_type: null, date: '2026-12', codename: null }

  it('fills the pattern of the organization and omits unknown parts with their separators', () => {
    expect(byConvention(parts, { deal_name_pattern: '{date} | {asset_type} | {company_or_asset} ({city})' })).toBe(
      '2026-12 | Riverside (Austin)',
    )
    expect(byConvention({ ...parts, city: null }, { deal_name_pattern: '{company_or_asset} ({city})' })).toBe(
      'Riverside',
    )
  })

  it('uses the default pattern if the setting is missing or invalid', () => {
    for (const deal_name_pattern of [undefined, 7, '', 'no part', 'x'.repeat(201)])
      expect(byConvention(parts, { deal_name_pattern })).toBe('Riverside – Austin – 2026-12')
  })

  it('builds no name without a company, asset or codename', () => {
    expect(byConvention({ ...parts, company_or_asset: null }, {})).toBeNull()
  })
})
