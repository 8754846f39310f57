import type { BlockView } from '@deal-canvas/memo'
import { readDocument } from '@deal-canvas/memo/document'
import type { PrintableMemo, PrintedSection } from '../printable-memo.ts'

const section = (number: string, title: string, content: string, blocks: BlockView[] = []): PrintedSection => ({
  number,
  title,
  document: readDocument(content).toJSON(),
  blocks,
})

/** Stands for any block: what is printed is the view beside the document. */
const block = '```dc-block\n{"block":"kpis","metrics":["noi"]}\n```'

const years = ['T-12', 'Year 1', 'Year 2', 'Year 3', 'Year 4', 'Year 5']
const row = (label: string, ...texts: string[]) => ({ label, cells: texts.map((text) => ({ text })) })

export const kpis: BlockView = {
  view: 'kpis',
  items: [
    { metric: 'irr', label: 'Levered IRR', value: '15.7%', note: 'Hurdle 14.0%' },
    { metric: 'multiple', label: 'Equity multiple', value: '1.96x', note: 'Hurdle 1.80x', overridden: true },
    { metric: 'cap', label: 'Going-in cap rate', value: '5.26%', note: 'T-12 NOI $2.55M' },
    { metric: 'coc', label: 'Cash on cash', value: '4.01%', note: 'Year 1', unconfirmed: true },
    { metric: 'dscr', label: 'DSCR', value: '1.17x', note: 'Covenant 1.20x', breached: true },
  ],
}

export const cashFlow: BlockView = {
  view: 'table',
  title: 'Five-year cash flow',
  unit: '$ thousands',
  columns: years.map((label, n) => (n === 0 ? { label, detail: 'actual' } : { label })),
  rows: [
    { label: 'Operations', cells: [], heading: true },
    row('Effective gross income', '4,745', '4,718', '5,173', '5,626', '5,795', '5,969'),
    row('Operating expenses', '(2,194)', '(2,194)', '(2,264)', '(2,335)', '(2,400)', '(2,466)'),
    { ...row('Net operating income', '2,550', '2,524', '2,909', '3,291', '3,396', '3,502'), total: true },
    row('Debt service', '', '(1,609)', '(1,609)', '(2,015)', '(2,015)', '(2,015)'),
    { ...row('Levered cash flow', '−21,478', '862', '1,246', '1,220', '1,323', '37,388'), total: true },
    {
      label: 'DSCR',
      cells: [
        { text: '1.27x' },
        { text: '1.57x', changed: true },
        { text: '1.81x' },
        { text: '1.63x' },
        { text: '1.69x' },
        { text: '1.12x', breached: true },
      ],
    },
  ],
  source: 'Yearly Cash Flow!A4:H24',
}

const capRates = ['5.00%', '5.25%', '5.50%', '5.75%', '6.00%', '6.25%']
const growths = ['2.0%', '2.5%', '3.0%', '3.5%', '4.0%']
const irr = (row: number, column: number): number => 15.7 + (2 - row) * 1.7 + (column - 2) * 1.7

export const grid: BlockView = {
  view: 'grid',
  title: 'Levered IRR',
  rowInput: 'Exit cap rate',
  columnInput: 'Rent growth',
  rows: capRates,
  columns: growths,
  values: capRates.map((_, r) => growths.map((_, c) => irr(r, c))),
  texts: capRates.map((_, r) => growths.map((_, c) => `${irr(r, c).toFixed(1)}%`)),
  present: { row: 2, column: 2 },
  limit: { label: '14.0% hurdle', breached: capRates.map((_, r) => growths.map((_, c) => irr(r, c) < 14)) },
}

const bar = (label: string, low: number, high: number, range: string) => ({
  label,
  low,
  high,
  lowText: `${low.toFixed(1)}%`,
  highText: `${high.toFixed(1)}%`,
  range,
})

export const tornado: BlockView = {
  view: 'tornado',
  title: 'What moves levered IRR',
  base: 15.7,
  baseText: '15.7%',
  higherIsBetter: true,
  bars: [
    bar('Exit cap rate', 19.2, 12.4, '5.00% to 6.00%'),
    bar('Rent growth', 12.2, 19, '2.0% to 4.0%'),
    bar('Vacancy', 17.4, 14, '3.0% to 7.0%'),
    bar('Interest rate', 16.3, 15.1, '4.85% to 5.85%'),
  ],
}

