const firstMs = 500
const maxMs = 30_000

/**
 * Exponential backoff up to 30 seconds, with jitter so that clients that lost a node do not reconnect at the same
 * instant.
 */
export const backoffMs = (failures: number, random: () => number = Math.random): number => {
  const pause = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 10))
  return pause / 2 + (random() * pause) / 2
}
