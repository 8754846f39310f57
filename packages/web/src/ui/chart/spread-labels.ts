/**
 * Moves labels along an axis until no two are closer than a gap, each as little as their order allows, and within the
 * ends as long as there is room for all.
 */
export const spreadLabels = (places: readonly number[], gap: number, from: number, to: number): number[] => {
  const spread = [...places]
  for (let n = 0; n < spread.length; n += 1) {
    spread[n] = Math.max(spread[n] ?? from, n === 0 ? from : (spread[n - 1] ?? from) + gap)
  }
  for (let n = spread.length - 1; n >= 0; n -= 1) {
    spread[n] = Math.min(spread[n] ?? to, n === spread.length - 1 ? to : (spread[n + 1] ?? to) - gap)
  }
  return spread
}
