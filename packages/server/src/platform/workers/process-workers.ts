import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createFairQueue, QueueFull } from '../fairness/fair-queue.ts'
import { currentParty } from '../fairness/party.ts'
import { outsideOfPlace } from '../fairness/place.ts'
import type { WorkersConfig } from './piscina-workers.ts'
import { workerFile } from './worker-file.ts'
import { WorkerFailure, type Workers } from './workers.ts'

type Config = Pick<WorkersConfig, 'file' | 'memoryMb' | 'maxWaiting'> & { maxProcesses: number }

type Answer = { ok: true; answer: unknown } | { ok: false; message: string }

const idleMs = 60_000
/** Lower than everything that runs in the service: people wait for that. */
const nice = 10
const host = fileURLToPath(workerFile(import.meta.url, './process-host.ts'))

/**
 * Runs tasks in processes of their own. Native code that crashes on a malicious file then ends its own process, and not
 * the service. Input and answer are copied. A process gets no environment, because that has secrets.
 */
export const createProcessWorkers = ({
  file,
  maxProcesses,
  memoryMb,
  maxWaiting = 16 * maxProcesses,
}: Config): Workers => {
  const queue = createFairQueue({ places: maxProcesses, maxWaitingPerPerson: maxWaiting })
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  let closed = false

  const start = (): ChildProcess => {
    const child = fork(host, [String(file)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    })
    // Reported by the task that runs in it, or harmless while it is idle.
    child.on('error', () => {})
    try {
      if (child.pid !== undefined) setPriority(child.pid, nice)
    } catch {
      // It has already ended, which its exit reports.
    }
    return child
  }

  /** Keeps a process for the next task, because loading takes a second; not for longer than a minute. */
  const keep = (child: ChildProcess): void => {
    if (closed || child.exitCode !== null || child.signalCode !== null || !child.connected) return
    idle.push(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), idleMs)
    timer.unref()
    child.once('taken', () => clearTimeout(timer))
  }

  const take = (): ChildProcess => {
    const child = idle.pop() ?? start()
    child.emit('taken')
    return child
  }

  const ask = (child: ChildProcess, message: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null): void => {
        // V8 aborts when its heap is exhausted.
        const reason = signal === 'SIGABRT' ? 'memory' : 'crashed'
        reject(new WorkerFailure(reason, `the process ended with ${signal ?? `code ${code}`}`))
      }
      child.once('exit', onExit)
      child.once('message', (answer) => {
        child.off('exit', onExit)
        resolve(answer as Answer)
      })
      child.send(message, (error) => {
        if (error !== null) reject(new WorkerFailure('task', error.message, { cause: error }))
      })
    })

  const runOn = async (
    task: string,
    input: unknown,
    { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal | undefined },
  ): Promise<unknown> => {
    const child = take()
    let ended: WorkerFailure | undefined
    const end = (failure: WorkerFailure): void => {
      ended = failure
      child.kill('SIGKILL')
    }
    const onAbort = (): void => end(new WorkerFailure('cancelled', `${task} was cancelled`))
    const deadline = setTimeout(
      () => end(new WorkerFailure('deadline', `${task} took longer than ${deadlineMs} ms`)),
      deadlineMs,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const answer = await ask(child, { task, input })
      child.removeAllListeners('message')
      keep(child)
      if (!answer.ok) throw new WorkerFailure('task', answer.message)
      return answer.answer
    } catch (error) {
      if (!(error instanceof WorkerFailure) || error.reason !== 'task') child.kill('SIGKILL')
      throw ended ?? (closed ? new WorkerFailure('cancelled', 'the workers are closed', { cause: error }) : error)
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    async run<Answer>(task: string, input: unknown, { deadlineMs, signal }: Parameters<Workers['run']>[2]) {
      const leave = await outsideOfPlace(() => queue.enter(currentParty(), { signal })).catch((error: unknown) => {
        if (error instanceof QueueFull) throw new WorkerFailure('busy', error.message, { cause: error })
        if (signal?.aborted) throw new WorkerFailure('cancelled', `${task} was cancelled`, { cause: error })
        throw error
      })
      try {
        if (closed) throw new WorkerFailure('cancelled', 'the workers are closed')
        if (signal?.aborted) throw new WorkerFailure('cancelled', `${task} was cancelled`)
        return (await runOn(task, input, { deadlineMs, signal })) as Answer
      } finally {
        leave()
      }
    },

    async close() {
      closed = true
      const ends = [...all].map((child) => new Promise<void>((resolve) => child.once('exit', () => resolve())))
      for (const child of all) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}
