import { everybody, type Party } from './party.ts'
import { createPresence } from './presence.ts'

export interface FairQueueLimits {
  /** Maximum number of tasks running at once, for all tenants together. */
  places: number
  /** Halved while other tenants are active, if `maxRestMs` is set. */
  maxPerTenant?: number
  maxPerPerson?: number
  maxWaitingPerPerson: number
  /**
   * While other tenants are active, a tenant with more work waiting leaves each place empty for as long as it used it,
   * up to this maximum. Whatever it saturates (the event loop, the database) is then free for others half of the time.
   */
  maxRestMs?: number
  /** Factor between the time a place was used and the time it rests; usually 1. */
  restTimes?: number
}

export interface Waiting {
  signal?: AbortSignal | undefined
  maxWaitMs?: number
}

/** The person already has the maximum number of tasks waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** The turn did not come within the maximum wait. */
export class WaitedTooLong extends Error {
  override readonly name = 'WaitedTooLong'
}

interface Waiter {
  admit(): void
}

interface Person {
  running: number
  readonly waiting: Set<Waiter>
}

interface Tenant {
  /** Includes places that are resting. */
  running: number
  waiting: number
  /** In the order of their next turns. */
  readonly people: Map<string, Person>
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Turns rotate by tenant, then by person; only the tasks of one person are first come, first served. A person who
 * queues a thousand tasks delays everyone else by one task at a time. Long work is cut into slices that each wait for a
 * turn. Work done for everybody goes next, because all parties wait for it.
 */
export const createFairQueue = (limits: FairQueueLimits, presence = createPresence()) => {
  const { places, maxPerTenant = Number.POSITIVE_INFINITY, maxPerPerson = places } = limits
  const { maxWaitingPerPerson, maxRestMs = 0, restTimes = 1 } = limits
  /** In the order of their next turns. */
  const tenants = new Map<string, Tenant>()
  let running = 0
  let waiting = 0

  const restAfter = (tenant: Tenant, takenMs: number): number =>
    tenant.waiting > 0 && presence.othersAreHere() ? Math.min(maxRestMs, restTimes * takenMs) : 0

  const maxOfTenant = (): number =>
    maxRestMs > 0 && presence.othersAreHere() ? Math.ceil(maxPerTenant / 2) : maxPerTenant

  const entryOf = ({ tenant: tenantKey, person: personKey }: Party): { tenant: Tenant; person: Person } => {
    const tenant = tenants.get(tenantKey) ?? { running: 0, waiting: 0, people: new Map() }
    const person = tenant.people.get(personKey) ?? { running: 0, waiting: new Set() }
    tenants.set(tenantKey, tenant)
    tenant.people.set(personKey, person)
    return { tenant, person }
  }

  /** Removes idle parties: otherwise the maps would grow with every party ever seen. */
  const forgetIdle = ({ tenant: tenantKey, person: personKey }: Party): void => {
    const tenant = tenants.get(tenantKey)
    const person = tenant?.people.get(personKey)
    if (person?.running === 0 && person.waiting.size === 0) tenant?.people.delete(personKey)
    if (tenant?.people.size === 0) tenants.delete(tenantKey)
  }

  /** A party that has had a turn moves to the end of both rotations. */
  const moveToEnd = ({ tenant: tenantKey, person: personKey }: Party, tenant: Tenant, person: Person): void => {
    tenants.delete(tenantKey)
    tenants.set(tenantKey, tenant)
    tenant.people.delete(personKey)
    tenant.people.set(personKey, person)
  }

  const isFree = (tenant: Tenant, person: Person): boolean =>
    running < places && tenant.running < maxOfTenant() && person.running < maxPerPerson

  const nextIn = (tenant: Tenant): boolean => {
    for (const person of tenant.people.values()) {
      const [waiter] = person.waiting
      if (waiter === undefined || !isFree(tenant, person)) continue
      waiter.admit()
      return true
    }
    return false
  }

  const admitNext = (): boolean => {
    if (running >= places || waiting === 0) return false
    const shared = tenants.get(everybody.tenant)
    if (shared !== undefined && nextIn(shared)) return true
    for (const tenant of tenants.values()) if (tenant.running < maxOfTenant() && nextIn(tenant)) return true
    return false
  }

  /** Admits waiting tasks in turn until no place is free. */
  const admitAll = (): void => {
    while (admitNext());
  }

  /** Takes a place, whether or not one is free. */
  const take = (party: Party): (() => void) => {
    const { tenant, person } = entryOf(party)
    moveToEnd(party, tenant, person)
    running++
    tenant.running++
    person.running++
    const begunAt = performance.now()
    const giveBack = (): void => {
      tenant.running--
      person.running--
      admitAll()
      forgetIdle(party)
    }
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      running--
      const restMs = restAfter(tenant, performance.now() - begunAt)
      if (restMs === 0) return giveBack()
      setTimeout(giveBack, restMs)
      admitAll()
    }
  }

  const enter = (party: Party, { signal, maxWaitMs }: Waiting = {}): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const { tenant, person } = entryOf(party)
      presence.note(party.tenant)
      // If a place is free while others wait, it is one they are not allowed to take.
      if (person.waiting.size === 0 && isFree(tenant, person)) return resolve(take(party))
      if (person.waiting.size >= maxWaitingPerPerson) {
        forgetIdle(party)
        return reject(new QueueFull(`${person.waiting.size} tasks of this person already wait`))
      }

      const leaveQueue = (): void => {
        waiting--
        tenant.waiting--
        person.waiting.delete(waiter)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const giveUp = (reason: unknown): void => {
        leaveQueue()
        forgetIdle(party)
        reject(reason)
      }
      const abort = (): void => giveUp(signal?.reason)
      const waiter: Waiter = {
        admit: () => {
          leaveQueue()
          resolve(take(party))
        },
      }
      const timer =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => giveUp(new WaitedTooLong(`No turn within ${maxWaitMs} ms`)), maxWaitMs)
      waiting++
      tenant.waiting++
      person.waiting.add(waiter)
      signal?.addEventListener('abort', abort, { once: true })
    })

  return {
    /**
     * Waits for a turn and returns a function that releases the place. Rejects with QueueFull, WaitedTooLong or the
     * signal's reason.
     */
    enter,
    /** Takes a place without waiting, above the limits if necessary; returns a function that releases it. */
    take,
    /** Runs work in its own turn. */
    run: async <Result>(party: Party, work: () => Promise<Result>, how?: Waiting): Promise<Result> => {
      const leave = await enter(party, how)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    counts: () => ({ running, waiting, tenants: tenants.size }),
  }
}
