import { availableParallelism } from 'node:os'
import { refuse } from '../../domain-error.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createFairQueue, QueueFull } from '../../platform/fairness/fair-queue.ts'
import { currentParty } from '../../platform/fairness/party.ts'
import { outsideOfPlace } from '../../platform/fairness/place.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { ModelRefusal, meaningOf } from './model-refusal.ts'
import type { ModelState } from './model-state.ts'
import { isMissing, isRefused, type Missing, type Refused, stands } from './worker-tasks.ts'

interface Deps {
  blobs: Pick<Blobs, 'open' | 'size'>
  /** Per lane. */
  threads?: number
  memoryMb?: number
  /** Maximum tasks of one person waiting for one thread; more are rejected. */
  maxWaiting?: number
  onStrayError: (error: unknown) => void
}

export interface Asking {
  signal?: AbortSignal | undefined
  deadlineMs: number
}

/** The model state of a task and its further input. */
interface Question {
  state: ModelState
  [more: string]: unknown
}

/** How long a cancelled task can continue before its thread is terminated and its compiled models are lost. */
const graceMs = 2_000
/** A thread used within this time is kept alive with its compiled models. */
const stayMs = 15 * 60_000
/** Interval of keep-alive tasks; threads end by themselves after a minute without a task. */
const wakeMs = 30_000
/** Long enough for a thread to end and free its compiled models. */
const restMs = 3 * wakeMs

/** Opening a larger model blocks a thread for longer than the what-ifs of others should wait. */
const maxInteractiveFormulas = 10_000
const maxInteractiveBytes = 2 ** 20
/** Tasks that read a whole model, such as builds; they cannot be split. */
const longTasks = new Set(['read', 'examine', 'reading', 'template'])

export type ModelThreads = ReturnType<typeof createModelThreads>

/**
 * Threads that keep compiled models, in two lanes, so that what-ifs on models of ordinary size never wait behind builds
 * and large models that block a thread for seconds. Both lanes take turns by tenant and person. The what-ifs of one
 * workbook go to one thread, so that it is compiled once; simulations are spread over all threads of the lane, slice by
 * slice. The file is sent only if a thread does not have the workbook.
 */
