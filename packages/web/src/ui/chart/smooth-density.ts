/** A histogram with bins of equal width. */
export interface Histogram {
  readonly from: number
  readonly to: number
  readonly counts: readonly number[]
}

export interface DensityPoint {
  readonly x: number
  /** The share of all trials per unit of x. */
  readonly density: number
}

/** Points of the curve per bin: enough for a smooth curve, few enough to redraw during a drag. */
const pointsPerBin = 3
/** In bins: narrower would show the bins themselves, wider would flatten any peak. */
const [narrowest, widest] = [0.8, 4]

/** The smoothing bandwidth: with fewer trials or a wider spread, more of the variation is noise. */
const bandwidthOf = (counts: readonly number[], total: number): number => {
  const mean = counts.reduce((sum, count, bin) => sum + count * bin, 0) / total
  const variance = counts.reduce((sum, count, bin) => sum + count * (bin - mean) ** 2, 0) / total
  return Math.min(widest, Math.max(narrowest, 1.06 * Math.sqrt(variance) * total ** -0.2))
}

/**
 * Smooths a histogram into a density curve. Each bin's weight is normalized within the range: nothing leaks past the
 * ends, where no trial was, and the area stays one.
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
    // Trapezoidal rule, as for measuring the area: only the end points of the curve count half.
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
