import type { MetricUnit } from '@deal-canvas/contract'
import { kindOf } from '@deal-canvas/engine'

/** How a metric is told: its unit, and its name unless the catalogue has one. */
export interface OwnName {
  unit: MetricUnit
  name?: string
}

/** The catalogue decides about its metrics; of others the deal says what they are called. */
export const ownName = (metricKey: string, stated: { label: string; unit: MetricUnit } | undefined): OwnName => {
  const kind = kindOf(metricKey)
  if (kind !== undefined) return { unit: kind.unit }
  return stated === undefined ? { unit: 'ratio' } : { unit: stated.unit, name: stated.label }
}
