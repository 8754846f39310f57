import { inspect } from 'node:util'
import { Piscina } from 'piscina'
import { createFairQueue, QueueFull } from '../fairness/fair-queue.ts'
import { currentParty } from '../fairness/party.ts'
import { outsideOfPlace } from '../fairness/place.ts'
import { startDeadline } from './deadline.ts'
import { WorkerFailure, type Workers } from './workers.ts'

export interface WorkersConfig {
  /** The module whose named exports are the tasks, as JavaScript: threads load no TypeScript (see workerFile). */
  file: URL | string
  maxThreads: number
  memoryMb: number
  /** Of one person. */
  maxWaiting?: number
  /** Threads that yield the processor to those people wait for. */
  isBackground?: boolean
  /** Told of a thread that died with no task to blame. */
  onStrayError?: (error: unknown) => void
}

/**
 * Piscina tries to `require` the file of a task before it imports it. A thread that is ended in the midst of that takes the
 * whole process with it (Node 20: "FATAL ERROR: v8::Module::IsGraphAsync"); an import can be cut off anywhere.
 */
const neverRequire = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
  ? ['--no-experimental-require-module']
  : []

/** The event loop and the database come first: everybody waits for them, and only some for a thread. */
const interactiveNice = 5
const backgroundNice = 10

export const createWorkers = (config: WorkersConfig): Workers => {
  const { file, maxThreads, memoryMb, maxWaiting = 16 * maxThreads, isBackground = false } = config
  const { onStrayError = () => {} } = config
  const filename = String(file)
  // Piscina bounds its queue for tasks without a signal only, and leaves queued tasks lying when the last thread dies.
  // So tasks wait here, and Piscina gets no more than it has threads for.
  const queue = createFairQueue({ places: maxThreads, maxWaitingPerPerson: maxWaiting })
  const pool = new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // Nothing of how this process was started: told to prefer sources, a thread would load TypeScript, which it cannot.
    execArgv: neverRequire,
    // Only Linux knows a priority for a single thread; elsewhere the whole process would be slowed down.
    niceIncrement: process.platform === 'linux' ? (isBackground ? backgroundNice : interactiveNice) : 0,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let closed = false

  // Errors that killed their thread, told apart here from errors that a task threw and the thread survived.
  const fatal = new WeakSet<object>()
  pool.on('workerCreate', ({ id }: { id: number }) => {
    const thread = pool.threads.find(({ threadId }) => threadId === id)
    thread?.on('error', (error: unknown) => {
      if (error instanceof Object) fatal.add(error)
    })
  })
  // Unheard, this event would end the process.
  pool.on('error', onStrayError)

  const failureOf = (error: unknown): WorkerFailure => {
    if (error instanceof WorkerFailure) return error
    if (error instanceof QueueFull) return new WorkerFailure('busy', error.message, { cause: error })
    if (closed) return new WorkerFailure('cancelled', 'the workers are closed', { cause: error })
    // Some errors cross threads as an empty object, or with an empty message.
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
