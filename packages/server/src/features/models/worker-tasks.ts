import type { ModelState } from './model-state.ts'

/** Where the asker says that nobody waits any more, and the thread that it has begun. */
export const stands = { waiting: 0, begun: 1, cancelled: 2 } as const

/** What every task of a model is asked with. */
export interface Asked {
  state: ModelState
  /** Its workbook, where the thread did not have it. */
  bytes?: Uint8Array
  /** One of `stands`, shared by both sides. */
  stand: Int32Array
}

/** The thread does not have the workbook: ask again, with its bytes. */
export interface Missing {
  missing: true
}

/** The workbook, or what was asked of it, cannot be had; said in words, because classes do not cross threads. */
export interface Refused {
  refused: { code: string; message: string; metricKey?: string; nearest?: readonly string[] }
}

export const isMissing = (answer: object): answer is Missing => 'missing' in answer
export const isRefused = (answer: object): answer is Refused => 'refused' in answer

/** Thrown inside a thread where nobody waits any more. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled'
}

export const throwIfCancelled = (stand: Int32Array): void => {
  if (Atomics.load(stand, 0) === stands.cancelled) throw new TaskCancelled('The task was cancelled')
}
