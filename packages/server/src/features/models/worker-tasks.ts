import type { ModelState } from './model-state.ts'

/** States of a task, shared between caller and thread: the caller sets `cancelled`, the thread sets `begun`. */
export const stands = { waiting: 0, begun: 1, cancelled: 2 } as const

/** The input of every task of a model. */
export interface Asked {
  state: ModelState
  /** The workbook, if the thread did not have it. */
  bytes?: Uint8Array
  /** One of `stands`, shared by both sides. */
  stand: Int32Array
}

/** The thread does not have the workbook: repeat the request with its bytes. */
export interface Missing {
  missing: true
}

/** A rejected workbook or request, as plain data because class instances do not cross threads. */
export interface Refused {
  refused: { code: string; message: string; metricKey?: string; nearest?: readonly string[] }
}

export const isMissing = (answer: object): answer is Missing => 'missing' in answer
export const isRefused = (answer: object): answer is Refused => 'refused' in answer

/** Thrown inside a thread when its task was cancelled. */
export class TaskCancelled extends Error {
  override readonly name = 'TaskCancelled'
}

export const throwIfCancelled = (stand: Int32Array): void => {
  if (Atomics.load(stand, 0) === stands.cancelled) throw new TaskCancelled('The task was cancelled')
}
