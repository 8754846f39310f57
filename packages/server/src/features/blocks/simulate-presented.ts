import type { SimulatedScenario } from '@deal-canvas/contract'
import type { BlockContext, BlockServices } from './block-context.ts'
import { unavailable } from './unavailable.ts'

/** The simulation of the scenario that the memo presents, with its uncertainty settings. */
export const simulatePresented = async (
  { presentedId, simulate }: Pick<BlockServices, 'presentedId' | 'simulate'>,
  { actor, dealId, signal }: Pick<BlockContext, 'actor' | 'dealId' | 'signal'>,
): Promise<SimulatedScenario> => {
  const asked = { scenarioIds: [await presentedId(dealId)], samples: undefined, seed: undefined }
  let found: SimulatedScenario | undefined
  for await (const { event, data } of simulate(actor, dealId, asked, signal)) {
    if (event === 'scenario') found = data
    else if (event === 'error') unavailable(data.detail)
  }
  if (found === undefined) throw new Error('The simulation ended without a scenario')
  return found.error === null ? found : unavailable(found.error)
}
