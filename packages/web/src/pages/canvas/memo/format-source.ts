import type { FinancialHighlight, Metric, Provenance } from '@deal-canvas/contract'
import type { Numbers } from '../numbers.ts'

type Agreement = FinancialHighlight['agreement']

/** Whether the tabs of the workbook say the same about a number. */
export const agreementLabels: Record<Agreement, string> = {
  agrees: 'Agrees across tabs',
  differs: 'Tabs disagree',
  single: 'In one tab',
}

/** All the digits there are: what the memo shows is rounded. */
export const formatPrecise = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 6 }).replace('-', '\u2212')

/** Where a number stands, as far as that is known. */
export const formatSource = (metric: Metric | undefined, metrics: Numbers['metrics']): string => {
  if (metric === undefined)
    return { loading: 'Loading its source', failed: 'Source not loaded', here: 'Unknown number' }[metrics]
  return metric.source === null ? 'Entered by hand' : `${metric.source.sheet}!${metric.source.cell}`
}

/** Why there is no number, or undefined where there is one or it may yet come. */
export const whyNoValue = (
  metricKey: string,
  metric: Metric | undefined,
  metrics: Numbers['metrics'],
): string | undefined => {
  if (metrics === 'loading') return undefined
  if (metrics === 'failed') return 'Where it comes from could not be loaded. The top of the memo offers to try again.'
  if (metric === undefined) return `This deal has no metric called ${metricKey}. It may have been removed.`
  if (metric.value !== null) return undefined
  if (metric.source !== null) return 'The cell holds no number.'
  return metric.kind === 'derived' ? 'A number that it is made of is missing.' : 'Nobody has entered it yet.'
}

/** How much of the number was recalculated; only of a number that a formula gives. */
export const formatComputed = (metric: Metric | undefined): string | undefined => {
  const share = metric?.provenance.origin === 'computed' ? metric.computed_share : null
  if (share === null) return undefined
  return share === 1 ? 'Recalculated in full' : `${Math.floor(share * 100)}% recalculated`
}

export const originLabels: Record<Provenance['origin'], string> = {
  computed: 'Computed',
  input: 'Input',
  overridden: 'Overridden',
  frozen: 'Not recalculated',
  manual: 'Entered by hand',
}

export const confirmationLabels: Record<Provenance['confirmation'], string> = {
  confirmed: 'Confirmed',
  read: 'Not yet confirmed',
  unconfirmed: 'Unconfirmed',
}
