/** Monotone cubic interpolation that never overshoots its points (Fritsch and Carlson): where they rise, it rises. */

export interface Positions {
  /** The points with distinct positions, as indices of the given list. */
  readonly kept: Int32Array
  readonly places: Float64Array
  /** For each requested position, the point before it (an index of `kept`), and the distance from it. */
  readonly before: Int32Array
  readonly beyond: Float64Array
}

/** Locates positions among points in ascending order; done once for all lines through the same points. */
export const locate = (points: Float64Array, asked: Float64Array): Positions => {
  const kept: number[] = []
  points.forEach((place, n) => {
    const last = kept.at(-1)
    if (last === undefined || place > (points[last] ?? 0)) kept.push(n)
  })
  const places = Float64Array.from(kept, (n) => points[n] ?? 0)
  const before = new Int32Array(asked.length)
  const beyond = new Float64Array(asked.length)
  for (let n = 0; n < asked.length; n++) {
    const place = asked[n] ?? 0
    let [low, high] = [0, places.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((places[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    before[n] = low
    // The last point has no successor.
    beyond[n] = low === places.length - 1 ? 0 : Math.max(0, place - (places[low] ?? 0))
  }
  return { kept: Int32Array.from(kept), places, before, beyond }
}

const endSlope = (near: number, far: number, rise: number, next: number): number => {
  const slope = ((2 * near + far) * rise - near * next) / (near + far)
  if (slope * rise <= 0) return 0
  return rise * next <= 0 && Math.abs(slope) > 3 * Math.abs(rise) ? 3 * rise : slope
}

const slopesOf = (places: Float64Array, heights: Float64Array): Float64Array => {
  const count = places.length
  const widths = new Float64Array(Math.max(0, count - 1))
  const rises = new Float64Array(Math.max(0, count - 1))
  for (let n = 0; n + 1 < count; n++) {
    const width = (places[n + 1] ?? 0) - (places[n] ?? 0)
    widths[n] = width
    rises[n] = ((heights[n + 1] ?? 0) - (heights[n] ?? 0)) / width
  }
  const slopes = new Float64Array(count)
  if (count === 2) return slopes.fill(rises[0] ?? 0)
  if (count < 2) return slopes
  for (let n = 1; n + 1 < count; n++) {
    const [w0, w1, r0, r1] = [widths[n - 1] ?? 0, widths[n] ?? 0, rises[n - 1] ?? 0, rises[n] ?? 0]
    if (r0 * r1 > 0) slopes[n] = (3 * (w0 + w1)) / ((2 * w1 + w0) / r0 + (w1 + 2 * w0) / r1)
  }
  slopes[0] = endSlope(widths[0] ?? 1, widths[1] ?? 1, rises[0] ?? 0, rises[1] ?? 0)
  slopes[count - 1] = endSlope(
    widths[count - 2] ?? 1,
    widths[count - 3] ?? 1,
    rises[count - 2] ?? 0,
    rises[count - 3] ?? 0,
  )
  return slopes
}

/** The interpolated values at the requested positions, given the values at all points. */
export const readOff = ({ kept, places, before, beyond }: Positions, given: Float64Array): Float64Array => {
  const heights = Float64Array.from(kept, (n) => given[n] ?? 0)
  const slopes = slopesOf(places, heights)
  // The curve after each point: most points have many positions after them.
  const [bends, twists] = [new Float64Array(places.length), new Float64Array(places.length)]
  for (let n = 0; n + 1 < places.length; n++) {
    const width = (places[n + 1] ?? 0) - (places[n] ?? 0)
    const rise = ((heights[n + 1] ?? 0) - (heights[n] ?? 0)) / width
    const [from, to] = [slopes[n] ?? 0, slopes[n + 1] ?? 0]
    bends[n] = (3 * rise - 2 * from - to) / width
    twists[n] = (from + to - 2 * rise) / (width * width)
  }
  const result = new Float64Array(before.length)
  for (let n = 0; n < result.length; n++) {
    const at = before[n] as number
    const by = beyond[n] as number
    const height = heights[at] as number
    const curve = (bends[at] as number) + by * (twists[at] as number)
    result[n] = by === 0 ? height : height + by * ((slopes[at] as number) + by * curve)
  }
  return result
}

/** The values of the points before the requested positions, given those at all points. */
export const readNearest = ({ kept, before }: Positions, given: Uint8Array): Uint8Array => {
  const result = new Uint8Array(before.length)
  for (let n = 0; n < result.length; n++) result[n] = given[kept[before[n] as number] as number] as number
  return result
}
