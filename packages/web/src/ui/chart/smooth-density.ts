/** A histogram whose bins are of the same width. */
export interface Histogram {
  readonly from: number
  readonly to: number
  readonly counts: readonly number[]
}

export interface DensityPoint {
  readonly x: number
  /** The share of all draws per unit of x. */
  readonly density: number
}

/** Points of the curve for every bin: enough for an eye, few enough for a drag. */
const pointsPerBin = 3
/** In bins: narrower would show the bins themselves, wider would flatten any peak. */
const [narrowest, widest] = [0.8, 4]

/** How wide a bin is smeared: the fewer draws and the wider they lie, the more of the ups and downs are chance. */
const bandwidthOf = (counts: readonly number[], total: number): number => {
  const mean = counts.reduce((sum, count, bin) => sum + count * bin, 0) / total
  const variance = counts.reduce((sum, count, bin) => sum + count * (bin - mean) ** 2, 0) / total
  return Math.min(widest, Math.max(narrowest, 1.06 * Math.sqrt(variance) * total ** -0.2))
}

/**
 * The curve that a histogram suggests. Nothing leaks past its ends, where no draw was: what a bin would lose there is
 * given back to it, so that the area stays one.
 */
export const smoothDensity = ({ from, to, counts }: Histogram): DensityPoint[] => {
  const bins = counts.length
  const total = counts.reduce((sum, count) => sum + count, 0)
  const width = (to - from) / bins
  if (bins === 0 || total === 0 || !(width > 0)) return []
  const steps = bins * pointsPerBin
  const bandwidth = bandwidthOf(counts, total)
  const reach = Math.ceil(4 * bandwidth)
  const places = Array.from({ length: steps + 1 }, (_, step) => step / pointsPerBin)
  const sums = places.map(() => 0)
  counts.forEach((count, bin) => {
    if (count === 0) return
    const centre = bin + 0.5
    const first = Math.max(0, Math.floor((centre - reach) * pointsPerBin))
    const last = Math.min(steps, Math.ceil((centre + reach) * pointsPerBin))
    const weights = places
      .slice(first, last + 1)
      .map((place) => Math.exp(-((place - centre) ** 2) / (2 * bandwidth ** 2)))
    // By trapezes, as the area is measured: only the very ends of the curve count half.
    const area = weights.reduce((sum, weight, n) => {
      const isEnd = first + n === 0 || first + n === steps
      return sum + (isEnd ? weight / 2 : weight)
    }, 0)
    weights.forEach((weight, n) => {
      sums[first + n] = (sums[first + n] ?? 0) + (weight / area) * count
    })
  })
  return places.map((place, n) => ({
    x: from + place * width,
    density: ((sums[n] ?? 0) * pointsPerBin) / (total * width),
  }))
}
