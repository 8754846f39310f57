import { type FinancialHighlight, formatExact, type Metric, type Provenance } from '@deal-canvas/contract'
import type { Numbers } from '../../../deal-data/numbers.ts'
import { memoMessages } from '../../../messages/memo.ts'

type Agreement = FinancialHighlight['agreement']

/** Labels for whether the tabs of the workbook agree on a number. */
export const agreementLabels: Record<Agreement, string> = {
  agrees: memoMessages.tabsAgree(),
  differs: memoMessages.tabsDisagree(),
  single: memoMessages.oneTab(),
}

/** All available digits: the memo shows a rounded value. */
export const formatPrecise = (value: number): string => formatExact(value)

/** The source of a number, as far as it is known. */
export const formatSource = (metric: Metric | undefined, metrics: Numbers['metrics']): string => {
  if (metric === undefined)
    return {
      loading: memoMessages.loadingSource,
      failed: memoMessages.sourceNotLoaded,
      here: memoMessages.unknownMetric,
    }[metrics]()
  return metric.source === null ? memoMessages.enteredByHand() : `${metric.source.sheet}!${metric.source.cell}`
}

/** Why there is no number; undefined: there is one, or it is still loading. */
export const whyNoValue = (
  metricKey: string,
  metric: Metric | undefined,
  metrics: Numbers['metrics'],
): string | undefined => {
  if (metrics === 'loading') return undefined
  if (metrics === 'failed') return memoMessages.sourceFailed()
  if (metric === undefined) return memoMessages.noSuchMetric({ metricKey })
  if (metric.value !== null) return undefined
  if (metric.source !== null) return memoMessages.cellWithoutNumber()
  return metric.kind === 'derived' ? memoMessages.inputMissing() : memoMessages.noValue()
}

/** How much of a number was recalculated; only for computed numbers. */
export const formatComputed = (metric: Metric | undefined): string | undefined => {
  const share = metric?.provenance.origin === 'computed' ? metric.computed_share : null
  if (share === null) return undefined
  return share === 1
    ? memoMessages.recalculatedInFull()
    : memoMessages.recalculatedShare({ percent: Math.floor(share * 100) })
}

export const originLabels: Record<Provenance['origin'], string> = {
  computed: memoMessages.computed(),
  input: memoMessages.input(),
  overridden: memoMessages.overridden(),
  frozen: memoMessages.notRecalculated(),
  manual: memoMessages.enteredByHand(),
}

export const confirmationLabels: Record<Provenance['confirmation'], string> = {
  confirmed: memoMessages.confirmed(),
  read: memoMessages.notYetConfirmed(),
  unconfirmed: memoMessages.unconfirmed(),
}
