import {
  auditTrail,
  brushPassage,
  comments,
  dataQuality,
  deals,
  documentCells,
  exportAuditTrail,
  type LimitRule,
  maxAtOnce,
  type Operation,
  openCanvas,
  searchEvidence,
  sinceLastLook,
  users,
  verifyAuditTrail,
} from '@deal-canvas/contract'
import { refuse } from '../domain-error.ts'
import { networkOf } from '../platform/addresses.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../platform/fairness/fair-queue.ts'
import type { Party } from '../platform/fairness/party.ts'

export type RequestGate = ReturnType<typeof createRequestGate>

const maxWaitMs = 30_000

const maxWaitingPerPerson = 256

/**
 * Work for a request: queries and the event loop. One person, or one organization, never has all of it. The embedded
 * database answers one statement at a time, so whoever has few under way there delays others by few.
 */
const requestLimits = {
  server: {
    usual: { places: 24, maxPerTenant: 8, maxPerPerson: 6, maxWaitingPerPerson },
    heavy: { places: 8, maxPerTenant: 2, maxPerPerson: 2, maxWaitingPerPerson },
  },
  embedded: {
    usual: { places: 12, maxPerTenant: 4, maxPerPerson: 4, maxWaitingPerPerson },
    heavy: { places: 4, maxPerTenant: 1, maxPerPerson: 1, maxWaitingPerPerson },
  },
}

/** They read much, or search: a few at once keep a database busy. */
const heavyOperations: ReadonlySet<Operation> = new Set<Operation>([
  auditTrail,
  brushPassage,
  comments,
  dataQuality,
  deals,
  documentCells,
  exportAuditTrail,
  openCanvas,
  searchEvidence,
  sinceLastLook,
  users,
  verifyAuditTrail,
])
/** Files on their way in or out, for as long as that takes. */
const transferLimits = { places: 64, maxPerTenant: 8, maxPerPerson: 4, maxWaitingPerPerson: 32 }

/**
 * How much each person and each organization may have under way on this node. What is beyond it waits, and turns go round
 * by organization and person, so that whoever saturates an endpoint waits for themselves.
 */
export const createRequestGate = ({
  tenantOf,
  store,
}: {
  tenantOf(userId: string): Promise<string>
  /** A database server, or the one inside this process. */
  store: keyof typeof requestLimits
}) => {
  const usual = createFairQueue(requestLimits[store].usual)
  const heavyOnes = createFairQueue(requestLimits[store].heavy)
  const transfers = createFairQueue(transferLimits)
  const heavy = new Map<string, number>()

  const enter = (queue: FairQueue, party: Party, signal: AbortSignal | undefined): Promise<() => void> => {
    const timeout = AbortSignal.timeout(maxWaitMs)
    return queue
      .enter(party, signal === undefined ? timeout : AbortSignal.any([timeout, signal]))
      .catch((error: unknown) => {
        if (error instanceof QueueFull) return refuse('rate_limited', { retryAfterSeconds: 1 })
        return signal?.aborted === true ? Promise.reject(error) : refuse('workers_busy', { retryAfterSeconds: 5 })
      })
  }

  return {
    partyOf: async (userId: string): Promise<Party> => ({ tenant: await tenantOf(userId), person: userId }),

    /** People who are not signed in, by where they come from and what they want: sign-ins must not hold up refreshing. */
    strangerFrom: (ip: string, operationId: string): Party => ({
      tenant: `network ${networkOf(ip)}`,
      person: operationId,
    }),

    /** Runs work for a request in a turn of its own; without an operation: the question who somebody is. */
    run: async <Result>(
      party: Party,
      work: () => Promise<Result>,
      { operation, signal }: { operation?: Operation; signal?: AbortSignal } = {},
    ): Promise<Result> => {
      const isHeavy = operation !== undefined && heavyOperations.has(operation)
      const leave = await enter(isHeavy ? heavyOnes : usual, party, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },

    /** A place for a file on its way in or out; answers how to give it back. */
    transfer: (party: Party, signal?: AbortSignal): Promise<() => void> => enter(transfers, party, signal),

    /** One more of what a person may only have a few of at once; answers how to give it back. */
    takeAtOnce: (rule: LimitRule, userId: string): (() => void) => {
      const most = maxAtOnce[rule]
      if (most === undefined) return () => undefined
      const key = `${rule} ${userId}`
      const count = heavy.get(key) ?? 0
      if (count >= most) refuse('rate_limited', { detail: `At most ${most} of these at once`, retryAfterSeconds: 1 })
      heavy.set(key, count + 1)
      let isBack = false
      return () => {
        if (isBack) return
        isBack = true
        const left = (heavy.get(key) ?? 1) - 1
        if (left === 0) heavy.delete(key)
        else heavy.set(key, left)
      }
    },
  }
}
