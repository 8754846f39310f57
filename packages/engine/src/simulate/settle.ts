import { differencesOf } from './change.ts'
import { locate, readOff } from './interpolation.ts'
import { type Joined, joinShares } from './join.ts'
import { inFull, type Plan, scalarRuns } from './plan.ts'
import type { Share } from './run.ts'

/** What is read off may miss by this share of the spread: a hundredth of what ten thousand samples are sure of. */
const tolerance = 1e-4
/** And by this share of itself, where nothing but rounding makes it vary. */
const rounding = 1e-12

/** Whether every second point could have been read off between the others. */
const isSmooth = (parts: Float64Array, places: Float64Array, heights: Float64Array): boolean => {
  const none = heights.reduce((count, height) => count + (Number.isNaN(height) ? 1 : 0), 0)
  if (none > 0) return none === heights.length
  const last = places.length - 1
  const checked = Int32Array.from(places.keys()).filter((n) => n % 2 === 1 && n !== last)
  const others = Int32Array.from(places.keys()).filter((n) => n % 2 === 0 || n === last)
  const pick = (list: Float64Array, which: Int32Array): Float64Array => Float64Array.from(which, (n) => list[n] ?? 0)
  const guessed = readOff(locate(pick(places, others), pick(places, checked)), pick(heights, others))
  const heightAt = (part: number): number => heights[parts.findIndex((own) => own >= part)] ?? 0
  const spread = Math.abs(heightAt(0.95) - heightAt(0.05))
  return checked.every((n, place) => {
    const height = heights[n] ?? 0
    const missed = Math.abs((guessed[place] ?? Number.NaN) - height)
    return missed <= Math.max(tolerance * spread, rounding * Math.abs(height))
  })
}

const suffices = (
  { after, before, work: { points } }: Plan,
  { input, samples, parts }: NonNullable<Plan['nodes']>,
  { outputs, series }: Joined,
): boolean => {
  const placesOf = (draws: readonly Float64Array[]): Float64Array =>
    Float64Array.from(samples, (sample) => draws[input]?.[sample] ?? 0)
  const [now, then] = [placesOf(after.draws), placesOf((before ?? after).draws)]
  const first = scalarRuns
  const isLine = (heights: Float64Array, places: Float64Array) => isSmooth(parts, places, heights)
  return (
    outputs.every((runs) => {
      const [one, other] = [runs.subarray(first, first + points), runs.subarray(first + points)]
      if (!isLine(one, now)) return false
      if (before === undefined) return true
      // The change may be far smaller than what changes, so it is judged by its own spread.
      const change = differencesOf(other, one)
      return isLine(other, then) && isLine(change, now)
    }) && series.every((runs) => isLine(runs.subarray(first), now))
  )
}

/**
 * The plan to be run instead, where a few points do not tell what the other samples are worth: a metric that jumps or has
 * edges. Undefined: the shares at hand are all that is needed.
 */
export const refinePlan = (plan: Plan, shares: readonly Share[]): Plan | undefined =>
  plan.nodes === undefined || suffices(plan, plan.nodes, joinShares(plan.work, shares)) ? undefined : inFull(plan)
