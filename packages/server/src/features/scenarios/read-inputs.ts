import type { DealTier } from '@deal-canvas/contract'
import { maxScenarioOverrides } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { InvalidInput, type Objection } from '../../invalid-input.ts'
import { scenarioMessages as messages } from '../../messages/scenarios.ts'
import { isComputed, type MetricRow, unknownMetric } from '../metrics/index.ts'
import { isoDay } from '../models/index.ts'
import { byKey } from './presented-scenario.ts'
import type { StoredOverride } from './scenarios.store.ts'

/** An input as a person sends it. */
export interface GivenInput {
  metricKey: string
  value: number
  reason: string | undefined
}

/**
 * Reads the inputs of a scenario, or throws with what is wrong with them. An input that already had the value keeps who
 * set it and when.
 */
export const readInputs = (
  given: readonly GivenInput[],
  {
    rows,
    tier,
    former,
    by,
    at,
  }: {
    rows: readonly MetricRow[]
    tier: DealTier
    former: readonly StoredOverride[]
    by: string
    at: Date
  },
): StoredOverride[] => {
  const known = new Map(rows.map((row) => [row.metricKey, row]))
  const objections: Objection[] = []
  const seen = new Set<string>()
  const computed: string[] = []
  const inputs = given.map(({ metricKey, value, reason }, n): StoredOverride => {
    const path = ['body', 'overrides', n] as const
    const row = known.get(metricKey)
    const before = former.find((override) => override.metricKey === metricKey)
    // An override that the workbook no longer has can stay, but it cannot be changed.
    if (row === undefined && before?.value !== value)
      objections.push(unknownMetric([...path, 'metric_key'], metricKey, known.keys()))
    if (seen.has(metricKey))
      objections.push({ at: [...path, 'metric_key'], reason: messages.inputTwice(), input: metricKey })
    seen.add(metricKey)
    if (row?.unit === 'date' && isoDay(value) === undefined)
      objections.push({ at: [...path, 'value'], reason: messages.dateInvalid(), input: value })
    if (row !== undefined && isComputed(row, tier) && before?.value !== value) computed.push(metricKey)
    const isSame = before?.value === value && (reason === undefined || reason === before.reason)
    return isSame ? before : { metricKey, value, reason: reason ?? null, setBy: by, setAt: at.toISOString() }
  })
  if (inputs.length > maxScenarioOverrides)
    objections.push({
      at: ['body', 'overrides'],
      reason: messages.tooManyInputs({ max: maxScenarioOverrides }),
      input: inputs.length,
    })
  if (objections.length > 0) throw new InvalidInput(...objections)
  if (computed.length > 0) refuse('metric_is_computed', { fields: { metric_keys: computed } })
  return inputs.sort(byKey)
}
