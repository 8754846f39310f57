import type { Clock } from '../../platform/clock.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import type { ModelState } from './model-state.ts'
import type { Models } from './models.service.ts'

interface Deps {
  models: Pick<Models, 'present'>
  computing: { warm(state: ModelState): Promise<unknown> }
  onError(error: unknown): void
  now: Clock
}

/** Shorter than the time that threads keep compiled models after their last use. */
const staysWarmMs = 10 * 60_000
/** A larger model would delay the what-ifs of other deals by more time than it saves. */
const maxFormulas = 50_000
/** Number of recently opened deals that are remembered as warm. */
const maxRemembered = 1_000

/**
 * Compiles the model of a deal that a member opens, so that the first what-if does not wait for it. Compiles one at a
 * time and queues none, so that it never blocks a thread for longer than one model takes.
 */
export const createWarmModels = ({ models, computing, onError, now }: Deps) => {
  const warmedAt = new Map<string, number>()
  let isBusy = false

  const warm = async (dealId: string): Promise<void> => {
    const { state, tier, row } = await models.present(dealId)
    if (state === undefined || tier !== 'full' || (row?.formulas ?? 0) + (row?.uncached ?? 0) > maxFormulas) return
    await computing.warm(state)
  }

  return (dealId: string): void => {
    const at = now().getTime()
    if (isBusy || at - (warmedAt.get(dealId) ?? Number.NEGATIVE_INFINITY) < staysWarmMs) return
    isBusy = true
    warmedAt.delete(dealId)
    warmedAt.set(dealId, at)
    const [oldest] = warmedAt.keys()
    if (oldest !== undefined && warmedAt.size > maxRemembered) warmedAt.delete(oldest)
    warm(dealId)
      .catch((error: unknown) => {
        // The threads were closed because the service is shutting down; the model is no longer needed.
        if (!(error instanceof WorkerFailure && error.reason === 'cancelled')) onError(error)
      })
      .finally(() => {
        isBusy = false
      })
  }
}
