import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WorkerFailure, type Workers } from './workers.ts'

export interface Limits {
  maxThreads: number
  memoryMb: number
  maxWaiting?: number
}

const patient = { deadlineMs: 15_000 }

/** The tests that every Workers adapter must pass; `make` returns workers that run the tasks of fixtures/tasks.mjs. */
export const workersContract = (name: string, make: (limits: Limits) => Workers) =>
  describe(name, () => {
    const open: Workers[] = []
    const threads: Worker[] = []
    const noteThread = (thread: Worker) => threads.push(thread)
    const given = (limits: Partial<Limits> = {}) => {
      const workers = make({ maxThreads: 2, memoryMb: 64, ...limits })
      open.push(workers)
      return workers
    }

    beforeEach(() => {
      process.on('worker', noteThread)
    })
    afterEach(async () => {
      process.off('worker', noteThread)
      await Promise.all(open.splice(0).map((workers) => workers.close()))
      threads.length = 0
    })

    const failureOf = async (running: Promise<unknown>): Promise<WorkerFailure> => {
      const error = await running.then(
        (answer) => expect.unreachable(`answered ${answer}`),
        (failure: unknown) => failure,
      )
      if (!(error instanceof WorkerFailure)) throw error
      return error
    }
    const newFlag = () => new Int32Array(new SharedArrayBuffer(4))
    const flagRaised = (flag: Int32Array) => expect.poll(() => Atomics.load(flag, 0), { timeout: 10_000 }).toBe(1)
    const stillWorks = async (workers: Workers) => {
      const answers = await Promise.all([1, 2, 3, 4].map((n) => workers.run('echo', n, patient)))
      expect(answers).toEqual([1, 2, 3, 4])
    }

    test('returns the result of a task', async () => {
      const input = { text: 'Déjà vu', rows: [1, null, { deep: true }], at: new Date(0), bytes: new Uint8Array([1, 2]) }
      expect(await given().run('echo', input, patient)).toEqual(input)
    })

    test('runs twenty tasks on two threads without blocking the event loop', async () => {
      const workers = given()
      let turns = 0
      let turning = true
      const turn = () => {
        turns++
        if (turning) setImmediate(turn)
      }
      turn()
      const limits = Array.from({ length: 20 }, (_, index) => 5_000_000 + index)
      const answers = await Promise.all(limits.map((limit) => workers.run('sumTo', limit, patient)))
      turning = false
      expect(answers).toEqual(limits.map((limit) => (limit * (limit + 1)) / 2))
      expect(turns).toBeGreaterThan(20)
      expect(threads.length).toBe(2)
    })

    test('moves a buffer on the transfer list instead of copying it', async () => {
      const bytes = new Uint8Array([1, 2, 3])
      expect(await given().run('echo', bytes, { ...patient, transfer: [bytes.buffer] })).toEqual(
        new Uint8Array([1, 2, 3]),
      )
      expect(bytes.byteLength).toBe(0)
    })

    test('keeps the message of an error thrown by a task, and runs the next task', async () => {
      const workers = given()
      expect(await failureOf(workers.run('fail', 'the sheet is empty', patient))).toMatchObject({
        reason: 'task',
        message: 'the sheet is empty',
      })
      await stillWorks(workers)
    })

    test('reports an unknown task as a task failure', async () => {
      expect((await failureOf(given().run('unknown', null, patient))).reason).toBe('task')
    })

    test('reports an input that cannot be cloned as a task failure, and runs the next task', async () => {
      const workers = given()
      expect(await failureOf(workers.run('echo', () => {}, patient))).toMatchObject({ reason: 'task' })
      await stillWorks(workers)
    })

    test('ends a spinning thread at its deadline, and runs the next task', async () => {
      const workers = given({ maxThreads: 1 })
      await stillWorks(workers)
      const [thread] = threads
      if (!thread) throw new Error('no thread was started')
      const ended = once(thread, 'exit')
      expect((await failureOf(workers.run('spin', null, { deadlineMs: 200 }))).reason).toBe('deadline')
      await ended
      await stillWorks(workers)
    })

    test('counts the time spent waiting for a thread toward the deadline', async () => {
      const workers = given({ maxThreads: 1 })
      const flag = newFlag()
      const spinning = failureOf(workers.run('spin', null, { deadlineMs: 2_000 }))
      expect((await failureOf(workers.run('mark', flag, { deadlineMs: 50 }))).reason).toBe('deadline')
      expect((await spinning).reason).toBe('deadline')
      await stillWorks(workers)
      expect(Atomics.load(flag, 0)).toBe(0)
    })

    test('ends a cancelled task even if it spins, and runs the next task', async () => {
      const workers = given({ maxThreads: 1 })
      const cancel = new AbortController()
      const flag = newFlag()
      const spinning = failureOf(workers.run('spin', flag, { ...patient, signal: cancel.signal }))
      await flagRaised(flag)
      const ended = threads.map((thread) => once(thread, 'exit'))
      cancel.abort()
      expect((await spinning).reason).toBe('cancelled')
      await Promise.all(ended)
      await stillWorks(workers)
    })

    test('never runs a task that was cancelled before it started', async () => {
      const workers = given({ maxThreads: 1 })
      const flag = newFlag()
      const early = await failureOf(workers.run('mark', flag, { ...patient, signal: AbortSignal.abort() }))
      expect(early.reason).toBe('cancelled')

      const cancel = new AbortController()
      const spinning = failureOf(workers.run('spin', null, { deadlineMs: 300 }))
      const waiting = failureOf(workers.run('mark', flag, { ...patient, signal: cancel.signal }))
      cancel.abort()
      expect((await waiting).reason).toBe('cancelled')
      await spinning
      await stillWorks(workers)
      expect(Atomics.load(flag, 0)).toBe(0)
    })

    test('ends only the task that exhausts its memory, and runs the next task', async () => {
      const workers = given()
      const [exhausted, answer] = await Promise.all([
        failureOf(workers.run('exhaust', null, patient)),
        workers.run('sumTo', 1000, patient),
      ])
      expect(exhausted.reason).toBe('memory')
      expect(answer).toBe(500_500)
      await stillWorks(workers)
    })

    test.each([
      ['ends its thread', 'exit', /exited with code: 3/],
      ['throws outside its own call', 'throwLater', /thrown outside the task/],
      ['returns a value that cannot be cloned', 'unsendable', /./],
    ])('reports a task that %s as crashed, and runs the next task', async (_what, task, message) => {
      const workers = given({ maxThreads: 1 })
      const crashing = failureOf(workers.run(task, null, patient))
      const queued = workers.run('echo', 'next in line', patient)
      const failure = await crashing
      expect(failure.reason).toBe('crashed')
      expect(failure.message).toMatch(message)
      expect(await queued).toBe('next in line')
      await stillWorks(workers)
    })

    test('does not affect other tasks when a thread dies from a thrown value that is not an error', async () => {
      const workers = given({ maxThreads: 1 })
      expect((await failureOf(workers.run('throwValueLater', null, patient))).message).toMatch(/a bare value/)
      await stillWorks(workers)
    })

    test('rejects a task beyond the queue limit as busy, and completes the earlier ones', async () => {
      const workers = given({ maxThreads: 1, maxWaiting: 2 })
      const accepted = [1, 2, 3].map((n) => workers.run('echo', n, patient))
      expect((await failureOf(workers.run('echo', 4, patient))).reason).toBe('busy')
      expect(await Promise.all(accepted)).toEqual([1, 2, 3])
      expect(await workers.run('echo', 5, patient)).toBe(5)
    })

    test('cancels running and waiting tasks on close, and runs nothing afterwards', async () => {
      const workers = given({ maxThreads: 1 })
      const flag = newFlag()
      const running = failureOf(workers.run('spin', flag, patient))
      const waiting = failureOf(workers.run('echo', null, patient))
      await flagRaised(flag)
      await workers.close()
      const late = failureOf(workers.run('echo', null, patient))
      const failures = await Promise.all([running, waiting, late])
      expect(failures.map(({ reason }) => reason)).toEqual(['cancelled', 'cancelled', 'cancelled'])
      expect(threads.length).toBe(1)
    })
  })