export const histogram: BlockView = {
  view: 'histogram',
  title: 'Distribution of levered IRR',
  bins: [1, 3, 8, 15, 24, 30, 26, 18, 10, 5, 2].map((count, n) => ({ from: 10 + n, to: 11 + n, count })),
  ticks: [10, 14, 18, 21].map((value) => ({ value, text: `${value}%` })),
  marks: [
    { value: 15.7, label: 'Now 15.7%' },
    { value: 14, label: 'Hurdle 14.0%', breached: true },
  ],
  note: '10,000 trials, 6 uncertain inputs',
}

export const series: BlockView = {
  view: 'series',
  title: 'NOI and debt service',
  unit: '$ millions',
  kind: 'bar',
  categories: years,
  series: [
    {
      label: 'NOI',
      values: [2.55, 2.52, 2.91, 3.29, 3.4, 3.5],
      texts: ['2.55', '2.52', '2.91', '3.29', '3.40', '3.50'],
    },
    {
      label: 'Debt service',
      values: [null, 1.61, 1.61, 2.02, 2.02, 2.02],
      texts: ['', '1.61', '1.61', '2.02', '2.02', '2.02'],
    },
  ],
  ticks: [0, 2, 4].map((value) => ({ value, text: `${value}.0M` })),
  source: 'Yearly Cash Flow!C18:H20',
}

export const fact: BlockView = {
  view: 'fact',
  documentId: 'om',
  document: 'Offering memorandum',
  page: 4,
  quote: 'The community offers 216 apartment homes.',
  contradiction: { documentSays: '216 units', modelSays: '212 units', severity: 'high' },
}

export const risk: BlockView = {
  view: 'risk',
  statement: 'The county reassesses after a sale; the model carries the current bill.',
  severity: 'high',
  mitigant: 'Approval depends on the final tax opinion.',
  owner: 'Daniel Reyes',
  evidence: [
    { kind: 'metric', metric: 'taxes', label: 'Real estate taxes', value: '$690K' },
    { kind: 'document', documentId: 'om', document: 'Offering memorandum', page: 12, quote: 'Taxes are reassessed.' },
  ],
}

export const unavailable: BlockView = { view: 'unavailable', title: 'Unit mix', reason: 'Sheet "Unit Mix" was removed' }

