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
  /** Of each lane. */
  threads?: number
  memoryMb?: number
  /** More tasks of one person than these before one thread are refused. */
  maxWaiting?: number
  onStrayError: (error: unknown) => void
}

export interface Asking {
  signal?: AbortSignal | undefined
  deadlineMs: number
}

/** What a task is asked about, and whatever else it needs. */
interface Question {
  state: ModelState
  [more: string]: unknown
}

/** The longest that a task whose asker left may go on before its thread is ended, and all that it has compiled with it. */
const graceMs = 2_000
/** A thread that was asked within this time stays, with what it has compiled. */
const stayMs = 15 * 60_000
/** Threads end by themselves after a minute without a task. */
const wakeMs = 30_000
/** Long enough for a thread to end, and to give back what it has compiled. */
const restMs = 3 * wakeMs

/** Opening a larger model holds a thread for longer than the what-ifs of others may wait. */
const maxInteractiveFormulas = 10_000
const maxInteractiveBytes = 2 ** 20
/** Tasks that read a whole model, for builds and the like; they cannot be cut. */
const longTasks = new Set(['read', 'examine', 'reading', 'template'])

export type ModelThreads = ReturnType<typeof createModelThreads>

/**
 * Threads that keep compiled models, in two lanes: what-ifs of models of usual size never wait behind what holds a thread
 * for seconds, builds and large models. In both, turns go round by tenant and person. The what-ifs of one workbook go to
 * one thread, so that it is compiled once; simulations are spread over all of its lane, slice by slice. Bytes are sent
 * only where a thread does not have the workbook.
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

  /** One task on one thread. Whoever leaves is let go at once; the thread is told, and ended only if it does not listen. */
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
    // The thread may go on a little after the asker was let go; what comes of it then is nobody's.
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
  /** One after the other: together they would take the processor from those who ask in the first second. */
  const wake = async (): Promise<void> => {
    for (const thread of [...interactive, ...background]) {
      const { workers, lastAsked } = thread
      const unasked = performance.now() - lastAsked
      const isAwaited = isPrepared && interactive.includes(thread)
      if (unasked < stayMs || (isAwaited && unasked > stayMs + restMs))
        // One that is too busy to be woken is awake; what else is wrong with it, the next who asks is told.
        await workers.run('wake', null, { deadlineMs: wakeMs }).catch(() => undefined)
    }
  }
  const waking = setInterval(wake, wakeMs)
  waking.unref()

  return {
    count,
    /** From now on threads that nobody has asked yet have the engine loaded: the first question would wait for that. */
    prepare: (): void => {
      isPrepared = true
      void wake()
    },
    /** On the thread that has the model. */
    ask: <Answer extends object>(task: string, input: Question, asking: Asking): Promise<Answer> =>
      ask<Answer>(0, task, input, asking),
    /** The same on another thread of the lane, by its number: what is asked of each is done side by side. */
    askNth: <Answer extends object>(nth: number, task: string, input: Question, asking: Asking): Promise<Answer> =>
      ask<Answer>(nth, task, input, asking),
    close: async (): Promise<void> => {
      clearInterval(waking)
      await Promise.all([...interactive, ...background].map(({ workers }) => workers.close()))
    },
  }
}
