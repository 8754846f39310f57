import {
  baseScenarioId,
  type Scenario,
  type SimulatedScenario,
  type Threshold,
  type Uncertainty,
} from '@deal-canvas/contract'

/** What a simulation depends on besides its scenarios and their settings. */
export interface SimulationBasis {
  /** The values of the workbook; undefined: not known yet. */
  readonly numbers: string | undefined
  readonly limits: string
}

export const basisOf = (
  base: readonly (number | null)[] | undefined,
  thresholds: readonly Pick<Threshold, 'id' | 'side' | 'value'>[],
): SimulationBasis => ({
  numbers: base?.join(' '),
  limits: thresholds.map(({ id, side, value }) => `${id} ${side} ${value}`).join(','),
})

type SettingsOf = (scenarioId: string) => Pick<Uncertainty, 'source' | 'version'> | undefined
type Simulated = Pick<SimulatedScenario, 'scenario_id' | 'version' | 'uncertainty_source' | 'uncertainty_version'>

/** Whether the settings that a scenario was simulated with are no longer those it has; unknown ones have not changed. */
const hasOtherSettings = (simulated: Simulated, settingsOf: SettingsOf): boolean => {
  const settings = settingsOf(simulated.scenario_id)
  if (settings === undefined) return false
  if (settings.source !== simulated.uncertainty_source) return true
  // A scenario without settings of its own has those of the deal, whose version is that of Base.
  const owner = settings.source === 'deal' ? settingsOf(baseScenarioId) : settings
  return settings.source !== 'default' && owner !== undefined && owner.version !== simulated.uncertainty_version
}

interface Current {
  readonly basis: SimulationBasis
  readonly scenarios: readonly Pick<Scenario, 'id' | 'version'>[]
  readonly settingsOf: SettingsOf
}

/** Whether a simulation would give other results now. */
export const isOutdated = (
  { basis, scenarios }: { readonly basis: SimulationBasis; readonly scenarios: readonly Simulated[] },
  current: Current,
): boolean => {
  const [was, is] = [basis.numbers, current.basis.numbers]
  if (was !== undefined && is !== undefined && was !== is) return true
  if (basis.limits !== current.basis.limits) return true
  return scenarios.some((simulated) => {
    const scenario = current.scenarios.find(({ id }) => id === simulated.scenario_id)
    // A deleted scenario is not shown.
    if (scenario === undefined) return false
    return scenario.version !== simulated.version || hasOtherSettings(simulated, current.settingsOf)
  })
}
