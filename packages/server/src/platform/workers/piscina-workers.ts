import { inspect } from 'node:util'
import { Piscina } from 'piscina'
import { createTurns } from './turns.ts'
import { WorkerFailure, type Workers } from './workers.ts'

export interface WorkersConfig {
  /** The module whose named exports are the tasks, as JavaScript: threads load no TypeScript (see workerFile). */
  file: URL | string
  maxThreads: number
  memoryMb: number
  maxWaiting?: number
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

export const createWorkers = (config: WorkersConfig): Workers => {
  const { file, maxThreads, memoryMb, maxWaiting = 16 * maxThreads, onStrayError = () => {} } = config
  const filename = String(file)
  // Piscina bounds its queue for tasks without a signal only, and leaves queued tasks lying when the last thread dies.
  // So tasks wait here, and Piscina gets no more than it has threads for.
  const turns = createTurns({ places: maxThreads, maxWaiting })
  const pool = new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // Nothing of how this process was started: told to prefer sources, a thread would load TypeScript, which it cannot.
    execArgv: neverRequire,
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
      const timer = setTimeout(
        () => stop.abort(new WorkerFailure('deadline', `${task} took longer than ${deadlineMs} ms`)),
        deadlineMs,
      )
      signal?.addEventListener('abort', cancel, { once: true })
      if (signal?.aborted) cancel()
      try {
        await turns.enter(stop.signal)
        try {
          if (closed) throw new WorkerFailure('cancelled', 'the workers are closed')
          return await pool.run(input, { filename, name: task, signal: stop.signal, transferList: [...transfer] })
        } finally {
          turns.leave()
        }
      } catch (error) {
        throw failureOf(stop.signal.aborted ? stop.signal.reason : error)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
    },

    async close() {
      closed = true
      await pool.destroy()
    },
  }
}
