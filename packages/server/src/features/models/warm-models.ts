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

/** Threads keep what they have compiled for longer than this after they were last asked. */
const staysWarmMs = 10 * 60_000
/** A larger one would hold up the what-ifs of other deals for longer than it spares its own. */
const maxFormulas = 50_000
/** So many deals are remembered as warm, those looked at last. */
const maxRemembered = 1_000

/**
 * Compiles the model of a deal that somebody looks at, so that their first what-if need not wait for it. One at a time, and
 * none waits for another: it may take a thread from nobody for longer than one model takes.
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
        // The threads were closed: the service ends, and nobody needs the model.
        if (!(error instanceof WorkerFailure && error.reason === 'cancelled')) onError(error)
      })
      .finally(() => {
        isBusy = false
      })
  }
}
