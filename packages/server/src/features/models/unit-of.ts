import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'

/** That of the catalogue; of a metric that is not in it, what the deal says. */
export const unitOf = (metricKey: string, stated: MetricUnit | null): MetricUnit =>
  kindOf(metricKey)?.unit ?? stated ?? 'ratio'
