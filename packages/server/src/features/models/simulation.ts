import {
  type ComputedSamples,
  divideRuns,
  kindOf,
  type SimulationPlan as Plan,
  planSimulation,
  refinePlan,
  runShare,
  type SimulationShare as Share,
  type SimulationRequest,
  type SimulationResult,
  summariseSimulation,
} from '@deal-canvas/engine'
import type { OpenModel } from './open-models.ts'
import { throwIfCancelled } from './worker-tasks.ts'

/** A metric of which it is not sure what it will be. */
export interface Uncertain {
  metricKey: string
  /** After the change; undefined: as it is. */
  value?: number
  distribution?: 'pert' | 'triangular' | 'uniform' | 'normal' | 'lognormal' | undefined
  spread?: number | undefined
}

/** What is asked of a simulation, as every thread must know it to draw the same numbers. */
export interface Simulation {
  /** The changed metric first. */
  uncertain: readonly Uncertain[]
  correlations: readonly { one: string; other: string; correlation: number }[]
  /** How likely metrics are to end up beyond these is told, too. */
  thresholds?: readonly { metricKey: string; side: 'below' | 'above'; value: number }[] | undefined
  samples: number
  seed: number
  computed: ComputedSamples
}

/** What a simulation says, or which samples to compute instead; neither: there is nothing to watch. */
export interface SimulationEnd {
  result?: SimulationResult
  instead?: ComputedSamples | undefined
}

/** Runs between two looks whether somebody still waits. */
const perLook = 250

/** The metrics that are computed and that a simulation can watch. */
const watched = ({ matches, workbook, calculator }: OpenModel, { uncertain, thresholds = [] }: Simulation) => {
  const { grid, formulas } = calculator.model
  const computed = new Set(formulas.map(({ id }) => id))
  const own = new Set(uncertain.map(({ metricKey }) => metricKey))
  return matches.flatMap(({ metricKey, unit, sheet, row, column, scale }) => {
    const cell = grid.idOf(
      workbook.sheets.findIndex(({ name }) => name === sheet),
      row,
      column,
    )
    if (own.has(metricKey) || unit === 'date' || !computed.has(cell)) return []
    const asked = thresholds
      .filter((one) => one.metricKey === metricKey)
      .map(({ side, value }) => (side === 'below' ? { below: value } : { above: value }))
    return [{ key: metricKey, cell, scale, better: kindOf(metricKey)?.better ?? null, thresholds: asked }]
  })
}

/** The request in cells; undefined: there is nothing to watch, or a metric that stands in no cell. */
const requestOf = (model: OpenModel, simulation: Simulation): SimulationRequest | undefined => {
  const { matches, workbook, calculator } = model
  const { grid } = calculator.model
  const outputs = watched(model, simulation)
  const inputs = simulation.uncertain.flatMap(({ metricKey, value, distribution = 'pert', spread }) => {
    const match = matches.find((one) => one.metricKey === metricKey)
    if (match === undefined || match.unit === 'date') return []
    const at = workbook.sheets.findIndex(({ name }) => name === match.sheet)
    const id = grid.idOf(at, match.row, match.column)
    const held = grid.get(id)
    if (typeof held !== 'number') return []
    const base = Number((held * match.scale).toPrecision(15))
    return [
      {
        key: metricKey,
        cells: [id],
        scale: match.scale,
        base,
        value: value ?? base,
        held,
        distribution: { kind: distribution, spread },
        range: kindOf(metricKey)?.range ?? null,
      },
    ]
  })
  if (outputs.length === 0 || inputs.length !== simulation.uncertain.length) return undefined
  const { correlations, samples, seed, computed } = simulation
  return { inputs, outputs, correlations, samples, seed, computed }
}

/** Plans and runs parts of simulations. The last plan stays, because its parts and its end are asked for one by one. */
export const createSimulations = () => {
  let last: { key: string; model: OpenModel; plan: Plan | undefined } | undefined

  const planOf = (model: OpenModel, simulation: Simulation): Plan | undefined => {
    const key = JSON.stringify(simulation)
    if (last?.key === key && last.model === model) return last.plan
    const request = requestOf(model, simulation)
    const plan = request === undefined ? undefined : planSimulation(request)
    last = { key, model, plan }
    return plan
  }

  return {
    /** One of several parts of all runs; none: the simulation is not possible. */
    part: (
      model: OpenModel,
      simulation: Simulation,
      { part, parts }: { part: number; parts: number },
      stand: Int32Array,
    ): Share[] | undefined => {
      const plan = planOf(model, simulation)
      if (plan === undefined) return undefined
      const own = divideRuns(plan.work, parts)[part]
      const shares: Share[] = []
      for (let from = own?.from ?? 0; own !== undefined && from < own.to; from += perLook) {
        throwIfCancelled(stand)
        shares.push(runShare(model.calculator, plan.work, from, Math.min(own.to, from + perLook)))
      }
      return shares
    },

    /** What all parts together mean, or, where the samples that were computed do not tell it, which to compute instead. */
    end: (model: OpenModel, simulation: Simulation, shares: readonly Share[]): SimulationEnd => {
      const plan = planOf(model, simulation)
      if (plan === undefined) return {}
      const refined = refinePlan(plan, shares)
      return refined === undefined
        ? { result: summariseSimulation(plan, shares) }
        : { instead: refined.request.computed }
    },
  }
}
