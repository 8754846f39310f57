import type { Party } from './party.ts'

export interface FairQueueLimits {
  /** Running at once, of everybody together. */
  places: number
  maxPerTenant?: number
  maxPerPerson?: number
  maxWaitingPerPerson: number
}

/** A person has as many waiting as the queue holds for one person. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Waiter {
  admit(): void
}

interface Person {
  running: number
  readonly waiting: Set<Waiter>
}

interface Tenant {
  running: number
  /** In the order of their next turns. */
  readonly people: Map<string, Person>
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Turns go round by tenant and then by person, first come first served only within a person: whoever queues a thousand
 * tasks delays everybody else by one of theirs at a time. Work that takes long is cut into slices, each with a turn of
 * its own.
 */
export const createFairQueue = (limits: FairQueueLimits) => {
  const { places, maxPerTenant = places, maxPerPerson = places, maxWaitingPerPerson } = limits
  /** In the order of their next turns. */
  const tenants = new Map<string, Tenant>()
  let running = 0
  let waiting = 0

  const entryOf = ({ tenant: tenantKey, person: personKey }: Party): { tenant: Tenant; person: Person } => {
    const tenant = tenants.get(tenantKey) ?? { running: 0, people: new Map() }
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
    running < places && tenant.running < maxPerTenant && person.running < maxPerPerson

  const nextIn = (tenant: Tenant): boolean => {
    for (const person of tenant.people.values()) {
      const [waiter] = person.waiting
      if (waiter === undefined || !isFree(tenant, person)) continue
      person.waiting.delete(waiter)
      waiter.admit()
      return true
    }
    return false
  }

  const admitNext = (): boolean => {
    if (running >= places || waiting === 0) return false
    for (const tenant of tenants.values()) if (tenant.running < maxPerTenant && nextIn(tenant)) return true
    return false
  }

  /** Admits in turn as many as there are places for. */
  const admitAll = (): void => {
    while (admitNext());
  }

  const enter = (party: Party, signal?: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const { tenant, person } = entryOf(party)
      const begin = (): void => {
        moveToEnd(party, tenant, person)
        running++
        tenant.running++
        person.running++
        let hasLeft = false
        resolve(() => {
          if (hasLeft) return
          hasLeft = true
          running--
          tenant.running--
          person.running--
          admitAll()
          forgetIdle(party)
        })
      }
      // A place that is free while others wait is one that they may not take.
      if (person.waiting.size === 0 && isFree(tenant, person)) return begin()
      if (person.waiting.size >= maxWaitingPerPerson) {
        forgetIdle(party)
        return reject(new QueueFull(`${person.waiting.size} tasks of this person already wait`))
      }
      const giveUp = (): void => {
        waiting--
        person.waiting.delete(waiter)
        forgetIdle(party)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        admit: () => {
          waiting--
          signal?.removeEventListener('abort', giveUp)
          begin()
        },
      }
      waiting++
      person.waiting.add(waiter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })

  return {
    /** Waits for a turn; answers how to give the place back. Rejects with QueueFull, or with the signal's reason. */
    enter,
    /** Runs work in a turn of its own. */
    run: async <Result>(party: Party, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
      const leave = await enter(party, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    counts: () => ({ running, waiting, tenants: tenants.size }),
  }
}
