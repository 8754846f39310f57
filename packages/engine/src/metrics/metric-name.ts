import { kindOf } from './catalogue/catalogue.ts'

/** Abbreviations that every reader of a model knows. */
const abbreviations: Readonly<Record<string, string>> = {
  noi: 'NOI',
  dscr: 'DSCR',
  ltv_pct: 'LTV',
  ltc_pct: 'LTC',
  arr: 'ARR',
  mrr: 'MRR',
  cac: 'CAC',
  nrr_pct: 'NRR',
  grr_pct: 'GRR',
  walt_months: 'WALT',
}

/** The name of a metric in a sentence about a model: NOI, Going-in Cap Rate. */
export const metricNameOf = (metricKey: string): string =>
  abbreviations[metricKey] ?? kindOf(metricKey)?.label ?? metricKey.replace(/_pct$/, '').replaceAll('_', ' ')
