const firstMs = 500
const maxMs = 30_000

/** Pauses that double up to half a minute, scattered, so that all who lost a node do not return in the same instant. */
export const backoffMs = (failures: number, random: () => number = Math.random): number => {
  const pause = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 10))
  return pause / 2 + (random() * pause) / 2
}
