import { differencesOf } from './change.ts'
import { locate, readOff } from './interpolation.ts'
import { type Joined, joinShares } from './join.ts'
import { samplesOf } from './nodes.ts'
import { type Plan, scalarRuns, withComputed } from './plan.ts'
import type { Share } from './run.ts'

/**
 * The interpolation error allowed as a share of the spread: a hundredth of the sampling error of ten thousand trials.
 */
const tolerance = 1e-4
/** The interpolation error allowed as a share of the value, if only rounding makes it vary. */
const rounding = 1e-12

/** Every second point, to be interpolated between the others. */
const createTest = (parts: readonly number[], places: Float64Array) => {
  const last = places.length - 1
  const all = Int32Array.from(places.keys())
  const checked = all.filter((n) => n % 2 === 1 && n !== last)
  const others = all.filter((n) => n % 2 === 0 || n === last)
  const pick = (list: Float64Array, which: Int32Array): Float64Array => {
    const picked = new Float64Array(which.length)
    for (let n = 0; n < which.length; n++) picked[n] = list[which[n] as number] as number
    return picked
  }
  const positions = locate(pick(places, others), pick(places, checked))
  const placeOf = (part: number): number => parts.findIndex((own) => own >= part)
  const [low, high] = [placeOf(0.05), placeOf(0.95)]

  /** Those that could not have been interpolated; all if some are not numbers. */
  return (heights: Float64Array): readonly number[] | 'all' => {
    const none = heights.reduce((count, height) => count + (Number.isNaN(height) ? 1 : 0), 0)
    if (none > 0) return none === heights.length ? [] : 'all'
    const guessed = readOff(positions, pick(heights, others))
    const spread = Math.abs((heights[high] ?? 0) - (heights[low] ?? 0))
    return [...checked].filter((n, place) => {
      const height = heights[n] ?? 0
      const missed = Math.abs((guessed[place] ?? Number.NaN) - height)
      return !(missed <= Math.max(tolerance * spread, rounding * Math.abs(height)))
    })
  }
}

/** The points around which trials cannot be interpolated, for any output or series. */
const roughPoints = (
  { after, before, work: { points } }: Plan,
  nodes: NonNullable<Plan['nodes']>,
  { outputs, series }: Joined,
): ReadonlySet<number> | 'all' => {
  const samples = samplesOf(nodes)
  const placesOf = (draws: readonly Float64Array[]): Float64Array =>
    Float64Array.from(samples, (sample) => draws[nodes.input]?.[sample] ?? 0)
  const parts = nodes.places.map((place) => place / (nodes.order.length - 1))
  const roughAfter = createTest(parts, placesOf(after.draws))
  const roughBefore = before === undefined ? roughAfter : createTest(parts, placesOf(before.draws))
  const found = [
    ...outputs.flatMap((runs) => {
      const [heightsAfter, heightsBefore] = [
        runs.subarray(scalarRuns, scalarRuns + points),
        runs.subarray(scalarRuns + points, scalarRuns + 2 * points),
      ]
      if (before === undefined) return [roughAfter(heightsAfter)]
      // The change can be far smaller than the values, so it is checked against its own spread.
      const change = differencesOf(heightsBefore, heightsAfter)
      return [roughAfter(heightsAfter), roughBefore(heightsBefore), roughAfter(change)]
    }),
    ...series.map((runs) => roughAfter(runs.subarray(scalarRuns))),
  ]
  const rough = new Set<number>()
  for (const some of found) {
    if (some === 'all') return 'all'
    for (const n of some) rough.add(n)
  }
  return rough
}

/** All positions from the point before each of these to the one after it, and the existing points. */
const filledAround = (places: readonly number[], rough: ReadonlySet<number>): number[] => {
  const filled = new Set(places)
  for (const n of rough) for (let place = places[n - 1] ?? 0; place < (places[n + 1] ?? 0); place++) filled.add(place)
  return [...filled].sort((a, b) => a - b)
}

/** If this share of the trials must be computed, interpolating the others saves little. */
const worthReadingOff = 0.5

/**
 * The plan to run instead if a few points do not determine the other trials: around a jump or a kink of a metric all
 * trials are computed, and if one is not a number anywhere, all of them. Undefined if the given shares are sufficient.
 */
export const refinePlan = (plan: Plan, shares: readonly Share[]): Plan | undefined => {
  const { nodes, request } = plan
  if (nodes === undefined || nodes.isExact || (request.computed ?? 'few') !== 'few') return undefined
  const rough = roughPoints(plan, nodes, joinShares(plan.work, shares))
  if (rough === 'all') return withComputed(plan, 'all')
  if (rough.size === 0) return undefined
  const places = filledAround(nodes.places, rough)
  return withComputed(plan, places.length > worthReadingOff * nodes.order.length ? 'all' : places)
}
