import type { KpiItem, KpiStrip, KpiView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../messages/blocks.ts'
import { isUnconfirmed } from '../metrics/index.ts'
import { compareWithThreshold } from '../thresholds/index.ts'
import type { BlockContext } from './block-context.ts'

/** The first limit that is breached, else the first. */
const limitOf = ({ limits, format }: BlockContext, metric: string, value: number): Partial<KpiItem> => {
  const compared = limits
    .filter(({ metricKey }) => metricKey === metric)
    .map((limit) => ({ limit, isBreached: compareWithThreshold(limit, value).isBreached === true }))
  const shown = compared.find(({ isBreached }) => isBreached) ?? compared[0]
  if (shown === undefined) return {}
  const { limit, isBreached } = shown
  const note = messages.limit({ kind: limit.kind, value: format(limit, limit.value) })
  return { note, ...(isBreached ? { breached: true } : {}) }
}

export const kpiView = (block: KpiStrip, context: BlockContext): KpiView => ({
  view: 'kpis',
  ...(block.title === undefined ? {} : { title: block.title }),
  items: block.metrics.map((metric): KpiItem => {
    const row = context.rows.get(metric)
    const label = context.labelOf(metric)
    if (row === undefined || row.value === null) return { metric, label, value: messages.notFound() }
    return {
      metric,
      label,
      value: context.format(row, row.value),
      ...limitOf(context, metric, row.value),
      ...(context.overridden.has(metric) ? { overridden: true } : {}),
      ...(isUnconfirmed(row) ? { unconfirmed: true } : {}),
    }
  }),
})
