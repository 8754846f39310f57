import type { DealType } from '@deal-canvas/contract'

/** The metrics of which the first that a deal has is its headline. */
export interface HeadlineKeys {
  /** In the currency of the deal. */
  size: readonly string[]
  /** In percentage points. */
  return: readonly string[]
  multiple: readonly string[]
}

const property: HeadlineKeys = {
  size: ['purchase_price', 'total_project_cost', 'gross_exit_value'],
  return: ['levered_irr_pct', 'unlevered_irr_pct'],
  multiple: ['equity_multiple'],
}
const company: HeadlineKeys = {
  size: ['enterprise_value', 'equity_value'],
  return: ['gross_irr_pct'],
  multiple: ['moic'],
}
const project: HeadlineKeys = {
  size: ['total_project_cost', 'purchase_price'],
  return: ['levered_irr_pct', 'unlevered_irr_pct'],
  multiple: ['equity_multiple'],
}

const byType: Readonly<Record<DealType, HeadlineKeys>> = {
  pe_lbo: company,
  saas_growth: { size: ['post_money_valuation', 'pre_money_valuation'], return: ['gross_irr_pct'], multiple: ['moic'] },
  cre_multifamily: property,
  cre_office: property,
  company_dcf: company,
  three_statement: company,
  merger: company,
  project_finance: project,
  private_credit: { size: ['facility_amount'], return: ['all_in_yield_pct'], multiple: ['moic'] },
  development: project,
}

/** For a deal of unknown type: in the order in which they tell most. */
const unknown: HeadlineKeys = {
  size: ['purchase_price', 'enterprise_value', 'post_money_valuation', 'total_project_cost', 'facility_amount'],
  return: ['levered_irr_pct', 'gross_irr_pct', 'unlevered_irr_pct', 'all_in_yield_pct'],
  multiple: ['equity_multiple', 'moic'],
}

export const headlineKeysOf = (type: string | null): HeadlineKeys =>
  Object.entries(byType).find(([known]) => known === type)?.[1] ?? unknown

/** Every metric that can be a headline. */
export const headlineKeys: readonly string[] = [
  ...new Set([unknown, ...Object.values(byType)].flatMap((keys) => [...keys.size, ...keys.return, ...keys.multiple])),
]

/** Rises when the rule above changes, so that the headlines of existing deals are chosen again. */
export const headlineRule = 1
