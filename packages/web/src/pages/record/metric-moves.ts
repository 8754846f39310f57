import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { formatBeforeAfter } from '../../ui/format-metric.ts'
import type { Names } from './format-event.ts'

type Data = Readonly<Record<string, unknown>>

/** How an event changed a metric. */
export interface MetricMove {
  readonly metricKey: string
  readonly before: number | null
  readonly after: number | null
}

const fieldsOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? { ...value } : {})
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const moveOf = (data: Data): MetricMove[] => {
  const { metric_key: key, before, after } = data
  return typeof key === 'string' && 'after' in data
    ? [{ metricKey: key, before: number(before), after: number(after) }]
    : []
}

/** The metrics that an event changed: the one it is about, then the dependent ones. */
export const metricMoves = (data: Data): MetricMove[] => {
  const own = moveOf(data)
  const followed = list(data['moved']).flatMap((move) => moveOf(fieldsOf(move)))
  return [...own, ...followed.filter(({ metricKey }) => metricKey !== own[0]?.metricKey)]
}

/** The metrics whose cell was chosen, confirmed, or marked as absent. */
const checkedKeys = (data: Data): readonly unknown[] => [
  ...list(data['chosen']).map((cell) => fieldsOf(cell)['metric_key']),
  ...list(data['confirmed']),
  ...list(data['absent']),
]

/** Whether an event concerns a metric. */
export const isAboutMetric = (data: Data | null, metricKey: string): boolean =>
  data !== null &&
  (data['metric_key'] === metricKey ||
    list(data['metric_keys']).includes(metricKey) ||
    checkedKeys(data).includes(metricKey) ||
    metricMoves(data).some((move) => move.metricKey === metricKey))

/** "Levered IRR changed from 15.7% to 10.5%" */
export const formatMove = ({ metricKey, before, after }: MetricMove, names: Names): string => {
  const { label, unit } = names.metric(metricKey) ?? { label: metricKey.replaceAll('_', ' '), unit: 'ratio' as const }
  const formatted = formatBeforeAfter({ metric_key: metricKey, unit, before, after })
  return before === null
    ? messages.becameValue({ metric: label, after: formatted.after })
    : messages.changedValue({ metric: label, ...formatted })
}
