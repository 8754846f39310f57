import type { Transferable } from 'node:worker_threads'

/**
 * Heavy work away from the event loop. After any failure the next task finds a working thread.
 *
 * The memory limit covers what is allocated bit by bit. V8 gives no second chance to a single allocation larger than
 * the room left (a Map that doubles, an array filled at once): that ends the whole process, and typed arrays are not
 * counted at all. So a task bounds what it builds from its input, and the limit is the net below.
 */
export interface Workers {
  /** Runs the export named `task` on `input`; the promise of `Answer` is the caller's knowledge of that task. */
  run<Answer>(task: string, input: unknown, options: RunOptions): Promise<Answer>
  /** Stops every thread at once; tasks under way or waiting end as cancelled. */
  close(): Promise<void>
}

export interface RunOptions {
  /** Counted from the call, waiting included: it is the caller who waits. */
  deadlineMs: number
  signal?: AbortSignal | undefined
  /** Buffers that move to the thread instead of being copied. */
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
