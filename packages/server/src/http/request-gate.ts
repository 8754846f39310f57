import {
  auditTrail,
  brushPassage,
  cellLinks,
  comments,
  dataQuality,
  dealEvents,
  deals,
  documentCells,
  findCells,
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
import { requestMessages } from '../messages/requests.ts'
import { networkOf } from '../platform/addresses.ts'
import {
  createFairQueue,
  type FairQueue,
  type FairQueueLimits,
  QueueFull,
  WaitedTooLong,
} from '../platform/fairness/fair-queue.ts'
import type { Party } from '../platform/fairness/party.ts'
import { workInPlace } from '../platform/fairness/place.ts'
import { createPresence } from '../platform/fairness/presence.ts'

export type RequestGate = ReturnType<typeof createRequestGate>

const maxWaitMs = 30_000

const maxWaitingPerPerson = 256
const maxRestMs = 500
const shared = { maxWaitingPerPerson, maxRestMs }
/** The embedded database runs one statement at a time; resting leaves two thirds of it to others. */
const sharedEmbedded = { ...shared, restTimes: 2 }

type Queue = 'usual' | 'heavy' | 'long' | 'strangers'

/**
 * Limits for request work (queries and the event loop), so that no user or organization takes all of it. The embedded
 * database runs one statement at a time, so its limits per organization are lower to keep delays for others short.
 */
const requestLimits: Record<'server' | 'embedded', Record<Queue, FairQueueLimits>> = {
  server: {
    usual: { places: 24, maxPerTenant: 8, maxPerPerson: 6, ...shared },
    heavy: { places: 8, maxPerTenant: 2, maxPerPerson: 2, ...shared },
    long: { places: 4, maxPerTenant: 1, ...shared },
    strangers: { places: 16, maxPerTenant: 8, maxPerPerson: 4, ...shared },
  },
  embedded: {
    usual: { places: 12, maxPerTenant: 4, maxPerPerson: 4, ...sharedEmbedded },
    heavy: { places: 4, maxPerTenant: 1, ...sharedEmbedded },
    long: { places: 2, maxPerTenant: 1, ...sharedEmbedded },
    strangers: { places: 6, maxPerTenant: 4, maxPerPerson: 2, ...sharedEmbedded },
  },
}

/** Operations that read a lot or search; a few at once keep a database busy. */
const heavyOperations: ReadonlySet<Operation> = new Set<Operation>([
  auditTrail,
  brushPassage,
  cellLinks,
  comments,
  dataQuality,
  dealEvents,
  deals,
  documentCells,
  findCells,
  openCanvas,
  searchEvidence,
  sinceLastLook,
  users,
])
/** Operations that read everything page by page, which takes seconds. */
const longOperations: ReadonlySet<Operation> = new Set<Operation>([verifyAuditTrail])

const strangerPrefix = 'network '

/** Unauthenticated callers have a separate queue, because they can come from any number of networks. */
const queueFor = ({ tenant }: Party, operation: Operation | undefined): Queue => {
  if (tenant.startsWith(strangerPrefix)) return 'strangers'
  if (operation !== undefined && longOperations.has(operation)) return 'long'
  return operation !== undefined && heavyOperations.has(operation) ? 'heavy' : 'usual'
}

/** File uploads and downloads, for as long as they take. */
const transferLimits = { places: 64, maxPerTenant: 8, maxPerPerson: 4, maxWaitingPerPerson: 32, maxRestMs }
/** Exports, which are written line by line for as long as the client reads. */
const exportLimits = { places: 8, maxPerTenant: 1, maxWaitingPerPerson: 32, maxRestMs, restTimes: 2 }

/**
 * Limits how much each user and organization can have under way on this node. Further requests wait, and turns
 * alternate by organization and user, so that those who saturate an endpoint delay only themselves.
 */
export const createRequestGate = ({
  tenantOf,
  store,
}: {
  tenantOf(userId: string): Promise<string>
  /** A database server, or the embedded database of this process. */
  store: keyof typeof requestLimits
}) => {
  // Shared by all queues: those who saturate one endpoint must give way to users who never call it.
  const presence = createPresence()
  const limits = requestLimits[store]
  const queues: Record<Queue, FairQueue> = {
    usual: createFairQueue(limits.usual, presence),
    heavy: createFairQueue(limits.heavy, presence),
    long: createFairQueue(limits.long, presence),
    strangers: createFairQueue(limits.strangers, presence),
  }
  const transfers = createFairQueue(transferLimits, presence)
  const exports = createFairQueue(exportLimits, presence)
  const atOnce = new Map<string, number>()

  const enter = (queue: FairQueue, party: Party, signal: AbortSignal | undefined): Promise<() => void> =>
    queue.enter(party, { signal, maxWaitMs }).catch((error: unknown) => {
      if (error instanceof QueueFull) return refuse('rate_limited', { retryAfterSeconds: 1 })
      if (error instanceof WaitedTooLong) return refuse('workers_busy', { retryAfterSeconds: 5 })
      throw error
    })

  return {
    partyOf: async (userId: string): Promise<Party> => ({ tenant: await tenantOf(userId), person: userId }),

    /** Party of an unauthenticated caller, by network and operation, so that sign-ins do not delay token refreshes. */
    strangerFrom: (ip: string, operationId: string): Party => ({
      tenant: `${strangerPrefix}${networkOf(ip)}`,
      person: operationId,
    }),

    /** Runs the work of a request in its turn. Without an operation, the work is authentication. */
    run: async <Result>(
      party: Party,
      work: () => Promise<Result>,
      { operation, signal }: { operation?: Operation; signal?: AbortSignal } = {},
    ): Promise<Result> => {
      const queue = queues[queueFor(party, operation)]
      const leave = await enter(queue, party, signal)
      return workInPlace(queue, { party, leave }, work)
    },

    /** Takes a slot for a file upload or download; returns a function that releases it. */
    transfer: (party: Party, signal?: AbortSignal): Promise<() => void> => enter(transfers, party, signal),

    /** Takes a slot for an export. */
    export: (party: Party, signal?: AbortSignal): Promise<() => void> => enter(exports, party, signal),

    /** Counts one more concurrent request of a kind that is limited per user; returns a function that releases it. */
    takeAtOnce: (rule: LimitRule, userId: string): (() => void) => {
      const limit = maxAtOnce[rule]
      if (limit === undefined) return () => undefined
      const key = `${rule} ${userId}`
      const count = atOnce.get(key) ?? 0
      if (count >= limit)
        refuse('rate_limited', { detail: requestMessages.tooManyAtOnce({ limit: limit }), retryAfterSeconds: 1 })
      atOnce.set(key, count + 1)
      let isBack = false
      return () => {
        if (isBack) return
        isBack = true
        const left = (atOnce.get(key) ?? 1) - 1
        if (left === 0) atOnce.delete(key)
        else atOnce.set(key, left)
      }
    },
  }
}
