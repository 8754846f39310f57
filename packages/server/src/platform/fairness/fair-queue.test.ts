import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFairQueue, type FairQueueLimits, QueueFull, WaitedTooLong } from './fair-queue.ts'
import { everybody, type Party } from './party.ts'

const party = (tenant: string, person = tenant): Party => ({ tenant, person })

/** A queue whose tasks end when the test ends them; records admissions in order. */
const given = (limits: Partial<FairQueueLimits> = {}) => {
  const queue = createFairQueue({ places: 1, maxWaitingPerPerson: 100, ...limits })
  const admitted: Party[] = []
  const leaving: (() => void)[] = []
  const ask = (who: Party, signal?: AbortSignal) =>
    queue.enter(who, { signal }).then((leave) => {
      admitted.push(who)
      leaving.push(leave)
    })
  const settle = async () => {
    for (let n = 0; n < 5; n++) await Promise.resolve()
  }
  return {
    queue,
    admitted,
    ask,
    settle,
    /** Ends the longest-running task. */
    endOne: async () => {
      leaving.shift()?.()
      await settle()
    },
    running: () => leaving.length,
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('fair queue', () => {
  it('admits a task immediately while places are free', async () => {
    const { ask, admitted, settle } = given({ places: 2 })
    void ask(party('a'))
    void ask(party('a'))
    void ask(party('a'))
    await settle()
    expect(admitted).toHaveLength(2)
  })

  it('gives a late tenant the next turn, however many tasks another tenant has queued', async () => {
    const { ask, admitted, endOne, settle } = given()
    for (let n = 0; n < 50; n++) void ask(party('greedy', `p${n % 5}`))
    void ask(party('late'))
    await settle()
    await endOne()
    await endOne()
    expect(admitted.slice(0, 3).map(({ tenant }) => tenant)).toContain('late')
  })

  it('admits work done for everybody before work that waits for one party', async () => {
    const { ask, admitted, endOne, settle } = given()
    for (let n = 0; n < 5; n++) void ask(party(`org ${n}`))
    void ask(everybody)
    void ask(everybody)
    await settle()
    for (let n = 0; n < 3; n++) await endOne()
    expect(admitted.map(({ tenant }) => tenant)).toEqual(['org 0', 'everybody', 'everybody', 'org 1'])
  })

  it('rotates among the people of a tenant, however much each has queued', async () => {
    const { ask, admitted, endOne, settle } = given()
    for (let n = 0; n < 10; n++) void ask(party('org', 'busy'))
    void ask(party('org', 'calm'))
    await settle()
    for (let n = 0; n < 2; n++) await endOne()
    expect(admitted.map(({ person }) => person)).toContain('calm')
  })

  it('runs the tasks of one person in order', async () => {
    const queue = createFairQueue({ places: 1, maxWaitingPerPerson: 10 })
    const done: number[] = []
    await Promise.all([1, 2, 3, 4].map((n) => queue.run(party('a'), async () => void done.push(n))))
    expect(done).toEqual([1, 2, 3, 4])
  })

  it('limits a tenant and a person to their shares while places stay free for others', async () => {
    const { ask, admitted, settle } = given({ places: 4, maxPerTenant: 3, maxPerPerson: 2 })
    for (let n = 0; n < 5; n++) void ask(party('org', 'busy'))
    for (let n = 0; n < 5; n++) void ask(party('org', 'other'))
    void ask(party('victim'))
    await settle()
    expect(admitted.map(({ tenant, person }) => `${tenant} ${person}`)).toEqual([
      'org busy',
      'org busy',
      'org other',
      'victim victim',
    ])
  })

  it('rejects a task of a person beyond their limit, and nobody else’s', async () => {
    const { queue, ask, settle } = given({ maxWaitingPerPerson: 2 })
    for (let n = 0; n < 3; n++) void ask(party('org', 'busy'))
    await expect(queue.enter(party('org', 'busy'))).rejects.toBeInstanceOf(QueueFull)
    void ask(party('org', 'calm'))
    await settle()
    expect(queue.counts()).toMatchObject({ running: 1, waiting: 3 })
  })

  it('rejects a waiting task with the reason of its abort signal and never runs it', async () => {
    const { queue, ask, admitted, endOne, settle } = given()
    void ask(party('a'))
    const stop = new AbortController()
    const waiting = queue.enter(party('b'), { signal: stop.signal })
    stop.abort(new Error('deadline'))
    await expect(waiting).rejects.toThrow('deadline')
    await expect(queue.enter(party('b'), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
    await settle()
    await endOne()
    expect(admitted).toHaveLength(1)
    expect(queue.counts()).toEqual({ running: 0, waiting: 0, tenants: 0 })
  })

  it('returns a place once, even if it is released twice', async () => {
    const queue = createFairQueue({ places: 1, maxWaitingPerPerson: 2 })
    const leave = await queue.enter(party('a'))
    leave()
    leave()
    expect(queue.counts()).toEqual({ running: 0, waiting: 0, tenants: 0 })
  })

  it('rejects a task whose turn does not come in time and never runs it', async () => {
    vi.useFakeTimers()
    const { queue, ask, admitted, endOne, settle } = given()
    void ask(party('a'))
    const waiting = queue.enter(party('b'), { maxWaitMs: 1_000 })
    vi.advanceTimersByTime(999)
    await settle()
    expect(queue.counts().waiting).toBe(1)
    vi.advanceTimersByTime(1)
    await expect(waiting).rejects.toBeInstanceOf(WaitedTooLong)
    await endOne()
    expect(admitted).toHaveLength(1)
    expect(queue.counts()).toEqual({ running: 0, waiting: 0, tenants: 0 })
  })

  it('gives a tenant all of its places while alone, and half of them while others are active', async () => {
    vi.useFakeTimers()
    const { ask, endOne, running, settle } = given({ places: 100, maxPerTenant: 4, maxRestMs: 1 })
    for (let n = 0; n < 10; n++) void ask(party('org'))
    await settle()
    expect(running()).toBe(4)
    const other = ask(party('other'))
    await settle()
    await other
    expect(running()).toBe(5)
    for (let n = 0; n < 3; n++) await endOne()
    expect(running()).toBe(3)
    vi.advanceTimersByTime(2_000)
    await endOne()
    expect(running()).toBe(5)
  })

  it('rests the places of a busy tenant for as long as they were used while others are active', async () => {
    vi.useFakeTimers()
    const { queue, ask, endOne, running, settle } = given({ places: 100, maxPerTenant: 2, maxRestMs: 100 })
    for (let n = 0; n < 3; n++) void ask(party('org'))
    await settle()
    vi.advanceTimersByTime(40)
    void ask(party('other'))
    await settle()
    await endOne()
    await endOne()
    expect(running()).toBe(1)
    vi.advanceTimersByTime(39)
    await settle()
    expect(queue.counts()).toMatchObject({ running: 1, waiting: 1 })
    vi.advanceTimersByTime(1)
    await settle()
    expect(queue.counts()).toMatchObject({ running: 2, waiting: 0 })
  })

  it('rests a place at most for the maximum time, and never if the tenant is alone or has nothing waiting', async () => {
    vi.useFakeTimers()
    const { queue, ask, endOne, settle } = given({ places: 100, maxPerTenant: 1, maxRestMs: 100 })
    for (let n = 0; n < 3; n++) void ask(party('org'))
    await settle()
    vi.advanceTimersByTime(5_000)
    await endOne()
    expect(queue.counts()).toMatchObject({ running: 1, waiting: 1 })
    vi.advanceTimersByTime(5_000)
    void ask(party('other'))
    await settle()
    await endOne()
    expect(queue.counts()).toMatchObject({ running: 1, waiting: 1 })
    vi.advanceTimersByTime(100)
    await settle()
    expect(queue.counts()).toMatchObject({ running: 2, waiting: 0 })
    await endOne()
    await endOne()
    expect(queue.counts()).toEqual({ running: 0, waiting: 0, tenants: 0 })
  })

  it('lets resumed work take a place again without waiting', async () => {
    const { queue, ask, admitted, settle } = given()
    void ask(party('a'))
    const leave = queue.take(party('b'))
    void ask(party('c'))
    await settle()
    expect(admitted).toHaveLength(1)
    expect(queue.counts()).toMatchObject({ running: 2, waiting: 1 })
    leave()
    expect(queue.counts()).toMatchObject({ running: 1, waiting: 1 })
  })

  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), tenant: fc.nat(3), person: fc.nat(2), leaves: fc.boolean() }),
    fc.record({ kind: fc.constant('end' as const) }),
    fc.record({ kind: fc.constant('abort' as const), which: fc.nat(20) }),
  )
  const anyLimits = fc.record({
    places: fc.integer({ min: 1, max: 4 }),
    maxPerTenant: fc.integer({ min: 1, max: 4 }),
    maxPerPerson: fc.integer({ min: 1, max: 3 }),
    maxWaitingPerPerson: fc.integer({ min: 0, max: 5 }),
  })

  it('never exceeds a limit, never idles while a task can run, and ends empty, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(anyLimits, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
        // Time stands still, so tenants that were active stay active.
        vi.useFakeTimers()
        const queue = createFairQueue({ ...limits, maxRestMs: 1 })
        const running: { who: Party; leave: () => void }[] = []
        const waiting: { who: Party; stop: AbortController }[] = []
        const settle = async () => {
          for (let n = 0; n < 5; n++) await Promise.resolve()
        }
        const count = (all: { who: Party }[], matches: (who: Party) => boolean) =>
          all.filter(({ who }) => matches(who)).length
        let tenantBefore: number | undefined
        let hasOthers = false
        const maxRunning = () => (hasOthers ? Math.ceil(limits.maxPerTenant / 2) : limits.maxPerTenant)
        const canRun = (who: Party) =>
          running.length < limits.places &&
          count(running, ({ tenant }) => tenant === who.tenant) < maxRunning() &&
          count(running, (other) => other.tenant === who.tenant && other.person === who.person) < limits.maxPerPerson
        const check = () => {
          expect(queue.counts()).toMatchObject({ running: running.length, waiting: waiting.length })
          expect(running.length).toBeLessThanOrEqual(limits.places)
          // No task waits that could run.
          expect(waiting.filter(({ who }) => canRun(who))).toEqual([])
        }
        for (const item of steps) {
          if (item.kind === 'ask') {
            const who = party(`t${item.tenant}`, `p${item.person}`)
            hasOthers ||= tenantBefore !== undefined && tenantBefore !== item.tenant
            tenantBefore = item.tenant
            const entry = { who, stop: new AbortController() }
            waiting.push(entry)
            const gone = () => void waiting.splice(waiting.indexOf(entry), 1)
            void queue.enter(who, { signal: entry.stop.signal }).then((leave) => {
              gone()
              running.push({ who, leave })
            }, gone)
          } else if (item.kind === 'end') running.shift()?.leave()
          else waiting[item.which]?.stop.abort(new Error('left'))
          await settle()
          check()
        }
        while (running.length > 0) {
          running.shift()?.leave()
          await settle()
          check()
        }
        expect(waiting).toEqual([])
        expect(queue.counts()).toEqual({ running: 0, waiting: 0, tenants: 0 })
      }),
    )
  })

  it('starves no tenant: every waiting tenant gets a turn between two turns of another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 5 }), async (sizes) => {
        const { ask, admitted, endOne, settle, running } = given()
        sizes.forEach((size, tenant) => {
          for (let n = 0; n < size; n++) void ask(party(`t${tenant}`, `p${n % 3}`))
        })
        await settle()
        while (running() > 0) await endOne()
        const left = [...sizes]
        // The first task was admitted before any other arrived.
        const order = admitted.map(({ tenant }) => Number(tenant.slice(1)))
        left[order[0] ?? 0] = (left[order[0] ?? 0] ?? 0) - 1
        const lastTurn = new Map<number, number>()
        order.slice(1).forEach((tenant, at) => {
          const before = lastTurn.get(tenant) ?? -1
          const between = new Set(order.slice(1).slice(before + 1, at))
          if (lastTurn.has(tenant))
            left.forEach((size, other) => {
              if (other !== tenant && size > 0) expect(between).toContain(other)
            })
          lastTurn.set(tenant, at)
          left[tenant] = (left[tenant] ?? 0) - 1
        })
        expect(order).toHaveLength(sizes.reduce((sum, size) => sum + size, 0))
      }),
    )
  })
})
