import type { Metric } from '@deal-canvas/contract'

/** A manually entered metric. */
export const someMetric: Metric = {
  metric_key: 'noi',
  label: 'NOI',
  unit: 'currency',
  value: 1,
  kind: 'input',
  formula: null,
  source: null,
  confidence: null,
  computed_share: null,
  better: null,
  plausible: null,
  provenance: { origin: 'manual', confirmation: 'confirmed', frozen: null, confirmed: null, override: null },
  custom: false,
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
}
