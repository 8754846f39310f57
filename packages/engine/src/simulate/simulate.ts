import type { Calculator } from '../compile/calculator.ts'
import { sharesOfFirstRound } from './join.ts'
import { addedRuns, type Plan, planSimulation, type Work } from './plan.ts'
import type { SimulationRequest } from './request.ts'
import { type Runs, runShare, type Share } from './run.ts'
import { refinePlan } from './settle.ts'
import { type SimulationResult, summarize } from './summarize.ts'

/** The runs of a second round that the first one has not computed, and the results that it has. */
const secondRoundOf = (plan: Plan, shares: readonly Share[]): { runs: Runs; known: readonly Share[] } => {
  const added = addedRuns(plan)
  return added === undefined
    ? { runs: { from: 0, to: plan.work.runs }, known: [] }
    : { runs: added, known: sharesOfFirstRound(added, shares) }
}

/** Runs everything on this thread. */
export const simulate = (calculator: Calculator, request: SimulationRequest): SimulationResult => {
  const plan = planSimulation(request)
  const shares = [runShare(calculator, plan.work, 0, plan.work.runs)]
  const refined = refinePlan(plan, shares)
  if (refined === undefined) return summarize(plan, shares)
  const { runs, known } = secondRoundOf(refined, shares)
  return summarize(refined, [...known, runShare(calculator, refined.work, runs.from, runs.to)])
}

/** The same with runs computed elsewhere, in as many shares as `run` chooses. */
export const simulateWith = async (
  request: SimulationRequest,
  run: (work: Work, runs: Runs) => Promise<readonly Share[]>,
): Promise<SimulationResult> => {
  const plan = planSimulation(request)
  const shares = await run(plan.work, { from: 0, to: plan.work.runs })
  const refined = refinePlan(plan, shares)
  if (refined === undefined) return summarize(plan, shares)
  const { runs, known } = secondRoundOf(refined, shares)
  return summarize(refined, [...known, ...(await run(refined.work, runs))])
}