/** A memo with every kind of block. */
export const sampleMemo = (changes: Partial<PrintableMemo> = {}): PrintableMemo => ({
  house: { organization: 'Northwind Capital', accent: '#3451b2', paper: 'letter' },
  dealName: 'Riverside Apartments',
  subtitle: 'Investment memo. Acquisition of a 212-unit garden community, five-year hold.',
  version: 'version 14',
  versionDate: 'November 16, 2026',
  preparedBy: ['Maya Okafor', 'Priya Nair', 'Tomás Lindqvist'],
  basis: 'Model version 2, integrity 82 of 100',
  scenario: 'Scenario: Base',
  exportedAt: new Date('2026-11-16T09:24:00Z'),
  exportedAtText: 'Nov 16, 2026, 9:24 AM',
  confidentiality: 'Northwind Capital, confidential',
  figures: [
    { label: 'Purchase price', value: '$48.50M' },
    { label: 'Equity', value: '$21.48M' },
    { label: 'Going-in cap rate', value: '5.26%' },
    { label: 'Levered IRR', value: '15.7%' },
    { label: 'Equity multiple', value: '1.96x' },
    { label: 'DSCR', value: '1.27x' },
  ],
  decision: {
    title: 'For decision: approve with 4 conditions',
    date: 'Nov 19, 2026, 2:00 PM',
    conditions: [
      { text: 'Tax opinion at or below $820K a year', owner: 'Daniel Reyes', due: 'Nov 24' },
      { text: 'Roof report finds no replacement within five years', owner: 'Daniel Reyes', due: 'Dec 1' },
      { text: 'Loan rate locked at or below 5.35%', owner: 'Priya Nair', due: 'Dec 4' },
      { text: 'Seller certifies a rent roll of 212 units', owner: 'Maya Okafor', due: 'Dec 11' },
    ],
    votes: 'Votes on version 14: 1 approve, 2 with conditions, 2 outstanding. Open: 1 blocker, 1 contradiction.',
  },
  openItems: [
    {
      item: 'Blocker: tax reassessment after the sale',
      place: '7 Risks and mitigants',
      owner: 'Daniel Reyes',
      due: 'Nov 17',
    },
    { item: 'To write: value creation plan', place: '6 Value creation plan', owner: 'Priya Nair', due: 'Nov 18' },
  ],
  sections: [
    section(
      '1',
      'Recommendation',
      'We recommend buying **Riverside Apartments** for [[price]] with [[equity]] of equity, for a levered IRR of [[irr]] and an equity multiple of [[multiple]] over a five-year hold.\n\nApproval depends on four conditions, listed on the cover. Coverage falls to the covenant when taxes rise; the rate is [[rate]], and [[irr]] is the return. See [the data room](https://data.example/riverside).',
    ),
    section(
      '2',
      'Executive summary',
      `${block}\n\nRiverside is a garden community of [[units]] units on the river walk. Größe, naïve, façade: €1.870 − €115 · “quoted” text, Ελλάδα.\n\n${block}`,
      [kpis, fact],
    ),
    section(
      '3',
      'Transaction overview',
      '## Structure\n\nInvestors receive an 8.0% preferred return.\n\n- Senior mortgage\n- Equity\n  1. General partner\n  2. Limited partners\n\n> The seller certifies the rent roll.\n\n| Uses | Amount | Share |\n|---|--:|--:|\n| Purchase price | 48,500 | 94.1% |\n| Title, legal, diligence | 502 | 1.0% |\n| **Total uses** | **51,548** | **100.0%** |\n\n![Aerial view of the site](https://images.example/site.png)',
    ),
    section('4', 'Financial analysis', `Effective gross income grows from year to year.\n\n${block}\n\n${block}`, [
      cashFlow,
      series,
    ]),
    section('5', 'Returns analysis', `A sale brings most of the return.\n\n${block}\n\n${block}\n\n${block}`, [
      grid,
      tornado,
      histogram,
    ]),
    section('6', 'Value creation plan', ''),
    section('7', 'Risks and mitigants', `${block}\n\n${block}`, [risk, unavailable]),
  ],
  metrics: new Map([
    ['price', { text: '$48.50M', source: 'price' }],
    ['equity', { text: '$21.48M', source: 'equity' }],
    ['irr', { text: '15.7%', source: 'irr' }],
    ['multiple', { text: '1.96x', source: 'multiple', overridden: true }],
    ['rate', { text: '5.35%', source: 'rate', unconfirmed: true }],
    ['units', { text: '212', source: 'units' }],
  ]),
  sources: [
    { id: 'units', label: 'Units', value: '212', place: 'Unit Mix!B11; Offering memorandum, p. 4 says 216' },
    { id: 'price', label: 'Purchase price', value: '$48.50M', place: 'Assumptions!B6', confirmedBy: 'Maya Okafor' },
    { id: 'equity', label: 'Equity', value: '$21.48M', place: 'Sources & Uses!B12', confirmedBy: 'Maya Okafor' },
    { id: 'irr', label: 'Levered IRR', value: '15.73%', place: 'Returns!B28', confirmedBy: 'Maya Okafor' },
    { id: 'multiple', label: 'Equity multiple', value: '1.96x', place: 'Returns!B29', confirmedBy: 'Maya Okafor' },
    { id: 'rate', label: 'Interest rate', value: '5.35%', place: 'Assumptions!B28; Offering memorandum, p. 4' },
    { id: 'exit', label: 'Exit cap rate', value: '5.50%', place: 'Assumptions!B33', confirmedBy: 'Maya Okafor' },
  ],
  files: [
    { name: 'Riverside model v2.xlsx', shortName: 'Model', extent: '14 sheets', sha256: '12dfb0c41cf4594f'.repeat(4) },
    { name: 'Offering memorandum.pdf', shortName: 'OM', extent: '22 pages', sha256: 'd195782a283d713e'.repeat(4) },
  ],
  overrides: [
    {
      label: 'Equity multiple',
      workbookValue: '1.94x',
      value: '1.96x',
      by: 'Maya Okafor',
      when: 'Nov 16, 8:02 AM',
      reason: 'Fee letter',
    },
  ],
  findings: [{ severity: 'High', title: 'Hard-coded value in a formula row', place: 'Debt!H14' }],
  comments: [
    {
      section: '7 Risks and mitigants',
      quote: 'current bill',
      author: 'Jonas Berg',
      when: 'Nov 15, 3:12 PM',
      text: 'Which year?',
    },
  ],
  auditTrail: {
    summary: '187 events from November 10 to 16, 2026. This page lists the ones that changed numbers or versions.',
    events: [
      {
        number: '1',
        when: 'Nov 10, 10:02 AM',
        who: 'Maya Okafor',
        what: 'Created the deal, 5 files',
        hash: 'bfb827df',
      },
      {
        number: '187',
        when: 'Nov 16, 9:24 AM',
        who: 'Maya Okafor',
        what: 'Exported memo version 14 as PDF',
        hash: 'b97c37ff',
      },
    ],
    head: { event: '187', hash: 'b97c37ffd8425e768d744c6b4943514df16d75390c32e3b4fff4073d16f98e83' },
  },
  ...changes,
})
