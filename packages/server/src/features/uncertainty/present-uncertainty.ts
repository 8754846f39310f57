import type { UncertainInputSetting } from '@deal-canvas/contract'
import type { Uncertainty } from '@deal-canvas/engine'
import type { MetricRow } from '../metrics/index.ts'
import type { VaryingInput } from '../models/index.ts'

/** The inputs that can vary, those that do first. */
export const presentInputs = (
  inputs: readonly VaryingInput[],
  rows: ReadonlyMap<string, MetricRow>,
): UncertainInputSetting[] =>
  inputs
    .flatMap(({ metricKey, value, varies, uncertainty, low, high }) => {
      const row = rows.get(metricKey)
      if (row === undefined) return []
      const { label, unit } = row
      return [{ metric_key: metricKey, label, unit, value, varies, ...presentShape(uncertainty), low, high }]
    })
    .sort((a, b) => Number(b.varies) - Number(a.varies))

const presentShape = (given: Uncertainty) => {
  const empty = { below: null, above: null, is_relative: false, choices: null, history: null }
  switch (given.kind) {
    case 'discrete':
      return { distribution: given.kind, ...empty, choices: given.choices.map((choice) => ({ ...choice })) }
    case 'history':
      return { distribution: given.kind, ...empty, history: [...given.observed] }
    default: {
      const { kind, below, above, isRelative } = given
      return { distribution: kind, ...empty, below, above, is_relative: isRelative }
    }
  }
}
