/** Exponential backoff up to two seconds, with jitter so that many nodes do not reconnect at the same instant. */
export const backoffMs = (failures: number): number => {
  const pause = Math.min(2_000, 50 * 2 ** Math.min(failures, 10))
  return pause / 2 + Math.floor((Math.random() * pause) / 2)
}
