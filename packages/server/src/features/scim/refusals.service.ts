import { errorCodes } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RefusalsStore } from './refusals.store.ts'

export type Refusals = ReturnType<typeof createRefusals>

/** Remembers which requests of identity providers were refused, so that administrators see why people are missing. */
export const createRefusals = ({ store, now }: { store: RefusalsStore; now: Clock }) => ({
  /** Runs outside the transaction of the work, which a refusal rolls back. */
  watch: async <Result>(actor: Actor, operation: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { apiKey } = actor
      // A lookup that finds nothing is how every identity provider begins.
      if (apiKey !== undefined && error instanceof DomainError && error.code !== 'scim_resource_not_found') {
        const [status] = errorCodes[error.code]
        await store.add({ orgId: apiKey.orgId, at: now(), operation, status, code: error.code })
      }
      throw error
    }
  },
})
