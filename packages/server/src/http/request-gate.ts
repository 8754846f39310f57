import {
  auditTrail,
  brushPassage,
  comments,
  dataQuality,
  dealEvents,
  deals,
  documentCells,
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
/** One statement at a time: others have two thirds of it. */
const sharedEmbedded = { ...shared, restTimes: 2 }

type Queue = 'usual' | 'heavy' | 'long' | 'strangers'

/**
 * Work for a request: queries and the event loop. One person, or one organization, never has all of it. The embedded
 * database answers one statement at a time, so an organization with few under way there delays others by few.
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

/** They read much, or search: a few at once keep a database busy. */
const heavyOperations: ReadonlySet<Operation> = new Set<Operation>([
  auditTrail,
  brushPassage,
  comments,
  dataQuality,
  dealEvents,
  deals,
  documentCells,
  openCanvas,
  searchEvidence,
  sinceLastLook,
  users,
])
/** It reads all that there is, page by page, for seconds. */
const longOperations: ReadonlySet<Operation> = new Set<Operation>([verifyAuditTrail])

const strangerPrefix = 'network '

/** People who are not signed in have places of their own: they can come from any number of networks. */
const queueFor = ({ tenant }: Party, operation: Operation | undefined): Queue => {
  if (tenant.startsWith(strangerPrefix)) return 'strangers'
  if (operation !== undefined && longOperations.has(operation)) return 'long'
  return operation !== undefined && heavyOperations.has(operation) ? 'heavy' : 'usual'
}

/** Files on their way in or out, for as long as that takes. */
const transferLimits = { places: 64, maxPerTenant: 8, maxPerPerson: 4, maxWaitingPerPerson: 32, maxRestMs }
/** Exports, which are written line by line, for as long as the client reads. */
const exportLimits = { places: 8, maxPerTenant: 1, maxWaitingPerPerson: 32, maxRestMs, restTimes: 2 }

/**
 * How much each person and each organization may have under way on this node. What is beyond it waits, and turns go round
 * by organization and person, so that those who saturate an endpoint wait for themselves.
 */
export const createRequestGate = ({
  tenantOf,
  store,
}: {
  tenantOf(userId: string): Promise<string>
  /** A database server, or the one inside this process. */
  store: keyof typeof requestLimits
}) => {
  // One for all: those who saturate an endpoint must make room for people who never call it.
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

    /** People who are not signed in, by where they come from and what they want: sign-ins must not hold up refreshing. */
    strangerFrom: (ip: string, operationId: string): Party => ({
      tenant: `${strangerPrefix}${networkOf(ip)}`,
      person: operationId,
    }),

    /** Runs work for a request in a turn of its own; without an operation: the question who somebody is. */
    run: async <Result>(
      party: Party,
      work: () => Promise<Result>,
      { operation, signal }: { operation?: Operation; signal?: AbortSignal } = {},
    ): Promise<Result> => {
      const queue = queues[queueFor(party, operation)]
      const leave = await enter(queue, party, signal)
      return workInPlace(queue, { party, leave }, work)
    },

    /** A place for a file on its way in or out; answers how to give it back. */
    transfer: (party: Party, signal?: AbortSignal): Promise<() => void> => enter(transfers, party, signal),

    /** The same for an export. */
    export: (party: Party, signal?: AbortSignal): Promise<() => void> => enter(exports, party, signal),

    /** One more of what a person may only have a few of at once; answers how to give it back. */
    takeAtOnce: (rule: LimitRule, userId: string): (() => void) => {
      const most = maxAtOnce[rule]
      if (most === undefined) return () => undefined
      const key = `${rule} ${userId}`
      const count = atOnce.get(key) ?? 0
      if (count >= most) refuse('rate_limited', { detail: `At most ${most} of these at once`, retryAfterSeconds: 1 })
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
