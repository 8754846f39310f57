import type { Calculator } from '../compile/calculator.ts'
import { type Plan, planSimulation, type Work } from './plan.ts'
import type { SimulationRequest } from './request.ts'
import { runShare, type Share } from './run.ts'
import { refinePlan } from './settle.ts'
import { type SimulationResult, summarize } from './summarize.ts'

/** Runs everything on this thread. */
export const simulate = (calculator: Calculator, request: SimulationRequest): SimulationResult => {
  const run = ({ work }: Plan): Share[] => [runShare(calculator, work, 0, work.runs)]
  const plan = planSimulation(request)
  const shares = run(plan)
  const refined = refinePlan(plan, shares)
  return refined === undefined ? summarize(plan, shares) : summarize(refined, run(refined))
}

/** The same with runs computed elsewhere, in as many shares as `run` chooses. */
export const simulateWith = async (
  request: SimulationRequest,
  run: (work: Work) => Promise<readonly Share[]>,
): Promise<SimulationResult> => {
  const plan = planSimulation(request)
  const shares = await run(plan.work)
  const refined = refinePlan(plan, shares)
  return refined === undefined ? summarize(plan, shares) : summarize(refined, await run(refined.work))
}
