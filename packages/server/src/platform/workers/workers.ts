import type { Transferable } from 'node:worker_threads'

/**
 * Runs heavy work off the event loop. After any failure the next task gets a working thread.
 *
 * The memory limit covers gradual allocation. A single allocation larger than the remaining heap (a Map that doubles,
 * an array filled at once) crashes the whole process, and typed arrays are not counted at all. So each task must bound
 * what it builds from its input; the limit is only a safety net.
 */
export interface Workers {
  /** Runs the export named `task` on `input`; `Answer` is asserted by the caller, who knows the task. */
  run<Answer>(task: string, input: unknown, options: RunOptions): Promise<Answer>
  /** Stops every thread at once; running and waiting tasks end as cancelled. */
  close(): Promise<void>
}

export interface RunOptions {
  /** Counted from the call, including the wait for a thread, because the caller waits for both. */
  deadlineMs: number
  signal?: AbortSignal | undefined
  /** Buffers that are transferred to the thread instead of being copied. */
  transfer?: readonly Transferable[] | undefined
}

export type WorkerFailureReason = 'deadline' | 'memory' | 'cancelled' | 'crashed' | 'task' | 'busy'

export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure'
  readonly reason: WorkerFailureReason

  constructor(reason: WorkerFailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
