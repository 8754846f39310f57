import { inspect } from 'node:util'
import { Piscina } from 'piscina'
import { createFairQueue, QueueFull } from '../fairness/fair-queue.ts'
import { currentParty } from '../fairness/party.ts'
import { outsideOfPlace } from '../fairness/place.ts'
import { startDeadline } from './deadline.ts'
import { WorkerFailure, type Workers } from './workers.ts'

export interface WorkersConfig {
  /** The JavaScript module whose named exports are the tasks: threads cannot load TypeScript (see workerFile). */
  file: URL | string
  maxThreads: number
  memoryMb: number
  /** Per person. */
  maxWaiting?: number
  /** Lower-priority threads that yield the CPU to interactive work. */
  isBackground?: boolean
  /** Called when a thread dies while no task is running on it. */
  onStrayError?: (error: unknown) => void
}

/**
 * Piscina tries to `require` a task file before importing it. Ending a thread during a `require` ends the whole process
 * (Node 20: "FATAL ERROR: v8::Module::IsGraphAsync"); an import can be interrupted anywhere.
 */
const neverRequire = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
  ? ['--no-experimental-require-module']
  : []

/** The event loop and the database get priority: everyone waits for them, but only some wait for a thread. */
const interactiveNice = 5
const backgroundNice = 10

export const createWorkers = (config: WorkersConfig): Workers => {
  const { file, maxThreads, memoryMb, maxWaiting = 16 * maxThreads, isBackground = false } = config
  const { onStrayError = () => {} } = config
  const filename = String(file)
  // Piscina limits its queue only for tasks without a signal, and leaves queued tasks pending when the last thread
  // dies.
  // So tasks wait here, and Piscina never gets more of them than it has threads.
  const queue = createFairQueue({ places: maxThreads, maxWaitingPerPerson: maxWaiting })
  const pool = new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // Do not inherit execArgv: with the flag to prefer sources, a thread would try to load TypeScript, which it cannot.
    execArgv: neverRequire,
    // Only Linux has per-thread priorities; elsewhere this would slow down the whole process.
    niceIncrement: process.platform === 'linux' ? (isBackground ? backgroundNice : interactiveNice) : 0,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let closed = false

  // Errors that killed their thread, as opposed to errors that a task threw and the thread survived.
  const fatal = new WeakSet<object>()
  pool.on('workerCreate', ({ id }: { id: number }) => {
    const thread = pool.threads.find(({ threadId }) => threadId === id)
    thread?.on('error', (error: unknown) => {
      if (error instanceof Object) fatal.add(error)
    })
  })
  // Without a listener, this event would end the process.
  pool.on('error', onStrayError)

  const failureOf = (error: unknown): WorkerFailure => {
    if (error instanceof WorkerFailure) return error
    if (error instanceof QueueFull) return new WorkerFailure('busy', error.message, { cause: error })
    if (closed) return new WorkerFailure('cancelled', 'the workers are closed', { cause: error })
    // Some errors arrive from a thread as an empty object or with an empty message.
    const said = error instanceof Error ? error.message : ''
    const message = said === '' ? `thrown without a message: ${inspect(error)}` : said
    const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const died = (error instanceof Object && fatal.has(error)) || message.startsWith('worker exited with code')
    return new WorkerFailure(outOfMemory ? 'memory' : died ? 'crashed' : 'task', message, { cause: error })
  }

  return {
    async run(task, input, { deadlineMs, signal, transfer = [] }) {
      const stop = new AbortController()
      const cancel = () => stop.abort(new WorkerFailure('cancelled', `${task} was cancelled`))
      const deadline = startDeadline(deadlineMs, () =>
        stop.abort(new WorkerFailure('deadline', `${task} took longer than ${deadlineMs} ms`)),
      )
      signal?.addEventListener('abort', cancel, { once: true })
      if (signal?.aborted) cancel()
      try {
        return await outsideOfPlace(async () => {
          const leave = await queue.enter(currentParty(), { signal: stop.signal })
          try {
            if (closed) throw new WorkerFailure('cancelled', 'the workers are closed')
            return await pool.run(input, { filename, name: task, signal: stop.signal, transferList: [...transfer] })
          } finally {
            leave()
          }
        })
      } catch (error) {
        throw failureOf(stop.signal.aborted ? stop.signal.reason : error)
      } finally {
        deadline.clear()
        signal?.removeEventListener('abort', cancel)
      }
    },

    async close() {
      closed = true
      await pool.destroy()
    },
  }
}
