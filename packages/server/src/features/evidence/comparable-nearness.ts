import type { PassageKey } from './evidence.store.ts'
import type { Nearness } from './vector-room.ts'

/** Too few passages to know what is usual. */
const leastPassages = 8
/** What is usual for the built-in model, on which the scores were calibrated. */
const usual = { mean: 0.29, deviation: 0.12 }

/**
 * Every model has its own range: unrelated texts have a cosine of 0.1 with one and of 0.7 with another. Compares with
 * the other passages of the deal instead, so that scores and the limit below which nothing matches mean the same.
 */
export const comparableNearness = (near: Nearness): Nearness => {
  const { count, mean, deviation } = near.spread()
  if (count < leastPassages || deviation === 0) return near
  return {
    ...near,
    of: (key: PassageKey) => near.of(key)?.map((value) => usual.mean + (usual.deviation * (value - mean)) / deviation),
  }
}
