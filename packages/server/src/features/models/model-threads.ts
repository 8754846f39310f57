import { availableParallelism } from 'node:os'
import { refuse } from '../../domain-error.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { createWorkers } from '../../platform/workers/piscina-workers.ts'
import { createTurns } from '../../platform/workers/turns.ts'
import { workerFile } from '../../platform/workers/worker-file.ts'
import { WorkerFailure } from '../../platform/workers/workers.ts'
import { ModelRefusal, meaningOf } from './model-refusal.ts'
import type { ModelState } from './model-state.ts'
import { isMissing, isRefused, type Missing, type Refused, stands } from './worker-tasks.ts'

interface Deps {
  blobs: Pick<Blobs, 'open'>
  threads?: number
  memoryMb?: number
  /** More tasks than these before one thread are refused. */
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

export type ModelThreads = ReturnType<typeof createModelThreads>

/**
 * Threads that keep compiled models. The what-ifs of one workbook go to one thread, so that it is compiled once; simulations
 * are spread over all of them. Bytes are sent only where a thread does not have the workbook.
 */
export const createModelThreads = (deps: Deps) => {
  const { blobs, memoryMb = 1_024, maxWaiting = 32, onStrayError } = deps
  const count = Math.max(1, Math.min(deps.threads ?? 2, availableParallelism()))
  const threads = Array.from({ length: count }, () => ({
    workers: createWorkers({
      file: workerFile(import.meta.url, './model.worker.ts'),
      maxThreads: 1,
      memoryMb,
      onStrayError,
    }),
    turns: createTurns({ places: 1, maxWaiting }),
    lastAsked: Number.NEGATIVE_INFINITY,
  }))

  const threadAt = (place: number) => threads[place % count] ?? refuse('internal')
  const placeOf = ({ sha256 }: Pick<ModelState, 'sha256'>): number => Number.parseInt(sha256.slice(0, 8), 16) || 0

  const bytesOf = async (sha256: string): Promise<Uint8Array> => {
    const stream = (await blobs.open(sha256)) ?? refuse('document_not_found')
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk as Uint8Array)
    return new Uint8Array(Buffer.concat(chunks))
  }

  /** One task on one thread. Whoever leaves is let go at once; the thread is told, and ended only if it does not listen. */
  const once = async (place: number, task: string, input: object, { signal, deadlineMs }: Asking): Promise<object> => {
    const thread = threadAt(place)
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
    try {
      await thread.turns.enter(end.signal)
    } catch (error) {
      quiet()
      throw error
    }
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
        thread.turns.leave()
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
    place: number,
    task: string,
    input: Question,
    asking: Asking,
  ): Promise<Answer> => {
    const startedAt = performance.now()
    const rest = () => ({ ...asking, deadlineMs: Math.max(1, asking.deadlineMs - (performance.now() - startedAt)) })
    try {
      let answer = (await once(place, task, input, asking)) as Answer | Missing | Refused
      if (isMissing(answer)) {
        const bytes = await bytesOf(input.state.sha256)
        answer = (await once(place, task, { ...input, bytes }, rest())) as Answer | Missing | Refused
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
    for (const { workers, lastAsked } of threads) {
      const unasked = performance.now() - lastAsked
      if (unasked < stayMs || (isPrepared && unasked > stayMs + restMs))
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
      ask<Answer>(placeOf(input.state), task, input, asking),
    /** One each on as many threads as there are inputs, at most as many as there are threads; the first fault ends the rest. */
    spread: async <Answer extends object>(
      task: string,
      inputs: readonly Question[],
      { signal, deadlineMs }: Asking,
    ): Promise<Answer[]> => {
      const rest = new AbortController()
      const all = signal === undefined ? rest.signal : AbortSignal.any([signal, rest.signal])
      try {
        return await Promise.all(
          inputs.map((input, n) => ask<Answer>(placeOf(input.state) + n, task, input, { signal: all, deadlineMs })),
        )
      } catch (error) {
        rest.abort()
        throw error
      }
    },
    close: async (): Promise<void> => {
      clearInterval(waking)
      await Promise.all(threads.map(({ workers }) => workers.close()))
    },
  }
}
