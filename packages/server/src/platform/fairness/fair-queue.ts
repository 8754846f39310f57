import { everybody, type Party } from './party.ts'
import { createPresence } from './presence.ts'

export interface FairQueueLimits {
  /** Running at once, of everybody together. */
  places: number
  /** Half of it while other tenants come here, where places rest. */
  maxPerTenant?: number
  maxPerPerson?: number
  maxWaitingPerPerson: number
  /**
   * While other tenants come here, a tenant with more waiting leaves each of its places empty for as long as it was
   * taken, and at most for so long: what it saturates (the event loop, the database) is others' for half of the time.
   */
  maxRestMs?: number
  /** How many times as long; usually 1. */
  restTimes?: number
}

export interface Waiting {
  signal?: AbortSignal | undefined
  maxWaitMs?: number
}

/** A person has as many waiting as the queue holds for one person. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Its turn did not come within the time that the task could wait. */
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
  /** With the places that rest. */
  running: number
  waiting: number
  /** In the order of their next turns. */
  readonly people: Map<string, Person>
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Turns go round by tenant and then by person, first come first served only within a person: a person who queues a
 * thousand tasks delays everybody else by one of them at a time. Work that takes long is cut into slices, each with a turn of
 * its own. What is done for everybody at once has the next turn: all of them wait for it.
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

  /** Forgets who has nothing here: the maps would grow with everybody who ever came. */
  const forgetIdle = ({ tenant: tenantKey, person: personKey }: Party): void => {
    const tenant = tenants.get(tenantKey)
    const person = tenant?.people.get(personKey)
    if (person?.running === 0 && person.waiting.size === 0) tenant?.people.delete(personKey)
    if (tenant?.people.size === 0) tenants.delete(tenantKey)
  }

  /** Whoever has had a turn comes last in both rounds. */
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

  /** Admits in turn as many as there are places for. */
  const admitAll = (): void => {
    while (admitNext());
  }

  /** Takes a place, whether one is free or not. */
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
      // A place that is free while others wait is one that they may not take.
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
    /** Waits for a turn; answers how to give the place back. Rejects with QueueFull, WaitedTooLong or the signal's reason. */
    enter,
    /** Takes a place without waiting, beyond the limits if need be; answers how to give it back. */
    take,
    /** Runs work in a turn of its own. */
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
