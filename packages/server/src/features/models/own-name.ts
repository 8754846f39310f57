import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'

/** The unit of a metric, and its name unless it is in the catalog. */
export interface OwnName {
  unit: MetricUnit
  name?: string
}

/** The catalog defines its own metrics; the others are named by the deal. */
export const ownName = (metricKey: string, stated: { label: string; unit: MetricUnit } | undefined): OwnName => {
  const kind = kindOf(metricKey)
  if (kind !== undefined) return { unit: kind.unit }
  return stated === undefined ? { unit: 'ratio' } : { unit: stated.unit, name: stated.label }
}
