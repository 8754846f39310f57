import { ApiError } from '@deal-canvas/client'
import type { ScenarioConflict } from '@deal-canvas/contract'

/** Checks only the identifying fields: client and service share one contract. */
const isConflict = (value: unknown): value is ScenarioConflict =>
  typeof value === 'object' && value !== null && 'metric_key' in value && 'label' in value

/** The inputs that changed since a proposal; undefined: the error is another one. */
export const readConflicts = (error: unknown): readonly ScenarioConflict[] | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'scenario_conflict') return undefined
  const { conflicts } = error.fields
  return Array.isArray(conflicts) ? conflicts.filter(isConflict) : []
}
