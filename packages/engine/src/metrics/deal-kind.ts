import type { Workbook } from '@deal-canvas/workbook-reader'
import type { MetricDomain } from './catalogue/metric-kind.ts'
import type { DealType } from './deal-type.ts'

/** The deal kinds, by the type of model; `other` if there is too little evidence for any. */
export type DealKind =
  | MetricDomain
  | 'company_dcf'
  | 'three_statement'
  | 'merger'
  | 'project_finance'
  | 'private_credit'
  | 'development'
  | 'other'

/** The typical words in sheets and labels of such models; each word counts once. */
const words = {
  company_dcf: [
    /\bwacc\b|weighted average cost of capital/i,
    /terminal (?:value|growth)/i,
    /\bdiscount factor|present value|\bpv of\b/i,
    /cost of equity|\bcapm\b|risk[- ]free/i,
    /\bbeta\b/i,
    /\bdcf\b|discounted cash flow/i,
    /intrinsic|implied (?:share price|value per share)|value per share/i,
  ],
  three_statement: [
    /income statement|profit (?:and|&) loss|\bp ?& ?l\b/i,
    /balance sheet/i,
    /cash flow statement|statement of cash flows?|cash flow from operat/i,
    /total assets/i,
    /retained earnings/i,
    /accounts (?:receivable|payable)|trade (?:receivables|payables)/i,
  ],
  merger: [
    /accretion|accretive/i,
    /dilution|dilutive/i,
    /synerg/i,
    /acquir[eo]r/i,
    /exchange ratio|offer price|purchase premium|control premium/i,
    /pro[- ]?forma eps|combined eps|combined net income/i,
    /new shares issued/i,
  ],
  project_finance: [
    /\bcfads\b/i,
    /\bdscr\b|debt service cover/i,
    /\bllcr\b|loan life cover/i,
    /tariff|\bppa\b|feed-in/i,
    /\bmwh?\b|\bkwh\b|capacity factor|plant load/i,
    /degradation/i,
    /\bdsra\b|sculpt/i,
    /concession|\bepc\b|\bo ?& ?m\b/i,
  ],
  private_credit: [
    /\bborrower/i,
    /covenant/i,
    /unitranche|term loan|revolver|mezzanine/i,
    /\bsofr\b|\blibor\b|base rate/i,
    /\boid\b|upfront fee|commitment fee/i,
    /attachment|advance rate|collateral|guarantor|underwriting guideline/i,
    /loss given default|probability of default|credit (?:score|rating|memo)/i,
  ],
  development: [
    /hard costs?/i,
    /soft costs?/i,
    /land (?:cost|acquisition|price)/i,
    /construction (?:loan|period|start|interest|draw)/i,
    /yield on cost|development (?:yield|spread|margin)/i,
    /lease[- ]up/i,
    /interest reserve|gross square feet|\bgsf\b/i,
  ],
  pe_lbo: [
    /\blbo\b|leveraged buyout/i,
    /sponsor/i,
    /sources (?:and|&) uses/i,
    /\bmoic\b|multiple (?:of|on) (?:invested capital|money)/i,
    /(?:entry|exit) multiple/i,
    /management rollover|rollover equity/i,
    /term loan|senior notes|revolver/i,
  ],
} satisfies Partial<Record<DealKind, readonly RegExp[]>>

/** The number of matching words required for a kind. */
const enough: Readonly<Record<keyof typeof words, number>> = {
  merger: 3,
  project_finance: 4,
  private_credit: 4,
  development: 4,
  pe_lbo: 4,
  company_dcf: 4,
  three_statement: 4,
}
/** The more specific first: a buyout has three statements, too, and a valuation is part of many mergers. */
const companyKinds = [
  'merger',
  'project_finance',
  'pe_lbo',
  'private_credit',
  'company_dcf',
  'three_statement',
] as const
const maxTextLength = 200
/** Below this confidence, the kind is not reliable. */
const minConfidence = 0.15

/**
 * The deal kind by the words of its model, within what its metrics say: a property stays one, and so does a company.
 */
export const detectDealKind = ({ sheets }: Pick<Workbook, 'sheets'>, { domain, confidence }: DealType): DealKind => {
  const texts = [
    ...new Set(
      sheets.flatMap(({ name, cells }) => [
        name,
        ...cells.flatMap(({ value }) => (typeof value === 'string' && value.length <= maxTextLength ? [value] : [])),
      ]),
    ),
  ]
  const isSpokenOf = (word: RegExp): boolean => texts.some((text) => word.test(text))
  const isKind = (kind: keyof typeof words): boolean => words[kind].filter(isSpokenOf).length >= enough[kind]
  if (domain === undefined || confidence < minConfidence) return 'other'
  if (domain === 'saas_growth') return domain
  if (domain !== 'pe_lbo') return isKind('development') ? 'development' : domain
  return companyKinds.find(isKind) ?? 'other'
}
