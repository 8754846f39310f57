import { type BodyOf, defaultTrials, type ripplePreview } from '@deal-canvas/contract'

type Simulation = NonNullable<BodyOf<typeof ripplePreview>['simulation']>
export type SimulationThresholds = NonNullable<Simulation['thresholds']>

/** A fixed seed gives the same trials for every value, so that results differ only by the value. */
const seed = 1
/** One uncertain input is interpolated between a few runs; several need a full model run for every trial. */
const trialsOfOne = defaultTrials
/** Enough for percentiles to be accurate within a hundredth of the spread. */
const trialsOfSeveral = 5_000

/** What is requested of a simulation. Without other varying inputs, the settings of the presented scenario apply. */
export const simulationOf = (varying: readonly string[] | undefined, thresholds: SimulationThresholds): Simulation => ({
  samples: varying?.length === 0 ? trialsOfOne : trialsOfSeveral,
  seed,
  thresholds,
  ...(varying === undefined
    ? { scenario_settings: true }
    : // Without an explicit spread, each input varies within the usual range of its kind.
      { uncertain: varying.map((key) => ({ metric_key: key })) }),
})