export const createModelThreads = (deps: Deps) => {
  const { blobs, memoryMb = 1_024, maxWaiting = 32, onStrayError } = deps
  const count = Math.max(1, Math.min(deps.threads ?? 2, availableParallelism()))
  const laneOf = (isBackground: boolean) =>
    Array.from({ length: count }, () => ({
      workers: createWorkers({
        file: workerFile(import.meta.url, './model.worker.ts'),
        maxThreads: 1,
        memoryMb,
        isBackground,
        onStrayError,
      }),
      queue: createFairQueue({ places: 1, maxWaitingPerPerson: maxWaiting }),
      lastAsked: Number.NEGATIVE_INFINITY,
    }))
  const interactive = laneOf(false)
  const background = laneOf(true)
  type Thread = (typeof interactive)[number]

  const isInteractive = async (task: string, { sha256, formulas }: ModelState): Promise<boolean> =>
    !longTasks.has(task) &&
    formulas !== undefined &&
    formulas <= maxInteractiveFormulas &&
    ((await blobs.size(sha256)) ?? 0) <= maxInteractiveBytes

  const threadFor = async (task: string, state: ModelState, nth: number): Promise<Thread> => {
    const place = (Number.parseInt(state.sha256.slice(0, 8), 16) || 0) + nth
    return ((await isInteractive(task, state)) ? interactive : background)[place % count] ?? refuse('internal')
  }

  const bytesOf = async (sha256: string): Promise<Uint8Array> => {
    const stream = (await blobs.open(sha256)) ?? refuse('document_not_found')
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk as Uint8Array)
    return new Uint8Array(Buffer.concat(chunks))
  }

  /**
   * Runs one task on one thread. A caller that cancels is released at once; the thread is signaled, and terminated only
   * if it does not react.
   */
  const once = async (thread: Thread, task: string, input: object, { signal, deadlineMs }: Asking): Promise<object> => {
    const end = new AbortController()
    const left = () => end.abort(new WorkerFailure('cancelled', `${task} was cancelled`))
    const late = setTimeout(
      () => end.abort(new WorkerFailure('deadline', `${task} took longer than ${deadlineMs} ms`)),
      deadlineMs,
    )
    signal?.addEventListener('abort', left, { once: true })
    if (signal?.aborted) left()
    const quiet = () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', left)
    }
    const leave = await thread.queue.enter(currentParty(), { signal: end.signal }).catch((error: unknown) => {
      quiet()
      throw error instanceof QueueFull ? new WorkerFailure('busy', error.message, { cause: error }) : error
    })
    const stand = new Int32Array(new SharedArrayBuffer(4))
    const kill = new AbortController()
    let grace: NodeJS.Timeout | undefined
    const cancel = () => {
      Atomics.store(stand, 0, stands.cancelled)
      grace = setTimeout(() => kill.abort(), graceMs)
      grace.unref()
    }
    end.signal.addEventListener('abort', cancel, { once: true })
    thread.lastAsked = performance.now()
    const bytes = 'bytes' in input && input.bytes instanceof Uint8Array ? [input.bytes.buffer as ArrayBuffer] : []
    const running = thread.workers
      .run<object>(
        task,
        { ...input, stand },
        { deadlineMs: deadlineMs + graceMs, signal: kill.signal, transfer: bytes },
      )
      .finally(() => {
        clearTimeout(grace)
        leave()
      })
    // The thread can continue briefly after the caller was released; its result is then discarded.
    running.catch(() => undefined)
    const ended = new Promise<never>((_, reject) => {
      if (end.signal.aborted) reject(end.signal.reason)
      else end.signal.addEventListener('abort', () => reject(end.signal.reason), { once: true })
    })
    try {
      return await Promise.race([running, ended])
    } finally {
      end.signal.removeEventListener('abort', cancel)
      if (end.signal.aborted && grace === undefined) cancel()
      quiet()
    }
  }

  const ask = async <Answer extends object>(
    nth: number,
    task: string,
    input: Question,
    asking: Asking,
  ): Promise<Answer> => {
    const startedAt = performance.now()
    const rest = () => ({ ...asking, deadlineMs: Math.max(1, asking.deadlineMs - (performance.now() - startedAt)) })
    try {
      const thread = await threadFor(task, input.state, nth)
      let answer = (await outsideOfPlace(() => once(thread, task, input, asking))) as Answer | Missing | Refused
      if (isMissing(answer)) {
        const bytes = await bytesOf(input.state.sha256)
        answer = (await outsideOfPlace(() => once(thread, task, { ...input, bytes }, rest()))) as
          | Answer
          | Missing
          | Refused
      }
      if (isMissing(answer)) throw new Error('A thread does not take a workbook')
      if (isRefused(answer)) throw new ModelRefusal(answer.refused)
      return answer
    } catch (error) {
      throw meaningOf(error)
    }
  }

  let isPrepared = false
  /** One after another: all at once they would take the CPU from requests in the first second. */
  const wake = async (): Promise<void> => {
    for (const thread of [...interactive, ...background]) {
      const { workers, lastAsked } = thread
      const unasked = performance.now() - lastAsked
      const isAwaited = isPrepared && interactive.includes(thread)
      if (unasked < stayMs || (isAwaited && unasked > stayMs + restMs))
        // A thread too busy to be woken is awake; any other failure is reported to the next caller.
        await workers.run('wake', null, { deadlineMs: wakeMs }).catch(() => undefined)
    }
  }
  const waking = setInterval(wake, wakeMs)
  waking.unref()

  return {
    count,
    /** From now on, unused threads have the engine loaded, because the first request would have to wait for that. */
    prepare: (): void => {
      isPrepared = true
      void wake()
    },
    /** Runs a task on the thread that has the model. */
    ask: <Answer extends object>(task: string, input: Question, asking: Asking): Promise<Answer> =>
      ask<Answer>(0, task, input, asking),
    /** Same, on the nth thread of the lane, so that several threads work in parallel. */
    askNth: <Answer extends object>(nth: number, task: string, input: Question, asking: Asking): Promise<Answer> =>
      ask<Answer>(nth, task, input, asking),
    close: async (): Promise<void> => {
      clearInterval(waking)
      await Promise.all([...interactive, ...background].map(({ workers }) => workers.close()))
    },
  }
}
