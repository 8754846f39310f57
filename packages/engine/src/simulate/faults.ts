import { fault } from './run.ts'

/** In how many samples an output was no number, by why. They count in nothing else. */
export interface InvalidDraws {
  readonly total: number
  /** A text, a blank, or beyond all numbers. */
  readonly notANumber: number
  /** An error, such as a division by zero. */
  readonly error: number
  /** A return that does not exist, a search that found nothing (#NUM!), a circular reference that did not come to rest. */
  readonly notConverged: number
}

/** Counts them; where few points stand for all samples, each of them is no number or none is. */
export const countFaults = (faults: Uint8Array, samples: number): InvalidDraws => {
  const counts = [0, 0, 0, 0]
  for (const why of faults) counts[why] = (counts[why] ?? 0) + 1
  const times = samples / faults.length
  const of = (why: number): number => Math.round((counts[why] ?? 0) * times)
  const total = samples - of(fault.none)
  const [error, notConverged] = [of(fault.error), of(fault.notConverged)]
  return { total, notANumber: total - error - notConverged, error, notConverged }
}
