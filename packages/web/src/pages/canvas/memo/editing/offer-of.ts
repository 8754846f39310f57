import type { Metric } from '@deal-canvas/contract'
import { formatMetric } from '../../../../ui/format-metric.ts'
import type { Offer } from './offer-list.tsx'

export const offerOf = ({ metric_key, label, value, unit }: Metric): Offer => ({
  key: metric_key,
  label,
  detail: formatMetric(value, unit),
})
